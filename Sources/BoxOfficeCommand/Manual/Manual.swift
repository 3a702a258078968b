internal import BoxOffice

/// The manual page `bo-export(1)`, made from the declarations of the commands and their options.
struct Manual {
    private let commands: [DescribedCommand]
    private let services: [Service]
    private let catalogue: Catalogue

    /// Collects what the page says, in the language of `catalogue`.
    ///
    /// - Throws: a ``Fault`` of kind `bug` if the parser's description cannot be read.
    init(services: [Service], in catalogue: Catalogue) throws(Fault) {
        commands = try DescribedCommand.all()
        self.services = services
        self.catalogue = catalogue
    }

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
            page.literal(command.examples)
        }
        page.section("SEE ALSO")
        page.macro(".Lk https://www.kobis.or.kr/kobisopenapi \(MdocPage.escaped("KOBIS"))")
        return page.text
    }

    private func add(commandsTo page: inout MdocPage) {
        page.section("COMMANDS")
        page.list(
            commands.map { command in
                let tag = ["Cm \(MdocPage.escaped(command.name))"]
                let own = command.arguments.filter { $0.names.isEmpty }
                let arguments = own.map { argument in
                    "\(argument.value ?? ""): \(argument.text(in: catalogue))"
                }
                let texts = [command.abstract, command.prose].map(words)
                return (
                    (tag + own.map(\.mdocArgument)).joined(separator: " "),
                    (texts + arguments).joined(separator: "\n")
                )
            })
    }

    private func add(optionsTo page: inout MdocPage) {
        page.section("OPTIONS")
        page.paragraphs(words(Self.options))
        for group in OptionGroups(of: commands).groups {
            let names = group.commands.joined(separator: ", ")
            let isEvery = group.commands.count == commands.count
            page.subsection(words(group.title ?? Message(names)))
            if group.title != nil {
                page.paragraphs(
                    words(
                        isEvery
                            ? .help("man.with-every-command", "With every command.")
                            : .help("man.with-commands", "With: \(names).")))
            }
            page.list(group.options.map { ($0.mdoc, $0.text(in: catalogue)) })
        }
    }

    /// The environment variables, those of the services first.
    private var variables: [(tag: String, text: String)] {
        var variables: [(name: String, text: Message)] = []
        for service in services {
            if let key = service.key {
                let keyText = Message.help(
                    "man.variable.key",
                    "The key for \(service.title), from \(key.issuedAt). No option takes a key.")
                let fileText = Message.help(
                    "man.variable.key-file", "The path of a file with that key.")
                variables += [(key.variable, keyText), (key.fileVariable, fileText)]
            }
            let address = Message.help(
                "man.variable.address",
                "The address of \(service.title). (default: \(service.baseURL))")
            variables.append((service.baseURLVariable, address))
        }
        var names: Set<String> = []
        let all = variables.filter { names.insert($0.name).inserted } + Self.otherVariables
        return all.map { ("Ev \(MdocPage.escaped($0.name))", words($0.text)) }
    }
}
