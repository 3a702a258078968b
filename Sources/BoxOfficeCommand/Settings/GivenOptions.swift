internal import BoxOffice

/// The options among the arguments of the command line, read without the parser and without the
/// commands: the language is found with them before anything is worded.
struct GivenOptions: Sendable {
    /// An option and what may be its value.
    private struct Occurrence {
        let name: Substring
        let isShort: Bool
        let value: String?
    }

    private let occurrences: [Occurrence]
    /// The first word, which names a command; nil if it is an option.
    let command: String?

    /// Reads `arguments`, which do not begin with the name of the program.
    init(_ arguments: [String]) {
        command = arguments.first.flatMap { $0.hasPrefix("-") ? nil : $0 }
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

    /// The long names of the options that are given more than once, with a short form or a long one.
    var repeated: [Substring] {
        var seen: Set<Substring> = []
        return occurrences.map(Self.longName).filter { !seen.insert($0).inserted }
    }

    private static func longName(of occurrence: Occurrence) -> Substring {
        guard occurrence.isShort else { return occurrence.name }
        let setting = Setting.options.first { $0.short != nil && $0.short == occurrence.name.first }
        return setting?.name[...] ?? occurrence.name
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
}
