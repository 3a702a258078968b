internal import ArgumentParser
internal import BoxOffice
internal import Wire

/// A command as its configuration and the parser describe it: what help pages, the manual page and
/// the hints for mistyped command lines are made from.
struct DescribedCommand {
    /// A command of a command.
    struct Subcommand {
        /// The word that calls it.
        let name: String
        /// What it does, in a sentence.
        let abstract: Message
    }

    /// The words that call it, such as `plugins check`.
    let name: String
    /// The forms of the command line.
    let usage: [String]
    /// What it does, in a sentence.
    let abstract: Message
    /// The paragraphs of its help before the examples; empty if there are none.
    let prose: Message
    /// The examples of its help.
    let examples: [String]
    /// The commands that it has of its own.
    let subcommands: [Subcommand]
    /// Its arguments and options.
    let arguments: [DescribedArgument]

    /// The commands of the program, read once; none if the description is not understood.
    static let known = (try? all()) ?? []

    /// The commands of the program in the order of the help.
    ///
    /// - Throws: a ``Fault`` of kind `bug` if the parser's description is not what it used to be.
    static func all() throws(Fault) -> [DescribedCommand] {
        var all: [DescribedCommand] = []
        for type in BOExport.configuration.subcommands {
            all.append(try DescribedCommand(type))
            let standard = type.configuration.defaultSubcommand?._commandName
            for own in type.configuration.subcommands where own._commandName != standard {
                all.append(try DescribedCommand(own, of: type))
            }
        }
        return all
    }

    /// Describes the command `type`, which is a subcommand of `parent` if that is given.
    ///
    /// A command with subcommands is described with the arguments of the one that it stands for.
    ///
    /// - Throws: a ``Fault`` of kind `bug` if the parser's description is not what it used to be.
    init(
        _ type: any ParsableCommand.Type, of parent: (any ParsableCommand.Type)? = nil
    ) throws(Fault) {
        let configuration = type.configuration
        let words = [parent?._commandName, type._commandName].compactMap { $0 }
        let key = words.joined(separator: ".")
        name = words.joined(separator: " ")
        usage = (configuration.usage ?? "").split(separator: "\n").map { String($0) }
        abstract = .help(key, Message(configuration.abstract))
        let parts = configuration.discussion.split(
            separator: "EXAMPLES\n", maxSplits: 1, omittingEmptySubsequences: false)
        let prose = parts.first.map { $0.trimming(\.isNewline) } ?? ""
        self.prose = prose.isEmpty ? "" : .help("\(key).discussion", Message(prose))
        examples =
            parts.dropFirst().first?.split(separator: "\n").map { line in
                line.trimming { $0 == " " }
            } ?? []
        subcommands = configuration.subcommands.map { own in
            let abstract = Message(own.configuration.abstract)
            return Subcommand(
                name: own._commandName, abstract: .help("\(key).\(own._commandName)", abstract))
        }
        arguments = try Self.arguments(of: configuration.defaultSubcommand ?? type)
    }

    private static func arguments(
        of type: any ParsableCommand.Type
    ) throws(Fault) -> [DescribedArgument] {
        let description: JSONValue
        do throws(Malformed) {
            description = try JSONValue(objectIn: Array(type._dumpHelp().utf8))
        } catch {
            throw Fault(.bug, "command-description", "the parser's description is not JSON")
        }
        var arguments = (description["command"]?["arguments"]?.items ?? [])
            .filter { $0["shouldDisplay"] != .boolean(false) }.map(DescribedArgument.init)
        guard var help = arguments.popLast(), help.names.contains("--help") else {
            throw Fault(.bug, "no-arguments-described", "the parser describes no --help")
        }
        // The parser adds this one to commands of a program, and describes one command here.
        var version = DescribedArgument(
            flag: "--version", .help("option.version", "Show the version."))
        // Both go with what every command has, which is the last group.
        version.group = arguments.last { $0.group != nil }?.group
        help.group = version.group
        return arguments + [version, help]
    }

    /// The option called `name`, with its hyphens.
    func option(_ name: some StringProtocol) -> DescribedArgument? {
        arguments.first { $0.names.contains { $0 == name } }
    }

    /// The names of the options, with their hyphens.
    var optionNames: [String] { arguments.flatMap(\.names) }

    /// The argument that is no option, if it takes one.
    var word: DescribedArgument? { arguments.first { $0.names.isEmpty } }
}

extension JSONValue {
    /// The items of a list; none if this is something else.
    var items: [JSONValue] { if case .list(let items) = self { items } else { [] } }

    /// The text; nil if this is something else.
    var words: String? { if case .text(let text) = self { text } else { nil } }
}
