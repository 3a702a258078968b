internal import ArgumentParser
internal import Wire

/// The commands and their options, as the parser describes them.
///
/// Making it takes longer than most runs, so it is made only where something is wrong with the
/// command line.
struct ParserDescription {
    /// An option or a flag.
    struct Option {
        /// Its names with their hyphens: `--output`, `-o`.
        let names: [String]
        /// Whether it has no value.
        let isFlag: Bool
        /// The words that it takes; empty if it takes others.
        let values: [String]
    }

    /// A command.
    struct Command {
        /// Its name.
        let name: String
        /// Its options.
        let options: [Option]
        /// Whether it takes words that are not options.
        let takesWords: Bool
        /// The words that those may be; empty if they may be others.
        let words: [String]

        /// The option called `name`, with its hyphens.
        func option(_ name: some StringProtocol) -> Option? {
            options.first { $0.names.contains { $0 == name } }
        }
    }

    /// That of this program.
    static let ofProgram = ParserDescription(of: BOExport.self)

    /// All commands of the program.
    let commands: [Command]

    /// Reads the parser's description of `program`; it has no commands if that is not understood.
    init(of program: any ParsableCommand.Type) {
        commands = (try? Self.commands(in: program._dumpHelp())) ?? []
    }

    /// The command called `name`.
    func command(_ name: String) -> Command? { commands.first { $0.name == name } }

    private static func commands(in text: String) throws(Malformed) -> [Command] {
        let tree = try Tree(.json, Array(text.utf8))
        let program = try tree.root.object(Fields.self)[.command]?.object(Fields.self)
        var commands: [Command] = []
        guard let list = try program?[.subcommands]?.list() else { return [] }
        for node in list { commands.append(try command(node)) }
        return commands
    }

    private static func command(_ node: Node) throws(Malformed) -> Command {
        let fields = try node.object(Fields.self)
        var options: [Option] = []
        var takesWords = false
        var words: [String] = []
        if let list = try fields[.arguments]?.list() {
            for node in list {
                let argument = try node.object(Fields.self)
                if argument.text(.kind) == "positional" {
                    takesWords = true
                    words = try texts(argument[.allValues])
                } else {
                    options.append(try option(argument))
                }
            }
        }
        return Command(
            name: fields.text(.commandName) ?? "", options: options, takesWords: takesWords,
            words: words)
    }

    private static func option(_ argument: Object<Fields>) throws(Malformed) -> Option {
        var names: [String] = []
        if let list = try argument[.allNames]?.list() {
            for node in list {
                let name = try node.object(Fields.self)
                let hyphens = name.text(.kind) == "long" ? "--" : "-"
                names.append(hyphens + (name.text(.name) ?? ""))
            }
        }
        return Option(
            names: names, isFlag: argument.text(.kind) == "flag",
            values: try texts(argument[.allValues]))
    }

    private static func texts(_ node: Node?) throws(Malformed) -> [String] {
        var texts: [String] = []
        guard let list = try node?.list() else { return [] }
        for node in list { if let text = try node.text() { texts.append(text) } }
        return texts
    }

    /// The names in the parser's description.
    private enum Fields: Int, WireField {
        case command, subcommands, commandName, arguments, kind, allNames, name, allValues

        static let names = FieldNames(of: Self.self)

        var isNested: Bool {
            switch self {
            case .commandName, .kind, .name: false
            default: true
            }
        }

        // The parser says `names`, which every kind of fields has for itself.
        var stringValue: String {
            switch self {
            case .command: "command"
            case .subcommands: "subcommands"
            case .commandName: "commandName"
            case .arguments: "arguments"
            case .kind: "kind"
            case .allNames: "names"
            case .name: "name"
            case .allValues: "allValues"
            }
        }
    }
}
