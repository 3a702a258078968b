internal import BoxOffice
internal import Engine

/// The help page of one command.
enum CommandHelp {
    /// Returns the page of `command` in the language of `catalogue`; an alias has the page of its
    /// command.
    static func text(of command: Command, in catalogue: Catalogue) -> String {
        let owner = command.isAlias ? command.name.split(separator: " ").first : nil
        let command = owner.flatMap { Command.named(String($0)) } ?? command
        var page = HelpPage(catalogue: catalogue)
        page.paragraphs(
            command.prose.map { "\(command.summary)\n\n\($0)\n" } ?? "\(command.summary)\n")
        let parts = command.subcommands
        let forms = [command] + parts.filter { !$0.isAlias }
        page.commands(forms.map(\.usage), after: Message("USAGE: ", ko: "사용법: "))
        if !command.examples.isEmpty {
            page.heading(Message("EXAMPLES:", ko: "예시:"))
            page.commands(command.examples)
        }
        /// Adds a list of arguments or options, with the texts in one column on the whole page.
        func add(_ title: Message, _ rows: [HelpRow]) { page.list(title, rows, column: 26) }
        add(Message("ARGUMENTS:", ko: "인수:"), command.argument.map { [$0.row] } ?? [])
        let own = command.options.filter { $0.group.title == nil || !command.has($0.group) }
        add(Message("OPTIONS:", ko: "옵션:"), own.map(\.row))
        for group in command.groups + [.running] {
            guard let title = group.title else { continue }
            let options = command.options.filter { $0.group == group }
            add("\(page.words(title).uppercased()):", options.map(\.row))
        }
        add(Message("SUBCOMMANDS:", ko: "하위 명령:"), parts.map { HelpRow($0.lastWord, $0.summary) })
        page.list(Message("MORE:", ko: "더 보기:"), more(of: command), column: 32)
        return page.text
    }

    /// Returns the commands that show more help.
    private static func more(of command: Command) -> [HelpRow] {
        let isNamed = Dataset.all.contains { $0.name == command.name }
        let columns =
            command.name == "rows"
            ? "bo-export plugins NAME" : "bo-export columns" + (isNamed ? " \(command.name)" : "")
        let documents = [ProgramHelp.columns(columns), ProgramHelp.plugins]
        let always = [HelpRow("bo-export --help", "all commands", ko: "모든 명령"), ProgramHelp.manual]
        return (command.has(.output) ? documents : []) + always
    }
}

extension Option {
    /// The row on the page: `-o, --output <path>`.
    fileprivate var row: HelpRow {
        let value = isFlag ? "" : " <\(placeholder)>"
        return HelpRow(names.joined(separator: ", ") + value, help, note: note)
    }
}

extension Command {
    /// The form of the command line after `bo-export`: `movie CODE... [OPTIONS]`.
    var usage: String {
        let word = argument.map { $0.isOptional ? " [\($0.word)]" : " \($0.word)" } ?? ""
        return "\(name)\(word) [OPTIONS]"
    }
}

extension Command.Argument {
    /// The placeholder on the page, such as `CODE...`.
    fileprivate var word: String { name.uppercased() + (repeats ? "..." : "") }

    /// The row on the page.
    fileprivate var row: HelpRow { HelpRow(word, help, note: note) }

    /// The note about the default, such as `(default: status)`; nil if there is nothing to say.
    var note: Message? { standard.isEmpty ? nil : .standard(Message(standard)) }
}

/// The page of `bo-export --help`: the first commands, the options that most people need, every
/// command in one line, and pointers to the rest.
enum ProgramHelp {
    /// Returns the page in the language of `catalogue`.
    static func text(in catalogue: Catalogue) -> String {
        var page = HelpPage(catalogue: catalogue)
        page.paragraphs(
            Message(
                "Korean box-office charts and films from the \(Registry.serviceTitle) Open API, as CSV and more.",
                ko: "{1} 오픈API의 박스오피스와 영화 정보를 CSV 등 여러 형식으로 내보냅니다."))
        page.list(
            Message("USAGE", ko: "사용법"),
            [
                HelpRow(
                    "bo-export [COMMAND] [OPTIONS]", "without a command: daily",
                    ko: "명령을 생략하면 daily")
            ], column: 37)
        page.list(Message("EXAMPLES", ko: "예시"), examples, column: 37)
        page.paragraphs("\n\(tenRows)")
        page.list(
            Message(
                "OPTIONS (of the charts; 'bo-export daily --help' has all of them)",
                ko: "옵션 (박스오피스 명령. 전체 목록은 'bo-export daily --help')"), options, column: 24)
        func add(_ title: Message, _ section: Command.Section) {
            let commands = Command.all.filter { $0.section == section }
            page.list(title, commands.map { HelpRow($0.name, $0.summary) }, column: 14)
        }
        add(Message("CHARTS", ko: "박스오피스"), .charts)
        add(Message("FILMS, PEOPLE, COMPANIES", ko: "영화, 영화인, 영화사"), .films)
        add(Message("SET-UP AND REFERENCE", ko: "설정과 참고"), .others)
        page.heading(Message("KEY", ko: "API 키"))
        page.paragraphs(key, indent: 2)
        page.list(Message("EXIT STATUS", ko: "종료 코드"), Manual.statuses, column: 17)
        page.list(
            Message("MORE", ko: "더 보기"),
            [
                HelpRow("bo-export daily --help", "all options of a command", ko: "명령별 모든 옵션"),
                HelpRow(
                    "bo-export help WORD", "of a command the same, of a term its meaning",
                    ko: "명령은 위와 같음, 용어나 열은 뜻과 있는 곳"),
                columns("bo-export columns"), plugins, manual,
            ], column: 32)
        return page.text
    }

