import Foundation

/// A message in the sources: its code and its English wording, with `{1}` for the first argument.
struct SourceMessage: Hashable {
    let file: String
    /// The code; nil if the wording is the key itself.
    let code: String?
    let wording: String
    /// The Korean wording beside it; nil if a catalogue has it.
    var korean: String?

    /// The key in catalogues.
    var key: String { code ?? wording }

    /// Returns the numbers of the arguments in `wording`.
    static func arguments(of wording: String) -> Set<String> {
        Set(wording.matches(of: /\{([0-9]+)\}/).map { String($0.output.1) })
    }

    /// Returns the messages of the program and of the built-in plugins.
    static func all() throws -> [SourceMessage] { try found.get() }

    /// The messages, searched for once, because that takes seconds.
    private static let found = Result { try search() }

    private static func search() throws -> [SourceMessage] {
        try files("swift").flatMap { url in
            messages(in: try String(contentsOf: url, encoding: .utf8), of: url.lastPathComponent)
        }
    }

    /// Returns the texts of all literals.
    ///
    /// Parts of messages have their text as key, and some are written in C.
    static func texts() throws -> Set<String> {
        var texts: Set<String> = []
        for url in try files("swift") {
            let literals = SourceLiteral.all(in: try String(contentsOf: url, encoding: .utf8))
            texts.formUnion(literals.map(\.wording))
        }
        for url in try files("cpp") + files("hpp") {
            let source = try String(contentsOf: url, encoding: .utf8).replacing("'\"'", with: "")
            let literals = source.matches(of: /"([^"\\\n]*)"/)
            texts.formUnion(literals.map { String($0.output.1) })
        }
        return texts
    }

    /// Returns the files of the program and of the built-in plugins, by default except those with the
    /// wordings.
    static func files(_ ending: String, withWordings: Bool = false) throws -> [URL] {
        let root = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        return ["Sources", "Plugins"].flatMap { folder in
            let files = FileManager.default.enumerator(
                at: root.appending(path: folder), includingPropertiesForKeys: nil)
            return (files?.compactMap { $0 as? URL } ?? []).filter {
                $0.pathExtension == ending
                    && (withWordings
                        || !$0.path.contains("/Messages/Korean/")
                            && !$0.lastPathComponent.hasPrefix("Catalogue+")
                            && $0.lastPathComponent != "Wordings.swift")
            }
        }
    }

    /// Returns the messages in `source`, the text of a Swift file.
    static func messages(in source: String, of file: String) -> [SourceMessage] {
        var found: [SourceMessage] = []
        var lastFault = ""
        let literals = SourceLiteral.all(in: source)
        for (index, literal) in literals.enumerated() {
            if index + 1 < literals.count,
                literals[index + 1].isKorean,
                // A literal of several lines is not read.
                !literal.wording.hasHangul
            {
                let isCoded = index > 0 && literal.before.wholeMatch(of: /,\s*/) != nil
                found.append(
                    SourceMessage(
                        file: file, code: isCoded ? literals[index - 1].codeOfNext : nil,
                        wording: literal.wording, korean: literals[index + 1].wording))
            } else if let code = literal.codeOfNext {
                if index + 2 < literals.count,
                    literals[index + 2].isKorean
                {
                    if literal.isOfFault { lastFault = code }
                    continue
                }
                guard index + 1 < literals.count,
                    literals[index + 1].before.wholeMatch(of: /,\s*/) != nil
                else {
                    if literal.isOfFault { lastFault = code }
                    continue
                }
                found.append(
                    SourceMessage(file: file, code: code, wording: literals[index + 1].wording))
                if literal.isOfFault { lastFault = code }
            } else if literal.before.contains("unknown(") || literal.before.contains("Malformed("),
                literal.before.firstMatch(of: /(^|[^A-Za-z])(unknown|Malformed)\(\s*$/) != nil
            {
                found.append(SourceMessage(file: file, code: nil, wording: literal.wording))
            } else if literal.before.contains("hint:"), !literal.before.hasSuffix(".of("),
                literal.before.firstMatch(of: /[^A-Za-z]hint:[^;{}]*$/) != nil,
                !lastFault.isEmpty
            {
                found.append(
                    SourceMessage(file: file, code: "\(lastFault).hint", wording: literal.wording))
            }
        }
        return found
    }
}
