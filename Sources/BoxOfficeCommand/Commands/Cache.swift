internal import BoxOffice
internal import Storage

extension Command {
    /// The command `bo-export cache`, for the archive of answers.
    static let cache: Command = Command(
        name: "cache", section: .others,
        summary: Message(
            "The archive of answers: what it holds; prune it or clear it.",
            ko: "응답 보관함의 현황, 정리, 비우기"),
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
        let action = values.words.first ?? "status"
        guard let folder = console.environment.archiveFolder,
            let archive = console.environment.archive
        else { throw .noArchive }
        if action == "status" {
            let status = try archive.status(on: CurrentProcess.now().dayInSeoul)
            var lines = [(Message("archive", ko: "보관함"), Message(folder))]
            lines += status.services.sorted { $0.key < $1.key }.map { (Message($0), $1.wording) }
            lines.append((Message("in all", ko: "전체"), status.total.wording))
            for (name, text) in lines { try console.print(name, text, width: 8) }
            if status.strays > 0 {
                let strays = Message(
                    "files left behind by runs that were killed: \(status.strays)",
                    ko: "강제 종료된 실행이 남긴 파일 {1}개")
                try console.print(strays)
            }
            return ExitStatus.success
        }
        let removal =
            try action == "prune" ? archive.prune(at: CurrentProcess.now()) : archive.clear()
        console.note(
            "archive-removed",
            "files removed: \(removal.files), bytes: \(removal.bytes.grouped(by: ","))",
            ko: "파일 {1}개({2}바이트)를 지웠습니다")
        return ExitStatus.success
    }
}

extension ArchiveStatus.Portion {
    /// The text `8,409 answers, 33,000,000 bytes, 8,400 of use today, 0 damaged, fetched … to …`.
    fileprivate var wording: Message {
        var fetched: Message = ""
        if let oldest, let newest {
            fetched = Message(", fetched \(oldest) to \(newest)", ko: ", 받은 날 {1}~{2}")
        }
        return Message(
            "\(answers, "answer", groupedBy: ","), \(bytes, "byte", groupedBy: ","), \(good.grouped(by: ",")) of use today, \(damaged) damaged\(fetched)",
            ko: "응답 {1}건, {2}바이트, 오늘 사용 가능 {3}건, 손상 {4}건{5}"
        )
    }
}
