/// The description of a plugin: its name, a summary and its options.
///
/// All of it is in English, and so are the plugin's messages.
/// ``init(name:summary:options:korean:)`` also takes the Korean wordings, for Korean readers:
///
///     static let manifest = Manifest(
///         name: "wiki", summary: "a table for MediaWiki", options: [caption.declaration],
///         korean: [
///             "summary": "미디어위키 표",
///             "option.caption": "표의 제목",
///             "wiki-too-wide": "열이 {1}개라서 표가 너무 넓습니다",
///             "wiki-too-wide.hint": "--columns로 열을 {1}개까지 고르세요",
///         ])
///
///     throw Fault(
///         .usage, "wiki-too-wide", "\(count) columns make the table too wide",
///         hint: "choose up to \(most) with --columns")
public struct Manifest: Sendable {
    /// The name by which users choose it: lower-case letters, digits and hyphens.
    public let name: String
    /// One line for a list of plugins.
    public let summary: String
    /// The options that `-O KEY=VALUE` takes.
    public let options: [PluginOption]
    /// The function that makes the Korean wordings, anew on each call.
    package let korean: Catalogue.Part

    /// Makes a manifest.
    ///
    /// - Parameters:
    ///   - name: the name by which users choose it.
    ///   - summary: one line for a list of plugins.
    ///   - options: the options that `-O KEY=VALUE` takes.
    ///   - korean: the wordings in Korean, which are made only when Korean is wanted. The key
    ///     `summary` is for the summary, `option.` plus an option's name for the option's help, and
    ///     the code of a ``Message`` or ``Fault`` for its text (with `.hint` appended, for its
    ///     hint). In a wording, `{1}` is the first value in the English text, and `{을/를}` the
    ///     particle that fits the text before it. A text without a wording appears in English.
    ///     Begin codes with the name of the plugin, to keep them unique.
    public init(
        name: String, summary: String, options: [PluginOption] = [],
        korean: @autoclosure @escaping @Sendable () -> [String: String] = [:]
    ) {
        self.name = name
        self.summary = summary
        self.options = options
        self.korean = korean
    }
}

extension String {
    /// True if the text is a name: lower-case letters, digits and hyphens, with no hyphen first or
    /// last.
    package var isPluginName: Bool { isName(with: "-") && !hasPrefix("-") && !hasSuffix("-") }

    /// True if a column may have this name: lower-case letters, digits and underscores.
    package var isColumnName: Bool { isName(with: "_") }

    /// True if the text is a media type such as `text/html`.
    package var isMediaType: Bool {
        let parts = split(separator: "/", omittingEmptySubsequences: false)
        return parts.count == 2 && !parts.contains("") && !contains(" ")
    }

    /// True if the text is a file extension without the dot.
    package var isFileEnding: Bool { !isEmpty && !hasPrefix(".") && !contains("/") }

    /// True if the text is the address of a film's page, with one `{code}` in it.
    package var isFilmPage: Bool {
        let parts = split(separator: "{code}", omittingEmptySubsequences: false)
        return parts.count == 2 && parts.joined(separator: "0").isWebAddress
    }

    /// True if the text is a language code of two or three small letters, as in ISO 639.
    package var isLanguage: Bool {
        (2...3).contains(utf8.count)
            && utf8.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
    }

    private func isName(with mark: Unicode.Scalar) -> Bool {
        !isEmpty && utf8.count <= 64
            && unicodeScalars.allSatisfy {
                ("a"..."z").contains($0) || ("0"..."9").contains($0) || $0 == mark
            }
    }
}

extension Manifest: Hashable {
    /// Returns true if both say the same in English.
    public static func == (first: Manifest, second: Manifest) -> Bool {
        (first.name, first.summary) == (second.name, second.summary)
            && first.options == second.options
    }

    /// Hashes the name.
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
