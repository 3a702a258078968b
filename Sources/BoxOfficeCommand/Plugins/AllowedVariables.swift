internal import BoxOffice
internal import Executables

/// The user's variables that plugins may read: the setting `plugin-variables`.
struct AllowedVariables: Sendable {
    private var entries: [(text: String, name: String, variable: String)] = []

    /// Reads entries of the form `NAME:VARIABLE`, with commas between them.
    ///
    /// - Throws: a ``Fault`` of kind `configuration` for an entry of another form.
    init(_ text: String) throws(Fault) {
        for entry in text.items where !entry.isEmpty {
            let parts = entry.split(
                separator: ":", maxSplits: 1, omittingEmptySubsequences: false
            ).map { $0.trimming(\.isWhitespace) }
            let (name, variable) = (parts[0], parts.last ?? "")
            let reason: Message? =
                if parts.count < 2 {
                    Message(
                        "'\(entry)' is not NAME:VARIABLE",
                        ko: "'{1}'{은/는} NAME:VARIABLE 형식이 아닙니다")
                } else if !name.isPluginName {
                    Message(
                        "'\(name)' is no plugin's name",
                        ko: "'{1}'{은/는} 플러그인 이름이 아닙니다")
                } else if variable != "*", !variable.isVariableName {
                    Message(
                        "'\(variable)' is no variable's name",
                        ko: "'{1}'{은/는} 변수 이름이 아닙니다")
                } else {
                    nil
                }
            if let reason { throw .wrong(entry, reason) }
            entries.append((entry, name, variable))
        }
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
        first?.isNumber == false
            && allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
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
