internal import BoxOffice
internal import Curl
internal import Engine
internal import Executables
internal import Storage

/// The connection to the services of a run: transport, call counter and quotas.
struct Network: Sendable {
    /// The transport of the requests.
    let transport: any Transport
    /// The counter of this run's calls; nil if none are sent.
    private(set) var counter: CallCounter?
    /// The ledger of all runs' calls; nil if there is no state folder.
    private(set) var ledger: QuotaLedger?
    private var quotas: [Quota] = []

    /// Creates a connection over `transport`, without services: to a folder of recordings, or to
    /// nothing.
    init(_ transport: any Transport) {
        self.transport = transport
    }

    /// Connects to `services`.
    ///
    /// - Parameter pluginQuotas: the quotas of executables that are asked as well.
    /// - Throws: a ``Fault`` of kind `configuration` if a key is missing or an address is malformed.
    init(
        to services: [Service], ofPlugins pluginQuotas: [Quota] = [], _ origin: Values,
        _ console: Console
    ) throws(Fault) {
        var endpoints: [String: Endpoint] = [:]
        for service in services.eachOnce {
            let endpoint = try Endpoint(of: service, console)
            endpoints[service.name] = endpoint
            if let quota = try Quota(of: service, under: endpoint.key, console.environment) {
                quotas.append(quota)
            }
        }
        // The questions of an assistant leave some calls to other runs.
        let isAsked = console.inquiry != nil
        if isAsked { quotas = quotas.map { $0.leaving(callsForOthers) } }
        quotas += pluginQuotas.map {
            isAsked ? $0.leaving(min(callsForOthers, $0.limit / 6)) : $0
        }
        ledger = console.environment.ledger
        let counter = CallCounter(
            quotas: quotas, meter: ledger, maxCalls: origin.number(\.maxCalls) ?? .max)
        let curl = CurlTransport(
            endpoints: endpoints, seconds: origin.timeout, environment: console.environment.all,
            now: CurrentProcess.now, tell: console.trace
        ) { request throws(Fault) in try await counter.take(request.service) }
        self.counter = counter
        transport = MeteredTransport(
            LoggedTransport(base: curl, console: console), counter: counter)
    }

    /// Returns the transport that carries requests of executables among `sources`, `details` and
    /// `posters` to them, and all others to the services; it counts both.
    ///
    /// A folder of recordings already has the kept answers, so no executable is started for those,
    /// nor for posters; details of a plugin that asks no network are not recorded.
    func transport(
        to sources: [any Source], _ details: [any DetailsSource], _ posters: [any PosterSource]
    ) -> any Transport {
        let asked = Registry.providers(
            transport.isLocal ? [] : sources, counter == nil ? [] : posters, [])
        let plugins = asked.compactMap(\.executable)
        let lookups = details.compactMap { $0.executable }.filter { plugin in
            let isRecorded = transport.isLocal && plugin.manifest.keptFor > 0
            return counter != nil || !plugin.manifest.asksNetwork && !isRecorded
        }
        return (plugins + lookups).reduce(transport) { transport, plugin in
            PluginTransport(to: plugin, besides: transport, now: CurrentProcess.now) {
                service async throws(Fault) in try await counter?.take(service)
            }
        }
    }

    /// The calls of this run, by the name of the service.
    var calls: [String: Int] { counter?.calls ?? [:] }

    /// The faults in counting the calls.
    var warnings: [Fault] {
        get async {
            if let ledger { return await ledger.warnings }
            guard !quotas.isEmpty, !calls.isEmpty else { return [] }
            let fault = Fault(
                .configuration, "no-ledger",
                "calls are counted for this run only: neither XDG_STATE_HOME nor HOME is an absolute path",
                ko: "XDG_STATE_HOME과 HOME 어느 쪽도 절대 경로가 아니어서 이번 실행의 호출만 셉니다")
            return [fault]
        }
    }

    /// Returns the quota of the first of `sources` with a limit; nil if none has one.
    func quota(of sources: [any Source]) -> Quota? {
        let names = sources.compactMap(\.serviceName)
        return quotas.first { names.contains($0.service) }
    }

    /// Returns a function that counts the calls left today of the ``quota(of:)`` of `sources`; nil
    /// if no ledger counts them.
    func callsLeft(to sources: [any Source]) async -> (@Sendable () -> Int)? {
        guard let ledger, let quota = quota(of: sources), let use = try? await ledger.use(of: quota)
        else { return nil }
        let left = quota.limit - use.calls + calls[quota.service, default: 0]
        return { max(0, left - calls[quota.service, default: 0]) }
    }
}

