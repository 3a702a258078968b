internal import BoxOffice
internal import Engine
internal import Executables
internal import Storage
internal import Wire

extension Command {
    /// The command `bo-export cache`, for the archive of answers.
    static let cache: Command = Command(
        name: "cache", section: .others,
        summary: Message(
            "The archive of answers: what it holds; prune it or clear it.",
            ko: "응답 보관함의 현황, 정리, 비우기"),
        prose: Message(
            "'prune' removes what is damaged or outdated, 'clear' everything. Charts that are final are never outdated: without them a long range of days would be asked for again. 'clear' also forgets which final charts were corrected: --state no longer sends those corrections.",
            ko:
                "'prune'은 손상되었거나 기한이 지난 응답만 지우고, 'clear'는 모두 지웁니다. 확정된 박스오피스는 기한이 없어 'prune'으로 지워지지 않습니다. 지우면 긴 기간을 다시 요청해야 하기 때문입니다. 'clear'는 확정된 박스오피스의 정정 기록도 지우며, 그 뒤로는 --state로 정정을 보내지 않습니다."
        ),
        examples: ["cache status", "cache prune"],
        argument: Argument(
            name: "action",
            help: Message(
                "status, prune or clear.",
                ko: "status(현황), prune(정리) 또는 clear(비우기)"),
            isOptional: true, values: actions, standard: "status",
            fault: { word in
                let meant = "clear: clean delete; status: show"
                return actions.contains(word)
                    ? nil : .takes(actions, meant: meant, not: word, "cache")
            }),
        groups: [.listing], meant: "archive 캐시 보관"
    ) { values, console throws(Fault) in
        let action = values.words.first ?? "status"
        guard let archive = console.environment.archive else { throw .noArchive }
        if action == "status" {
            let status = try archive.status(on: CurrentProcess.now().dayInSeoul)
            let corrections = archive.corrections()
            if let fault = corrections.fault { console.advise(fault) }
            guard !values.flag(\.json) else {
                let services = status.services.sorted { $0.key < $1.key }.map { name, portion in
                    JSONValue(sorting: portion.json.merging(["name": .text(name)]) { $1 })
                }
                try console.print([
                    "path": .text(archive.path), "services": .list(services),
                    "total": JSONValue(sorting: status.total.json),
                    "strays": .number("\(status.strays)"),
                    "corrections": .number("\(corrections.count)"),
                ])
                return ExitStatus.success
            }
            try console.print(Message("archive", ko: "보관함"), Message(archive.path), width: 8)
            for (name, portion) in status.services.sorted(by: { $0.key < $1.key }) {
                try console.print(Message(name), portion.wording, width: 8)
            }
            try console.print(Message("in all", ko: "전체"), status.total.wording, width: 8)
            if corrections.count > 0 {
                try console.print(
                    Message(
                        "corrections of final charts that are remembered: \(corrections.count)",
                        ko: "보관 중인 확정 박스오피스의 정정 기록 {1}건"))
            }
            if status.strays > 0 {
                try console.print(
                    Message(
                        "files left behind by runs that were killed: \(status.strays)",
                        ko: "강제 종료된 실행이 남긴 파일 {1}개"))
            }
            return ExitStatus.success
        }
        let removal =
            try action == "prune" ? archive.prune(at: CurrentProcess.now()) : archive.clear()
        let forgotten = try action == "clear" ? archive.forgetCorrections() : 0
        if forgotten > 0 {
            console.advise(
                "corrections-forgotten",
                "corrections of final charts that are forgotten: \(forgotten, named: "corrections"); readers of Singer messages that have not had them keep the rows as they were",
                ko: "확정된 박스오피스의 정정 기록 {1}건을 지웠습니다. 이 정정을 아직 받지 못한 Singer 적재 대상에는 정정 전의 행이 남습니다"
            )
        }
        if values.flag(\.json) {
            try console.print([
                "files": .number("\(removal.files)"), "bytes": .number("\(removal.bytes)"),
                "corrections": .number("\(forgotten)"),
            ])
            return ExitStatus.success
        }
        console.note(
            "archive-removed",
            "files removed: \(removal.files, named: "files"), bytes: \(removal.bytes, named: "bytes", groupedBy: ",")",
            ko: "파일 {1}개({2}바이트)를 지웠습니다")
        return ExitStatus.success
    }

    /// What `bo-export cache` does.
    private static let actions = ["status", "prune", "clear"]

