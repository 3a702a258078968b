internal import BoxOffice
internal import Engine

/// The options of the program, each declared once, in the order of the help.
///
/// A new option is one entry here, its name in ``all``, and one place that reads its value. Providers
/// are named with the titles in their manifests.
// A class, because a structure of that size would be copied for each option that is looked up.
final class OptionTable: Sendable {
    // MARK: Searches and other commands

    let title = Option(
        "title", .text, "text", in: .movies, meant: "영화명 제목",
        "A part of the title; films with exactly that title come first.",
        ko: "영화명의 일부. 제목이 같은 영화가 먼저 나옴")
    let director = Option(
        "director", .text, "text", in: .movies, meant: "감독",
        "A part of a director's name.", ko: "감독 이름의 일부")
    let opened = Option(
        "opened", .years, "y[..y]", in: .movies, meant: "year 개봉",
        "Opened in this year or range of years.", ko: "개봉 연도 또는 그 범위")
    let produced = Option(
        "produced", .years, "y[..y]", in: .movies, meant: "제작",
        "Produced in this year or range of years.", ko: "제작 연도 또는 그 범위")
    let personName = Option(
        "name", .text, "text", in: .people, meant: "이름",
        "A part of the name.", ko: "영화인 이름의 일부")
    let film = Option(
        "film", .text, "text", in: .people, meant: "영화",
        "The title of a film they worked on.", ko: "참여한 영화의 제목")
    let companyName = Option(
        "name", .text, "text", in: .companies, meant: "이름",
        "A part of the name.", ko: "영화사 이름의 일부")
    let ceo = Option(
        "ceo", .text, "text", in: .companies, meant: "대표 대표자",
        "A part of the name of the head.", ko: "대표자 이름의 일부")
    let limit = Option(
        "limit", .number(1...Int.max), "n", in: .search, default: "100",
        meant: "top count rows",
        "At most n rows; one request brings 100.", ko: "최대 행 수. 요청 한 번에 100행씩")
    let rowLimit = Option(
        "limit", .number(1...Int.max), "n", in: .rows, unset: Message("all", ko: "전체"),
        meant: "top count rows", "At most n rows.", ko: "최대 행 수")
    let columnsFormat = Option(
        "format", .word(["json", "json-schema", "sql"], meant: "json-schema: schema jsonschema"),
        in: .columns, unset: Message("lines to read", ko: "읽기 쉬운 목록"),
        "For programs: the columns as JSON (of all datasets if none is named), a JSON Schema (2020-12) of a row of jsonl, or a CREATE TABLE for PostgreSQL and DuckDB.",
        ko:
            "프로그램용 출력: 열 목록의 JSON(데이터셋을 생략하면 전체), jsonl 한 행의 JSON 스키마(2020-12), PostgreSQL과 DuckDB의 CREATE TABLE"
    )
    let json = Option(
        "json", in: .listing, "Write one JSON object, for programs.",
        ko: "프로그램에서 읽을 JSON 객체 하나로 출력")
    let online = Option(
        "online", in: .doctor,
        "Ask \(Registry.serviceTitle) for one chart, which costs one call.",
        ko: "{1}에 박스오피스 하나를 요청. 호출 1회 사용")
    let untried = Option(
        "offline", in: .key, "Keep the key without trying it.", ko: "키를 시험하지 않고 저장")
    let idle = Option(
        "timeout", .number(1...3600), "seconds", in: .check, default: "10",
        "Seconds that the executable may be idle, neither reading nor writing.",
        ko: "실행 파일이 읽지도 쓰지도 않고 있을 수 있는 시간(초)")
    let total = Option(
        "total", .number(1...86_400), "seconds", in: .check, default: "300",
        "Seconds that the whole check may take.", ko: "전체 점검의 제한 시간(초)")

    // MARK: Which periods

