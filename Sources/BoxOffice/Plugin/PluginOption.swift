/// The declaration of an option that a plugin takes as `-O KEY=VALUE`, for its manifest.
///
/// A plugin declares a ``TypedOption`` and puts its ``TypedOption/declaration`` into the manifest.
public struct PluginOption: Hashable, Sendable {
    /// The kind of value that an option takes.
    package enum Kind: Hashable, Sendable {
        /// Any text.
        case text
        /// `true` or `false`.
        case boolean
        /// A whole number in the range.
        case integer(ClosedRange<Int>)
        /// One of the words.
        case choice([String])
    }

    /// The name before the `=`.
    public let name: String
    /// The kind of value that it takes.
    package let kind: Kind
    /// The value that applies if none is given.
    public let defaultValue: String
    /// One line about the effect of the option.
    public let help: String
    /// Other words that stand for some of a choice.
    package let synonyms: [String: String]
    /// True if the option may be given several times, for several values.
    package let isRepeatable: Bool

    package init(
        _ name: String, _ kind: Kind, default defaultValue: String, help: String,
        synonyms: [String: String] = [:], isRepeatable: Bool = false
    ) {
        self.synonyms = synonyms
        self.isRepeatable = isRepeatable
        self.name = name
        self.kind = kind
        self.defaultValue = defaultValue
        self.help = help
    }

    /// The words that the option takes, or nil if it does not take a word from a list.
    public var choices: [String]? {
        switch kind {
        case .text, .integer: nil
        case .boolean: ["true", "false"]
        case .choice(let words): words
        }
    }

    /// The values that the option takes, in words: `true or false`, `1 to 20`, `any text`.
    public var domain: String { domainWording.description }

    /// The values that the option takes, in the language of the reader.
    package var domainWording: Message {
        switch kind {
        case .text: Message("any text", ko: "임의의 텍스트")
        case .integer(let range): .range(range)
        case .boolean, .choice: .alternatives((choices ?? []).map { Message($0) })
        }
    }

    /// Returns true if the option takes `value`.
    package func takes(_ value: String) -> Bool {
        switch kind {
        case .text: true
        case .integer(let range): Int(value).map(range.contains) ?? false
        case .boolean, .choice: choices?.contains(synonyms[value] ?? value) ?? false
        }
    }
}
