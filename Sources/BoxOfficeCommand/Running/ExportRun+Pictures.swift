internal import BoxOffice
internal import Curl
internal import Engine
internal import Storage

extension ExportRun {
    /// Where the pictures of posters are kept; nil if they are not.
    func pictureFolder() throws(Fault) -> PictureFolder? {
        guard !posters.isEmpty, let path = values.postersDir else { return nil }
        return try PictureFolder(
            at: path, now: CurrentProcess.now, fetch: pictures(upTo: 16 << 20))
    }

    /// What fetches the small pictures of posters that a document shows; nil if there are none, or
    /// without the network and a folder that has some.
    func webPictures() -> WebPictures? {
        guard !posters.isEmpty, usesNetwork || values.postersDir != nil else { return nil }
        return WebPictures(fetch: pictures(upTo: 2 << 20))
    }

    /// Whether anything may be requested: pictures are neither in the archive nor in recordings.
    private var usesNetwork: Bool { !values.offline && values.replay == nil }

    /// Fetches the picture of a poster at an address, at most that many bytes.
    private func pictures(
        upTo bytes: Int
    ) -> @Sendable (String) async throws(Fault) -> [UInt8] {
        // There is no warning about pictures that are in the folder: they are not fetched.
        guard usesNetwork else { return { _ throws(Fault) in throw .notFetched } }
        let transport = CurlTransport(
            endpoints: [:], limits: Limits(seconds: values.timeout, bytes: bytes, redirects: 5),
            now: CurrentProcess.now, tell: console.trace)
        // If the service itself is on a private network, its pictures may be there too.
        let mayBePrivate = posters.compactMap(\.service).contains { service in
            isPrivateAddress(console.environment[service.baseURLVariable] ?? "")
        }
        let plainDomains = console.environment.services.flatMap(\.plainPictureHosts)
        return { url async throws(Fault) in
            try await transport.fetch(url, mayBePrivate: mayBePrivate, plainDomains: plainDomains)
        }
    }
}

extension Fault {
    fileprivate static let notFetched = Fault(
        .unavailable, "pictures-not-fetched",
        "with --offline and --replay no pictures are fetched",
        ko: "--offline과 --replay에서는 이미지를 받지 않습니다", outlook: .lasting)
}