    let date = Option(
        "date", .text, "date", in: .periods,
        unset: Message("yesterday, or the last week that is over", ko: "어제 또는 마지막으로 끝난 주"),
        meant: "-d day 날짜",
        "One period: yesterday (어제), latest (최근: the last one that is published), -3d, 2022-06-01, 20220601, 2022.6.1; for weekly charts also 2022-W22.",
        ko: "기간 하나: 어제, 최근(공개된 마지막 기간), -3d, 2022-06-01, 20220601, 2022.6.1 (주 단위는 2022-W22도 가능)")
    let month = Option(
        "month", .text, "month", in: .periods, meant: "months 월",
        "The periods of 2024-05, or of 2024-01..2024-03, as far as they are over; a week of a chart belongs to the month of its Thursday.",
        ko: "월 단위(2024-05 또는 2024-01..2024-03). 끝난 기간만 포함. 주는 목요일이 속한 달로 분류")
    let year = Option(
        "year", .text, "year", in: .periods, meant: "years 연도 년",
        "The periods of 2024, or of 2020..2024, as far as they are over.",
        ko: "연 단위(2024 또는 2020..2024). 끝난 기간만 포함")
    let from = Option(
        "from", .text, "date", in: .periods, meant: "start since begin 시작 부터 기간",
        "The first day of a range.", ko: "조회 시작일")
    let to = Option(
        "to", .text, "date", in: .periods,
        unset: Message("the last period that is over", ko: "마지막으로 끝난 기간"),
        meant: "end until 끝 까지", "The last day of the range; +29d counts from the first.",
        ko: "조회 종료일. +29d는 시작일부터 계산")
    let last = Option(
        "last", .number(Int.min...Int.max), "n", in: .periods, meant: "days recent weeks 최근",
        "The last n periods that are over.", ko: "최근에 끝난 n개 기간")
    let state = Option(
        "state", .text, "file", in: .periods, completion: .file, meant: "bookmark 상태",
        "With --format singer: only what is new since the state in this file, which a Singer target wrote. It may also be a whole log of messages; the last state in it counts.",
        ko:
            "--format singer에서 Singer 타깃이 이 파일에 남긴 상태 이후의 자료만 출력. 상태나 STATE 메시지, 또는 메시지 여러 줄(마지막 상태만 사용)"
    )

    // MARK: Which days of films' runs

    let days = Option(
        "days", .number(TrendSpan.daysAllowed), "n", in: .runs, default: "30",
        "How many days of each film to show, from day 1 on; 1 to 3650.",
        ko: "영화마다 1일차부터 표시할 일수. 1~3650")
    let step = Option(
        "by",
        .word(
            ["day", "week", "film"],
            meant: "day: daily 일별; week: weekly 주간; film: films movie 영화 영화별"),
        in: .runs, default: "day",
        "A row for each day, for each week (from the weekly charts), or for each film: its first weekend, last total, days on the chart and the like.",
        ko:
            "하루에 한 행(day), 주간 박스오피스로 한 주에 한 행(week) 또는 첫 주말 관객수, 누적 관객수, 순위권 일수 등을 담아 영화마다 한 행(film)"
    )
    let runFrom = Option(
        "from", .text, "date", in: .runs, unset: Message("the opening day", ko: "개봉일"),
        meant: "start since begin 시작 부터 date day",
        "Day 1 of every film (the column day), such as that of a re-release.",
        ko: "모든 영화에 적용할 1일차(열 day), 재개봉일 등")
    let runTo = Option(
        "to", .text, "date", in: .runs, meant: "end until 끝 까지",
        "The last day, instead of --days; needs --from, from which +29d counts.",
        ko: "--days 대신 지정하는 마지막 날. --from이 필요하고 +29d는 거기서부터 계산")
    let pivot = Option(
        "pivot", .text, "column", in: .runs,
        completion: .words({ _, isKorean in
            TrendQuery.figures.map { isKorean ? $0.koreanHeader : $0.name }
        }),
        "One row for each day of release (with --from, each day of the run) and one column for each film, with the values of this column, such as audience_total.",
        ko: "개봉일차마다(--from이 있으면 일차마다) 한 행, 영화마다 한 열로 펼쳐 보여 줄 값의 열 (예: audience_total)")