extension Quota {
    /// Creates the quota of `service` with `key`; nil without a key or a limit.
    ///
    /// - Throws: a ``Fault`` of kind `configuration` if the limit that is set is not a number.
    init?(of service: Service, under key: Secret?, _ environment: Environment) throws(Fault) {
        guard let key, let limit = try Self.limit(of: service, environment) else { return nil }
        self.init(service: service.name, keyHash: QuotaLedger.hash(of: key), limit: limit)
    }

    /// The same quota, of which so many calls are for other runs.
    fileprivate func leaving(_ calls: Int) -> Quota {
        let limit = max(0, limit - calls)
        return Quota(
            service: service, keyHash: keyHash, limit: limit, reserved: self.limit - limit)
    }

    /// Returns the calls a day: the limit that is set, or else that of the service.
    static func limit(of service: Service, _ environment: Environment) throws(Fault) -> Int? {
        guard let setting = service.quota, let text = environment[setting.variable] else {
            return service.callsPerDay
        }
        guard let limit = Int(text), limit >= 0 else {
            throw Fault(
                .configuration, "not-a-limit",
                "\(setting.name) takes a number of calls a day, not '\(text)'",
                ko: "{1}의 값은 일일 호출 횟수여야 합니다: '{2}'")
        }
        return limit
    }
}

extension Source {
    /// The service that its requests go to, or the executable itself; nil if it sends no requests.
    var serviceName: String? {
        executable?.serviceName ?? service?.name
    }

    /// Returns how many calls a day its service or the executable allows; nil if there is no limit.
    ///
    /// - Throws: a ``Fault`` of kind `configuration` if the limit that is set is not a number.
    func callsPerDay(_ environment: Environment) throws(Fault) -> Int? {
        if let executable { return executable.manifest.callsPerDay }
        guard let service else { return nil }
        return try Quota.limit(of: service, environment)
    }
}

/// The calls of a day that are left to other runs; of a plugin's quota a sixth at most.
private let callsForOthers = 500

/// A transport that logs requests and answers.
private struct LoggedTransport: Transport {
    let base: any Transport
    let console: Console

    func send(_ request: Request) async throws(Fault) -> Answer {
        let start = ContinuousClock.now
        do throws(Fault) {
            let answer = try await base.send(request)
            let elapsed = Int((ContinuousClock.now - start) / .milliseconds(1))
            console.detail(
                Message(
                    "request-answered",
                    "\(request.service) \(request.target): HTTP \(answer.status, named: "http_status"), \(answer.body.count, "byte"), \(elapsed, named: "milliseconds") ms",
                    ko: "{1} {2}: HTTP {3}, {4}바이트, {5} ms"
                ))
            return answer
        } catch {
            console.detail(error.about("\(request.service) \(request.target)").wording)
            throw error
        }
    }

    func didReject(_ request: Request, _ fault: Fault) async {
        console.detail(fault.about("\(request.service) \(request.target)").wording)
        await base.didReject(request, fault)
    }
}

/// The transport of a run that sends no requests.
struct NoTransport: Transport {
    /// True if no requests are sent because the sources have all answers themselves.
    var isLocal = false

    func send(_ request: Request) async throws(Fault) -> Answer {
        throw Fault(
            .bug, "nobody-asked",
            "a run without requests asked for \(request.target)", ko: "요청하면 안 되는 것을 요청했습니다: {1}")
    }
}

extension ResolvedRun {
    /// Refuses options that depend on kept answers if those of the source are not kept.
    ///
    /// Offline, a plugin may be asked only if its manifest says that it asks no network.
    func checkKeeping() throws(Fault) {
        func refuse(_ source: any Provider, of choice: String) throws(Fault) {
            if values.flag(\.offline), source.executable?.manifest.asksNetwork == true {
                throw .notKept(.configuration, "--offline", source, of: choice)
            }
            for option in OptionTable[[\.record, \.replay]] where values.origin(of: option) != nil {
                throw .notKept(.usage, option.long, source, of: choice)
            }
        }
        for source in sources where !source.isKept {
            // A source that sends no requests needs no recording beside one that does.
            if source.serviceName != nil || !keepsAnswers { try refuse(source, of: "--source") }
        }
        for source in details {
            guard let plugin = source.executable?.manifest, plugin.asksNetwork, plugin.keptFor == 0
            else { continue }
            try refuse(source, of: "--details-from")
        }
    }

