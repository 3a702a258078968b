internal import BoxOffice
internal import Curl
internal import Engine
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
    init(to services: [Service], _ origin: SourceOptions, console: Console) throws(Fault) {
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
            quotas: quotas, meter: ledger, maxCalls: origin.maxCalls ?? .max)
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
        Message(
            "the calls are counted for this run alone: neither XDG_STATE_HOME nor HOME is set",
            ko: "XDG_STATE_HOME과 HOME이 없어서 이번 실행의 호출만 셉니다"))

    fileprivate static func notALimit(_ setting: Setting, _ text: String) -> Fault {
        Fault(
            .configuration, "not-a-limit",
            Message(
                "\(setting.name) takes a number of calls a day, not '\(text)'",
                ko: "{1}의 값은 일일 호출 횟수여야 합니다: '{2}'"))
    }
}
