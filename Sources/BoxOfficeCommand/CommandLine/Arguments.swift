internal import BoxOffice

/// The arguments of the command line, read in one pass: the command, if any, then its options and
/// words.
///
/// All of them are read even after a mistake, because the language, the log format and the path of
/// the report are among them. ``problem`` is the first mistake.
struct Arguments: Sendable {
    /// An option as it was given.
    struct Given: Sendable {
        let option: Option
        /// The value; nil if it takes none.
        let value: String?
        /// The index of the option among the arguments.
        let index: Int
    }

    /// A mistake in the arguments.
    enum Problem: Sendable {
        /// The command has no option of that name.
        case option(String, index: Int)
        /// The command takes no such word; `after` is the last option before it.
        case word(String, index: Int, after: Option?)
        /// A value, an argument or a combination that is not allowed.
        case fault(Fault)
    }

    /// The kind of answer that the arguments ask for.
    enum Request: Sendable {
        case run, help, version
    }

    /// All arguments, without the name of the program.
    let all: [String]
    /// The command that they name, or else the daily chart.
    let command: Command
    /// The index of the command's first own argument.
    let start: Int
    /// The options in the order given.
    private(set) var given: [Given] = []
    /// The words that belong to no option.
    private(set) var words: [String] = []
    /// The kind of answer asked for.
    private(set) var request = Request.run
    /// The term or column that help is asked for instead of a command; nil if there is none.
    private(set) var term: Glossary.Entry?
    /// The first mistake; nil if there is none.
    private(set) var problem: Problem?

    /// Reads `arguments`, which do not begin with the name of the program.
    ///
    /// Options that every command has may stand before the command; they are moved behind it.
    init(_ arguments: [String]) {
        let arguments = Self.withCommandFirst(arguments)
        all = arguments
        let isHelp = arguments.first == "help"
        let words = arguments.dropFirst(isHelp ? 1 : 0).prefix { !$0.hasPrefix("-") }
        let named = Self.command(in: words)
        command = named ?? .daily
        start = (isHelp ? 1 : 0) + (named.map { $0.name.split(separator: " ").count } ?? 0)
        read()
        if isHelp { request = .help }
        switch request {
        case .run: complete()
        case .help:
            problem = nil
            guard named == nil, words.contains(where: { $0 != "help" }) else { return }
            do throws(Fault) {
                // A word before --help was meant as a command.
                guard isHelp else {
                    let word = words.first ?? ""
                    throw .noCommand(word, nearest: Command.nearest(to: word))
                }
                term = try Glossary.entry(for: words.joined(separator: " "))
            } catch {
                problem = .fault(error)
            }
        case .version: problem = nil
        }
    }

    /// Returns the command that the first of `words` name, one or two of them.
    private static func command(in words: ArraySlice<String>) -> Command? {
        // Listing the commands takes a quarter of a start.
        guard let first = words.first else { return nil }
        return Command.named(words.prefix(2).joined(separator: " ")) ?? Command.named(first)
    }

    /// Returns `arguments` with the options before the command behind it, if all of these are options
    /// that every command has.
    private static func withCommandFirst(_ arguments: [String]) -> [String] {
        let help = arguments.prefix(1).filter { $0 == "help" }
        var rest = arguments.dropFirst(help.count)
        while let word = rest.first, word.hasPrefix("-"), let option = common(word) {
            rest = rest.dropFirst(option.isFlag || word.contains("=") ? 1 : 2)
        }
        let options = arguments[help.count..<rest.startIndex]
        let words = rest.prefix { !$0.hasPrefix("-") }
        guard !options.isEmpty, !help.isEmpty || words.first == "help" || command(in: words) != nil
        else { return arguments }
        return help + words + options + rest.dropFirst(words.count)
    }

    /// Returns the option that every command has of which `word` begins with the name; the last one of
    /// several letters.
    private static func common(_ word: String) -> Option? {
        let names = word.hasPrefix("--") ? [word] : word.dropFirst().map { "-\($0)" }
        let options = names.map { name in Command.daily.option(name.prefix { $0 != "=" }) }
        return options.allSatisfy { $0?.group == .running } ? options.last ?? nil : nil
    }

    /// True if the help asked for is that of the whole program.
    var isAboutProgram: Bool {
        (named.isEmpty || named == ["help"])
            && given.allSatisfy { ["help", "lang"].contains($0.option.name) }
    }

    /// The arguments after the command.
    var own: [String] { Array(all.dropFirst(start)) }