    /// The first commands to try.
    private static let examples = [
        HelpRow(
            "bo-export --source sample", "try it: no key, no network",
            ko: "키와 네트워크 없이 시험해 보기"),
        HelpRow(
            "bo-export doctor", "is everything set up? how to get a key",
            ko: "설정 점검과 키 발급 방법"),
        HelpRow("bo-export", "yesterday's top ten", ko: "어제의 상위 10편"),
        HelpRow(
            "bo-export --last 7 -o week.csv", "the last seven days, into a file",
            ko: "최근 7일을 파일로 저장"),
    ]

    /// The number of rows that charts have, and where all films are.
    static let tenRows = Message(
        """
        The Open API of \(Registry.serviceTitle) gives ten rows a chart, so a sum over them is not the \
        total of the market. The council's site (www.kobis.or.kr) has all films, as tables to download.
        """,
        ko:
            "{1} 오픈API는 박스오피스마다 10위까지만 제공하므로, 행을 더한 값은 시장 전체의 합계가 아닙니다. 전체 영화는 영화진흥위원회 누리집(www.kobis.or.kr)에서 표로 내려받을 수 있습니다."
    )

    /// The source of keys, and the places to put one.
    private static let key = Message(
        """
        Free at \(Registry.keyAddress). 'bo-export key' asks for it
        and keeps it in ~/.config/bo-export/\(Registry.keyFile). A key in the variable
        \(Registry.keyVariable), or in the file that \(Registry.keyVariable)_FILE names, comes first.
        """,
        ko: """
            {1} 에서 무료로 발급받습니다.
            'bo-export key'로 입력하면 ~/.config/bo-export/{2}에 저장됩니다.
            환경 변수 {3}(키)나 {4}_FILE(키 파일의 경로)이 우선합니다.
            """)

    /// The options that most people need.
    private static let options = [
        HelpRow(
            "--date DATE", "yesterday, latest, -3d, 2022-06-01; a week: 2022-W22",
            ko: "어제, 최근, -3d, 2022-06-01 (주 단위는 2022-W22)"),
        HelpRow("--from DATE", "the first day of a range", ko: "조회 시작일"),
        HelpRow(
            "--to DATE", "its last day, or +29d from --from; default: yesterday",
            ko: "조회 종료일. +29d는 --from부터 계산 (기본값: 어제)"),
        HelpRow("--last N", "the last N days or weeks that are over", ko: "최근에 끝난 N일 또는 N주"),
        HelpRow(
            "--month 2024-05", "a month; 2024-01..2024-03 is several",
            ko: "한 달 (여러 달은 2024-01..2024-03)"),
        HelpRow("--year 2024", "a year", ko: "한 해"),
        HelpRow(
            "--region 서울,부산", "one chart for each of these regions", ko: "지역마다 박스오피스를 따로 조회"),
        HelpRow(
            "--columns A,B,C", "these columns in this order, by English or Korean name",
            ko: "출력할 열과 순서 (영문 이름 또는 한글 머리글)"),
        HelpRow(
            "--with details", "look up each film; also: posters, and codes for files",
            ko: "영화별 상세정보 추가 (posters, codes도 가능)"),
        HelpRow(
            "--source NAME",
            "\(Registry.defaultSource.manifest.name) (default), \(Registry.sourceNames.dropFirst().joined(separator: ", "))",
            ko: "{1} (기본값), {2}"),
        HelpRow(
            "--format NAME",
            "csv, jsonl, markdown, xlsx, html, svg, png, sqlite, …; default: from FILE's ending",
            ko: "csv, jsonl, markdown, xlsx, html, svg, png, sqlite 등 (기본값: FILE의 확장자)"),
        HelpRow(
            "-o, --output FILE", "write a file; '{date}.csv' makes one for each day",
            ko: "저장할 파일 ('{date}.csv'는 날짜마다 하나씩)"),
        HelpRow(
            "--profile excel", "CSV that Excel opens as it should", ko: "엑셀에서 바로 열 수 있는 CSV"),
        HelpRow(
            "--update", "fetch only what is missing from the file or may have changed",
            ko: "파일에 없거나 바뀌었을 수 있는 것만 요청"),
    ]

    /// Returns the row for `command`, which lists the columns of rows.
    static func columns(_ command: String) -> HelpRow {
        HelpRow(command, "the columns that --columns takes", ko: "--columns에 쓸 수 있는 열")
    }

    /// The row for the command that lists the plugins.
    static let plugins = HelpRow(
        "bo-export plugins", "sources and formats, and their -O options",
        ko: "소스와 형식, -O로 지정하는 옵션")

    /// The row for the command that prints the manual page.
    static let manual = HelpRow(
        "bo-export man | man -l -", "the manual page: everything in one place",
        ko: "매뉴얼 페이지 (전체 설명)")
}

extension Glossary.Entry {
    /// Returns the entry as `bo-export help` prints it.
    func page(in catalogue: Catalogue) -> String {
        var page = HelpPage(catalogue: catalogue)
        page.paragraphs("\(word)\n\n\(text)")
        page.heading(Message("WHERE:", ko: "있는 곳:"))
        page.paragraphs(place, indent: 2)
        return page.text
    }
}
