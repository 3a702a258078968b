internal import ArgumentParser
internal import BoxOffice

/// What is wrong with a command line that the parser refuses, and what was probably meant.
struct Misuse {
    /// A mistake.
    struct Finding {
        /// What is said of it.
        var fault: Fault
        /// All arguments with the mistake mended, as far as it is known how; others may be left.
        var words: [String]?
    }

    let given: GivenArguments
    let commands: [DescribedCommand]
    let command: DescribedCommand

    /// Looks for what is wrong with `given`; nil if the parser does not describe the command.
    init?(_ given: GivenArguments) {
        self.given = given
        commands = DescribedCommand.known
        let name = given.command._commandName
        guard let command = commands.first(where: { $0.name == name }) else { return nil }
        self.command = command
    }

    /// The first mistake, with a hint that mends the whole command line; nil if the parser's own
    /// sentence has to do.
    var fault: Fault? {
        guard let finding else { return nil }
        var fault = finding.fault
        if let words = finding.words, let hint = GivenArguments.hint(toTry: words) {
            fault.advice = hint
        }
        return fault
    }

    /// The first mistake; nil if none is found.
    var finding: Finding? {
        if given.all.first == "help" { return unknownInHelp }
        var index = given.all.count - given.own.count
        var hasWords = false
        var lastOption: DescribedArgument?
        while index < given.all.count {
            let word = given.all[index]
            if word == "--" { return nil }
            guard word.hasPrefix("-"), word != "-" else {
                guard let argument = command.word else {
                    return unexpected(word, at: index, behind: lastOption)
                }
                hasWords = true
                if let finding = wrong(word, for: argument) { return finding }
                index += 1
                continue
            }
            let name = String(word.prefix { $0 != "=" })
            let isShort = !word.hasPrefix("--")
            // `-output` is none of `-o`: the parser would take `utput` for the path.
            if isShort, name.count > 2, command.option("-\(name)") != nil {
                return unknown(name, at: index)
            }
            let short = String(word.prefix(2))
            guard let option = command.option(name) ?? (isShort ? command.option(short) : nil)
            else { return unknown(name, at: index) }
            lastOption = option
            let value: String?
            if option.value == nil || (isShort && word.count > 2) {
                value = nil
            } else if name.count < word.count {
                value = String(word.dropFirst(name.count + 1))
            } else {
                index += 1
                value = index < given.all.count ? given.all[index] : nil
            }
            if let value, value.hasPrefix("--"), command.option(value.prefix { $0 != "=" }) != nil {
                return Finding(fault: .valueMissing(name))
            }
            if let value, option.names.contains("--with"),
                let finding = wrongKind(among: value.split(separator: ","))
            {
                return finding
            }
            if let value, !option.values.isEmpty, !isTaken(value, among: option.values) {
                return wrong(value, of: option.values, name: name)
            }
            index += 1
        }
        return hasWords ? nil : missingCode
    }

    /// What is wrong with `word`, which is no option, in the place of `argument`.
    private func wrong(_ word: String, for argument: DescribedArgument) -> Finding? {
        if given.command is any CodeCommand.Type, !word.utf8.allSatisfy({ $0 < 0x80 }) {
            return Finding(fault: .noCode(word), words: search)
        }
        guard !argument.values.isEmpty, !argument.values.contains(word) else { return nil }
        return wrong(word, of: argument.values, name: command.name)
    }

    private func isTaken(_ value: String, among values: [String]) -> Bool {
        values.contains(value) || ChartFilter.Nation.otherWords[value] != nil
            || ChartFilter.Kind.otherWords[value] != nil
    }

    /// What is wrong with the first of `items` that cannot be looked up.
    private func wrongKind(among items: [Substring]) -> Finding? {
        let kinds = ["details", "posters"]
        let items = items.map { item in item.trimming { $0 == " " } }
        guard let item = items.first(where: { !kinds.contains($0.lowercased()) }) else {
            return nil
        }
        var finding = wrong(item, of: kinds, name: "--with")
        finding.fault.wording = Message(
            "with-takes", "--with takes details, posters or both, not '\(item)'")
        return finding
    }

    private func wrong(_ value: String, of words: [String], name: String) -> Finding {
        var fault = Fault.takes(words, not: value, name)
        var known = words
        if words.contains("korean") { known += ChartFilter.Nation.otherWords.keys.sorted() }
        if words.contains("art") { known += ChartFilter.Kind.otherWords.keys.sorted() }
        let others = words.contains("ko") ? OtherWords.languages : OtherWords.values
        guard let nearest = known.nearest(to: value, otherWords: others) else {
            return Finding(fault: fault)
        }
        fault.corrections = [Fault.Correction(mistyped: value, meant: nearest)]
        return Finding(fault: fault, words: given.all(making: fault.corrections))
    }

    /// The finding of a command without the code or the film that it takes, if it takes one.
    private var missingCode: Finding? {
        switch command.name {
        case "movie": Finding(fault: .codeMissing("movie", search: "movies --title"))
        case "person": Finding(fault: .codeMissing("person", search: "people --name"))
        case "company": Finding(fault: .codeMissing("company", search: "companies --name"))
        case "trend": Finding(fault: .filmMissing)
        default: nil
        }
    }
}