    // MARK: How the days of a market are put together

    let unit = Option(
        "by",
        .word(
            CalendarUnit.allCases.map(\.rawValue),
            meant:
                "day: daily 일별 일; week: weekly 주간 주; month: monthly 월간 월별 월; year: yearly annual 연간 연도별 연"
        ), in: .market, default: "day",
        "A row for each day, week (Monday to Sunday), month or year; the range is still one of days.",
        ko: "하루(day), 한 주(week, 월~일), 한 달(month), 한 해(year)에 한 행. 조회 범위는 항상 날짜로 계산")
    let nations = Option(
        "nations", in: .market, meant: "nation 국적 국적별",
        "Also rows of Korean and of foreign films, and their shares; three calls a day instead of one.",
        ko: "한국영화와 외국영화의 행과 점유율도 출력. 하루에 호출 1회 대신 3회 사용")
    let compare = Option(
        "compare", .word(["year"], meant: "year: y yoy 전년 작년 연"), in: .market,
        meant: "전년 전년대비",
        "Also the change from the same days of the year before, which are asked for as well.",
        ko: "전년 같은 기간과 비교한 증감률도 출력. 전년 자료도 요청")

    // MARK: Which charts

    let deep = Option(
        "deep", in: .deep, meant: "more 20 top20 확장",
        "Join the charts of all, of Korean and of foreign films: up to 20 films a day. Their ranks are proved, or empty. Three calls a day instead of one.",
        ko: "전체, 한국영화, 외국영화 박스오피스를 합쳐 하루 최대 20편까지 출력. 확정할 수 없는 순위는 비워 둠. 하루에 호출 1회 대신 3회 사용")

    // MARK: Which films

    let region = Option(
        "region", .texts, "region", in: .films,
        completion: .words(
            { _, isKorean in
                Region.all.map(\.name) + [isKorean ? Region.each.korean : Region.each.english]
            }, isList: true),
        meant: "-r area city 지역",
        "Regions by Korean name (서울, 경기, …) or code; repeatable or with commas, one chart each. each (모든지역) adds every region that is not named: at KOBIS 17 in all, a call each.",
        ko:
            "지역의 한글 이름(서울, 경기 등) 또는 코드. 반복하거나 쉼표로 이어 쓰면 지역마다 따로 조회. 모든지역(each)은 이름을 쓰지 않은 나머지 지역도 모두 조회 (KOBIS는 17곳, 지역마다 호출 1회)"
    )
    let pivotOfRegions = Option(
        "pivot", .word(["region"], also: ["지역": "region"]), in: .films, isSetting: false,
        "One row for each period and rank and one column for each region, with its film and admissions; needs several regions, and markdown, html or xlsx.",
        ko: "기간과 순위마다 한 행, 지역마다 한 열로 영화와 관객수를 표시. 지역이 둘 이상이어야 하며 markdown, html, xlsx 형식에만 사용")
    let nation = Option(
        "nation",
        .word(
            ["korean", "foreign"], also: ChartFilter.Nation.koreanNames.mapValues(\.rawValue),
            meant:
                "korean: kr k kor korea domestic; foreign: f us usa international; 한국: 국산 내국 국내영화; 외국: 수입 해외영화"
        ), in: .films, meant: "country 국적",
        "Only films of one origin, in Korean 한국 or 외국; sales_share, if any, is then a share among them.",
        ko: "한국영화 또는 외국영화만 (한글 '한국', '외국' 등도 가능). 매출액점유율이 있으면 그 안에서의 비율")
    let kind = Option(
        "kind",
        .word(
            ["commercial", "art"], also: ChartFilter.Kind.koreanNames.mapValues(\.rawValue),
            meant: "art: arthouse indie; 예술: 독립; 예술영화: 독립영화"), in: .films,
        "Only films of one kind of release, in Korean 상업 or 예술.",
        ko: "상업영화 또는 다양성영화(독립·예술영화)만 (한글 '상업', '예술', '독립예술' 등도 가능)")
    let top = Option(
        "top", .number(Int.min...Int.max), "n", in: .films, unset: Message("all", ko: "전체"),
        meant: "-n count rows limit rank 순위",
        "Only the first n rows of each chart, 1 to 10; of daily charts with --deep to 20.",
        ko: "박스오피스마다 상위 n편만. 1~10 (일별에 --deep을 쓰면 20까지)")

