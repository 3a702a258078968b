internal import BoxOffice
internal import Curl
internal import Engine
internal import Glibc
internal import Storage
internal import Wire

extension Command {
    /// The command `bo-export doctor`, which checks that everything a run needs is set up.
    static let doctor: Command = Command(
        name: "doctor", section: .others,
        summary: Message("What is set up, and whether it works.", ko: "설정 내용과 작동 여부 점검"),
        prose: Message(
            "Shows the keys that were found (never their text), the services and the calls made today, the formats, the archive, the folders, and the settings that are not the default; with -v all settings. With --online it asks \(Registry.serviceTitle) for one chart. The status is that of the first thing that would stop a run.",
            ko:
                "찾은 키(내용은 표시하지 않음), 서비스와 오늘의 호출 횟수, 형식, 보관함, 폴더, 기본값과 다른 설정을 보여 줍니다. -v를 붙이면 모든 설정을 보여 줍니다. --online을 붙이면 {1}에 박스오피스 하나를 요청해 봅니다. 종료 코드는 실행을 막을 첫 번째 문제에 따라 정해집니다."
        ),
        examples: ["doctor", "doctor --online", "doctor -v", "doctor --json"],
        groups: [.doctor, .listing],
        // The doctor must find mistakes in the settings, not fail because of them.
        isConfigured: false, meant: "check status config settings setup 점검 진단 설정 환경설정"
    ) { values, console throws(Fault) in
        var doctor = Doctor(values: values, registry: try .all(console), console: console)
        return try await doctor.run()
    }
}

/// The work of `bo-export doctor`: it prints its findings, and then reports the faults that would
/// stop a run.
///
/// The faults come last, so that they do not break up the lines where both go to a terminal.
struct Doctor {
    /// The options.
    let values: Values
    /// The built-in plugins and those of the program.
    let registry: Registry
    /// The output for lines and faults, with the environment in which services are asked.
    var console: Console
    /// The names of the sources that a run asks if it names none.
    private(set) var usualSources = [Registry.defaultSource.manifest.name]
    /// The faults that would stop a run, in the order in which they would.
    private(set) var faults: [Fault] = []

    /// The lines for programs, by their names: the text of each, further values, and the lines that
    /// belong to it.
    private(set) var facts: [String: [String: JSONValue]] = [:]
    /// The name of the line that indented ones belong to.
    private(set) var subject = ""

    /// The environment, including the settings once they are read.
    var environment: Environment { console.environment }

    /// True if everything is shown.
    var isDetailed: Bool { values.verbose > 0 }

    /// Runs all checks, and returns the status of the first fault.
    mutating func run() async throws(Fault) -> Int32 {
        defer { for fault in faults { console.report(fault) } }
        let today = CurrentProcess.now().dayInSeoul
        try await showProgram(today)
        var settings: Settings?
        try await check { doctor throws(Fault) in
            let environment = doctor.environment
            let read = try doctor.values.settings.get()
            try read.checkNames(environment.services)
            settings = read
            doctor.console.environment = try environment.with(read)
            doctor.usualSources = try Values(Arguments(["daily"])).with(read).sources
        }
        let lines = if let settings { try await check(settings) } else { [SettingLine]() }
        try gap()
        for service in registry.services {
            try await check { doctor throws(Fault) in try await doctor.show(service) }
        }
        let own = registry.sources.filter { $0.service == nil }.map(\.manifest.name)
        try line(
            Message(own.joined(separator: ", ")),
            Message("no key, no network and no quota needed", ko: "키, 네트워크, 호출 한도가 필요 없습니다"),
            as: "other_sources")
        try gap()
        try showFormats()
        try showFolders(today)
        try gap()
        if let settings { try show(settings, lines) }
        // Without calls left the service is not asked, for a reason that is known by now.
        if values.flag(\.online), !faults.contains(where: { $0.code == "quota-exhausted" }) {
            try await check { doctor throws(Fault) in try await doctor.ask() }
        }
        try gap()
        try sumUp()
        let status = faults.first.map { ExitStatus.of($0.kind) } ?? ExitStatus.success
        try printFacts(status: status)
        return status
    }

