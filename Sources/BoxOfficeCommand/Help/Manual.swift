internal import BoxOffice

/// The manual page `bo-export(1)`, made from the declarations of the commands and their options.
enum Manual {
    /// The page in mdoc(7), in the language of `catalogue`.
    static func mdoc(
        _ grammar: Grammar, services: [Service], in catalogue: Catalogue
    ) -> String {
        let commands = grammar.commands.filter { !$0.isAlias }
        var page = MdocPage(in: catalogue)
        // The date is fixed, so that the same program writes the same bytes.
        page.macro(".Dd \(versionDate)")
        page.macro(".Dt BO\\-EXPORT 1")
        page.macro(".Os bo\\-export \(version)")
        page.section("NAME")
        page.macro(".Nm bo\\-export")
        let name = Message(
            "Korean box-office charts and films as files", ko: "한국 박스오피스와 영화 정보를 파일로 내보내기")
        page.macro(".Nd \(page.escaped(name))")
        page.section("SYNOPSIS")
        page.macro(".Nm")
        page.macro(".Op Ar command")
        page.macro(".Op Ar options")
        page.section("DESCRIPTION")
        page.paragraphs(description)
        page.section("COMMANDS")
        page.list(commands.map(\.row))
        page.section("OPTIONS")
        page.paragraphs(
            Message(
                """
                An option can also be set for all runs: in the environment as BO_EXPORT_ and its name, \
                such as BO_EXPORT_JOBS=8, or in the configuration file by its name. The command line \
                wins over the environment, and that over the file.
                """,
                ko:
                    "자주 쓰는 옵션은 미리 설정해 둘 수 있습니다. 환경 변수에서는 BO_EXPORT_JOBS=8처럼 이름 앞에 BO_EXPORT_를 붙이고, 설정 파일에서는 이름을 그대로 씁니다. 명령줄이 환경 변수보다, 환경 변수가 설정 파일보다 우선합니다."
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
                """
                A key can also be in a file named like its variable in lower case, such as \
                \(Registry.keyFile), in the folder $CREDENTIALS_DIRECTORY, or else in ~/.config/bo-export \
                ($XDG_CONFIG_HOME/bo-export). A file there that others may read is used with a warning.
                """,
                ko:
                    "키는 $CREDENTIALS_DIRECTORY 폴더의 파일에, 없으면 ~/.config/bo-export ($XDG_CONFIG_HOME/bo-export) 폴더의 파일에 둘 수도 있습니다. 파일 이름은 {1}처럼 변수 이름을 소문자로 씁니다. 설정 폴더의 키 파일을 다른 사용자가 읽을 수 있으면 경고하고 사용합니다."
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
        page.macro(".Lk \(Registry.keyAddress) \(MdocPage.escaped(Registry.serviceTitle))")
        return page.text
    }
    /// Options with one title that the same commands have.
    private typealias Group = (title: Message?, owners: [String], options: [Option])

    /// The options of `commands`, each once; what every command has comes last, as in the help.
    private static func groups(of commands: [Command]) -> [Group] {
        var groups: [Group] = []
        for command in commands {
            for option in command.options {
                let isOfGroup = command.has(option.group)
                let owners = commands.filter { $0.has(option) && $0.has(option.group) == isOfGroup }
                guard owners.first?.name == command.name else { continue }
                let group: Group = (
                    isOfGroup ? option.group.title : nil, owners.map(\.name), [option]
                )
                if let index = groups.firstIndex(where: {
                    $0.title == group.title && $0.owners == group.owners
                }) {
                    groups[index].options.append(option)
                } else {
                    groups.append(group)
                }
            }
        }
        return groups.filter { $0.owners.count < commands.count }
            + groups.filter { $0.owners.count == commands.count }
    }

    /// The environment variables of `service`.
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
                ko: "{2}에서 발급하는 {1}의 키. 키를 받는 옵션은 없습니다."),
            HelpRow(key.fileVariable, "The path of a file with that key.", ko: "그 키가 든 파일의 경로."),
            address,
        ]
    }
}

extension Option {
    /// The option in mdoc, such as `Fl o , Fl \-output Ar path`, and what it does.
    fileprivate var row: HelpRow {
        let names = names.map { "Fl \(MdocPage.escaped(String($0.dropFirst())))" }
        let value = isFlag ? "" : " Ar \(MdocPage.escaped(placeholder))"
        return HelpRow(names.joined(separator: " , ") + value, help, note: note)
    }
}

extension Command {
    /// The command in mdoc, such as `Cm movie Ar code ...`, and what it does.
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
