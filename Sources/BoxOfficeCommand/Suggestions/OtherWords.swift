internal import BoxOffice

/// Words that people type, in English and Korean, and what the program calls the same.
///
/// They are looked up only after a word was refused: nothing here is a second name.
enum OtherWords {
    /// For commands.
    static let commands = [
        "day": "daily", "days": "daily", "일별": "daily", "일간": "daily", "boxoffice": "daily",
        "box-office": "daily", "박스오피스": "daily", "chart": "daily", "export": "daily",
        "week": "weekly", "weeks": "weekly", "주간": "weekly", "주별": "weekly",
        "weekends": "weekend", "주말": "weekend", "weekday": "weekdays", "주중": "weekdays",
        "평일": "weekdays", "film": "movies", "films": "movies", "search": "movies",
        "find": "movies", "title": "movies", "영화": "movies", "영화검색": "movies",
        "검색": "movies", "actor": "people", "actors": "people", "director": "people",
        "persons": "people", "영화인": "people", "인물": "people", "감독": "people",
        "배우": "people", "영화사": "companies", "회사": "companies", "distributor": "companies",
        "trends": "trend", "run": "trend", "runs": "trend", "compare": "trend", "추이": "trend",
        "흥행": "trend", "흥행추이": "trend", "비교": "trend", "code": "codes", "코드": "codes",
        "column": "columns", "fields": "columns",
        "열": "columns", "컬럼": "columns", "plugin": "plugins", "formats": "plugins",
        "sources": "plugins", "플러그인": "plugins", "check": "doctor", "status": "doctor",
        "config": "doctor", "점검": "doctor", "진단": "doctor", "limit": "quota",
        "limits": "quota", "한도": "quota", "할당량": "quota", "archive": "cache", "캐시": "cache",
        "보관": "cache", "데일리": "daily", "매일": "daily", "일일": "daily", "위클리": "weekly",
        "제작사": "companies", "배급사": "companies", "지역": "codes", "region": "codes",
    ]

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
    static let withoutCommand: Set = [
        "이번주", "금주", "내일", "분기", "분기별", "실시간", "개봉예정", "예정작", "개봉작", "예매", "예매율", "시장",
        "매출", "누적", "합계", "극장", "상영관", "설정", "저장", "정보", "상세정보", "통계", "목록", "전체",
        "데이터", "업데이트", "평점",
    ]

    /// Whether `text` may be the title of a film: not a word of a command line.
    static func mayBeTitle(_ text: String) -> Bool {
        let isWord =
            text.utf8.allSatisfy { (0x21..<0x7F).contains($0) } && text == text.lowercased()
        return !isWord && !withoutCommand.contains(text)
            && !Dataset.all.contains { $0.columns.contains { $0.hasKoreanHeader(text) } }
    }

