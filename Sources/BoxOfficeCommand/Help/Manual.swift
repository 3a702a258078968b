internal import BoxOffice

/// The manual page `bo-export(1)`, made from the declarations of the commands and their options.
enum Manual {
    /// Returns the page in mdoc(7), in the language of `catalogue`.
    static func mdoc(services: [Service], in catalogue: Catalogue) -> String {
        let commands = Command.all.filter { !$0.isAlias }
        var page = MdocPage(catalogue: catalogue)
        // The date is fixed, so that the same program writes the same bytes.
        page.macros(".Dd \(versionDate)", ".Dt BO\\-EXPORT 1", ".Os bo\\-export \(version)")
        page.section("NAME")
        let name = Message(
            "Korean box-office charts and films as files", ko: "한국 박스오피스와 영화 정보를 파일로 내보내기")
        page.macros(".Nm bo\\-export", ".Nd \(page.escaped(name))")
        page.section("SYNOPSIS")
        page.macros(".Nm", ".Op Ar command", ".Op Ar options")
        page.section("DESCRIPTION")
        page.paragraphs(description)
        page.section("COMMANDS")
        page.list(commands.map(\.row))
        page.section("OPTIONS")
        page.paragraphs(
            Message(
                "Most options can also be set for all runs ('bo-export doctor -v' lists them): in the environment as BO_EXPORT_ and the name, such as BO_EXPORT_JOBS=8, or in the configuration file by name. The command line wins over the environment, and that over the file.",
                ko:
                    "대부분의 옵션은 미리 설정해 둘 수 있습니다('bo-export doctor -v'로 확인). 환경 변수에서는 BO_EXPORT_JOBS=8처럼 이름 앞에 BO_EXPORT_를 붙이고, 설정 파일에서는 이름을 그대로 씁니다. 명령줄이 환경 변수보다, 환경 변수가 설정 파일보다 우선합니다."
            ))
        for (title, owners, options) in groups(of: commands) {
            let names = owners.joined(separator: ", ")
            page.subsection(title ?? Message(names))
            if title != nil {
                page.paragraphs(
                    owners.count == commands.count
                        ? Message("With every command.", ko: "모든 명령에서 쓸 수 있습니다.")
                        : Message("With: \(names).", ko: "쓸 수 있는 명령: {1}."))
            }
            page.list(options.map(\.row))
        }
        page.section("ENVIRONMENT")
        page.paragraphs(
            Message(
                "'bo-export key' keeps a key. It is in a file named like its variable in lower case, such as \(Registry.keyFile), in the folder $CREDENTIALS_DIRECTORY, or else, where that command puts it, in ~/.config/bo-export ($XDG_CONFIG_HOME/bo-export). A file there that others may read is used with a warning.",
                ko:
                    "키는 'bo-export key'로 저장합니다. $CREDENTIALS_DIRECTORY 폴더의 파일, 없으면 이 명령이 저장하는 ~/.config/bo-export ($XDG_CONFIG_HOME/bo-export) 폴더의 파일을 읽습니다. 파일 이름은 {1}처럼 변수 이름을 소문자로 씁니다. 설정 폴더의 키 파일을 다른 사용자가 읽을 수 있으면 경고하고 사용합니다."
            ))
        page.list(services.flatMap(variables) + otherVariables, as: "Ev")
        page.section("FILES")
        page.list(files, as: "Pa")
        page.section("EXIT STATUS")
        page.list(statuses)
        page.section("EXAMPLES")
        for command in commands where !command.examples.isEmpty {
            page.paragraphs("\(command.name):")
            page.literal(command.examples.map { "bo-export \($0)" })
        }
        page.section("SEE ALSO")
        page.macros(".Lk \(Registry.keyAddress) \(MdocPage.escaped(Registry.serviceTitle))")
        return page.text
    }

    /// The options with one title that the same commands have.
    private typealias Group = (title: Message?, owners: [String], options: [Option])

