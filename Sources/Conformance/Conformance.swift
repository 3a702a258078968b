public import BoxOffice

/// The rules of the contract between the host and its plugins, as functions that return a plugin's
/// violations.
///
/// No testing library is needed. In a test of Swift Testing:
///
///     @Test func contract() {
///         #expect(Conformance.violations(of: Wiki()) == [])
///         #expect(Conformance.violations(of: Village()) == [])
///     }
///
/// A plugin that traps also ends the test.
public enum Conformance {
    /// Returns the violations of `format`: see `Format`.
    ///
    /// It writes documents with awkward texts, without rows, with empty editions, and with each
    /// value of each option. The rules follow the format's `FormatTraits`. A format that holds only
    /// charts (`Format.check(_:)`) writes the charts of two sources.
    public static func violations(of format: any Format) -> [Violation] {
        var findings = Findings()
        // Not the rows of a chart, because those have columns that a format may need.
        let rules = FormatRules(format, about: DocumentDescription(dataset: "rows"))
        findings.look("its manifest is right", .manifest) { findings throws(Fault) in
            try rules.expectDeclarations(&findings)
        }
        guard rules.holdsRows else {
            rules.checkCharts(&findings)
            return findings.violations(of: format.manifest.name)
        }
        rules.checkRows(&findings)
        rules.checkAmounts(&findings)
        rules.checkOptions(&findings)
        rules.checkHeaders(&findings)
        rules.checkEnding(&findings)
        rules.checkUnwritten(&findings)
        return findings.violations(of: format.manifest.name)
    }

    /// Returns the violations of `source`: see `Source`.
    ///
    /// - Parameters:
    ///   - source: the source.
    ///   - queries: the queries to ask; nil for the newest edition of each chart, and for the rows
    ///     of its own dataset.
    ///   - answer: returns a recorded answer of the service, or nil if there is none. Without
    ///     answers, the rules of pages are checked only for the source's own answers.
    public static func violations(
        of source: any Source, asking queries: [Query]? = nil,
        answer: @escaping (Request) -> Answer? = { _ in nil }
    ) -> [Violation] {
        var findings = Findings()
        let ask: (Request) -> Answer? = { source.ownAnswer(to: $0) ?? answer($0) }
        let last = source.holdings.last ?? source.holdings.first.advanced(by: 30)
        let queries = queries ?? source.usualQueries(today: last.advanced(by: 1))
        findings.look("its manifest is right") { $0.expectDeclarations(of: source) }
        findings.check(source, queries) { (ask, {}) }
        let requests = queries.flatMap { source.firstRequests(for: $0) }
        findings.checkService(of: source, requests, answer: ask)
        findings.checkOrder(of: source)
        return findings.violations(of: source.manifest.name)
    }

    /// Returns the violations of `posters`: see `PosterSource`.
    ///
    /// - Parameters:
    ///   - posters: the source of posters.
    ///   - films: films to ask for, besides some with odd titles.
    ///   - answer: returns a recorded answer of the service, or nil if there is none.
    public static func violations(
        ofPosters posters: any PosterSource,
        films: [Film] = [Film(code: "20211234", title: "범죄도시2", year: 2022)],
        answer: @escaping (Request) -> Answer? = { _ in nil }
    ) -> [Violation] {
        var findings = Findings()
        let ask: (Request) -> Answer? = { posters.ownAnswer(to: $0) ?? answer($0) }
        findings.look("its manifest is right") { $0.expectDeclarations(of: posters.manifest) }
        findings.checkPosters(posters, films) { (ask, {}) }
        findings.checkService(of: posters, films.compactMap(posters.request), answer: ask)
        return findings.violations(of: posters.manifest.name)
    }

    /// Returns the violations of `details`: see `DetailsSource`.
    ///
    /// - Parameters:
    ///   - details: the source of details.
    ///   - films: films to ask for, besides some with odd titles.
    ///   - answer: returns a recorded answer of the service, or nil if there is none.
    public static func violations(
        ofDetails details: any DetailsSource,
        films: [Film] = [Film(code: "20211234", title: "범죄도시2", year: 2022)],
        answer: @escaping (Request) -> Answer? = { _ in nil }
    ) -> [Violation] {
        var findings = Findings()
        let ask: (Request) -> Answer? = { details.ownAnswer(to: $0) ?? answer($0) }
        findings.look("its manifest is right") { $0.expectDeclarations(ofDetails: details) }
        findings.checkDetails(details, films) { (ask, {}) }
        findings.checkService(of: details, films.compactMap(details.detailsRequest), answer: ask)
        return findings.violations(of: details.manifest.name)
    }
}
