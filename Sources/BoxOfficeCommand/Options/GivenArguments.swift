/// The arguments of the command line as they were given, looked at without the parser, which says
/// nothing of the others if one is wrong.
struct GivenArguments {
    private let options: ArraySlice<String>

    init(_ arguments: [String]) {
        options = arguments.prefix { $0 != "--" }
    }

    /// The value of the option `name`; of several the last, which is the one that counts.
    func value(of name: String) -> String? {
        var value: String?
        var words = options
        while let word = words.popFirst() {
            if word.hasPrefix("--\(name)=") {
                value = String(word.dropFirst(name.count + 3))
            } else if word == "--\(name)", let next = words.first, !next.hasPrefix("-") {
                value = next
            } else if takesAnything.contains(word) {
                _ = words.popFirst()
            }
        }
        return value.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Every word, and what may be the value in it: a path among them may be that of the output.
    var words: [String] {
        options.flatMap { word in
            guard word.hasPrefix("-") else { return [word] }
            let value = word.split(separator: "=", maxSplits: 1).dropFirst()
            return (value + [word.dropFirst(2)]).map { String($0) }
        }
    }
}

/// The options whose value may begin with a hyphen, and so look like another option.
private let takesAnything = PeriodOptions.settings.map { "--\($0.name)" }
