import SlowLane
import BoxOffice
import BoxOfficeConformance
import Testing

/// The conformance kit's findings: each rule is broken once, by a plugin that keeps the others.
@Suite struct BrokenRuleTests {
    private static let ofFormats: [Rule] = [
        .manifest, .optionDeclaration, .optionValue, .traits, .writes, .sameBytes, .utf8, .control,
        .growth, .streaming, .rowWriter, .unwritten, .pictures, .readsBack,
        .defaultColumns,
    ]
    private static let ofSources: [Rule] = [
        .defaultColumns, .service, .ownAnswer, .request, .samePage, .garbage, .httpStatus,
        .sameAnswer, .holdings, .columns, .requests, .order, .page, .territory, .filmPage,
    ]
    private static let ofPosters: [Rule] = [
        .service, .ownAnswer, .sameAnswer, .request, .samePage, .garbage, .httpStatus, .requests,
        .page, .poster,
    ]

    private static let ofDetails: [Rule] = [
        .service, .ownAnswer, .sameAnswer, .request, .samePage, .garbage, .httpStatus, .requests,
        .details,
    ]

    @Test("A rule that a format breaks is found", .slow, arguments: ofFormats)
    func format(rule: Rule) {
        WrongFormat.$broken.withValue(rule) {
            expect(rule, in: Conformance.violations(of: WrongFormat()))
        }
    }

    @Test(
        "A rule that a source breaks is found",
        arguments: SlowLane.cases(of: ofSources, quick: 6))
    func source(rule: Rule) { expect(rule, in: WrongSource(breaking: rule).asSource) }

    @Test("A rule that a source of posters breaks is found", arguments: ofPosters)
    func posters(rule: Rule) { expect(rule, in: WrongSource(breaking: rule).asPosters) }

    @Test("A rule that a source of details breaks is found", arguments: ofDetails)
    func details(rule: Rule) { expect(rule, in: WrongSource(breaking: rule).asDetails) }

    private func expect(_ rule: Rule, _ message: String = "", in violations: [Violation]) {
        let found = violations.contains {
            $0.rule == rule && (message.isEmpty || $0.message.contains(message))
        }
        #expect(found, "\(violations)")
    }

    @Test(
        "A rule that a format breaks in a rare case is found", .slow,
        arguments: [
            (.text, .optionValue, "it takes -O caption="),
            (.end, .writes, "what is missing"),
            (.many, .writes, "it writes 10,000 rows"), (.amount, .writes, "one without values"),
            (.mediaType, .traits, "'text/plain; charset=x' is not a media type"),
            (.ending, .traits, "'txt/x' is not a file ending"),
            (.name, .manifest, "the name 'wrong-'"),
            (.cents, .writes, "amounts with 2 and with 3 decimals"),
            (.joined, .writes, "the charts of two sources"),
            (.origin, .defaultColumns, "begin with [\"currency\", "),
        ] as [(WrongFormat.Corner, Rule, String)])
    func corner(of corner: WrongFormat.Corner, rule: Rule, message: String) {
        WrongFormat.$corner.withValue(corner) {
            expect(rule, message, in: Conformance.violations(of: WrongFormat()))
        }
    }

    @Test(
        "A rule that a source breaks in a rare case is found",
        arguments: [
            (.option, .optionValue, "it takes -O size=9"),
            (.nextPage, .page, "its dataset"),
            (.dataset, .holdings, "a dataset cannot be called 'Halls'"),
            (.reserved, .holdings, "a dataset cannot be called 'market'"),
            (.filmPage, .filmPage, "with one {code} in it"),
            (.kind, .columns, "'title' has another type than in charts"),
            (.rows, .page, "an answer has 1 rows, where at most 0 are promised"),
            (.language, .territory, "'English' is not a language of ISO 639"),
            (.dayEnds, .territory, "no day ends 540 minutes after 00:00 UTC"),
            (.cents, .territory, "an amount has more decimals than KRW"),
            (.otherDay, .page, "a row is not of"),
            (.path, .request, "has characters that a URL encodes"),
            (.decimals, .columns, "'sales_share' has 0.07, which is not of the type 'percent'"),
        ] as [(WrongSource.Corner, Rule, String)])
    func corner(of corner: WrongSource.Corner, rule: Rule, message: String) {
        expect(rule, message, in: WrongSource(breaking: nil, in: corner).asSource)
    }

    @Test(
        "A source of posters that fails for some films only is found",
        arguments: [
            (.unknownFilm, .page, "an unknown film"),
            (.oddTitle, .page, "titles that programs stumble over"),
            (.option, .optionValue, "it takes -O size=9"),
            (.confidence, .poster, "a poster has the confidence 1.01"),
        ] as [(WrongSource.Corner, Rule, String)])
    func corner(ofPosters corner: WrongSource.Corner, rule: Rule, message: String) {
        expect(rule, message, in: WrongSource(breaking: nil, in: corner).asPosters)
    }

    @Test("Nothing is found in good plugins, and every rule is among those above")
    func right() {
        let right = WrongSource(breaking: nil)
        #expect(Conformance.violations(of: WrongFormat()) == [])
        #expect(right.asSource == [] && right.asPosters == [] && right.asDetails == [])
        let broken = Set(Self.ofFormats + Self.ofSources + Self.ofPosters + Self.ofDetails)
        #expect(broken == Set(Rule.allCases))
    }
}

extension WrongSource {
    /// The findings about it in each of its parts.
    fileprivate var asSource: [Violation] { Conformance.violations(of: self) { _ in Self.answer } }
    fileprivate var asPosters: [Violation] {
        Conformance.violations(ofPosters: self) { _ in Self.answer }
    }
    fileprivate var asDetails: [Violation] {
        Conformance.violations(ofDetails: self) { _ in Self.answer }
    }
}
