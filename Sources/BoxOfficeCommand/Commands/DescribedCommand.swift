internal import ArgumentParser
internal import BoxOffice
internal import Wire

/// A command as the parser describes it.
struct DescribedCommand {
    /// The words that call it, such as `plugins check`.
    let name: String
    /// What it does, in a sentence.
    let abstract: String
    /// The paragraphs of its help before the examples.
    let prose: String
    /// The examples of its help.
    let examples: [String]
    /// Its arguments and options.
    let arguments: [DescribedArgument]

    /// The commands of the program, read once; none if the description is not understood.
    static let known = (try? all()) ?? []

    /// The commands of the program in the order of the help.
    ///
    /// - Throws: a ``Fault`` of kind `bug` if the parser's description is not what it used to be.
    static func all() throws(Fault) -> [DescribedCommand] {
        let description: JSONValue
        do throws(Malformed) {
            description = try JSONValue(objectIn: Array(BOExport._dumpHelp().utf8))
        } catch {
            throw Fault(.bug, "command-description", "the parser's description is not JSON")
        }
        let commands = description["command"]?["subcommands"]?.items ?? []
        // The parser's own command `help` is described by the page's text.
        let all = commands.filter { $0["commandName"]?.words != "help" }.flatMap { command in
            let own = command["subcommands"]?.items ?? []
            let name = command["commandName"]?.words ?? ""
            guard !own.isEmpty else { return [DescribedCommand(command, name: name)] }
            let standard = command["defaultSubcommand"]?.words
            return own.map { sub in
                let subname = sub["commandName"]?.words ?? ""
                return subname == standard
                    ? DescribedCommand(sub, name: name, help: command)
                    : DescribedCommand(sub, name: "\(name) \(subname)")
            }
        }
        guard !all.isEmpty else {
            throw Fault(.bug, "no-commands-described", "the parser describes no commands")
        }
        return all
    }

    /// Reads `value`; the texts come from `help`, the command that it is the default of, if given.
    private init(_ value: JSONValue, name: String, help: JSONValue? = nil) {
        let help = help ?? value
        self.name = name
        abstract = help["abstract"]?.words ?? ""
        let discussion = help["discussion"]?.words ?? ""
        let parts = discussion.split(
            separator: "EXAMPLES\n", maxSplits: 1, omittingEmptySubsequences: false)
        prose = parts.first.map { $0.trimming(\.isNewline) } ?? ""
        examples =
            parts.dropFirst().first?.split(separator: "\n").map { line in
                line.trimming { $0 == " " }
            } ?? []
        arguments = (value["arguments"]?.items ?? [])
            .filter { $0["shouldDisplay"] != .boolean(false) }.map(DescribedArgument.init)
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
