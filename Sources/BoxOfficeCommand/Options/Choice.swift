internal import ArgumentParser

/// The type of an option that takes one of a few words.
///
/// Without these members the parser looks up protocol conformances at every start, which takes a
/// twentieth of its time. Such options are optional for the same reason: the parser computes the
/// description of a default value even if no help is shown.
protocol Choice: ExpressibleByArgument, CaseIterable, RawRepresentable<String>
where AllCases == [Self] {}

extension Choice {
    /// All words.
    static var allValueStrings: [String] { allCases.map(\.rawValue) }
    /// None: the words need no description.
    static var allValueDescriptions: [String: String] { [:] }
    /// All words.
    static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
    /// The word of the value.
    var defaultValueDescription: String { rawValue }

    /// Makes the value whose word is `argument`.
    init?(argument: String) { self.init(rawValue: argument) }
}
