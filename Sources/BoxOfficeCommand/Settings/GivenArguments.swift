internal import ArgumentParser
internal import BoxOffice

/// The arguments of the command line, read without the parser.
///
/// The parser says nothing of the others if one is wrong, and knows nothing of the settings that
/// depend on what is given.
struct GivenArguments: Sendable {
    /// An option and what may be its value.
    private struct Occurrence {
        let name: Substring
        let isShort: Bool
        let value: String?
    }

    /// All of them.
    let all: [String]
    /// The command that they name, or the daily chart.
    let command: any ParsableCommand.Type
    /// Those of the command, without its name.
    let own: [String]
    private let occurrences: [Occurrence]

    /// Reads `arguments`, which do not begin with the name of the program.
    init(_ arguments: [String]) {
        all = arguments
        if let name = arguments.first, !name.hasPrefix("-"),
            let type = BOExport.configuration.subcommands.first(where: { $0._commandName == name })
        {
            (command, own) = (type, Array(arguments.dropFirst()))
        } else {
            (command, own) = (Daily.self, arguments)
        }
        var occurrences: [Occurrence] = []
        var words = arguments.prefix { $0 != "--" }
        while let word = words.popFirst() {
            guard let occurrence = Self.occurrence(word, before: &words) else { continue }
            occurrences.append(occurrence)
        }
        self.occurrences = occurrences
    }

    /// The option that `word` is, if it is one; its value is taken from `words` only if that could
    /// be mistaken for another option.
    private static func occurrence(
        _ word: String, before words: inout ArraySlice<String>
    ) -> Occurrence? {
        guard word.hasPrefix("-") else { return nil }
        let isShort = !word.hasPrefix("--")
        let name = isShort ? word.dropFirst().prefix(1) : word.dropFirst(2).prefix { $0 != "=" }
        let rest = word.dropFirst(isShort ? 2 : name.count + 3)
        // After `--name=` with nothing behind it the parser takes the next argument.
        if !rest.isEmpty { return Occurrence(name: name, isShort: isShort, value: String(rest)) }
        let takesHyphens = PeriodOptions.settings.contains { $0.takesHyphens && $0.name == name }
        let next =
            takesHyphens && !isShort
            ? words.popFirst() : words.first.flatMap { $0.hasPrefix("-") ? nil : $0 }
        return Occurrence(name: name, isShort: isShort, value: next)
    }

    /// The word that stands where a command should be and is none; nil if there is no such word.
    var unknownCommand: String? {
        var words = all[...]
        if words.first == "help" { words = words.dropFirst() }
        guard let word = words.first, !word.hasPrefix("-"), word != "help" else { return nil }
        return BOExport.commandNames.contains(word) ? nil : word
    }

    /// Refuses an option with one value that is given twice.
    ///
    /// - Throws: a ``Fault`` of kind `usage`.
    func refuseRepeated() throws(Fault) {
        var seen: Set<Substring> = []
        for occurrence in occurrences {
            let name = Self.longName(of: occurrence)
            guard !seen.insert(name).inserted, Self.takesOneValue(name, command._commandName) else {
                continue
            }
            throw .givenTwice("--\(name)")
        }
    }

    private static func longName(of occurrence: Occurrence) -> Substring {
        guard occurrence.isShort else { return occurrence.name }
        let setting = Setting.options.first { $0.short != nil && $0.short == occurrence.name.first }
        return setting?.name[...] ?? occurrence.name
    }

    /// Whether only one value of the option counts; the parser takes the last without a word.
    private static func takesOneValue(_ name: Substring, _ command: String) -> Bool {
        if let setting = Setting.options.first(where: { $0.name == name }) {
            return setting.kind == .value
        }
        let described = DescribedCommand.known.first { $0.name == command }
        let option = described?.option("--\(name)")
        return option?.value != nil
    }

    private func occurrences(of setting: Setting) -> [Occurrence] {
        occurrences.filter { occurrence in
            occurrence.isShort
                ? occurrence.name.first == setting.short && setting.short != nil
                : occurrence.name == setting.name
        }
    }

    /// Whether the option of `setting` is among the arguments.
    func has(_ setting: Setting) -> Bool { !occurrences(of: setting).isEmpty }

    /// The value of the option of `setting`; of several the last, which is the one that counts.
    func value(of setting: Setting) -> String? {
        occurrences(of: setting).last { $0.value != nil }?.value
    }

    /// All values of the option of `setting`.
    func values(of setting: Setting) -> [String] { occurrences(of: setting).compactMap(\.value) }

    /// Every word, and what may be the value in it: one of them may be the path of the output.
    var words: [String] {
        all.prefix { $0 != "--" }.flatMap { word in
            guard word.hasPrefix("-") else { return [word] }
            let value = word.split(separator: "=", maxSplits: 1).dropFirst()
            return (value + [word.dropFirst(2)]).map { String($0) }
        }
    }
}

extension Fault {
    fileprivate static func givenTwice(_ name: String) -> Fault {
        Fault(
            .usage, "given-twice", "\(name) is given twice, and only one value counts",
            hint: "leave one of them out")
    }
}
