internal import ArgumentParser

/// What an option takes that takes one of a few words.
///
/// The parser would do the same for any such type, but it would look up at every start what it needs
/// of it, which takes a twentieth of it. For the same reason such options are optional: of a value
/// that is there from the start the parser finds out how it is shown, help or no help.
protocol Choice: ExpressibleByArgument, CaseIterable, RawRepresentable<String>
where AllCases == [Self] {}

extension Choice {
    /// The words.
    static var allValueStrings: [String] { allCases.map(\.rawValue) }
    /// None: the words say it all.
    static var allValueDescriptions: [String: String] { [:] }
    /// The words.
    static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
    /// The word.
    var defaultValueDescription: String { rawValue }

    /// Makes the value that `argument` is the word of.
    init?(argument: String) { self.init(rawValue: argument) }
}