    let topOfRanking = Option(
        "top", .number(1...Int.max), "n", in: .ranking, unset: Message("all", ko: "전체"),
        meant: "-n count rows limit rank 순위", "Only the first n films, any number.",
        ko: "상위 n편만. 편수 제한 없음")

    // MARK: What is added

    let with = Option(
        "with", .text, "details,posters,codes", in: .added,
        completion: .words({ _, _ in ["details", "posters", "codes"] }, isList: true),
        "Look up each film: details (\(Registry.serviceTitle)); posters (KMDb, then Kakao; the details are requested too, but not written); codes (the film codes of rows that have none, as in files: one search for each title, and the film must have the row's opening day or be the only one of its title); or several.",
        ko:
            "영화마다 추가할 정보: details({1} 상세정보), posters(KMDb, 카카오 순으로 찾은 포스터. 상세정보도 요청하지만 쓰지 않음), codes(파일처럼 영화코드가 없는 행의 영화코드. 영화명마다 한 번 검색해, 개봉일이 같거나 그 제목이 하나뿐인 영화를 찾음). 쉼표로 이어 여러 개 지정 가능"
    )
    let detailsFrom = Option(
        "details-from", .text, "names", in: .added,
        completion: .words({ _, _ in Registry.sourceNames }, isList: true),
        "Where details come from: the source of the charts, plugins, or both. They are asked in this order, the next one only for films that the ones before do not know. Without it, the source of the charts is asked.",
        ko: "상세정보를 찾을 곳(박스오피스 소스 자체 또는 플러그인)을 찾는 순서대로. 앞에서 찾지 못한 영화만 다음 곳에서 찾음. 생략하면 박스오피스 소스")
    let postersDir = Option(
        "posters-dir", .text, "folder", in: .added, completion: .folder,
        "Download the chosen posters into this folder; needs --with posters.",
        ko: "선택된 포스터를 내려받을 폴더 (--with posters 필요)")
    let postersFrom = Option(
        "posters-from", .text, "names", in: .added,
        completion: .words({ _, _ in Registry.posterSources.map(\.posterName) }, isList: true),
        "Poster sources in the order they are asked: \(Registry.posterNames) or a plugin; without it, those that have a key.",
        ko: "포스터를 찾을 곳({1} 또는 플러그인)을 찾는 순서대로. 생략하면 키가 있는 곳 모두")

    // MARK: Where from

