internal import BoxOffice
internal import Glibc
internal import Storage

/// What the doctor found: lines on standard output, then faults on standard error.
///
/// The faults come last, so that they do not tear the lines apart where both go to a terminal.
struct DoctorReport {
    /// When a fault would stop a run.
    enum Stage: CaseIterable {
        /// At once.
        case start
        /// When the settings are read.
        case settings
        /// When a service is to be asked.
        case services
    }

    /// Where both go.
    let console: Console
    private var found: [(stage: Stage, fault: Fault)] = []

    /// Begins a report on `console`.
    init(on console: Console) {
        self.console = console
    }

    /// The faults in the order in which they would stop a run.
    private var faults: [Fault] {
        Stage.allCases.flatMap { stage in
            found.filter { $0.stage == stage }.map(\.fault)
        }
    }

    /// The status of the first fault.
    var status: Int32 { faults.first.map { ExitStatus.of($0.kind) } ?? ExitStatus.success }

    /// Prints a line.
    func line(_ name: Message, _ text: Message) throws(Fault) {
        let name = console.text(of: name).padded(to: 15)
        try print("\(name) \(console.text(of: text))".trimming(atEnd: " ") + "\n")
    }

    /// Prints lines that belong to the one before, with their texts in one column.
    func details(_ lines: [(name: Message, text: Message)]) throws(Fault) {
        let lines = lines.map { (name: console.text(of: $0.name), text: console.text(of: $0.text)) }
        let width = max(13, lines.map { DisplayWidth()($0.name) }.max() ?? 0)
        for line in lines {
            let text = "  \(line.name.padded(to: width)) \(line.text)"
            try print(text.trimming(atEnd: " ") + "\n")
        }
    }

    /// Prints `text`; a reader that has gone misses it, and the status is the same.
    private func print(_ text: String) throws(Fault) {
        do throws(Fault) {
            try console.print(text)
        } catch {
            guard error.kind == .readerGone else { throw error }
        }
    }

    /// Prints an empty line.
    func gap() throws(Fault) { try print("\n") }

    /// Notes what would stop a run.
    mutating func add(_ fault: Fault, at stage: Stage) {
        guard !found.contains(where: { $0.fault == fault }) else { return }
        found.append((stage, fault))
    }

    /// Prints how many things would stop a run.
    func sumUp() throws(Fault) {
        let result = Message("doctor.result", "result", ko: "결과")
        switch found.count {
        case 0:
            try line(
                result,
                Message(
                    "doctor-ready", "ready: nothing would stop a run", ko: "준비됨. 실행을 막는 문제가 없습니다"))
        case 1:
            try line(
                result,
                Message(
                    "doctor-one-thing", "not ready: one thing would stop a run",
                    ko: "준비되지 않음. 실행을 막는 문제가 하나 있습니다"))
        default:
            try line(
                result,
                Message(
                    "doctor-things", "not ready: \(found.count) things would stop a run",
                    ko: "준비되지 않음. 실행을 막는 문제가 {1}개 있습니다"))
        }
    }

    /// Prints the one step to take next: what mends the first fault, or the first export.
    func showNext() throws(Fault) {
        let next = Message("next", ko: "다음")
        guard let fault = faults.first else { return try line(next, Message("bo-export")) }
        guard !fault.commands.isEmpty else {
            return try line(next, fault.advice ?? fault.wording)
        }
        let command = fault.commands.suffix(2).joined(separator: " && ")
        try line(
            next,
            Message(
                "\(command)   (then the key, Enter, Ctrl-D)", ko: "{1}   (이어서 키, Enter, Ctrl-D)"))
    }

    /// Reports what would stop a run.
    func reportFaults() {
        for fault in faults { console.report(fault) }
    }
}

extension String {
    /// The text without the characters `blank` at its end.
    fileprivate func trimming(atEnd blank: Character) -> String {
        var text = self
        while text.last == blank { text.removeLast() }
        return text
    }
}

extension Environment {
    /// The path of a folder of the program, and whether it can be used.
    func state(of folder: Folder) -> Message {
        guard let path = self.folder(folder) else {
            return Message(
                "folder-none", "none: neither \(folder.rawValue) nor HOME is set",
                ko: "없음. {1}도 HOME도 설정되어 있지 않습니다")
        }
        let isThere = SmallFile.isThere(path)
        if Self.isWritable(isThere ? path : Self.ancestor(of: path)) {
            return isThere
                ? Message("folder-writable", "\(path)  (writable)", ko: "{1}  (쓰기 가능)")
                : Message(
                    "folder-to-come", "\(path)  (not there yet; made when needed)",
                    ko: "{1}  (아직 없음, 필요할 때 만듦)")
        }
        let state =
            isThere
            ? Message("folder-not-writable", "not writable", ko: "쓰기 불가")
            : Message("folder-impossible", "not there, and cannot be made", ko: "없고 만들 수도 없음")
        return switch folder {
        case .cache:
            Message(
                "folder-cache", "\(path)  (\(state): answers are not kept for other runs)",
                ko: "{1}  ({2}: 다음 실행을 위해 응답을 보관하지 않습니다)")
        case .state:
            Message(
                "folder-state", "\(path)  (\(state): calls are not counted across runs)",
                ko: "{1}  ({2}: 여러 실행의 호출을 함께 세지 않습니다)")
        case .configuration, .data: Message("folder-other", "\(path)  (\(state))", ko: "{1}  ({2})")
        }
    }

    /// Whether files can be made in the folder at `path`.
    private static func isWritable(_ path: String) -> Bool {
        unsafe access(path, W_OK | X_OK) == 0
    }

    /// The deepest folder above `path` that is there.
    private static func ancestor(of path: String) -> String {
        var path = path
        while path != "/", !SmallFile.isThere(path), let slash = path.lastIndex(of: "/") {
            path = slash == path.startIndex ? "/" : String(path[..<slash])
        }
        return path
    }
}

extension Environment.Folder {
    /// What the folder is for.
    var title: Message {
        switch self {
        case .configuration: Message("configuration", ko: "설정")
        case .cache: Message("cache", ko: "캐시")
        case .state: Message("state", ko: "상태")
        case .data: Message("data", ko: "데이터")
        }
    }
}
