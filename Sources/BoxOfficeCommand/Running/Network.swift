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

    /// A connection over `transport`, without services: to a folder of recordings, or to nothing.
    init(_ transport: any Transport) {
        self.transport = transport
    }

    /// A connection to `services`.
    ///
    /// - Throws: a ``Fault`` of kind `configuration` if a key is missing or an address is malformed.
    init(to services: [Service], _ origin: Values, console: Console) throws(Fault) {
        var endpoints: [String: Endpoint] = [:]
        for service in services {
            let endpoint = try Endpoint(of: service, console: console)
            endpoints[service.name] = endpoint
            if let quota = try Quota(of: service, under: endpoint.key, console.environment) {
                quotas.append(quota)
            }
        }
        ledger = console.environment.folder(.state).map {
            QuotaLedger(at: "\($0)/quota", now: CurrentProcess.now)
        }
        let counter = CallCounter(
            quotas: quotas, meter: ledger, maxCalls: origin.number(\.maxCalls) ?? .max)
        let curl = CurlTransport(
            endpoints: endpoints, limits: Limits(seconds: origin.timeout), now: CurrentProcess.now,
            tell: console.trace
        ) { request throws(Fault) in try await counter.take(request.service) }
        self.counter = counter
        transport = MeteredTransport(
            LoggedTransport(base: curl, console: console), counter: counter)
    }

    /// The calls of this run, by the services' names.
    var calls: [String: Int] { counter?.calls ?? [:] }

    /// What went wrong in counting the calls.
    var warnings: [Fault] {
        get async {
            if let ledger { return await ledger.warnings }
            return quotas.isEmpty || calls.isEmpty ? [] : [.noLedger]
        }
    }

    /// How many calls are left today; nil if no ledger counts them.
    func callsLeft(to service: Service?) async -> Int? {
        guard let ledger, let quota = quotas.first(where: { $0.service == service?.name }),
            let use = try? await ledger.use(of: quota)
        else { return nil }
        return max(0, quota.limit - use.calls)
    }
}

extension Quota {
    /// The quota of `service` with the key that is set up; nil without a key or a limit.
    ///
    /// - Throws: a ``Fault`` of kind `configuration` if the limit that is set is no number.
    init?(of service: Service, _ environment: Environment) throws(Fault) {
        guard let key = service.key else { return nil }
        try self.init(of: service, under: environment.secret(of: key), environment)
    }

    /// The quota of `service` with `key`, which was read before: a pipe can be read only once.
    ///
    /// - Throws: a ``Fault`` of kind `configuration` if the limit that is set is no number.
    init?(of service: Service, under key: Secret?, _ environment: Environment) throws(Fault) {
        guard let key else { return nil }
        guard let limit = try Self.limit(of: service, environment) else { return nil }
        self.init(service: service.name, keyHash: QuotaLedger.hash(of: key), limit: limit)
    }

    /// The calls a day: those that are set, or else those of the service.
    static func limit(of service: Service, _ environment: Environment) throws(Fault) -> Int? {
        guard let setting = service.quota, let text = environment[setting.variable] else {
            return service.callsPerDay
        }
        guard let limit = Int(text), limit >= 0 else { throw .notALimit(setting, text) }
        return limit
    }
}

/// A transport that logs requests and answers.
private struct LoggedTransport: Transport {
    let base: any Transport
    let console: Console

