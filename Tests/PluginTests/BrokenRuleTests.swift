import BoxOffice
import BoxOfficeConformance
import Testing

/// The conformance kit finds what is wrong: each rule is broken once, by a plugin that keeps the
/// others.
@Suite struct BrokenRuleTests {
    private static let ofFormats: [Rule] = [
        .manifest, .optionDeclaration, .optionValue, .traits, .writes, .sameBytes, .utf8, .control,
        .growth, .streaming, .rowWriter, .unwritten, .pictures, .readsBack,
        .defaultColumns,
    ]
    private static let ofSources: [Rule] = [
        .defaultColumns, .service, .ownAnswer, .request, .samePage, .garbage, .httpStatus,
        .holdings, .columns, .requests, .lazy, .order, .page, .filmPage,
    ]
    private static let ofPosters: [Rule] = [
        .service, .ownAnswer, .request, .samePage, .garbage, .httpStatus, .requests, .page, .poster,
    ]

    @Test("A rule that a format breaks is found", arguments: ofFormats)
    func format(rule: Rule) {
        let violations = WrongFormat.$broken.withValue(rule) {
            Conformance.violations(of: WrongFormat())
        }
        #expect(violations.contains { $0.rule == rule }, "\(violations)")
    }

    @Test("A rule that a source breaks is found", arguments: ofSources)
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

    @Test("Where nothing is wrong, nothing is found, and every rule is among those above")
    func right() {
        let right = WrongSource(breaking: nil)
        #expect(Conformance.violations(of: WrongFormat()) == [])
        #expect(Conformance.violations(of: right) { _ in WrongSource.answer } == [])
        #expect(Conformance.violations(ofPosters: right) { _ in WrongSource.answer } == [])
        let broken = Set(Self.ofFormats + Self.ofSources + Self.ofPosters)
        #expect(broken == Set(Rule.allCases))
    }
}