    let source = Option(
        "source", .texts, "names", in: .origin, default: Registry.defaultSource.manifest.name,
        completion: .words({ _, _ in Registry.sourceNames }, isList: true), meant: "-s",
        "The source: \(Registry.networkNames), \(Registry.sampleName) (recorded charts of 2022, 2018, 2019 and 2011, films and regions; no key, no network), \(Registry.tablesName) (tables in files, such as the council's of all films: -O path=FILE, repeatable; not for --deep or --cross-check), or a plugin; charts take several, with commas, in one document.",
        ko:
            "{1}, {2}(저장된 2022년, 2018년, 2019년, 2011년 박스오피스와 영화, 지역. 키와 네트워크 불필요), {3}(영화진흥위원회의 전체 영화 표 등 파일에 있는 표: -O path=FILE, 반복 가능. --deep, --cross-check 제외) 또는 플러그인. 박스오피스는 쉼표로 이어 여러 소스를 한 문서에 담음"
    )
    let jobs = Option(
        "jobs", .number(1...64), "n", in: .origin, default: "4", meant: "parallel threads",
        "Requests sent at the same time, 1 to 64.", ko: "동시에 보낼 요청 수. 1~64")
    let timeout = Option(
        "timeout", .number(1...3600), "seconds", in: .origin, default: "30",
        "Seconds that one request may take, 1 to 3600.", ko: "요청 하나의 제한 시간(초). 1~3600")
    let retries = Option(
        "retries", .number(0...20), "n", in: .origin, default: "3",
        "How often to retry a request after a temporary failure, 0 to 20; at most 2 for a plugin.",
        ko: "일시적으로 실패한 요청의 재시도 횟수. 0~20, 플러그인에는 최대 2회")
    let maxCalls = Option(
        "max-calls", .number(1...Int.max), "n", in: .origin,
        "Send at most n requests to services and plugins; if more are needed, end with status 75.",
        ko: "서비스와 플러그인에 보낼 최대 요청 수. 더 필요하면 종료 코드 75로 끝남")
    let offline = Option(
        "offline", in: .origin,
        "Use only what is in the archive and send no request; not with plugins that ask a network and keep nothing.",
        ko: "보관함에 있는 응답만 사용하고 요청은 보내지 않음. 네트워크를 쓰면서 응답을 보관하지 않는 플러그인에는 사용 불가")
    let refresh = Option(
        "refresh", in: .origin, meant: "no-cache force",
        "Request everything again, even what is in the archive, which remembers what was corrected.",
        ko: "보관함에 있어도 모두 새로 요청하고, 정정된 것은 보관함에 기록")
    let record = Option(
        "record", .text, "folder", in: .origin, completion: .folder,
        "Also save every good answer in this folder.", ko: "정상 응답을 기록해 둘 폴더")
    let replay = Option(
        "replay", .text, "folder", in: .origin, completion: .folder,
        "Read answers from this folder instead of the network.", ko: "네트워크 대신 기록된 응답을 읽을 폴더")
    let crossCheck = Option(
        "cross-check", in: .origin, "Ask the JSON and the XML endpoint, and fail if they differ.",
        ko: "JSON과 XML로 각각 요청해 서로 다르면 실패 처리")
    let keepGoing = Option(
        "keep-going", in: .origin,
        "Write what is available and report what is missing, with exit status 2 if anything is.",
        ko: "받은 자료만 쓰고 빠진 것은 알림. 빠진 것이 있으면 종료 코드는 2")
    let pluginDir = Option(
        "plugin-dir", .texts, "folder", in: .origin, completion: .folder,
        "Also look for executable plugins in this folder; repeatable (see 'bo-export plugins').",
        ko: "실행 파일 플러그인을 추가로 찾을 폴더. 반복 가능 ('bo-export plugins' 참고)")

    // MARK: Where to and how