    /// For options: what to type instead, word by word.
    static let options: [String: [String]] = [
        "--json": ["--format", "jsonl"], "--jsonl": ["--format", "jsonl"],
        "--ndjson": ["--format", "jsonl"], "--csv": ["--format", "csv"],
        "--md": ["--format", "markdown"], "--markdown": ["--format", "markdown"],
        "--table": ["--format", "markdown"], "--excel": ["--format", "xlsx"],
        "--xlsx": ["--format", "xlsx"], "--엑셀": ["--format", "xlsx"],
        "--html": ["--format", "html"], "--page": ["--format", "html"],
        "--mail": ["--format", "html", "-O", "layout=mail"],
        "--sqlite": ["--format", "sqlite"], "--db": ["--format", "sqlite"],
        "--singer": ["--format", "singer"], "--bookmark": ["--state"], "--상태": ["--state"],
        "--yesterday": ["--date", "yesterday"], "--어제": ["--date", "yesterday"],
        "--details": ["--with", "details"],
        "--with-details": ["--with", "details"], "--with-posters": ["--with", "posters"],
        "--posters": ["--with", "posters"],
        "--poster": ["--with", "posters"], "--xml": ["--source", "kobis-xml"],
        "--sample": ["--source", "sample"], "--demo": ["--source", "sample"],
        "--korean": ["--nation", "korean"], "--foreign": ["--nation", "foreign"],
        "--dry": ["--dry-run"], "--col": ["--columns"], "--포스터": ["--with", "posters"],
        "--상세": ["--with", "details"],
        "--기간": ["--from"], "--칸": ["--columns"], "--cols": ["--columns"],
        "--column": ["--columns"], "--도움말": ["--help"], "--표": ["--format", "markdown"],
        "--year": ["--opened"], "--top": ["--limit"], "-f": ["--format"], "-n": ["--top"],
        "-d": ["--date"], "-c": ["--columns"], "-s": ["--source"], "-r": ["--region"],
        "--no-color": ["--color", "never"], "--no-colour": ["--color", "never"],
        "--start": ["--from"], "--since": ["--from"], "--begin": ["--from"],
        "--시작": ["--from"], "--부터": ["--from"], "--end": ["--to"], "--until": ["--to"],
        "--끝": ["--to"], "--까지": ["--to"], "--day": ["--date"], "--날짜": ["--date"],
        "--days": ["--last"], "--recent": ["--last"], "--weeks": ["--last"], "--최근": ["--last"],
        "--out": ["--output"], "--file": ["--output"], "--outfile": ["--output"],
        "--save": ["--output"], "--출력": ["--output"], "--저장": ["--output"],
        "--파일": ["--output"], "--type": ["--format"], "--output-format": ["--format"],
        "--형식": ["--format"], "--fields": ["--columns"], "--select": ["--columns"],
        "--열": ["--columns"], "--컬럼": ["--columns"], "--area": ["--region"],
        "--city": ["--region"], "--지역": ["--region"], "--country": ["--nation"],
        "--국적": ["--nation"], "--count": ["--top"], "--rows": ["--top"], "--limit": ["--top"],
        "--rank": ["--top"], "--순위": ["--top"], "--months": ["--month"], "--월": ["--month"],
        "--years": ["--year"], "--연도": ["--year"], "--년": ["--year"],
        "--headers": ["--header"], "--colour": ["--color"], "--silent": ["--quiet"],
        "--parallel": ["--jobs"], "--threads": ["--jobs"], "--no-cache": ["--refresh"],
        "--force": ["--refresh"], "--append": ["--update"], "--language": ["--lang"],
        "--언어": ["--lang"], "--locale": ["--lang"], "--영화명": ["--title"], "--제목": ["--title"],
        "--감독": ["--director"], "--이름": ["--name"],
    ]

    /// For words that are no option: the options that say the same.
    static let wordsForOptions: [String: [String]] = [
        "poster": ["--with", "posters"], "posters": ["--with", "posters"],
        "포스터": ["--with", "posters"], "details": ["--with", "details"],
        "상세": ["--with", "details"], "excel": ["--profile", "excel"],
        "엑셀": ["--profile", "excel"], "csv": ["--format", "csv"], "json": ["--format", "jsonl"],
        "jsonl": ["--format", "jsonl"], "markdown": ["--format", "markdown"],
        "html": ["--format", "html"],
        "update": ["--update"], "version": ["--version"], "help": ["--help"],
        "도움말": ["--help"],
        "sample": ["--source", "sample"], "표본": ["--source", "sample"],
        "korean": ["--nation", "korean"], "한국영화": ["--nation", "korean"],
        "외국영화": ["--nation", "foreign"],
        "상세정보": ["--with", "details"], "detail": ["--with", "details"],
        "xlsx": ["--format", "xlsx"], "버전": ["--version"], "버젼": ["--version"],
    ]

    /// For the names in braces of `--output`.
    static let names = [
        "{월}": "{month}", "{달}": "{month}", "{년}": "{year}", "{연도}": "{year}",
        "{날짜}": "{date}", "{일}": "{date}", "{day}": "{date}", "{week}": "{date}",
    ]

    /// For datasets.
    static let datasets = [
        "runs": "trend", "추이": "trend", "charts": "chart", "daily": "chart", "weekly": "chart",
        "weekend": "chart",
        "weekdays": "chart", "box-office": "chart", "films": "movies", "poster": "posters",
    ]

