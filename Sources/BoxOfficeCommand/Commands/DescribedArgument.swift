internal import BoxOffice
internal import Wire

/// An argument, an option or a flag of a command as the parser describes it.
struct DescribedArgument: Hashable {
    /// The title of its group; nil if it is in none.
    var group: Message?
    /// The names with their hyphens, the short one first; none if it is an argument.
    let names: [String]
    /// What stands for the value; nil if it is a flag.
    let value: String?
    /// What it does.
    let purpose: Message
    /// The value that is in force without it, or how that is found; nil if nothing is said of it.
    let standard: Message?
    /// The words that it takes; empty if it takes others.
    let values: [String]
    /// Whether it may be left out.
    let isOptional: Bool
    /// Whether several values may be given.
    let isRepeating: Bool

    /// Reads the parser's description.
    ///
    /// The help text may end with the standard value, such as `(default: all)`. A word of the
    /// command line is the same in every language; other wordings are catalogued under the key of
    /// the text, with `.default` behind it.
    init(_ description: JSONValue) {
        group = description["sectionTitle"]?.words.map { title in
            let key = title.lowercased().replacing(" ", with: "-")
            return .help("group.\(key)", Message(title))
        }
        let names = (description["names"]?.items ?? []).map { name in
            (name["kind"]?.words == "long" ? "--" : "-") + (name["name"]?.words ?? "")
        }
        self.names = names.sorted { $0.count < $1.count }
        let isFlag = description["kind"]?.words == "flag"
        let value = description["valueName"]?.words ?? "value"
        self.value = isFlag ? nil : value
        // The options of the parser itself, such as --help, are declared without a key.
        let declared = description["discussion"]?.words ?? value
        let key = names.isEmpty ? declared : "option.\(declared)"
        let text = description["abstract"]?.words ?? ""
        let note = text.hasSuffix(")") ? text.ranges(of: " (default: ").last : nil
        purpose = .help(key, Message(String(text[..<(note?.lowerBound ?? text.endIndex)])))
        let words = note.map { String(text[$0.upperBound...].dropLast()) }
        standard = (description["defaultValue"]?.words ?? words).map { words in
            .help("\(key).default", Message(words))
        }
        values = (description["allValues"]?.items ?? []).compactMap(\.words)
        isOptional = description["isOptional"] == .boolean(true)
        isRepeating = description["isRepeating"] == .boolean(true)
    }

    /// Describes an option that the parser adds to every command.
    init(flag name: String, _ purpose: Message) {
        group = nil
        names = [name]
        value = nil
        self.purpose = purpose
        standard = nil
        values = []
        isOptional = true
        isRepeating = false
    }

    /// What is in force without it, such as `(default: 4)`; nil if nothing is said of that.
    var note: Message? {
        standard.map { .help("default", "(default: \($0))") }
    }

    /// What it does, and what is in force without it.
    func text(in catalogue: Catalogue) -> String {
        [purpose, note].compactMap { $0?.text(in: catalogue) }.joined(separator: " ")
    }
}
