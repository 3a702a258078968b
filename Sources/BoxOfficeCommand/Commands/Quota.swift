internal import BoxOffice
internal import Engine
internal import Executables
internal import Storage

extension Command {
    /// The command `bo-export quota`, which shows the calls made today.
    static let quota: Command = Command(
        name: "quota", section: .others,
        summary: Message(
            "The calls made today to each service, and how many are left.",
            ko: "서비스별 오늘의 호출 횟수와 남은 횟수"),
        prose: Message(
            "A day begins at midnight in Seoul. All runs of this user count together, by key; \(Registry.quotaSettings) in the configuration set the daily limits.",
            ko: "하루는 한국 시각 자정에 시작합니다. 같은 사용자의 호출은 실행이 달라도 키별로 합산합니다. 일일 한도는 설정의 {1}로 정합니다."),
        others: [OptionTable[\.pluginDir]],
        meant: "limit limits 한도 할당량"
    ) { values, console throws(Fault) in
        guard let ledger = console.environment.ledger else {
            throw Fault(
                .configuration, "no-ledger-folder",
                "there is no ledger: neither XDG_STATE_HOME nor HOME is set",
                ko: "호출 기록이 없습니다. XDG_STATE_HOME과 HOME이 모두 없습니다")
        }
        let registry = try Registry.withExecutables(
            in: values.texts(\.pluginDir), asked: [], isQuiet: true, console: console)
        let files = registry.executables?.folders.files.filter { $0.kind == .source } ?? []
        let quotas = try await registry.supervise { () async throws(Fault) in
            await registry.executables?.host.quotas(of: files) ?? []
        }
        for case .failure(let fault) in quotas { console.warn(fault) }
        var statuses: [Int32] = []
        for service in registry.services {
            statuses += [
                try await show(service.name, console) { () async throws(Fault) in
                    try await use(of: service, ledger, console.environment)
                }
            ]
        }
        for case .success(let quota) in quotas {
            statuses += [
                try await show(quota.service, console) { () async throws(Fault) in
                    try await use(of: quota, ledger)
                }
            ]
        }
        return statuses.first { $0 != ExitStatus.success } ?? ExitStatus.success
    }

    /// Prints the calls of the service or plugin called `name`, or reports why they are not known,
    /// and returns the exit status.
    private static func show(
        _ name: String, _ console: Console, _ use: () async throws(Fault) -> Message
    ) async throws(Fault) -> Int32 {
        let used: Message
        do throws(Fault) {
            used = try await use()
        } catch {
            console.report(error)
            return ExitStatus.of(error.kind)
        }
        try console.print(Message(name), used, width: 8)
        return ExitStatus.success
    }

    /// Returns a text about the calls to `service` that are used today.
    private static func use(
        of service: Service, _ ledger: QuotaLedger, _ environment: Environment
    ) async throws(Fault) -> Message {
        let secret = try service.key.flatMap(environment.secret)
        guard let quota = try Quota(of: service, under: secret, environment) else {
            guard let key = service.key, environment.location(of: key) != nil else {
                return Message("no key is set", ko: "키가 없습니다")
            }
            return Message(
                "no daily limit is known; \(service.name)-quota sets one",
                ko: "일일 한도를 알 수 없습니다. {1}-quota로 정할 수 있습니다")
        }
        return try await use(of: quota, ledger)
    }

    /// Returns a text about the calls of `quota` that are used today.
    private static func use(
        of quota: Quota, _ ledger: QuotaLedger
    ) async throws(Fault) -> Message {
        let use = try await ledger.use(of: quota)
        let left = use.isClosed ? 0 : max(0, quota.limit - use.calls)
        let closed = use.isClosed ? Message.closed : ""
        return Message(
            "\(use.calls.grouped(by: ",")) of \(quota.limit, "call", groupedBy: ","), \(left.grouped(by: ",")) left on \(use.day)\(closed)",
            ko: "호출 {2}회 가운데 {1}회 사용, {4}에 {3}회 남음{5}"
        )
    }
}

extension Message {
    /// The note that the service reports an exhausted quota, whatever was counted.
    static let closed = Message(
        " (the service says that they are used up)", ko: " (서비스 응답 기준으로 모두 사용)")
}
