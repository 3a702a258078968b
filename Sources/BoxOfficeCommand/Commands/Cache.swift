internal import BoxOffice
internal import Storage

extension Command {
    /// `bo-export cache`: the archive of answers.
    static let cache: Command = Command(
        name: "cache", section: .others,
        summary: Message(
            "The archive of answers: what it holds; prune it or clear it.",
            ko: "응답 보관함의 현황, 정리, 비우기"),
        usage: ["cache [ACTION] [OPTIONS]"],
        prose: Message(
            "'prune' removes what is damaged or outdated, 'clear' everything. Charts that are final are never outdated: without them a long range of days would be asked for again.",
            ko:
                "'prune'은 손상되었거나 기한이 지난 응답만 지우고, 'clear'는 모두 지웁니다. 확정된 박스오피스는 기한이 없어 'prune'으로 지워지지 않습니다. 지우면 긴 기간을 다시 요청해야 하기 때문입니다."
        ),
        examples: ["cache status", "cache prune"],
        argument: Argument(
            name: "action",
            help: Message(
                "status, prune or clear.",
                ko: "status(현황), prune(정리) 또는 clear(비우기)"),
            isOptional: true, values: ["status", "prune", "clear"],
            meant: "clear: clean delete; status: show", isClosed: true, standard: "status"),
        meant: "archive 캐시 보관"
    ) { values, console throws(Fault) in
        try run(values.words.first ?? "status", console)
    }

    private static func run(_ action: String, _ console: Console) throws(Fault) -> Int32 {
        guard let folder = console.environment.archiveFolder,
            let archive = console.environment.archive
        else { throw .noArchive }
        switch action {
        case "status":
            let status = try archive.status(on: CurrentProcess.now().dayInSeoul)
            func line(_ name: Message, _ message: Message) throws(Fault) {
                let name = console.text(of: name).padded(to: 8)
                try console.print("\(name) \(console.text(of: message))\n")
            }
            try line(Message("cache.archive", "archive", ko: "보관함"), Message(folder))
            for (name, portion) in status.services.sorted(by: { $0.key < $1.key }) {
                try line(Message(name), portion.wording)
            }
            try line(Message("cache.total", "in all", ko: "전체"), status.total.wording)
            if status.strays > 0 {
                let strays = Message(
                    "cache-strays",
                    "files left behind by runs that were killed: \(status.strays)",
                    ko: "강제 종료된 실행이 남긴 파일 {1}개")
                try console.print("\(console.text(of: strays))\n")
            }
        case "prune": try tell(try archive.prune(at: CurrentProcess.now()), console)
        default: try tell(try archive.clear(), console)
        }
        return ExitStatus.success
    }

    private static func tell(_ removal: ArchiveRemoval, _ console: Console) throws(Fault) {
        console.note(
            "archive-removed",
            Message(
                "files removed: \(removal.files), bytes: \(removal.bytes.grouped(by: ","))",
                ko: "파일 {1}개({2}바이트)를 지웠습니다"))
    }
}

extension ArchiveStatus.Portion {
    /// `8,409 answers, 33,000,000 bytes, 8,400 of use today, 0 damaged, fetched … to …`.
    fileprivate var wording: Message {
        var fetched: Message = ""
        if let oldest, let newest {
            fetched = Message(
                "cache-fetched", ", fetched \(oldest) to \(newest)", ko: ", 받은 날 {1}~{2}")
        }
        return Message(
            "cache-portion",
            "\(answers.grouped(by: ",")) answers, \(bytes.grouped(by: ",")) bytes, \(good.grouped(by: ",")) of use today, \(damaged) damaged\(fetched)",
            ko: "응답 {1}건, {2}바이트, 오늘 사용 가능 {3}건, 손상 {4}건{5}"
        )
    }
}
