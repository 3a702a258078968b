internal import BoxOffice
internal import Curl
internal import Engine
internal import Storage

extension ExportRun {
    /// Where the pictures of posters are kept; nil if they are not.
    func pictureFolder(for plan: Plan, _ console: Console) throws(Fault) -> PictureFolder? {
        guard findsPosters(plan), let path = added?.postersDir else { return nil }
        guard usesNetwork else {
            // Pictures that are in the folder are not fetched, so there is no warning about them.
            return try PictureFolder(at: path, now: CurrentProcess.now) { _ throws(Fault) in
                throw .notFetched
            }
        }
        return try PictureFolder(
            at: path, now: CurrentProcess.now, fetch: fetching(upTo: 16 << 20, plan, console))
    }

    /// What fetches the small pictures that a document shows; nil if its rows have no posters, or
    /// without the network and a folder that has some.
    func webPictures(for plan: Plan, _ console: Console) -> WebPictures? {
        guard findsPosters(plan), plan.hasValues(of: "poster_url") else { return nil }
        guard usesNetwork else {
            return added?.postersDir.map { _ in WebPictures { _ throws(Fault) in throw .notFetched }
            }
        }
        return WebPictures(fetch: fetching(upTo: 2 << 20, plan, console))
    }

    private func findsPosters(_ plan: Plan) -> Bool {
        plan.enrichment?.posters.isEmpty == false
    }

    /// Whether anything may be requested: pictures are neither in the archive nor in recordings.
    private var usesNetwork: Bool { !origin.offline && origin.replay == nil }

    /// Fetches the bytes at an address, at most that many.
    private func fetching(
        upTo bytes: Int, _ plan: Plan, _ console: Console
    ) -> @Sendable (String) async throws(Fault) -> [UInt8] {
        let transport = CurlTransport(
            endpoints: [:], limits: Limits(seconds: origin.timeout, bytes: bytes, redirects: 5),
            now: CurrentProcess.now, tell: console.trace)
        // If the service itself is on a private network, its pictures may be there too.
        let services = plan.enrichment?.posters.compactMap(\.service) ?? []
        let mayBePrivate = services.contains { service in
            isPrivateAddress(console.environment[service.baseURLVariable] ?? "")
        }
        let plainDomains = console.environment.services.flatMap(\.plainPictureHosts)
        return { url async throws(Fault) in
            try await transport.fetch(
                url, mayBePrivate: mayBePrivate, plainDomains: plainDomains)
        }
    }

    /// Refuses a run that would look for posters with nobody to ask: the user named no source, and
    /// none has a key.
    func checkPosterKeys(of plan: Plan, _ console: Console) throws(Fault) {
        let posters = plan.enrichment?.posters ?? []
        let keys = posters.compactMap { $0.service?.key }
        guard added?.posterNames == nil, keys.count > 1, keys.count == posters.count,
            keys.allSatisfy({ console.environment.location(of: $0) == nil })
        else { return }
        throw .noPosterKey(keys)
    }
}

extension Fault {
    fileprivate static func noPosterKey(_ keys: [Service.Key]) -> Fault {
        let names = keys.map(\.variable).joined(separator: ", ")
        let addresses = keys.map(\.issuedAt).joined(separator: ", ")
        return Fault(
            .configuration, "no-poster-key",
            "there is no key of a source of posters: none of \(names) is set",
            ko: "포스터 소스의 키가 없습니다. {1} 가운데 설정된 것이 없습니다",
            hint: Message(
                "no-poster-key-hint", "get one free and set its variable: \(addresses)",
                ko: "무료로 발급받아 변수에 설정하세요: {1}"))
    }

    fileprivate static let notFetched = Fault(
        .unavailable, "pictures-not-fetched",
        "with --offline and --replay no pictures are fetched",
        ko: "--offline과 --replay에서는 이미지를 받지 않습니다", outlook: .lasting)
}
