internal import BoxOffice

/// A command of the program: its name, its arguments and its work.
///
/// Help, manual, completion and corrections are made from this and from ``OptionTable``.
struct Command: Sendable {
    /// The words that a command takes in addition to options.
    struct Argument: Sendable {
        /// The placeholder in the help.
        let name: String
        /// The description in the help.
        let help: Message
        /// True if several are taken.
        var repeats = false
        /// True if it may be left out.
        var isOptional = false
        /// The words that it takes.
        var values: [String] = []
        /// The value if it is left out; empty if there is none.
        var standard = ""
        /// True if shells complete files.
        var isFile = false
        /// The fault to report if it is missing; nil for the general one.
        var missing: Fault?
        /// The fault to report for a further word; nil for the one that names the word.
        var further: Fault?
        /// The check of a word, which returns nil if the word is allowed.
        var fault: @Sendable (String) -> Fault? = { _ in nil }
    }

    /// The parts of the program's help.
    enum Section: Sendable { case charts, films, others }

    /// A function that does the work of a command and returns the exit status.
    typealias Run = @Sendable (Values, Console) async throws(Fault) -> Int32

    /// The words that call it, such as `plugins check`.
    let name: String
    /// The section of the program's help that lists it; nil for a subcommand.
    let section: Section?
    /// The work of the command, in one sentence.
    let summary: Message
    /// The paragraphs of its help.
    var prose: Message?
    /// The examples of its help, after `bo-export`.
    var examples: [String] = []
    /// The words that it takes.
    var argument: Argument?
    /// The groups of options that it has.
    var groups: [Option.Group] = []
    /// The options that it has in addition, from other groups.
    var others: [Option] = []
    /// The faults for options of other commands that it does not support, by option name.
    var refused: [String: Fault] = [:]
    /// True if environment and configuration may set its options.
    var isConfigured = true
    /// True if it is an alias of the command that it belongs to.
    var isAlias = false
    /// The words that people type instead of the name, separated by spaces.
    var meant = ""
    /// The function that does the work.
    let run: Run

    /// The last of the words that call it, such as `check`.
    var lastWord: String { name.split(separator: " ").last.map { String($0) } ?? name }

    /// The options in the order of the help.
    var options: [Option] { OptionTable.all.filter(has) }

    /// Returns the option called `name`, which includes its hyphens.
    func option(_ name: some StringProtocol) -> Option? {
        OptionTable.all.first { $0.isCalled(name) && has($0) }
    }

    /// Returns true if the command has `option`.
    func has(_ option: Option) -> Bool {
        refused[option.long] == nil
            && (has(option.group) || others.contains { $0.name == option.name })
    }

    /// Returns true if the command has the options of `group`.
    func has(_ group: Option.Group) -> Bool { group == .running || groups.contains(group) }

    /// Returns the command called `name`.
    static func named(_ name: String) -> Command? { all.first { $0.name == name } }

    /// The commands that are not subcommands.
    static var top: [Command] { all.filter { $0.section != nil } }

    /// Returns the command that `word` was probably meant to be; nil if none is near.
    static func nearest(to word: String) -> String? {
        let words = top.map { "\($0.name): \($0.meant)" }.joined(separator: ";")
        return top.map(\.name).nearest(to: word, otherWords: synonyms(words))
    }

    /// The commands whose names begin with that of this one.
    var subcommands: [Command] { Self.all.filter { $0.name.hasPrefix("\(name) ") } }

    /// The commands of the program in the order of the help.
    static let all: [Command] = [
        .daily, .weekly, .weekend, .weekdays, .ranking, .trend, .market, .movies, .movie, .people,
        .person, .companies, .company, .codes, .key, .doctor, .quota, .cache, .columns, .plugins,
        .mcp, .pluginList, .pluginCheck, .rows, .manual,
    ]
}