    /// Returns the options of `commands`, each once; the options of every command come last, as in
    /// the help.
    private static func groups(of commands: [Command]) -> [Group] {
        var groups: [Group] = []
        for command in commands {
            for option in command.options {
                let isOfGroup = command.has(option.group)
                let owners = commands.filter { $0.has(option) && $0.has(option.group) == isOfGroup }
                guard owners.first?.name == command.name else { continue }
                let (title, names) = (isOfGroup ? option.group.title : nil, owners.map(\.name))
                let index = groups.firstIndex { $0.title == title && $0.owners == names }
                if index == nil { groups.append((title, names, [])) }
                groups[index ?? groups.count - 1].options.append(option)
            }
        }
        return groups.filter { $0.owners.count < commands.count }
            + groups.filter { $0.owners.count == commands.count }
    }

    /// Returns the environment variables of `service`.
    private static func variables(of service: Service) -> [HelpRow] {
        let address = HelpRow(
            service.baseURLVariable,
            "The address of \(service.title). (default: \(service.baseURL))",
            ko: "{1}의 주소. (기본값: {2})")
        guard let key = service.key else { return [address] }
        return [
            HelpRow(
                key.variable,
                "The key for \(service.title), from \(key.issuedAt). No option takes a key.",
                ko: "{2} 에서 발급하는 {1}의 키. 키를 받는 옵션은 없습니다."),
            HelpRow(key.fileVariable, "The path of a file with that key.", ko: "그 키가 든 파일의 경로."),
            address,
        ]
    }

    // MARK: - The contents besides commands and options

    /// The description of the program.
    private static let description = Message(
        """
        bo-export gets the box-office charts and the register of films, people and companies \
        from the \(Registry.serviceTitle) Open API of the Korean Film Council, and writes them in a format of \
        your choice. Without a command it writes the daily chart.

        Data goes to standard output or to the file of --output, everything else to standard \
        error. Dates are those of Seoul, whatever the time zone of the machine.

        \(ProgramHelp.tenRows)

        Good answers are kept in an archive, so that final figures are not asked for twice. The \
        charts of the last few days may still change and are asked for again.

        \(Registry.serviceTitle) asks for a key, which is free. Without one, --source sample exports \
        recorded charts without a network.
        """,
        ko: """
            bo-export는 영화진흥위원회 {1} 오픈API에서 박스오피스와 영화, 영화인, 영화사 정보를 받아 원하는 형식으로 내보냅니다. 명령을 생략하면 일별 박스오피스를 내보냅니다.

            데이터는 표준 출력이나 --output으로 지정한 파일에, 메시지는 모두 표준 오류에 씁니다. 날짜는 컴퓨터의 시간대와 관계없이 한국 시각 기준입니다.

            {2}

            정상 응답은 보관함에 두고 확정된 수치는 다시 요청하지 않습니다. 최근 며칠의 박스오피스는 바뀔 수 있으므로 다시 요청합니다.

            {1}{을/를} 이용하려면 무료로 발급되는 키가 필요합니다. 키가 없어도 --source sample을 쓰면 저장된 박스오피스를 네트워크 없이 내보낼 수 있습니다.
            """)

    /// The variables that do not belong to a service.
    private static let otherVariables = [
        HelpRow("BO_EXPORT_CONFIG", "The path of the configuration file.", ko: "설정 파일의 경로."),
        HelpRow(
            "BO_EXPORT_PLUGIN_PATH", "Folders with plugins, with colons between them.",
            ko: "플러그인이 있는 폴더, 콜론으로 구분."),
        HelpRow(
            "XDG_CONFIG_HOME, XDG_CACHE_HOME, XDG_STATE_HOME, XDG_DATA_HOME",
            "Where the folders under FILES are.", ko: "FILES에 적힌 폴더의 위치."),
        HelpRow(
            "NO_COLOR, FORCE_COLOR, CLICOLOR_FORCE",
            "Whether there are colours on a terminal; --color wins.",
            ko: "터미널에 색상을 쓸지 여부, --color가 우선."),
        HelpRow(
            "https_proxy, http_proxy, all_proxy, no_proxy",
            "The proxy for requests, and the hosts without one.",
            ko: "요청에 쓸 프록시와 프록시를 거치지 않을 호스트."),
        HelpRow(
            "SSL_CERT_FILE, SSL_CERT_DIR, CURL_CA_BUNDLE",
            "Certificates of authorities in place of those of the system: a file, a folder with more, a file that wins over both.",
            ko: "시스템의 인증 기관 인증서 대신 쓸 것: 파일, 추가 폴더, 둘보다 우선하는 파일."),
    ]