    /// Returns the connection for the answers: nothing, a folder, or the network.
    func network() throws(Fault) -> Network {
        if let path = values.text(\.replay) {
            let folder = RecordingFolder(at: path)
            guard try folder.exists() else {
                throw Fault(
                    .configuration, "no-replay-folder",
                    "the folder '\(path)' that --replay names is not there",
                    ko: "--replay로 지정한 폴더 '{1}'{이/가} 없습니다")
            }
            return Network(folder)
        }
        if values.flag(\.offline) { return Network(NoTransport()) }
        let codes = sourcesOfCodes.compactMap(\.self)
        if sources.allSatisfy({ $0.fileCharts != nil }), details.isEmpty, posters.isEmpty,
            codes.isEmpty
        {
            return Network(NoTransport(isLocal: true))
        }
        // Poster sources use details from the register of the source named in a file's rows.
        let registers =
            posters.isEmpty ? [] : sources.compactMap { $0.fileCharts?.registerOfRows }
        let services =
            (sources + codes).compactMap(\.service) + registers.compactMap(\.service)
            + details.compactMap(\.service) + posters.compactMap(\.service)
        if !services.isEmpty || !posters.isEmpty {
            try ProcessLimits.asking(jobs: values.jobs).require()
        }
        // Unless the user chose some, only sources of posters that have keys are asked.
        let keys = posters.compactMap { $0.service?.key }
        if values.posterNames == nil, keys.count > 1, keys.count == posters.count,
            keys.allSatisfy({ console.environment.location(of: $0) == nil })
        {
            let names = keys.map(\.variable).joined(separator: ", ")
            let addresses = keys.map(\.issuedAt).joined(separator: ", ")
            throw Fault(
                .configuration, "no-poster-key",
                "no source of posters has a key: none of \(names) is set",
                ko: "포스터 소스의 키가 없습니다. {1} 가운데 설정된 것이 없습니다",
                hint:
                    "'bo-export key \(posters.first?.posterName ?? "")' keeps one, or set its variable; get it free: \(addresses)",
                hintKo: "무료로 발급받아 'bo-export key {1}'{으로/로} 저장하거나 환경 변수에 설정하세요: {2}")
        }
        let pluginQuotas = sources.compactMap { $0.executable?.quota }
        return try Network(to: services, ofPlugins: pluginQuotas, values, console)
    }

    /// Returns the folder for the pictures of posters; nil if they are not kept.
    func pictureFolder() throws(Fault) -> PictureFolder? {
        guard !posters.isEmpty, let path = values.text(\.postersDir) else { return nil }
        return try PictureFolder(at: path, from: pictures(upTo: 16 << 20), now: CurrentProcess.now)
    }

    /// Returns the loader of the small pictures of posters that a document shows; nil without
    /// sources of posters, or without both the network and a folder of pictures.
    func webPictures() -> WebPictures? {
        guard !posters.isEmpty, usesNetwork || values.text(\.postersDir) != nil else { return nil }
        return pictures(upTo: 2 << 20)
    }

    /// True if anything may be requested: pictures are neither in the archive nor in recordings.
    var usesNetwork: Bool { !values.flag(\.offline) && values.text(\.replay) == nil }

    /// Returns the loader of pictures on the web, of at most that many bytes.
    private func pictures(upTo bytes: Int) -> WebPictures {
        // Pictures that are in the folder cause no warning: they are not fetched.
        guard usesNetwork else { return WebPictures { _ throws(Fault) in throw .notFetched } }
        let transport = CurlTransport(
            endpoints: [:], seconds: values.timeout, bytes: bytes, redirects: 5,
            environment: console.environment.all, now: CurrentProcess.now, tell: console.trace)
        // If the service itself is on a private network, its pictures may be there too.
        let mayBePrivate = posters.compactMap(\.service).contains { service in
            isPrivateAddress(console.environment[service.baseURLVariable] ?? "")
        }
        let plainDomains = console.environment.services.flatMap(\.plainPictureHosts)
        return WebPictures { url async throws(Fault) in
            try await transport.fetch(url, mayBePrivate: mayBePrivate, plainDomains: plainDomains)
        }
    }
}

extension Fault {
    /// Returns the fault of an `option` that cannot be used with `source`, named by `choice`,
    /// because its answers are not kept.
    fileprivate static func notKept(
        _ kind: Kind, _ option: String, _ source: any Provider, of choice: String
    ) -> Fault {
        let isPlugin = source.executable != nil
        let code = isPlugin ? "plugin-answers-not-kept" : "no-recordings"
        let reason: Message =
            isPlugin
            ? Message(": its answers are not kept", ko: "응답을 보관하지 않는 플러그인입니다")
            : Message(", which sends no requests", ko: "네트워크에 요청하지 않는 소스입니다")
        return Fault(
            kind, code,
            "\(option) does not go with \(choice) \(source.fileCharts != nil ? "file" : source.manifest.name)\(reason)",
            ko: "{1}{은/는} {2} {3}에 사용할 수 없습니다. {4}",
            hint: "leave \(option) out", hintKo: "{1}{을/를} 빼세요")
    }

    fileprivate static let notFetched = Fault(
        .unavailable, "pictures-not-fetched",
        "with --offline and --replay no pictures are fetched",
        ko: "--offline과 --replay에서는 이미지를 받지 않습니다", outlook: .lasting)
}
