internal import ArgumentParser

/// The type of an option that takes one of a few words.
///
/// Without these members the parser looks up protocol conformances at every start, which takes a
/// twentieth of its time. Such options are optional for the same reason: the parser computes the
/// description of a default value even if no help is shown.
protocol Choice: ExpressibleByArgument, CaseIterable, RawRepresentable<String>
where AllCases == [Self] {
    /// Other words that are accepted for the values.
    static var otherWords: [String: Self] { get }
}

extension Choice {
    /// All words.
    static var allValueStrings: [String] { allCases.map(\.rawValue) }
    /// None: the words need no description.
    static var allValueDescriptions: [String: String] { [:] }
    /// All words.
    static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
    /// The word of the value.
    var defaultValueDescription: String { rawValue }

    /// None.
    static var otherWords: [String: Self] { [:] }

    /// Makes the value that `argument` is the word of, or another word for.
    init?(argument: String) {
        guard let value = Self(rawValue: argument) ?? Self.otherWords[argument] else { return nil }
        self = value
    }
}