    let format = Option(
        "format", .text, "name", in: .output,
        unset: Message(
            "from the ending of --output; else a table on a terminal and csv elsewhere",
            ko: "--output의 확장자에 따름. 없으면 터미널에는 표, 그 밖에는 csv"),
        completion: .words({ _, _ in Registry.formats.map(\.manifest.name) }),
        meant: "-f type output-format 형식",
        "csv, jsonl, json, text, markdown, xlsx, html, svg, png, sqlite, singer or a plugin's.",
        ko: "csv, jsonl, json, text, markdown, xlsx, html, svg, png, sqlite, singer 또는 플러그인의 형식")
    let profile = Option(
        "profile", .word(["machine", "excel"], meant: "excel: 엑셀"),
        in: .output,
        default: "machine",
        "CSV for programs, or for Excel: BOM, CRLF, Korean headers, no formulas.",
        ko: "프로그램용 CSV 또는 엑셀용 CSV(BOM, CRLF, 한글 머리글, 수식 방지)")
    let option = Option(
        "option", letter: "O", .texts, "key=value", in: .output,
        "An option of the format, of a source or of another plugin (see 'bo-export plugins'); repeatable.",
        ko: "형식, 소스 등 플러그인의 옵션 ('bo-export plugins' 참고). 반복 가능")
    let columns = Option(
        "columns", .text, "a,b,c", in: .output,
        completion: .words(
            { command, isKorean in
                let dataset = Dataset.all.first { $0.name == command } ?? Dataset.all.first
                return (dataset?.columns ?? []).map { isKorean ? $0.koreanHeader : $0.name }
            }, isList: true),
        meant: "-c fields select column col cols 열 컬럼 칸",
        "Exactly these columns in this order, by English name or Korean header (see 'bo-export columns'); default stands for the usual ones, all for all.",
        ko: "지정한 열만 그 순서대로 출력. 영문 이름 또는 한글 머리글 ('bo-export columns' 참고). default는 기본 열, all은 모든 열")
    let header = Option(
        "header",
        .word(
            ["en", "ko", "none"],
            meant: "ko: kr kor korea korean 한국어 한글; en: eng english 영어; none: no off false 없음"),
        in: .output,
        unset: Message(
            "en; ko for markdown, excel, xlsx, html, svg and png",
            ko: "markdown, excel, xlsx, html, svg, png는 ko, 그 밖에는 en"),
        meant: "headers",
        "The language of the header; if en is given, new films are marked NEW or IN instead of 신작 or 진입.",
        ko: "머리글의 언어. en을 지정하면 변동의 신작, 진입을 NEW, IN으로 표시")
    let output = Option(
        "output", letter: "o", .text, "path", in: .output, default: "-", completion: .file,
        meant: "out file outfile save 출력 저장 파일",
        "The file to write; '-' is standard output. A run that fails leaves an older file as it was. Names in braces are filled in: {chart}, {source}, {format} and, of charts, {region}, {date}, {year}, {month} (two digits), {from}, {to}. With {source}, {region}, {date}, {year} or {month} there is a file for each (market and ranking write one file), and folders with such names are made.",
        ko:
            "저장할 파일. '-'는 표준 출력. 실패하면 기존 파일을 그대로 둠. {chart}, {source}, {format}은 해당 값으로 바뀌고, 박스오피스에서는 {region}, {date}, {year}, {month}(2자리), {from}, {to}도 쓸 수 있음. {source}, {region}, {date}, {year}, {month}가 있으면 그마다 파일을 따로 만들고(market과 ranking은 한 파일), 이름에 이런 말이 든 폴더도 만듦"
    )
    let allowEmpty = Option(
        "allow-empty", in: .output, "Let an empty result replace an existing file.",
        ko: "결과가 비어 있어도 기존 파일을 교체")
    let update = Option(
        "update", in: .output, meant: "append",
        "Bring an existing csv or jsonl file up to date: request only what is missing from it or may have changed; with --refresh, all periods asked for, which are replaced in it. Only of charts.",
        ko:
            "기존 csv 또는 jsonl 파일을 최신 상태로 갱신. 파일에 없거나 바뀌었을 수 있는 것만 요청. --refresh와 함께 쓰면 지정한 기간을 모두 다시 받아 바꿔 넣음. 박스오피스에만 가능"
    )
    let dryRun = Option(
        "dry-run", in: .output, meant: "dry",
        "Print the requests that would be sent, with the key hidden, and send none.",
        ko: "키를 가린 채 보낼 요청만 표시하고 실제로는 보내지 않음")
    let report = Option(
        "report", .text, "file", in: .output, completion: .file,
        "Write a report of the run to this file, as JSON.", ko: "실행 결과를 JSON으로 기록할 파일")
    let color = Option(
        "color",
        .word(["auto", "always", "never"], meant: "always: yes on true; never: no off false"),
        in: .output, default: "auto", meant: "colour",
        "Colours on a terminal: auto follows NO_COLOR, FORCE_COLOR and TERM; always also colours files and pipes.",
        ko: "터미널의 색상. auto는 NO_COLOR, FORCE_COLOR, TERM을 따르고, always는 파일과 파이프에도 적용")

