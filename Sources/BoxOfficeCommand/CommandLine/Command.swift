internal import BoxOffice

/// A command of the program: what it is called, what it takes and what it does.
///
/// Help, manual, completion and corrections are made from this and from ``OptionTable``.
struct Command: Sendable {
    /// The words that a command takes besides options.
    struct Argument: Sendable {
        /// What stands for it in the help.
        let name: String
        /// What it is.
        let help: Message
        /// Whether several are taken.
        var repeats = false
        /// Whether it may be left out.
        var isOptional = false
        /// Words that it takes.
        var values: [String] = []
        /// What people type instead of them, as ``synonyms(_:)`` reads it.
        var meant = ""
        /// Whether it takes no other words.
        var isClosed = false
        /// The word without it; empty if there is none.
        var standard = ""
        /// Whether shells complete files.
        var isFile = false
        /// What is said where it is missing.
        var missing: Fault?
        /// What is wrong with a word; nil if it is taken.
        var fault: @Sendable (String) -> Fault? = { _ in nil }
    }

    /// The parts of the program's help.
    enum Section: Sendable { case charts, films, others }

    /// Does the work of a command and gives the exit status.
    typealias Run = @Sendable (Values, Console) async throws(Fault) -> Int32

    /// The words that call it, such as `plugins check`.
    let name: String
    /// Where the help of the program lists it; nil for a command of another one.
    let section: Section?
    /// What it does, in a sentence.
    let summary: Message
    /// The paragraphs of its help.
    var prose: Message?
    /// The examples of its help, after `bo-export`.
    var examples: [String] = []
    /// The words that it takes.
    var argument: Argument?
    /// Which options it has.
    var groups: [Option.Group] = []
    /// Options of groups that it does not have.
    var others: [Option] = []
    /// Options of other commands that it cannot have, by their names, and why.
    var refused: [String: Fault] = [:]
    /// Whether environment and configuration may set its options.
    var isConfigured = true
    /// Whether it is another name of the command that it belongs to.
    var isAlias = false
    /// What people type instead of the name, with spaces between.
    var meant = ""
    /// Does the work.
    let run: Run

    /// The last of the words that call it, such as `check`.
    var lastWord: String { name.split(separator: " ").last.map { String($0) } ?? name }

    /// Its options in the order of the help.
    var options: [Option] { OptionTable.all.filter(has) }

    /// The option called `name`, with its hyphens.
    func option(_ name: some StringProtocol) -> Option? {
        options.first { $0.names.contains { $0 == name } }
    }

    /// Whether it has `option`.
    func has(_ option: Option) -> Bool {
        refused[option.long] == nil
            && (has(option.group) || others.contains { $0.name == option.name })
    }

    /// Whether it has the options of `group`.
    func has(_ group: Option.Group) -> Bool { group == .running || groups.contains(group) }
}

/// All commands of the program.
struct Grammar: Sendable {
    /// The command without a name.
    let standard: Command
    /// The commands in the order of the help, the standard one among them.
    let commands: [Command]

    /// The command called `name`.
    func command(_ name: String) -> Command? { commands.first { $0.name == name } }

    /// The commands that have no other one before them.
    var topCommands: [Command] { commands.filter { $0.section != nil } }

    /// The commands of `command`.
    func subcommands(of command: Command) -> [Command] {
        commands.filter { $0.name.hasPrefix("\(command.name) ") }
    }
}
