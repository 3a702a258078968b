internal import Wire

/// An argument, an option or a flag of a command as the parser describes it.
struct DescribedArgument: Hashable {
    /// The title of its group; nil if it is in none.
    let group: String?
    /// The names with their hyphens, the short one first; none if it is an argument.
    let names: [String]
    /// What stands for the value; nil if it is a flag.
    let value: String?
    /// What it does, with the value that is in force without it.
    let text: String
    /// The words that it takes; empty if it takes others.
    let values: [String]
    /// Whether it may be left out.
    let isOptional: Bool
    /// Whether several values may be given.
    let isRepeating: Bool

    /// Reads the parser's description.
    init(_ description: JSONValue) {
        group = description["sectionTitle"]?.words
        let names = (description["names"]?.items ?? []).map { name in
            (name["kind"]?.words == "long" ? "--" : "-") + (name["name"]?.words ?? "")
        }
        self.names = names.sorted { $0.count < $1.count }
        let isFlag = description["kind"]?.words == "flag"
        value = isFlag ? nil : description["valueName"]?.words ?? "value"
        let standard = description["defaultValue"]?.words
        text =
            (description["abstract"]?.words ?? "")
            + (standard.map { " (default: \($0))" } ?? "")
        values = (description["allValues"]?.items ?? []).compactMap(\.words)
        isOptional = description["isOptional"] == .boolean(true)
        isRepeating = description["isRepeating"] == .boolean(true)
    }

    /// The option in mdoc, such as `Fl o , Fl \-output Ar path`.
    var mdoc: String {
        let names = names.map { "Fl \(MdocPage.escaped(String($0.dropFirst())))" }
        return names.joined(separator: " , ") + (value.map { " Ar \(MdocPage.escaped($0))" } ?? "")
    }

    /// The argument in mdoc, such as `Ar code ...`.
    var mdocArgument: String {
        "\(isOptional ? "Op " : "")Ar \(MdocPage.escaped(value ?? ""))\(isRepeating ? " ..." : "")"
    }
}
