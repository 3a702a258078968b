internal import BoxOffice
internal import Curl
internal import Storage

/// The way to the services: where they are, under which keys, and how often they may be asked.
struct ServiceLine: Sendable {
    /// What carries the requests.
    let transport: any Transport
    /// What counts the calls of this run, where any are sent.
    private(set) var counter: CallCounter?
    /// What counts the calls of all runs, where there is a place for that.
    private(set) var ledger: QuotaLedger?
    private var quotas: [Quota] = []

    /// A way that leads nowhere, or to a folder of recordings.
    init(_ transport: any Transport) {
        self.transport = transport
    }

    /// The way to `services`.
    ///
    /// - Throws: a ``Fault`` of kind `configuration` where a key is missing or an address is none.
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
            QuotaLedger(at: "\($0)/quota", now: Process.now)
        }
        let counter = CallCounter(
            quotas: quotas, meter: ledger, maxCalls: origin.maxCalls ?? .max)
        let curl = CurlTransport(
            endpoints: endpoints, limits: Limits(seconds: origin.timeout), now: Process.now,
            tell: console.trace
        ) { request throws(Fault) in try await counter.take(request.service) }
        self.counter = counter
        transport = MeteredTransport(
            ToldTransport(base: curl, console: console), counter: counter)
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

    /// How many calls are left today, where a ledger counts them.
    func callsLeft(to service: Service?) async -> Int? {
        guard let ledger, let quota = quotas.first(where: { $0.service == service?.name }),
            let use = try? await ledger.use(of: quota)
        else { return nil }
        return max(0, quota.limit - use.calls)
    }
}

extension Quota {
    /// How often `service` may be asked with the key that is set up; nil where it bounds nothing.
    ///
    /// - Throws: a ``Fault`` of kind `configuration` where the setting of it is no number.
    init?(of service: Service, _ environment: Environment) throws(Fault) {
        guard let key = service.key else { return nil }
        try self.init(of: service, under: environment.secret(of: key), environment)
    }

    /// How often `service` may be asked with `key`; the file of a key that is a pipe can be read but
    /// once.
    init?(of service: Service, under key: Secret?, _ environment: Environment) throws(Fault) {
        guard let key else { return nil }
        guard let limit = try Self.limit(of: service, environment) else { return nil }
        self.init(service: service.name, keyHash: QuotaLedger.hash(of: key), limit: limit)
    }

    /// The calls a day: what is set, or what the service itself says.
    static func limit(of service: Service, _ environment: Environment) throws(Fault) -> Int? {
        let setting = Setting.quotas.first { $0.name == "\(service.name)-quota" }
        guard let setting, let text = environment[setting.variable] else {
            return service.callsPerDay
        }
        guard let limit = Int(text), limit >= 0 else { throw .notALimit(setting, text) }
        return limit
    }
}

/// A transport that says what is asked and what comes back.
private struct ToldTransport: Transport {
    let base: any Transport
    let console: Console

    func send(_ request: Request) async throws(Fault) -> Answer {
        let clock = ContinuousClock()
        let start = clock.now
        do throws(Fault) {
            let answer = try await base.send(request)
            let elapsed = (clock.now - start).milliseconds
            console.detail(
                "\(request.service) \(request.target): HTTP \(answer.status), "
                    + "\(answer.body.count) bytes, \(elapsed) ms")
            return answer
        } catch {
            console.detail("\(request.service) \(request.target): \(error.message)")
            throw error
        }
    }

    func didReject(_ request: Request, _ fault: Fault) async {
        console.detail("\(request.service) \(request.target): \(fault.message)")
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
        "the calls are counted for this run alone: neither XDG_STATE_HOME nor HOME is set")

    fileprivate static func notALimit(_ setting: Setting, _ text: String) -> Fault {
        Fault(
            .configuration, "not-alimit",
            "\(setting.name) takes a number of calls a day, not '\(text)'")
    }
}