    /// The words of the command as given; empty if there are none.
    var named: [String] { Array(all.prefix(start)) }

    // MARK: - The pass

    private mutating func read() {
        var index = start
        var isOver = false
        while index < all.count {
            let word = all[index]
            if isOver || !word.hasPrefix("-") || word == "-" {
                take(word, at: index, isLast: isOver)
            } else if word == "--" {
                isOver = true
            } else if word.hasPrefix("--") {
                readLong(word, &index)
            } else {
                readLetters(word, &index)
            }
            index += 1
        }
    }

    private mutating func take(_ word: String, at index: Int, isLast: Bool) {
        defer { words.append(word) }
        guard problem == nil else { return }
        guard let argument = command.argument, argument.repeats || words.isEmpty else {
            // An argument after `--` is meant as a word, so no correction is suggested.
            let fault = command.argument?.further ?? .noSuchArgument(word, of: command.name)
            problem =
                isLast || command.argument?.further != nil
                ? .fault(fault) : .word(word, index: index, after: given.last?.option)
            return
        }
        problem = argument.fault(word).map { .fault($0) }
    }

    private mutating func readLong(_ word: String, _ index: inout Int) {
        let name = word.prefix { $0 != "=" }
        guard let option = command.option(name) else {
            return refuse(name, at: index)
        }
        let value = name.count < word.count ? String(word.dropFirst(name.count + 1)) : nil
        add(option, value, as: String(name), &index)
    }

    /// Reads `-vvq`, and `-qo x.csv` or `-qox.csv`: letters, the last of which may take a value.
    private mutating func readLetters(_ word: String, _ index: inout Int) {
        // `-output` is not `-o` with the value `utput`.
        let name = word.prefix { $0 != "=" }
        if name.count > 2, command.option("-\(name)") != nil { return refuse(name, at: index) }
        var letters = word.dropFirst()
        while let letter = letters.popFirst() {
            guard let option = command.option("-\(letter)") else {
                return refuse(letters.count == word.count - 2 ? name : "-\(letter)", at: index)
            }
            guard option.isFlag else {
                let isJoined = letters.first == "="
                let value = letters.isEmpty ? nil : String(isJoined ? letters.dropFirst() : letters)
                return add(option, value, as: "-\(letter)", &index)
            }
            add(option, nil, as: "-\(letter)", &index)
        }
    }

    /// Records that the command has no option `name`, which is in the word at `index`.
    private mutating func refuse(_ name: Substring, at index: Int) {
        problem = problem ?? .option(String(name), index: index)
    }

    private mutating func add(
        _ option: Option, _ joined: String?, as name: String, _ index: inout Int
    ) {
        let place = index
        var value = joined
        if !option.isFlag, value == nil, index + 1 < all.count {
            // A negative number or `-3d` can be a value, but no other word with a hyphen.
            let (next, second) = (all[index + 1], all[index + 1].dropFirst().first)
            if !next.hasPrefix("-") || second.map({ $0.isASCII && $0.isNumber }) ?? true {
                index += 1
                value = next
            }
        }
        if option.name == "help" { request = .help }
        if option.name == "version", request != .help { request = .version }
        let isTwice =
            !option.isList && !option.isFlag
            && given.contains { $0.option.name == option.name }
        given.append(Given(option: option, value: value, index: place))
        guard problem == nil else { return }
        var fault = value.map { option.fault(of: $0, name: name) } ?? nil
        if value == nil, !option.isFlag { fault = .valueMissing(name) }
        if isTwice, fault == nil {
            fault = Fault(
                .usage, "given-twice",
                "\(option.long) is given twice, and only one value counts",
                ko: "{1}{이/가} 두 번 지정되었습니다. 값은 하나만 지정할 수 있습니다",
                hint: "leave one of them out", hintKo: "하나를 빼세요")
        }
        problem = fault.map { .fault($0) }
    }

    /// Checks all arguments together.
    private mutating func complete() {
        guard problem == nil else { return }
        if words.isEmpty, let argument = command.argument, !argument.isOptional {
            let missing = Fault(
                .usage, "argument-missing",
                "\(command.name) needs its argument '\(argument.name)'",
                ko: "{1} 명령에는 인수 '{2}'{이/가} 필요합니다", hint: .showsUsage(of: command.name))
            problem = .fault(argument.missing ?? missing)
            return
        }
        do throws(Fault) {
            _ = try Values(self).settled()
        } catch {
            problem = .fault(error)
        }
    }
}
