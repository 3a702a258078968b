public import BoxOffice

/// The rules of the contract between the host and its plugins, as functions that return what a
/// plugin violates.
///
/// No testing library is needed. In a test of Swift Testing:
///
///     @Test func contract() {
///         #expect(Conformance.violations(of: Wiki()) == [])
///         #expect(Conformance.violations(of: Village()) == [])
///     }
///
/// A plugin that traps ends the test with it.
public enum Conformance {
    /// The rules that `format` does not keep: see `Format`.
    ///
    /// It writes documents with awkward texts, without rows, with empty editions, and with each
    /// value of each option. The rules follow the format's `FormatTraits`.
    public static func violations(of format: any Format) -> [Violation] {
        var conformance = FormatConformance(format)
        return conformance.check()
    }

    /// The rules that `source` does not keep: see `Source`.
    ///
    /// - Parameters:
    ///   - source: the source.
    ///   - queries: what to ask for; nil for the newest edition of each chart, and for the rows of
    ///     its own dataset.
    ///   - answer: an answer of the service that was recorded, or nil if there is none. Without
    ///     answers, the rules of pages are checked only for those of the source's own.
    public static func violations(
        of source: any Source, asking queries: [Query]? = nil,
        answer: @escaping (Request) -> Answer? = { _ in nil }
    ) -> [Violation] {
        var conformance = SourceConformance(source, answer: answer)
        return conformance.check(queries ?? SourceConformance.usualQueries(of: source))
    }

    /// The rules that `posters` does not keep: see `PosterSource`.
    ///
    /// - Parameters:
    ///   - posters: the source of posters.
    ///   - films: films to ask for, beside some with odd titles.
    ///   - answer: an answer of the service that was recorded, or nil if there is none.
    public static func violations(
        ofPosters posters: any PosterSource,
        films: [Film] = [Film(code: "20211234", title: "범죄도시2", year: 2022)],
        answer: @escaping (Request) -> Answer? = { _ in nil }
    ) -> [Violation] {
        var conformance = PosterConformance(posters, answer: answer)
        return conformance.check(films)
    }
}