    // MARK: - The report

    /// Runs `body`, and records the fault that it ends with.
    ///
    /// - Throws: a ``Fault`` of kind `cancelled`.
    mutating func check(
        _ body: (inout Doctor) async throws(Fault) -> Void
    ) async throws(Fault) {
        do throws(Fault) {
            try await body(&self)
        } catch {
            guard error.kind != .cancelled else { throw error }
            add(error)
        }
    }

    /// Records a fault that would stop a run.
    mutating func add(_ fault: Fault) { if !faults.contains(fault) { faults.append(fault) } }

    /// Prints a line with a text about a name, each with its Korean wording; a name that is
    /// indented belongs to the line before.
    ///
    /// If the reader has gone, the line is lost and the status stays the same.
    ///
    /// - Parameters:
    ///   - key: the name for programs; nil for the English one.
    ///   - values: what programs get in addition to the text.
    mutating func line(
        _ name: Message, ko: String? = nil, _ text: Message, ko textKo: String? = nil,
        width: Int = 15, as key: String? = nil, _ values: [String: JSONValue] = [:]
    ) throws(Fault) {
        guard !self.values.flag(\.json) else {
            let fields = values.merging(["text": .text(console.english(text))]) { value, _ in value
            }
            let english = name.text(in: .english)
            let key = key ?? english.trimming { $0 == " " }.replacing(" ", with: "_")
            if english.hasPrefix(" ") {
                facts[subject, default: [:]][key] = JSONValue(sorting: fields)
            } else {
                subject = key
                facts[key] = fields
            }
            return
        }
        do throws(Fault) {
            try console.print(name.with(ko), text.with(textKo), width: width)
        } catch {
            guard error.kind == .readerGone else { throw error }
        }
    }

    /// Prints an empty line.
    private mutating func gap() throws(Fault) { if !values.flag(\.json) { try line("", "") } }

    /// Prints everything as one object, if programs read it.
    private func printFacts(status: Int32) throws(Fault) {
        guard values.flag(\.json) else { return }
        let faults = faults.map { fault in
            let about: [String: JSONValue] = [
                "code": .text(fault.code), "message": .text(console.english(fault.wording)),
                "status": .number("\(ExitStatus.of(fault.kind))"),
            ]
            return JSONValue(sorting: about.merging(console.advice(of: fault)) { one, _ in one })
        }
        try console.print([
            "is_ready": .boolean(status == ExitStatus.success), "status": .number("\(status)"),
            "faults": .list(faults),
            "facts": JSONValue(sorting: facts.mapValues { JSONValue(sorting: $0) }),
        ])
    }

    /// Prints how many things would stop a run, and the one step to take next: the remedy of the
    /// first of them, or the first export.
    private mutating func sumUp() throws(Fault) {
        let result =
            switch faults.count {
            case 0: Message("ready: nothing would stop a run", ko: "준비됨. 실행을 막는 문제가 없습니다")
            case 1:
                Message(
                    "not ready: one thing would stop a run", ko: "준비되지 않음. 실행을 막는 문제가 하나 있습니다")
            default:
                Message(
                    "not ready: \(faults.count) things would stop a run",
                    ko: "준비되지 않음. 실행을 막는 문제가 {1}개 있습니다")
            }
        try line("result", ko: "결과", result)
        let next =
            faults.first.map { $0.commands.last.map { Message($0) } ?? $0.advice ?? $0.wording }
            ?? "bo-export"
        try line("next", ko: "다음", next)
    }