    // MARK: Running

    let config = Option(
        "config", .text, "file", in: .running,
        unset: Message(
            "config.json, .yaml or .yml in $XDG_CONFIG_HOME/bo-export",
            ko: "$XDG_CONFIG_HOME/bo-export의 config.json, .yaml 또는 .yml"), isSetting: false,
        completion: .file, "The configuration.", ko: "설정 파일")
    let quiet = Option(
        "quiet", letter: "q", in: .running, meant: "silent", "Show errors and nothing else.",
        ko: "오류만 표시")
    let verbose = Option(
        "verbose", letter: "v", in: .running, isSetting: false,
        "Report each request in one line; -vv also prints the HTTP headers.",
        ko: "요청마다 한 줄로 표시. -vv는 HTTP 헤더도 표시")
    let logFormat = Option(
        "log-format", .word(["text", "json"]), in: .running, default: "text",
        "How messages are written.", ko: "메시지의 형식")
    let progress = Option(
        "progress",
        .word(["auto", "always", "never"], meant: "always: yes on true; never: no off false"),
        in: .running, default: "auto",
        "A progress line during long work: on a terminal only (auto), always or never.",
        ko: "오래 걸리는 작업의 진행 표시. 터미널에서만(auto), 항상(always), 안 함(never)")
    let lang = Option(
        "lang",
        .word(["ko", "en"], meant: "ko: kr kor korea korean 한국어 한글; en: eng english 영어"),
        in: .running, unset: Message("that of the locale", ko: "로캘의 언어"),
        meant: "language 언어 locale", "The language of help and messages.", ko: "도움말과 메시지의 언어")

    // MARK: The program

    let version = Option(
        "version", in: .running, isSetting: false, meant: "버전 버젼", "Show the version.", ko: "버전 표시")
    let help = Option(
        "help", letter: "h", in: .running, isSetting: false, meant: "도움말", "Show help information.",
        ko: "도움말 표시")

    // MARK: All options

    /// The name of an option in code, such as `\.maxCalls`; a function, because making the key paths of
    /// a run takes longer than reading its options.
    typealias Path = @Sendable (OptionTable) -> Option

    static let shared = OptionTable()

    private init() {}

    /// Returns the option at `path`.
    static subscript(path: Path) -> Option { path(shared) }

    /// Returns the options at `paths`.
    static subscript(paths: [Path]) -> [Option] { paths.map { $0(shared) } }

    /// All options in the order of the help.
    // Reflection would list them, too, and would take a third of a start.
    static let all: [Option] = OptionTable[[
        \.title, \.director, \.opened, \.produced, \.personName, \.film, \.companyName, \.ceo,
        \.limit, \.rowLimit, \.columnsFormat, \.json, \.online, \.untried, \.idle, \.total,
        \.date, \.month, \.year, \.from, \.to, \.last, \.state, \.days, \.step, \.runFrom,
        \.runTo, \.pivot, \.unit, \.nations, \.compare, \.deep, \.region, \.pivotOfRegions,
        \.nation, \.kind, \.top, \.topOfRanking, \.with, \.detailsFrom, \.postersDir,
        \.postersFrom, \.source, \.jobs, \.timeout, \.retries, \.maxCalls, \.offline, \.refresh,
        \.record, \.replay, \.crossCheck, \.keepGoing, \.pluginDir, \.format, \.profile,
        \.option, \.columns, \.header, \.output, \.allowEmpty, \.update, \.dryRun, \.report,
        \.color, \.config, \.quiet, \.verbose, \.logFormat, \.progress, \.lang, \.version,
        \.help,
    ]]
}
