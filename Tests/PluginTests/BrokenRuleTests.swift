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
        let violations = WrongFormat.$broken.withValue(rule) {
            Conformance.violations(of: WrongFormat())
        }
        #expect(violations.contains { $0.rule == rule }, "\(violations)")
    }

    @Test(
        "A rule that a source breaks is found",
        arguments: SlowLane.cases(of: ofSources, quick: 6))
    func source(rule: Rule) {
        let violations = Conformance.violations(of: WrongSource(breaking: rule)) { _ in
            WrongSource.answer
        }
        #expect(violations.contains { $0.rule == rule }, "\(violations)")
    }

    @Test("A rule that a source of posters breaks is found", arguments: ofPosters)
    func posters(rule: Rule) {
        let violations = Conformance.violations(ofPosters: WrongSource(breaking: rule)) { _ in
            WrongSource.answer
        }
        #expect(violations.contains { $0.rule == rule }, "\(violations)")
    }

    @Test("A rule that a source of details breaks is found", arguments: ofDetails)
    func details(rule: Rule) {
        let violations = Conformance.violations(ofDetails: WrongSource(breaking: rule)) { _ in
            WrongSource.answer
        }
        #expect(violations.contains { $0.rule == rule }, "\(violations)")
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
        let violations = WrongFormat.$corner.withValue(corner) {
            Conformance.violations(of: WrongFormat())
        }
        #expect(
            violations.contains { $0.rule == rule && $0.message.contains(message) },
            "\(violations)")
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
        let source = WrongSource(breaking: nil, in: corner)
        let violations = Conformance.violations(of: source) { _ in WrongSource.answer }
        #expect(
            violations.contains { $0.rule == rule && $0.message.contains(message) },
            "\(violations)")
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
        let posters = WrongSource(breaking: nil, in: corner)
        let violations = Conformance.violations(ofPosters: posters) { _ in WrongSource.answer }
        #expect(
            violations.contains { $0.rule == rule && $0.message.contains(message) },
            "\(violations)")
    }

    @Test("Nothing is found in good plugins, and every rule is among those above")
    func right() {
        let right = WrongSource(breaking: nil)
        #expect(Conformance.violations(of: WrongFormat()) == [])
        #expect(Conformance.violations(of: right) { _ in WrongSource.answer } == [])
        #expect(Conformance.violations(ofPosters: right) { _ in WrongSource.answer } == [])
        #expect(Conformance.violations(ofDetails: right) { _ in WrongSource.answer } == [])
        let broken = Set(Self.ofFormats + Self.ofSources + Self.ofPosters + Self.ofDetails)
        #expect(broken == Set(Rule.allCases))
    }
}