    /// Shows the version, today's date and the days that are final.
    private mutating func showProgram(_ today: Day) async throws(Fault) {
        var versions = [version]
        try await check { doctor throws(Fault) in
            let curl = try curlVersion()
            versions.append(doctor.isDetailed ? curl : String(curl.prefix { $0 != " " }))
        }
        try line("bo-export", Message(versions.joined(separator: ", ")))
        try line(
            "today", ko: "오늘", "\(today) in Seoul", ko: "{1} (한국 시각)", ["date": .text("\(today)")])
        let source = Registry.defaultSource
        let last = today.advanced(by: -source.policy.finalAfter)
        try line(
            "  final", ko: "  확정",
            "charts up to \(last): of this machine's clock and the service's, the slower one counts",
            ko: "{1}까지. 이 컴퓨터와 서비스의 시계 가운데 늦은 쪽이 기준입니다",
            ["date": .text("\(last)")])
        try await check { _ throws(Fault) in
            _ = try PeriodSelection().periods(
                of: .daily, today: today, holdings: source.holdings)
        }
    }

    /// Shows the formats that can be written, and what is missing for the others.
    private mutating func showFormats() throws(Fault) {
        var lacking: [(name: String, fault: Fault)] = []
        for format in registry.formats {
            do throws(Fault) {
                let options = try PluginOptions(for: format.manifest)
                let columns = [Column("title", "영화명", .text)]
                try format.check(Layout(columns: columns, options: options))
            } catch {
                // A format only for charts refuses these rows, but nothing is missing.
                if error.kind != .usage { lacking.append((format.manifest.name, error)) }
            }
        }
        let ready = registry.formatNames.filter { name in !lacking.contains { $0.name == name } }
        try line(
            "formats", ko: "형식", Message(ready.joined(separator: ", ")),
            ["names": .list(ready.map { .text($0) })])
        for (name, fault) in lacking { try line("  \(name)", fault.wording) }
        try line(
            "assistants", ko: "어시스턴트",
            Message(
                "'bo-export \(Command.mcp.name)' answers their questions",
                ko: "'bo-export {1}'{이/가} 질문에 답합니다"))
    }

    /// Shows the contents of the archive, and the folders of the program.
    private mutating func showFolders(_ today: Day) throws(Fault) {
        do throws(Fault) {
            if let total = try environment.archive?.status(on: today).total {
                try line(
                    "archive", ko: "보관함",
                    "\(total.answers, "answer", groupedBy: ","), \(total.good.grouped(by: ",")) of use today, \(total.damaged) damaged",
                    ko: "응답 {1}건, 오늘 사용 가능 {2}건, 손상 {3}건", total.json)
            }
        } catch {
            // A run goes on without what it cannot read.
            try line(Message("archive", ko: "보관함"), error.wording, as: "archive")
        }
        if let fault = environment.archive?.corrections().fault { console.advise(fault) }
        try line("folders", ko: "폴더", "")
        try line("  configuration", ko: "  설정", environment.state(of: .configuration))
        try line("  cache", ko: "  캐시", environment.state(of: .cache))
        try line("  state", ko: "  상태", environment.state(of: .state))
        try line("  data", ko: "  데이터", environment.state(of: .data))
    }

    // MARK: - Services

