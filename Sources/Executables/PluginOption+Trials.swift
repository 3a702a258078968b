internal import BoxOffice

extension PluginOption {
    /// The values that a check tries: both ends of a range, every choice, and for a text another one,
    /// an empty one, and an odd one with quotes, control characters and emoji.
    var trials: [String] {
        let values: [String] =
            switch kind {
            case .integer(let range): ["\(range.lowerBound)", "\(range.upperBound)", defaultValue]
            case .boolean, .choice: choices ?? []
            case .text: [defaultValue, "another text", "", Self.oddText]
            }
        var seen: Set<String> = []
        return values.filter { seen.insert($0).inserted }
    }

    /// Whether a plugin may end with `fault` if the option has `value`: it must take the values that
    /// its manifest names, but may refuse a text.
    func mayRefuse(_ value: String, with fault: Fault) -> Bool {
        kind == .text && value != defaultValue && [.usage, .configuration].contains(fault.kind)
            && fault.code == PluginSession.exitStatusCode
    }

    /// The assignment for messages.
    func assignment(of value: String) -> String {
        "\(name)=\(Quote.of(value.utf8).dropFirst().dropLast())"
    }

    private static let oddText = "\"\\'<&> =,;|%$(x)`\t\n\u{1B}[31m가👩‍👩‍👧"

    /// An option that no plugin has.
    static let unknownToAll = PluginOption(
        "no-plugin-has-this", .text, default: "x", help: "an option that no plugin has")
}
