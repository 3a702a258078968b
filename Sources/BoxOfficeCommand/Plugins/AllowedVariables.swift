internal import BoxOffice
internal import Executables

/// The user's variables that plugins may read: the setting `plugin-variables`.
struct AllowedVariables: Sendable {
    private let entries: [(text: String, name: String, variable: String)]

    /// Reads entries of the form `NAME:VARIABLE`, with commas between them.
    ///
    /// - Throws: a ``Fault`` of kind `configuration` for an entry of another form.
    init(_ text: String) throws(Fault) {
        var entries: [(text: String, name: String, variable: String)] = []
        for part in text.split(separator: ",") {
            let entry = part.trimming(\.isWhitespace)
            guard !entry.isEmpty else { continue }
            guard let colon = entry.firstIndex(of: ":") else {
                throw .wrong(
                    entry,
                    Message(
                        "not-name-variable", "'\(entry)' is not NAME:VARIABLE",
                        ko: "'{1}'{은/는} NAME:VARIABLE 형식이 아닙니다"))
            }
            let name = entry[..<colon].trimming(\.isWhitespace)
            guard name.isPluginName else {
                throw .wrong(
                    entry,
                    Message(
                        "not-a-plugin-name", "'\(name)' is no plugin's name",
                        ko: "'{1}'{은/는} 플러그인 이름이 아닙니다"))
            }
            let variable = entry[colon...].dropFirst().trimming(\.isWhitespace)
            guard variable == "*" || variable.isVariableName else {
                throw .wrong(
                    entry,
                    Message(
                        "not-a-variable-name", "'\(variable)' is no variable's name",
                        ko: "'{1}'{은/는} 변수 이름이 아닙니다"))
            }
            entries.append((entry, name, variable))
        }
        self.entries = entries
    }

    /// The variables, by the name of the plugin that may read them.
    var byPlugin: [String: [String]] {
        entries.reduce(into: [:]) { $0[$1.name, default: []].append($1.variable) }
    }

    /// Makes sure that every entry is about one of the plugins called `known`.
    ///
    /// - Throws: a ``Fault`` of kind `configuration` that names the nearest one.
    func check(against known: [String]) throws(Fault) {
        for entry in entries where !known.contains(entry.name) {
            throw .wrong(
                entry.text,
                Fault.unknown(Message("plugin", ko: "플러그인"), entry.name, known: known).wording)
        }
    }
}

extension String {
    /// Whether the text can be the name of a variable in a shell.
    fileprivate var isVariableName: Bool {
        guard let first = utf8.first, first < UInt8(ascii: "0") || first > UInt8(ascii: "9") else {
            return false
        }
        return utf8.allSatisfy { byte in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                || byte == UInt8(ascii: "_")
        }
    }
}

extension Fault {
    fileprivate static func wrong(_ entry: String, _ reason: Message) -> Fault {
        Fault(
            .configuration, "wrong",
            "plugin-variables has '\(entry)': \(reason)",
            ko: "plugin-variables의 '{1}'{이/가} 잘못되었습니다: {2}",
            hint:
                "an entry is NAME:VARIABLE, a plugin and what it may have, or NAME:* for all but keys",
            hintKo: "항목을 NAME:VARIABLE(플러그인과 넘겨줄 변수) 또는 NAME:*(키를 뺀 모두)로 쓰세요"
        )
    }
}