    /// Shows whether `service` can be asked: its key, its address and the calls made today.
    ///
    /// A missing key is a fault only if a source needs it that a run asks without naming one.
    mutating func show(_ service: Service) async throws(Fault) {
        let title = Message(service.title)
        guard let key = service.key else {
            try line(title, Message("needs no key", ko: "키가 필요 없습니다"), as: service.name)
            return try showAddress(of: service)
        }
        let isDefault = registry.sources.contains { source in
            source.service == service && usualSources.contains(source.manifest.name)
        }
        guard let secret = try environment.secret(of: key),
            let location = environment.location(of: key)
        else {
            let source = registry.sources.first { $0.service == service }
            let use =
                source.map {
                    Message(
                        "; needed only for --source \($0.manifest.name)", ko: " (--source {1}에만 필요)"
                    )
                } ?? Message("; needed only for --with posters", ko: " (--with posters에만 필요)")
            try line(
                title, Message("no key\(isDefault ? "" : use)", ko: "키가 없습니다{1}"), as: service.name,
                ["has_key": .boolean(false)])
            try line("  get one", ko: "  발급", Message(key.issuedAt))
            let command = environment.commandToKeep(key).map {
                Message("'\($0)' asks for it and keeps it; or ", ko: "'{1}'{으로/로} 저장하거나 ")
            }
            try line(
                "  set it as", ko: "  설정",
                "\(command ?? "")\(key.variable), or a file with it as \(key.fileVariable)",
                ko: "{1}{2}에 키를 넣거나 {3}에 키 파일의 경로를 넣기")
            try showAddress(of: service)
            if isDefault { add(.noKey(key, environment)) }
            return
        }
        console.hide(secret, of: key)
        // With --online the warning about the default source's key comes with the request.
        if let warning = environment.keyWarning(of: key), !(values.flag(\.online) && isDefault) {
            console.advise("key-file-readable", warning)
        }
        try line(
            title,
            Message(
                "key found in \(location) (\(secret.text.utf8.count, "character"))",
                ko: "{1}에 키가 있습니다 ({2}자)"),
            as: service.name, ["has_key": .boolean(true)])
        try showAddress(of: service)
        guard let ledger = environment.ledger,
            let quota = try Quota(of: service, under: secret, environment)
        else { return }
        let use: DayUse
        do throws(Fault) {
            use = try await ledger.use(of: quota)
        } catch {
            // A run goes on without the count of others.
            return try line("  calls", ko: "  호출", error.wording)
        }
        try line(
            "  calls", ko: "  호출",
            "\(use.calls.grouped(by: ",")) of \(quota.limit.grouped(by: ",")) made today\(use.isClosed ? Message.closed : "")",
            ko: "오늘 {2}회 가운데 {1}회 사용{3}", use.json(of: quota))
        if isDefault, use.isClosed || use.calls >= quota.limit {
            add(.usedUp(quota, use, at: CurrentProcess.now()))
        }
    }

    private mutating func showAddress(of service: Service) throws(Fault) {
        let variable = service.baseURLVariable
        let address = try environment.address(of: service)
        let place = environment.places[variable] ?? variable
        try line(
            "  address", ko: "  주소",
            Message(environment[variable] == nil ? address : "\(address)  (\(place))"))
    }

    /// Asks the service of the default source for the daily chart of two days ago, which is final.
    mutating func ask() async throws(Fault) {
        guard let service = Registry.defaultSource.service,
            let (subject, page) = try await console.trial(of: service, values, asRun: true)
        else { return }
        try line(
            "online", ko: "온라인",
            "asked \(service.title) for the daily chart of \(subject): it answered, \(page.count, "row"); the key works",
            ko: "{1}에 {2} 일별 박스오피스를 요청해 {3}행을 받았습니다. 키가 유효합니다")
    }

    // MARK: - Settings

    /// The name of a setting, and its value with the place where it is set.
    private typealias SettingLine = (name: String, text: Message)

    /// Checks that the settings are of the right kind and that the commands accept them, and returns
    /// those that are not the default, or all of them with `--verbose`.
    private mutating func check(_ settings: Settings) async throws(Fault) -> [SettingLine] {
        var lines: [SettingLine] = []
        for setting in Setting.all(environment.services) {
            try await check { doctor throws(Fault) in
                if let (values, origin) = try settings.value(of: setting) {
                    let text = values.joined(separator: ", ")
                    lines.append((setting.name, "\(text)  (\(origin))"))
                } else if doctor.isDetailed {
                    let text = Message("\(setting.standard)  (default)", ko: "{1}  (기본값)")
                    lines.append((setting.name, text))
                }
            }
        }
        // One command of each kind, and those that have a section of their own.
        let names = settings.sections.union(["daily", "movies"])
        for command in Command.top
        where command.isConfigured && names.contains(command.name) {
            try await check { doctor throws(Fault) in
                // A trend needs a film, whichever it is.
                let films = command.name == Command.trend.name ? ["20204548"] : []
                let values = try Values(Arguments([command.name] + films)).with(settings)
                guard command.section == .charts else { return }
                do throws(Fault) {
                    try await values.tryRun(doctor.console.quieted)
                } catch {
                    // Where the doctor writes says nothing about runs.
                    if error.code != "binary-on-terminal" { throw values.naming(error) }
                }
            }
        }
        return lines
    }