    /// For classes of codes.
    static let codes = [
        "지역": "regions", "area": "regions", "areas": "regions", "국적": "nations", "국가": "nations",
        "countries": "nations", "영화유형": "movie-types", "유형": "movie-types",
        "types": "movie-types",
    ]

    /// For formats.
    static let formats = [
        "md": "markdown", "table": "markdown", "gfm": "markdown", "표": "markdown",
        "마크다운": "markdown", "json": "jsonl", "ndjson": "jsonl", "jsonlines": "jsonl",
        "json-lines": "jsonl", "tsv": "csv", "text": "csv", "txt": "csv", "comma": "csv",
        "excel": "xlsx", "xls": "xlsx", "엑셀": "xlsx", "spreadsheet": "xlsx", "workbook": "xlsx",
        "htm": "html", "xhtml": "html", "page": "html", "web": "html", "mail": "html",
        "웹": "html", "웹페이지": "html", "sql": "sqlite", "sqlite3": "sqlite", "db": "sqlite",
        "database": "sqlite", "데이터베이스": "sqlite", "meltano": "singer", "tap": "singer",
    ]

    /// For sources.
    static let sources = [
        "kobis": "kobis-json", "json": "kobis-json", "xml": "kobis-xml", "demo": "sample",
        "test": "sample", "example": "sample", "샘플": "sample", "표본": "sample",
    ]

    /// For sources of posters.
    static let posterSources = [
        "koreafilm": "kmdb", "kofa": "kmdb", "영상자료원": "kmdb", "한국영상자료원": "kmdb",
        "daum": "kakao", "다음": "kakao", "카카오": "kakao",
    ]

    /// For the values of options that take one of a few words.
    static let values = [
        "kr": "korean", "k": "korean", "kor": "korean", "korea": "korean", "domestic": "korean",
        "f": "foreign", "us": "foreign", "usa": "foreign", "international": "foreign",
        "국내": "한국", "국산": "한국", "내국": "한국", "해외": "외국", "수입": "외국",
        "arthouse": "art", "indie": "art", "독립": "예술", "독립영화": "예술영화",
        "엑셀": "excel", "yes": "always", "on": "always", "true": "always", "no": "never",
        "off": "never", "false": "never", "clean": "clear", "delete": "clear",
        "show": "status", "상세": "details", "포스터": "posters",
    ]

    /// For the values of options that take a language, or none.
    static let languages = [
        "kr": "ko", "kor": "ko", "korea": "ko", "korean": "ko", "한국어": "ko", "한글": "ko",
        "eng": "en", "english": "en", "영어": "en", "no": "none", "off": "none", "false": "none",
        "없음": "none",
    ]

    /// Options that people would give a key with.
    static let keys: Set = [
        "--key", "--api-key", "--apikey", "--kobis-api-key", "--kobis-key", "--kakao-api-key",
        "--kakao-rest-api-key", "--kmdb-api-key", "--token", "--service-key", "--servicekey",
        "--키", "--인증키", "-k",
    ]

    /// Whether `word` may have a key in it, so that no message repeats it.
    static func mayHoldKey(_ word: String) -> Bool {
        let word = word.lowercased()
        let name = String(word.prefix { $0 != "=" })
        return keys.contains(name) || keys.contains("--" + name.replacingUnderscores)
            || (word.hasPrefix("-k") && !word.hasPrefix("--")) || word.contains("key=")
            || word.contains("token=")
    }
}

extension Day {
    /// `2024-05`.
    fileprivate var monthText: String { "\(year)-\(month < 10 ? "0" : "")\(month)" }
}

extension String {
    /// The text without a word for charts at its end: `주말` of `주말박스오피스`.
    var withoutChart: String {
        for end in ["박스오피스", "boxoffice", "순위", "차트"] where hasSuffix(end) && self != end {
            return String(dropLast(end.count)).withoutChart
        }
        return self
    }

    /// The text with hyphens for underscores.
    fileprivate var replacingUnderscores: String { String(map { $0 == "_" ? "-" : $0 }) }
}