    /// The command `bo-export quota`, which shows the calls made today.
    static let quota: Command = Command(
        name: "quota", section: .others,
        summary: Message(
            "The calls made today to each service, and how many are left.",
            ko: "서비스별 오늘의 호출 횟수와 남은 횟수"),
        prose: Message(
            "A day begins at midnight in Seoul. All runs of this user count together, by key; \(Message.all(Registry.keyed.compactMap(\.quota?.name))) in the configuration set the daily limits.",
            ko: "하루는 한국 시각 자정에 시작합니다. 같은 사용자의 호출은 실행이 달라도 키별로 합산합니다. 일일 한도는 설정의 {1}로 정합니다."),
        groups: [.listing], others: [OptionTable[\.pluginDir]],
        meant: "limit limits 한도 할당량"
    ) { values, console throws(Fault) in
        let environment = console.environment
        guard let ledger = environment.ledger else {
            throw Fault(
                .configuration, "no-ledger-folder",
                "there is no ledger: neither XDG_STATE_HOME nor HOME is an absolute path",
                ko: "호출 기록이 없습니다. XDG_STATE_HOME과 HOME 어느 쪽도 절대 경로가 아닙니다")
        }
        let registry = try Registry.withExecutables(
            in: values.texts(\.pluginDir), asked: [], console: console.quieted)
        let files = registry.files(of: .source)
        let quotas = try await registry.supervise { () async throws(Fault) in
            await registry.executables?.host.quotas(of: files) ?? []
        }
        for case .failure(let fault) in quotas {
            guard fault.kind != .cancelled else { throw fault }
            console.advise(fault)
        }
        var found = registry.services.map { service in
            (service.name, Result { () throws(Fault) in try limit(of: service, environment) })
        }
        for case .success(let quota) in quotas {
            found.append((quota.service, .success((quota, ""))))
        }
        var status = ExitStatus.success
        var services: [JSONValue] = []
        for (name, limit) in found {
            var fields: [String: JSONValue] = ["name": .text(name)]
            let text: Message
            do throws(Fault) {
                let (quota, reason) = try limit.get()
                if let quota {
                    let use = try await ledger.use(of: quota)
                    fields.merge(use.json(of: quota)) { $1 }
                    text = use.text(of: quota)
                } else {
                    text = reason
                    fields["reason"] = .text(console.english(reason))
                }
            } catch {
                console.report(error)
                if status == ExitStatus.success { status = ExitStatus.of(error.kind) }
                continue
            }
            services.append(JSONValue(sorting: fields))
            if !values.flag(\.json) { try console.print(Message(name), text, width: 8) }
        }
        if values.flag(\.json) { try console.print(["services": .list(services)]) }
        return status
    }

    /// Returns the quota of `service`, or the reason why it has none.
    static func limit(
        of service: Service, _ environment: Environment
    ) throws(Fault) -> (quota: Quota?, reason: Message) {
        let secret = try service.key.flatMap(environment.secret)
        if let quota = try Quota(of: service, under: secret, environment) { return (quota, "") }
        guard let key = service.key else {
            return (nil, Message("it needs no key and has no daily limit", ko: "키도 일일 한도도 없습니다"))
        }
        guard environment.location(of: key) != nil else {
            return (nil, Message("no key is set", ko: "키가 없습니다"))
        }
        let reason = Message(
            "no daily limit is known; \(service.name)-quota sets one",
            ko: "일일 한도를 알 수 없습니다. {1}-quota로 정할 수 있습니다")
        return (nil, reason)
    }
}

extension DayUse {
    /// Returns the number of calls that are left of `quota`.
    private func left(of quota: Quota) -> Int { isClosed ? 0 : max(0, quota.limit - calls) }

    /// Returns a text about the calls of `quota`.
    fileprivate func text(of quota: Quota) -> Message {
        let closed = isClosed ? Message.closed : ""
        return Message(
            "\(calls.grouped(by: ",")) of \(quota.limit, "call", groupedBy: ","), \(left(of: quota).grouped(by: ",")) left on \(day)\(closed)",
            ko: "호출 {2}회 가운데 {1}회 사용, {4}에 {3}회 남음{5}"
        )
    }

    /// Returns the calls of `quota` for programs.
    func json(of quota: Quota) -> [String: JSONValue] {
        [
            "calls": .number("\(calls)"), "limit": .number("\(quota.limit)"),
            "left": .number("\(left(of: quota))"), "day": .text("\(day)"),
            "is_used_up": .boolean(isClosed),
        ]
    }
}

extension ArchiveStatus.Portion {
    /// The numbers for programs.
    var json: [String: JSONValue] {
        [
            "answers": .number("\(answers)"), "bytes": .number("\(bytes)"),
            "good": .number("\(good)"), "damaged": .number("\(damaged)"),
            "oldest": JSONValue(oldest?.description), "newest": JSONValue(newest?.description),
        ]
    }

    /// The text `8,409 answers, 33,000,000 bytes, 8,400 of use today, 0 damaged, fetched … to …`.
    fileprivate var wording: Message {
        var fetched: Message = ""
        if let oldest, let newest {
            fetched = Message(", fetched \(oldest) to \(newest)", ko: ", 받은 시각 {1}~{2}")
        }
        return Message(
            "\(answers, "answer", groupedBy: ","), \(bytes, "byte", groupedBy: ","), \(good.grouped(by: ",")) of use today, \(damaged) damaged\(fetched)",
            ko: "응답 {1}건, {2}바이트, 오늘 사용 가능 {3}건, 손상 {4}건{5}"
        )
    }
}

extension Message {
    /// The note that the service reports an exhausted quota, whatever was counted.
    static let closed = Message(
        " (the service says that they are used up)", ko: " (서비스 응답 기준으로 모두 사용)")
}
