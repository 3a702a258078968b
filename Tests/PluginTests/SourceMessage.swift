import Foundation

/// A message as it stands in the sources: its code and its English wording, with `{1}` for the first
/// argument.
struct SourceMessage: Hashable {
    let file: String
    /// The code; nil if the wording is the key itself.
    let code: String?
    let wording: String

    /// What catalogues find it by.
    var key: String { code ?? wording }

    /// The numbers of the arguments in `wording`.
    static func arguments(of wording: String) -> Set<String> {
        Set(wording.matches(of: /\{([0-9]+)\}/).map { String($0.output.1) })
    }

    /// The messages of the program and of the built-in plugins.
    static func all() throws -> [SourceMessage] { try found.get() }

    /// Looked for once, because it takes seconds.
    private static let found = Result { try search() }

    private static func search() throws -> [SourceMessage] {
        let root = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        return try ["Sources", "Plugins"].flatMap { folder in
            let files = FileManager.default.enumerator(
                at: root.appending(path: folder), includingPropertiesForKeys: nil)
            let paths = (files?.compactMap { $0 as? URL } ?? []).filter {
                $0.pathExtension == "swift" && !$0.path.contains("/Messages/Korean/")
                    && !$0.lastPathComponent.hasPrefix("Catalogue+")
                    && $0.lastPathComponent != "Wordings.swift"
            }
            return try paths.flatMap { url in
                messages(
                    in: try String(contentsOf: url, encoding: .utf8), of: url.lastPathComponent)
            }
        }
    }

    /// The messages in `source`, the text of a Swift file.
    static func messages(in source: String, of file: String) -> [SourceMessage] {
        var found: [SourceMessage] = []
        var lastFault = ""
        let literals = SourceLiteral.all(in: source)
        for (index, literal) in literals.enumerated() {
            if let code = literal.codeOfNext {
                guard index + 1 < literals.count,
                    literals[index + 1].before.wholeMatch(of: /,\s*/) != nil
                else {
                    if literal.isOfFault { lastFault = code }
                    continue
                }
                found.append(
                    SourceMessage(file: file, code: code, wording: literals[index + 1].wording))
                if literal.isOfFault { lastFault = code }
            } else if literal.before.contains("unknown("),
                literal.before.firstMatch(of: /(^|[^A-Za-z])unknown\(\s*$/) != nil
            {
                found.append(SourceMessage(file: file, code: nil, wording: literal.wording))
            } else if literal.before.contains("hint:"),
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