    /// The files and folders that the program uses.
    private static let files = [
        HelpRow(
            "~/.config/bo-export/config.json",
            "The configuration; also config.yaml or config.yml.",
            ko: "설정 파일, config.yaml 또는 config.yml도 가능."),
        HelpRow(
            "~/.cache/bo-export/archive", "The archive of answers; see the command cache.",
            ko: "응답 보관함, cache 명령 참고."),
        HelpRow(
            "~/.local/state/bo-export/quota", "The calls made today, for all runs together.",
            ko: "모든 실행을 합한 오늘의 호출 횟수."),
        HelpRow(
            "~/.local/share/bo-export/plugins", "Plugins that are executables.",
            ko: "실행 파일 플러그인."),
    ]

    /// The meanings of the exit statuses.
    static let statuses = [
        HelpRow("0", "Done, or nothing to do.", ko: "정상, 또는 할 일이 없음."),
        HelpRow(
            "2", "Rows were written, but some periods are missing (--keep-going).",
            ko: "행을 썼으나 일부 기간이 누락됨(--keep-going)."),
        HelpRow(
            "64", "Wrong usage: an unknown option, a bad date, an unknown plugin or column.",
            ko: "잘못된 사용법: 알 수 없는 옵션, 잘못된 날짜, 알 수 없는 플러그인이나 열."),
        HelpRow(
            "65", "An answer or a file is not what it should be.", ko: "응답 또는 파일의 내용이 올바르지 않음."),
        HelpRow(
            "69", "The service cannot be reached, or keeps failing.",
            ko: "서비스에 연결할 수 없거나 오류가 계속됨."),
        HelpRow("70", "A bug.", ko: "프로그램 오류(버그)."),
        HelpRow(
            "71", "Too few processes, memory or descriptors.", ko: "프로세스, 메모리 또는 디스크립터 부족."),
        HelpRow("73", "The output cannot be created.", ko: "출력 파일을 만들 수 없음."),
        HelpRow("74", "The output cannot be written.", ko: "출력 파일에 쓸 수 없음."),
        HelpRow(
            "75",
            "Come back later: the quota is used up, the day is not published yet, or another program has locked the database. What was fetched is in the archive; run it again.",
            ko:
                "나중에 다시 시도: 호출 한도를 다 썼거나, 어제 자료가 아직 공개되지 않았거나, 다른 프로그램이 데이터베이스를 잠금. 받은 자료는 보관함에 있으므로 다시 실행."
        ),
        HelpRow("77", "The key was refused.", ko: "키가 거부됨."),
        HelpRow("78", "No key, or a wrong configuration.", ko: "키가 없거나 설정이 잘못됨."),
        HelpRow(
            "129, 130, 143", "Ended by the signal HUP, INT or TERM; no partial file is left.",
            ko: "HUP, INT, TERM으로 종료됨. 쓰다 만 파일은 남기지 않음."),
    ]
}

extension Option {
    /// The option in mdoc, such as `Fl o , Fl \-output Ar path`, and its description.
    fileprivate var row: HelpRow {
        let names = names.map { "Fl \(MdocPage.escaped(String($0.dropFirst())))" }
        let value = isFlag ? "" : " Ar \(MdocPage.escaped(placeholder))"
        return HelpRow(names.joined(separator: " , ") + value, help, note: note)
    }
}

