internal import BoxOffice
internal import Curl
internal import Engine
internal import Glibc
internal import Storage

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
        examples: ["doctor", "doctor --online", "doctor -v"], groups: [.doctor],
        // The doctor must find mistakes in the settings, not fail because of them.
        isConfigured: false, meant: "check status config 점검 진단"
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
    /// The moment at which a fault would stop a run.
    enum Stage: CaseIterable {
        /// At once.
        case start
        /// While the settings are read.
        case settings
        /// Before a service is asked.
        case services
    }

    /// The options.
    let values: Values
    /// The built-in plugins and those of the program.
    let registry: Registry
    /// The output for lines and faults, with the environment in which services are asked.
    var console: Console
    /// The faults that would stop a run.
    private(set) var found: [Stage: [Fault]] = [:]

    /// The environment, including the settings once they are read.
    var environment: Environment { console.environment }

    /// True if everything is shown.
    var isDetailed: Bool { values.verbose > 0 }

    /// The faults in the order in which they would stop a run.
    private var faults: [Fault] { Stage.allCases.flatMap { found[$0] ?? [] } }

    /// Runs all checks, and returns the status of the first fault.
    mutating func run() async throws(Fault) -> Int32 {
        defer { for fault in faults { console.report(fault) } }
        let today = CurrentProcess.now().dayInSeoul
        try await showProgram(today)
        let settings = await settings()
        try gap()
        for service in registry.services {
            await check(.services) { doctor throws(Fault) in try await doctor.show(service) }
        }
        let own = registry.sources.filter { $0.service == nil }.map(\.manifest.name)
        try line(
            Message(own.joined(separator: ", ")),
            Message("no key, no network and no quota needed", ko: "키, 네트워크, 호출 한도가 필요 없습니다"))
        try gap()
        try showFormats()
        try showFolders(today)
        try gap()
        if let settings { try await show(settings) }
        try proveRedaction()
        if values.flag(\.online) {
            await check(.services) { doctor throws(Fault) in try await doctor.ask(today) }
        }
        try gap()
        try sumUp()
        return faults.first.map { ExitStatus.of($0.kind) } ?? ExitStatus.success
    }

    // MARK: - The report

    /// Runs `body`, and records the fault that it ends with.
    mutating func check(
        _ stage: Stage, _ body: (inout Doctor) async throws(Fault) -> Void
    ) async {
        do throws(Fault) {
            try await body(&self)
        } catch {
            add(error, at: stage)
        }
    }

    /// Records a fault that would stop a run.
    mutating func add(_ fault: Fault, at stage: Stage) {
        if !faults.contains(fault) { found[stage, default: []].append(fault) }
    }

    /// Prints a line; a name that is indented belongs to the line before.
    ///
    /// If the reader has gone, the line is lost and the status stays the same.
    func line(_ name: Message, _ text: Message, width: Int = 15) throws(Fault) {
        do throws(Fault) {
            try console.print(name, text, width: width)
        } catch {
            guard error.kind == .readerGone else { throw error }
        }
    }

    /// Prints an empty line.
    private func gap() throws(Fault) { try line("", "") }

    /// Prints how many things would stop a run, and the one step to take next: the remedy of the
    /// first of them, or the first export.
    private func sumUp() throws(Fault) {
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
        try line(Message("result", ko: "결과"), result)
        let commands = faults.first?.commands.suffix(2).joined(separator: " && ") ?? ""
        let next =
            commands.isEmpty
            ? faults.first.map { $0.advice ?? $0.wording } ?? "bo-export"
            : Message(
                "\(commands)   (then the key, Enter, Ctrl-D)", ko: "{1}   (이어서 키, Enter, Ctrl-D)")
        try line(Message("next", ko: "다음"), next)
    }

    /// Shows the version, today's date and the days that are final.
    private mutating func showProgram(_ today: Day) async throws(Fault) {
        var versions = [version]
        await check(.start) { doctor throws(Fault) in
            let curl = try curlVersion()
            versions.append(doctor.isDetailed ? curl : String(curl.prefix { $0 != " " }))
        }
        try line("bo-export", Message(versions.joined(separator: ", ")))
        try line(Message("today", ko: "오늘"), Message("\(today) in Seoul", ko: "{1} (한국 시각)"))
        let source = Registry.defaultSource
        let last = today.advanced(by: -source.policy.finalAfter)
        let final = Message(
            "days up to \(last), by the slower of this clock and the service's; if both are ahead, days are final that much too early",
            ko: "{1}까지. 이 컴퓨터와 서비스의 시계 가운데 늦은 쪽 기준이며, 둘 다 빠르면 그만큼 일찍 확정됩니다")
        try line(Message("  final", ko: "  확정"), final)
        await check(.start) { _ throws(Fault) in
            _ = try PeriodSelection().periods(
                of: .daily, today: today, holdings: source.holdings)
        }
    }

    /// Shows the formats that can be written, and what is missing for the others.
    private func showFormats() throws(Fault) {
        var ready: [String] = []
        var lacking: [(name: String, fault: Fault)] = []
        for format in registry.formats {
            let name = format.manifest.name
            var fault: Fault?
            do throws(Fault) {
                try format.check(
                    Layout(
                        columns: [Column("title", "영화명", .text)],
                        options: try PluginOptions(for: format.manifest)))
            } catch {
                // A format only for charts refuses these rows, but nothing is missing.
                if error.kind != .usage { fault = error }
            }
            if let fault { lacking.append((name, fault)) } else { ready.append(name) }
        }
        try line(Message("formats", ko: "형식"), Message(ready.joined(separator: ", ")))
        for (name, fault) in lacking { try line("  \(name)", fault.wording) }
    }

    /// Shows the contents of the archive, and the folders of the program.
    private func showFolders(_ today: Day) throws(Fault) {
        if let total = try environment.archive?.status(on: today).total {
            try line(
                Message("archive", ko: "보관함"),
                Message(
                    "\(total.answers, "answer", groupedBy: ","), \(total.good.grouped(by: ",")) of use today, \(total.damaged) damaged",
                    ko: "응답 {1}건, 오늘 사용 가능 {2}건, 손상 {3}건"))
        }
        try line(Message("folders", ko: "폴더"), "")
        let folders: [(Environment.Folder, Message)] = [
            (.configuration, Message("  configuration", ko: "  설정")),
            (.cache, Message("  cache", ko: "  캐시")),
            (.state, Message("  state", ko: "  상태")), (.data, Message("  data", ko: "  데이터")),
        ]
        for (folder, name) in folders { try line(name, environment.state(of: folder)) }
    }

    /// Hides a made-up key, and checks that none of its forms is visible.
    private mutating func proveRedaction() throws(Fault) {
        let canary = "c4n4ry+\(CurrentProcess.now().secondsSince1970)/=&"
        let console = Console(environment: environment)
        console.hide([canary])
        let forms = [canary, canary.percentEncoded, canary.percentEncoded.lowercased()]
        guard console.redacted(forms.joined(separator: " ")) == "*** *** ***" else {
            let fault = Fault(
                .bug, "key-visible",
                "a key was not redacted in a message", ko: "메시지에서 키가 가려지지 않았습니다")
            return add(fault, at: .start)
        }
        guard isDetailed else { return }
        try line(
            Message("keys", ko: "키"),
            Message(
                "a made-up key was redacted in every form",
                ko: "시험용 키가 모든 형태에서 가려졌습니다"))
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
        let isUsable = unsafe access(Self.ancestor(of: path), W_OK | X_OK) == 0
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

    /// Returns the deepest existing folder of `path`.
    private static func ancestor(of path: String) -> String {
        var path = path
        while path != "/", FileStatus(of: path) == nil, let slash = path.lastIndex(of: "/") {
            path = slash == path.startIndex ? "/" : String(path[..<slash])
        }
        return path
    }
}
