internal import BoxOffice

/// The manual page `bo-export(1)`, made from the declarations of the commands and their options.
struct Manual {
    private let grammar: Grammar
    private let services: [Service]
    private let catalogue: Catalogue

    /// Collects what the page says, in the language of `catalogue`.
    init(_ grammar: Grammar, services: [Service], in catalogue: Catalogue) {
        self.grammar = grammar
        self.services = services
        self.catalogue = catalogue
    }

    /// The commands, without those that are another name of one.
    private var commands: [Command] { grammar.commands.filter { !$0.isAlias } }

    private func words(_ message: Message) -> String { message.text(in: catalogue) }

    /// The page in mdoc(7).
    var mdoc: String {
        var page = MdocPage(
            name: "bo-export", section: 1, system: "bo-export \(version)", date: versionDate
        )
        page.section("NAME")
        page.macro(".Nm bo\\-export")
        page.macro(".Nd \(MdocPage.escaped(words(Self.name)))")
        page.section("SYNOPSIS")
        page.macro(".Nm")
        page.macro(".Op Ar command")
        page.macro(".Op Ar options")
        page.section("DESCRIPTION")
        page.paragraphs(words(Self.description))
        add(commandsTo: &page)
        add(optionsTo: &page)
        page.section("ENVIRONMENT")
        page.paragraphs(words(Self.environment))
        page.list(variables)
        page.section("FILES")
        page.list(Self.files.map { ("Pa \(MdocPage.escaped($0.path))", words($0.text)) })
        page.section("EXIT STATUS")
        page.list(Self.statuses.map { ("\($0.status)", words($0.text)) })
        page.section("EXAMPLES")
        for command in commands where !command.examples.isEmpty {
            page.paragraphs("\(command.name):")
            page.literal(command.examples.map { "bo-export \($0)" })
        }
        page.section("SEE ALSO")
        page.macro(".Lk \(Registry.keyAddress) \(MdocPage.escaped(Registry.serviceTitle))")
        return page.text
    }

    private func add(commandsTo page: inout MdocPage) {
        page.section("COMMANDS")
        page.list(
            commands.map { command in
                let tag = ["Cm \(MdocPage.escaped(command.name))"]
                let argument = command.argument
                let texts = [command.summary, command.prose, argument?.described]
                return (
                    (tag + [argument?.mdoc].compactMap(\.self)).joined(separator: " "),
                    texts.compactMap { $0.map(words) }.joined(separator: "\n")
                )
            })
    }

    private func add(optionsTo page: inout MdocPage) {
        page.section("OPTIONS")
        page.paragraphs(words(Self.options))
        for group in groups {
            let names = group.commands.joined(separator: ", ")
            page.subsection(words(group.title ?? Message(names)))
            if group.title != nil {
                page.paragraphs(
                    words(
                        group.commands.count == commands.count
                            ? Message("With every command.", ko: "모든 명령에서 쓸 수 있습니다.")
                            : Message("With: \(names).", ko: "쓸 수 있는 명령: {1}.")))
            }
            page.list(
                group.options.map { option in
                    let text = [option.help, option.note].compactMap { $0.map(words) }
                    return (option.mdoc, text.joined(separator: " "))
                })
        }
    }

    /// Options with one title that the same commands have.
    private typealias Group = (title: Message?, commands: [String], options: [Option])

    /// All options, each once; what every command has comes last, as in the help.
    private var groups: [Group] {
        var groups: [Group] = []
        for command in commands {
            for option in command.options {
                let title = command.has(option.group) ? option.group.title : nil
                let owners = commands.filter { owner in
                    owner.has(option) && owner.has(option.group) == command.has(option.group)
                }.map(\.name)
                let index = groups.firstIndex { $0.title == title && $0.commands == owners }
                if let index {
                    guard !groups[index].options.contains(where: { $0.name == option.name }) else {
                        continue
                    }
                    groups[index].options.append(option)
                } else {
                    groups.append((title, owners, [option]))
                }
            }
        }
        return groups.filter { $0.commands.count < commands.count }
            + groups.filter { $0.commands.count == commands.count }
    }

    /// The environment variables, those of the services first.
    private var variables: [(tag: String, text: String)] {
        var variables: [(name: String, text: Message)] = []
        for service in services {
            if let key = service.key {
                let keyText = Message(
                    "The key for \(service.title), from \(key.issuedAt). No option takes a key.",
                    ko: "{2}에서 발급하는 {1}의 키. 키를 받는 옵션은 없습니다.")
                let fileText = Message("The path of a file with that key.", ko: "그 키가 든 파일의 경로.")
                variables += [(key.variable, keyText), (key.fileVariable, fileText)]
            }
            let address = Message(
                "The address of \(service.title). (default: \(service.baseURL))",
                ko: "{1}의 주소. (기본값: {2})")
            variables.append((service.baseURLVariable, address))
        }
        var names: Set<String> = []
        let all = variables.filter { names.insert($0.name).inserted } + Self.otherVariables
        return all.map { ("Ev \(MdocPage.escaped($0.name))", words($0.text)) }
    }
}

extension Option {
    /// The option in mdoc, such as `Fl o , Fl \-output Ar path`.
    fileprivate var mdoc: String {
        let names = names.map { "Fl \(MdocPage.escaped(String($0.dropFirst())))" }
        let value = isFlag ? "" : " Ar \(MdocPage.escaped(placeholder))"
        return names.joined(separator: " , ") + value
    }
}

extension Command.Argument {
    /// The argument in mdoc, such as `Ar code ...`.
    fileprivate var mdoc: String {
        "\(isOptional ? "Op " : "")Ar \(MdocPage.escaped(name))\(repeats ? " ..." : "")"
    }

    /// What it is, after its name.
    fileprivate var described: Message {
        standard.isEmpty
            ? "\(name): \(help)" : "\(name): \(help) \(Message.standard(Message(standard)))"
    }
}