extension Command {
    /// The command `bo-export man`, which prints the manual page.
    static let manual: Command = Command(
        name: "man", section: .others,
        summary: Message(
            "The manual page; 'bo-export man | man -l -' shows it.",
            ko: "매뉴얼 페이지 ('bo-export man | man -l -'로 열람)"),
        prose: Message(
            "Prints the page bo-export(1) in mdoc, made from the same declarations as the help.",
            ko: "매뉴얼 페이지 bo-export(1)을 mdoc 형식으로 출력합니다. 도움말과 같은 정의로 만듭니다."),
        examples: ["man | man -l -", "man > ~/.local/share/man/man1/bo-export.1"],
        meant: "manual"
    ) { _, console throws(Fault) in
        try console.print(
            Manual.mdoc(services: console.environment.services, in: .current))
        return ExitStatus.success
    }

    /// The command in mdoc, such as `Cm movie Ar code ...`, and its description.
    fileprivate var row: HelpRow {
        let text = prose.map { "\(summary)\n\($0)" } ?? summary
        let tag = "Cm \(MdocPage.escaped(name))"
        guard let argument else { return HelpRow(tag, text) }
        let word = "\(argument.isOptional ? "Op " : "")Ar \(MdocPage.escaped(argument.name))"
        return HelpRow(
            "\(tag) \(word)\(argument.repeats ? " ..." : "")",
            "\(text)\n\(argument.name): \(argument.help)", note: argument.note)
    }
}

/// A manual page in mdoc(7), written from top to bottom in one language.
struct MdocPage {
    /// The page so far.
    private(set) var text = ""
    /// True if the next paragraph needs no space before it.
    private(set) var isAtHeading = true
    let catalogue: Catalogue

    /// Writes lines with macros, whose arguments are already escaped.
    mutating func macros(_ lines: String...) { for line in lines { text += line + "\n" } }

    /// Writes the heading of a section.
    mutating func section(_ title: String) { heading(".Sh \(title)") }

    /// Writes the heading of a part of a section.
    mutating func subsection(_ title: Message) { heading(".Ss \(escaped(title))") }

    private mutating func heading(_ line: String) {
        macros(line)
        isAtHeading = true
    }

    /// Writes `prose`, in which an empty line separates paragraphs, and `note` after it.
    mutating func paragraphs(_ prose: Message, note: Message? = nil) {
        let text = [prose, note].compactMap { $0?.text(in: catalogue) }.joined(separator: " ")
        for line in text.split(separator: "\n") {
            if !isAtHeading { macros(".Pp") }
            // A sentence begins on its own line, so that roff puts the right space before it.
            for sentence in line.replacing(". ", with: ".\n").split(separator: "\n") {
                write(String(sentence))
            }
            isAtHeading = false
        }
    }

    private mutating func write(_ line: String) {
        let isControl = line.hasPrefix(".") || line.hasPrefix("'")
        macros((isControl ? "\\&" : "") + Self.escaped(line))
    }

    /// Writes a list; the labels of its rows are macros with escaped arguments.
    mutating func list(_ rows: [HelpRow]) {
        macros(".Bl -tag -width Ds")
        for row in rows {
            heading(".It \(row.label)")
            paragraphs(row.text, note: row.note)
        }
        macros(".El")
        isAtHeading = false
    }

    /// Writes a list; each label is the argument of `macro`.
    mutating func list(_ rows: [HelpRow], as macro: String) {
        list(rows.map { HelpRow("\(macro) \(Self.escaped($0.label))", $0.text) })
    }

    /// Writes lines as they are.
    mutating func literal(_ lines: [String]) {
        macros(".Bd -literal -offset indent")
        for line in lines { write(line) }
        macros(".Ed")
        isAtHeading = false
    }

    /// Returns `message` in the language of the page, escaped.
    func escaped(_ message: Message) -> String { Self.escaped(message.text(in: catalogue)) }

    /// Returns `text` escaped, so that mdoc and roff find no commands in it, and hyphens and quotes
    /// can be copied.
    static func escaped(_ text: String) -> String {
        text.map { escapes[$0] ?? String($0) }.joined()
    }

    /// The characters that need an escape.
    private static let escapes: [Character: String] = [
        "\\": "\\e", "-": "\\-", "'": "\\(aq", "\"": "\\(dq", "`": "\\(ga", "~": "\\(ti",
        "^": "\\(ha",
    ]
}
