import BoxOffice
import Testing

/// The language in which documents describe themselves.
@Suite struct DocumentLanguageTests {
    private func missing(_ header: Layout.Header?) throws -> [String] {
        let layout = Layout(
            columns: [Column("title", "영화명", .text)], header: header,
            options: try PluginOptions(for: Manifest(name: "x", summary: "")))
        var ending = DocumentEnding(missing: [
            Fault.httpStatus(500).about("2022-06-01"),
            Fault(.malformed, "a-b", "an unknown sentence"),
        ])
        ending.warnings = [Fault(.notFound, "a-c", Message("page", "page \(3)"))]
        return DocumentFacts(layout).missing(ending).map(\.text)
    }

    @Test("Missing data is described in the language of the headers")
    func languages() throws {
        let korean = ["2022-06-01: 서비스가 HTTP 500으로 응답했습니다", "an unknown sentence", "3쪽"]
        #expect(try missing(.ko) == korean)
        #expect(try missing(nil) == korean)
        let english = [
            "2022-06-01: the service answered HTTP 500", "an unknown sentence", "page 3",
        ]
        #expect(try missing(.en) == english)
    }
}