    /// Shows the settings, as `lines` has them.
    private mutating func show(_ settings: Settings, _ lines: [SettingLine]) throws(Fault) {
        try line(
            "config", ko: "설정 파일",
            settings.path.map { Message($0) } ?? Message("no file", ko: "없음"))
        let all = Setting.all(environment.services).count
        let count =
            lines.isEmpty
            ? Message("none is set", ko: "변경 없음") : Message("\(lines.count) set", ko: "{1}개 변경")
        try line(
            "settings", ko: "설정",
            isDetailed
                ? Message(all)
                : Message("\(count); -v shows all \(all)", ko: "{1}. 전체 {2}개는 -v로 확인하세요"))
        let width = max(15, 2 + (lines.map(\.name.count).max() ?? 0))
        for (name, text) in lines { try line("  \(name)", text, width: width) }
        guard let path = settings.path, FileStatus(of: path)?.isReadableByOthers == true else {
            return
        }
        for key in environment.services.compactMap(\.key)
        where try settings.value(of: Setting(variable: key.variable)) != nil {
            return console.advise("key-file-readable", .keyIsReadable(path))
        }
    }
}

extension Values {
    /// Does what a run of a command of charts does before its first request, and leaves no file.
    fileprivate func tryRun(_ console: Console) async throws(Fault) {
        // Opening a pipe waits for its reader.
        let path = text(\.report).flatMap { FileStatus(of: $0)?.isLive == true ? nil : $0 }
        var report = try RunReport(
            at: path, besides: output, console.inputs(of: self), console: console)
        let run = try await ResolvedRun(self, console)
        let planned = try PlannedRun(run)
        if let planned { try report.check(besides: planned.files) }
        _ = try run.network()
        try planned?.tryOutput()
    }
}

extension Environment {
    /// Returns the path of a folder of the program, and whether it can be used.
    func state(of folder: Folder) -> Message {
        guard let path = self.folder(folder) else {
            return Message(
                "none: neither \(folder.rawValue) nor HOME is set",
                ko: "없음. {1}도 HOME도 설정되어 있지 않습니다")
        }
        let isThere = FileStatus(of: path) != nil
        // The deepest folder that exists.
        var ancestor = path[...]
        while !ancestor.isEmpty, FileStatus(of: String(ancestor)) == nil {
            ancestor = ancestor[..<(ancestor.lastIndex(of: "/") ?? ancestor.startIndex)]
        }
        let isUsable = unsafe access(ancestor.isEmpty ? "/" : String(ancestor), W_OK | X_OK) == 0
        let state =
            switch (isThere, isUsable) {
            case (true, true): Message("writable", ko: "쓰기 가능")
            case (false, true): Message("not there yet", ko: "아직 없음")
            case (true, false): Message("not writable", ko: "쓰기 불가")
            case (false, false): Message("not there, and cannot be made", ko: "없고 만들 수도 없음")
            }
        let result =
            switch folder {
            case .cache where !isUsable:
                Message(": answers are not kept for other runs", ko: ": 다음 실행을 위해 응답을 보관하지 않습니다")
            case .state where !isUsable:
                Message(": calls are not counted across runs", ko: ": 다음 실행으로 호출 횟수를 이어서 세지 않습니다")
            default: "" as Message
            }
        return "\(path)  (\(state)\(result))"
    }
}
