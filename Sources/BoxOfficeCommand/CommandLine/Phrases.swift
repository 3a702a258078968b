internal import BoxOffice
internal import Engine

/// The words and phrases that people type for something that takes more than one word here.
enum Phrases {
    /// The options with their values, by the words that are typed for them.
    static let options = synonyms(
        """
        --format json: --json json
        --format jsonl: --ndjson
        --format markdown: --md --table --표
        --format xlsx: --excel --엑셀
        --format html: --page
        --format svg: --plot --그래프 그래프 plot
        --format html -O layout=mail: --mail
        --format sqlite: --db
        --profile excel: 엑셀
        --date yesterday: --yesterday --어제
        --date latest: --latest
        --with details: --details --with-details --상세 details detail 상세 상세정보
        --with posters: --posters --poster --with-posters --포스터 poster posters 포스터
        --with codes: --codes --with-codes --영화코드
        --nation korean: 한국영화
        --nation foreign: 외국영화
        --color never: --no-color --no-colour
        --update: update
        --version: version 버전 버젼
        --help: help 도움말 --도움말
        --source kobis-xml: --xml
        --source sample: --demo 표본
        --source file: --table --input 표
        -o boxoffice.csv: 저장 save
        """)

    /// Returns the command line that does what `word` asks for: options, or a command and its
    /// options; nil if the word is not known.
    ///
    /// The current month or year goes up to yesterday.
    static func line(for word: String, today: Day) -> [String]? {
        let yesterday = today.advanced(by: -1)
        switch word.lowercased().filter({ !"-_ ".contains($0) }).withoutChart {
        case "연간", "년간", "연도별", "년도별", "올해", "금년", "year", "yearly", "annual", "annually",
            "thisyear":
            return ["--year", "\(yesterday.year)"]
        case "작년", "지난해", "전년", "lastyear": return ["--year", "\(today.year - 1)"]
        case "월간", "월별", "이달", "이번달", "month", "monthly", "thismonth":
            return ["--month", String("\(yesterday)".prefix(7))]
        case "지난달", "저번달", "전월", "lastmonth":
            return ["--month", String("\(today.advanced(by: -today.dayOfMonth))".prefix(7))]
        case "지난주", "저번주", "lastweek": return ["weekly", "--last", "1"]
        case "순위", "랭킹", "rank", "ranks", "rankings":
            return ["ranking", "--month", String("\(yesterday)".prefix(7))]
        case "이번주", "금주", "thisweek":
            let monday = Period(of: .weekly, containing: yesterday).from
            return ["--from", "\(monday)", "--to", "\(yesterday)"]
        case "분기", "분기별", "이번분기", "quarter", "quarterly", "thisquarter":
            let first = (yesterday.month - 1) / 3 * 3 + 1
            let months = Set([first, yesterday.month]).sorted().map { month in
                "\(yesterday.year)-\(month < 10 ? "0" : "")\(month)"
            }
            return ["--month", months.joined(separator: "..")]
        case "어저께", "전날", "전일": return ["--date", "yesterday"]
        case "개봉예정", "개봉예정작", "예정작", "상영예정작", "개봉작", "upcoming", "comingsoon":
            return ["movies", "--opened", "\(today.year)"]
        case "합계", "총매출", "전체매출", "시장규모", "총합", "통계", "marketsize", "sum", "statistics",
            "stats":
            return ["market", "--last", "7"]
        case "한국영화점유율", "국가별점유율", "nationalshare": return ["market", "--nations", "--last", "7"]
        case "top", "top10": return ["daily"]
        case "지난주말", "저번주말", "lastweekend": return ["weekend", "--last", "1"]
        default: return nil
        }
    }