    func send(_ request: Request) async throws(Fault) -> Answer {
        let clock = ContinuousClock()
        let start = clock.now
        do throws(Fault) {
            let answer = try await base.send(request)
            let elapsed = (clock.now - start).milliseconds
            console.detail(
                Message(
                    "request-answered",
                    "\(request.service) \(request.target): HTTP \(answer.status), \(answer.body.count) bytes, \(elapsed) ms",
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

extension Duration {
    /// The duration in whole milliseconds.
    fileprivate var milliseconds: Int64 {
        components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
    }
}

extension Fault {
    fileprivate static let noLedger = Fault(
        .configuration,
        "no-ledger",
        "the calls are counted for this run alone: neither XDG_STATE_HOME nor HOME is set",
        ko: "XDG_STATE_HOME과 HOME이 없어서 이번 실행의 호출만 셉니다")

    fileprivate static func notALimit(_ setting: Setting, _ text: String) -> Fault {
        Fault(
            .configuration, "not-a-limit",
            "\(setting.name) takes a number of calls a day, not '\(text)'",
            ko: "{1}의 값은 일일 호출 횟수여야 합니다: '{2}'")
    }
}

/// The transport of a run that asks nobody.
struct NoTransport: Transport {
    func send(_ request: Request) async throws(Fault) -> Answer {
        throw Fault(
            .bug, "nobody-asked",
            "nobody was to be asked for \(request.target)", ko: "요청하면 안 되는 것을 요청했습니다: {1}")
    }
}

extension ExportRun {
    /// What brings the answers: nothing, a folder, or the network.
    func network(for plan: Plan, _ console: Console) throws(Fault) -> Network {
        let source = plan.source
        if source.service == nil, origin.replay != nil || origin.record != nil {
            throw .noRecordings(source.manifest.name)
        }
        if let path = origin.replay {
            let folder = RecordingFolder(at: path)
            guard try folder.exists else { throw .noReplayFolder(path) }
            return Network(folder)
        }
        if origin.offline { return Network(NoTransport()) }
        let posters = plan.enrichment?.posters ?? []
        if source.service != nil || !posters.isEmpty {
            try ProcessLimits.asking(jobs: origin.jobs).require()
        }
        try checkPosterKeys(of: plan, console)
        return try Network(
            to: ([source.service] + posters.map(\.service)).compactMap(\.self), origin,
            console: console)
    }
}

extension Fault {
    fileprivate static func noRecordings(_ source: String) -> Fault {
        Fault(
            .usage, "no-recordings",
            "--record and --replay do not go with --source \(source), which asks nobody",
            ko: "--record와 --replay는 아무것도 요청하지 않는 --source {1}에는 사용할 수 없습니다")
    }

    fileprivate static func noReplayFolder(_ path: String) -> Fault {
        Fault(
            .configuration, "no-replay-folder",
            "the folder '\(path)' that --replay names is not there",
            ko: "--replay로 지정한 폴더 '{1}'{이/가} 없습니다")
    }
}

extension Registry {
    /// What carries the requests of `source` and `posters` to them if they are executables, and all
    /// others over `line`, which counts both.
    ///
    /// Posters from a recording are not asked for, so that nobody is started for them then.
    func carrying(
        _ source: any Source, _ posters: [any PosterSource], besides network: Network
    ) -> any Transport {
        var endpoints = [(source as? ExecutableSource)?.endpoint].compactMap(\.self)
        if network.counter != nil {
            endpoints += posters.compactMap { ($0 as? ExecutablePosterSource)?.endpoint }
        }
        return endpoints.reduce(network.transport) { transport, endpoint in
            PluginTransport(to: endpoint, besides: transport, now: CurrentProcess.now) {
                service async throws(Fault) in try await network.counter?.take(service)
            }
        }
    }
}

extension Values {
    /// Refuses options that need kept answers if `source` is an executable, whose answers are not
    /// kept.
    ///
    /// Offline it may be asked only if its manifest says that it asks no network.
    func checkPlugin(_ source: any Source) throws(Fault) {
        guard let source = source as? ExecutableSource else { return }
        let name = source.manifest.name
        if offline, source.plugin.asksNetwork {
            throw .notKept(
                .configuration, "--offline", name,
                Message("verb-archived", "kept in the archive", ko: "보관하지 않습니다"))
        }
        let recorded = Message("verb-recorded", "recorded", ko: "기록하지 않습니다")
        if record != nil { throw .notKept(.usage, "--record", name, recorded) }
        if replay != nil { throw .notKept(.usage, "--replay", name, recorded) }
    }
}

extension Fault {
    fileprivate static func notKept(
        _ kind: Kind, _ option: String, _ source: String, _ verb: Message
    ) -> Fault {
        Fault(
            kind,
            "plugin-answers-not-kept",
            "\(option) does not go with --source \(source): what plugins answer is not \(verb)",
            ko: "{1}{은/는} --source {2}에 사용할 수 없습니다. 플러그인의 응답은 {3}",
            hint: "leave \(option) out", hintKo: "{1}{을/를} 빼세요")
    }
}
