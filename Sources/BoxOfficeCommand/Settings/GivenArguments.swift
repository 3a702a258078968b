internal import ArgumentParser
internal import BoxOffice

/// The arguments of the command line, read without the parser.
///
/// The parser says nothing of the others if one is wrong, and knows nothing of the settings that
/// depend on what is given.
struct GivenArguments: Sendable {
    /// All of them.
    let all: [String]
    /// The command that they name, or the daily chart.
    let command: any ParsableCommand.Type
    /// Those of the command, without its name.
    let own: [String]
    private let options: GivenOptions

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
        options = GivenOptions(arguments)
    }

    /// All of them without a language that is known: the parser does not expect one where it shows
    /// help.
    var allButLanguage: [String] {
        let name = "--\(RunningOptions.lang.setting.name)"
        var words = all
        while let index = words.firstIndex(where: { $0 == name || $0.hasPrefix("\(name)=") }) {
            let isJoined = words[index] != name
            let end = min(index + (isJoined ? 1 : 2), words.count)
            let value = words[index..<end].last?.drop { isJoined && $0 != "=" } ?? ""
            guard Language(rawValue: String(isJoined ? value.dropFirst() : value)) != nil else {
                break
            }
            words.removeSubrange(index..<end)
        }
        return words
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
        for name in options.repeated where Self.takesOneValue(name, command._commandName) {
            throw .givenTwice("--\(name)")
        }
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

    /// Whether the option of `setting` is among the arguments.
    func has(_ setting: Setting) -> Bool { options.has(setting) }

    /// The value of the option of `setting`; of several the last, which is the one that counts.
    func value(of setting: Setting) -> String? { options.value(of: setting) }

    /// All values of the option of `setting`.
    func values(of setting: Setting) -> [String] { options.values(of: setting) }

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
