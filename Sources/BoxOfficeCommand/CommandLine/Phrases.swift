internal import BoxOffice

/// What people type for something that takes more than one word here.
enum Phrases {
    /// Options with their values, by the words that are typed for them.
    static let options = Words(
        """
        --format jsonl: --json --ndjson json
        --format markdown: --md --table --표
        --format xlsx: --excel --엑셀
        --format html: --page
        --format html -O layout=mail: --mail
        --format sqlite: --db
        --profile excel: 엑셀
        --date yesterday: --yesterday --어제
        --with details: --details --with-details --상세 details detail 상세 상세정보
        --with posters: --posters --poster --with-posters --포스터 poster posters 포스터
        --nation korean: 한국영화
        --nation foreign: 외국영화
        --color never: --no-color --no-colour
        --format: -f
        --top: -n
        --date: -d
        --columns: -c
        --source: -s
        --region: -r
        --update: update
        --version: version 버전 버젼
        --help: help 도움말 --도움말
        """ + Registry.phrases
    ).known

    /// The command line that does what `word` asks for: options, or a command and its options; nil
    /// if it is no such word.
    ///
    /// A running month or year goes up to yesterday.
    static func line(for word: String, today: Day) -> [String]? {
        let yesterday = today.advanced(by: -1)
        switch word.lowercased().filter({ !"-_ ".contains($0) }).withoutChart {
        case "연간", "년간", "연도별", "년도별", "올해", "금년", "year", "yearly", "annual", "annually",
            "thisyear":
            return ["--year", "\(yesterday.year)"]
        case "작년", "지난해", "전년", "lastyear": return ["--year", "\(today.year - 1)"]
        case "월간", "월별", "이달", "이번달", "month", "monthly", "thismonth":
            return ["--month", yesterday.monthText]
        case "지난달", "저번달", "전월", "lastmonth":
            return ["--month", today.advanced(by: -today.dayOfMonth).monthText]
        case "지난주", "저번주", "lastweek": return ["weekly", "--last", "1"]
        case "순위", "랭킹", "rank", "ranks", "ranking", "rankings", "top", "top10": return ["daily"]
        case "지난주말", "저번주말", "lastweekend": return ["weekend", "--last", "1"]
        default: return nil
        }
    }

    /// Words for what no command has: none of them is a title, or a slip for a command.
    static let withoutCommand = Set(
        """
        이번주 금주 내일 분기 분기별 실시간 개봉예정 예정작 개봉작 예매 예매율 시장 매출 누적 합계 극장 상영관 설정 저장 \
        정보 상세정보 통계 목록 전체 데이터 업데이트 평점
        """.split(separator: " ").map { String($0) })

    /// Whether `text` may be the title of a film: not a word of a command line.
    static func mayBeTitle(_ text: String) -> Bool {
        let isWord =
            text.utf8.allSatisfy { (0x21..<0x7F).contains($0) } && text == text.lowercased()
        return !isWord && !withoutCommand.contains(text)
            && !Dataset.all.contains { $0.columns.contains { $0.hasKoreanHeader(text) } }
    }
}

/// A period that was typed as a word of its own.
enum TypedPeriod {
    /// The options that say the same as `word`; nil if it is no period.
    static func options(for word: String) -> [String]? {
        let ends = word.split(separator: word.contains("~") ? "~" : "..").map { String($0) }
        if ends.count == 2, let first = single(ends[0]), let last = single(ends[1]) {
            guard first[0] == last[0] else { return nil }
            return first[0] == "--date"
                ? ["--from", ends[0], "--to", ends[1]] : [first[0], "\(ends[0])..\(ends[1])"]
        }
        return single(word)
    }

    private static func single(_ word: String) -> [String]? {
        if ["yesterday", "어제", "그제", "그저께"].contains(word) { return ["--date", word] }
        if word.lowercased() == "today" { return ["--date", "yesterday"] }
        if word == "오늘" { return ["--date", "어제"] }
        if Day(word) != nil || Week(word) != nil { return ["--date", word] }
        let parts = word.split(whereSeparator: { "-./년월일 ".contains($0) })
        guard parts.allSatisfy({ part in part.allSatisfy { $0.isASCII && $0.isNumber } }),
            let year = parts.first, year.count == 4, year.hasPrefix("19") || year.hasPrefix("20")
        else { return nil }
        switch parts.count {
        case 1: return ["--year", word]
        case 2: return ["--month", word]
        case 3: return ["--date", word]
        default: return nil
        }
    }
}

extension Day {
    /// `2024-05`.
    fileprivate var monthText: String { "\(year)-\(month < 10 ? "0" : "")\(month)" }
}