    /// Returns the number in a value that has a unit after it, such as `7일`, and whether that is
    /// weeks; nil if `value` is anything else.
    static func count(in value: String) -> (count: String, isOfWeeks: Bool)? {
        let digits = String(value.prefix { $0.isASCII && $0.isNumber })
        let unit = value.dropFirst(digits.count).lowercased().filter { $0 != " " }
        let others = [
            "일", "일간", "d", "day", "days", "편", "개", "위", "회", "초", "s", "sec", "seconds",
        ]
        let weeks = ["주", "주간", "w", "week", "weeks"]
        guard !digits.isEmpty, weeks.contains(unit) || others.contains(unit) else { return nil }
        return (digits, weeks.contains(unit))
    }

    /// The words for things that no command offers: they are neither titles nor mistyped commands.
    static let withoutCommand: Set = ["매출", "누적", "정보", "상세정보", "목록", "전체", "데이터", "업데이트"]

    /// Returns true if `text` may be the title of a film and not a word of a command line.
    static func mayBeTitle(_ text: String) -> Bool {
        let isWord =
            text.utf8.allSatisfy { (0x21..<0x7F).contains($0) } && text == text.lowercased()
        return !isWord && !withoutCommand.contains(text)
            && !Dataset.all.contains { $0.columns.contains { $0.koreanHeader == text } }
    }

    // MARK: - Periods as words of their own

    /// Returns the options that mean the same as `word`; nil if it is not a period.
    static func period(for word: String) -> [String]? {
        if PeriodSelection(date: word).isLatest { return ["--date", word] }
        if CalendarSpan(word, of: .month) != nil { return ["--month", word] }
        if CalendarSpan(word, of: .year) != nil { return ["--year", word] }
        let ends = word.split(separator: word.contains("~") ? "~" : "..").map { String($0) }
        let days = ends.compactMap(day)
        guard days.count == ends.count, (1...2).contains(days.count) else { return nil }
        return days.count == 1 ? ["--date", days[0]] : ["--from", days[0], "--to", days[1]]
    }

    /// Returns a day or a week as typed, with yesterday in place of today; nil if `word` is neither.
    private static func day(_ word: String) -> String? {
        switch word.lowercased() {
        case "today": "yesterday"
        case "오늘": "어제"
        case "yesterday", "어제", "그제", "그저께": word
        default: TypedDate(word)?.day != nil || Week(word) != nil ? word : nil
        }
    }
}

extension String {
    /// The text without a word for charts at its end: `주말` of `주말박스오피스`.
    var withoutChart: String {
        for end in ["박스오피스", "boxoffice", "순위", "차트"] where hasSuffix(end) && self != end {
            return String(dropLast(end.count)).withoutChart
        }
        return self
    }
}

extension Message {
    /// Returns the note about a default value.
    static func standard(_ value: Message) -> Message {
        Message("(default: \(value))", ko: "(기본값: {1})")
    }

    /// Returns the hint that shows what `command` takes.
    static func showsUsage(of command: String) -> Message {
        Message(
            "shows-usage", "'bo-export help \(command)' shows what it takes",
            ko: "사용법은 'bo-export help {1}'{으로/로} 확인하세요")
    }

    /// Returns all of `words`: `a, b and c`.
    static func all(_ words: [String]) -> Message {
        let first = words.dropLast().joined(separator: ", ")
        return Message(
            "\(first) and \(words.last ?? "")", ko: words.count == 2 ? "{1}{과/와} {2}" : "{1}, {2}")
    }
}

/// Returns the meanings of words that people type, from a text such as `"weekly: week 주간; trend: 추이"`.
///
/// They are used only after a word was refused: they are not accepted as names.
///
/// - Parameter text: entries separated by semicolons or line ends, each with the meaning, a colon
///   and the words.
func synonyms(_ text: String) -> [String: String] {
    var known: [String: String] = [:]
    for entry in text.split(whereSeparator: { $0 == ";" || $0 == "\n" }) {
        let parts = entry.split(separator: ": ", maxSplits: 1)
        guard parts.count == 2 else { continue }
        for word in parts[1].split(separator: " ") {
            known[String(word)] = parts[0].trimming { $0 == " " }
        }
    }
    return known
}
