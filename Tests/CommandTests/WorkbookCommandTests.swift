import Foundation
import Loopback
import Testing

/// Workbooks as a user asks for them.
@Suite(.enabled(if: ReadWorkbook.canBeRead, "this needs libxlsxwriter4 and python3-openpyxl"))
struct WorkbookCommandTests {
    @Test("Hostile texts of a plugin are read back unchanged from every place that shows them")
    func plugin() async throws {
        let folder = try TemporaryFolder()
        try folder.add(
            executable: "bo-export-source-hostile",
            #"""
            #!/bin/sh
            read -r hello
            printf '%s\n' '{"manifest":{"protocol":1,"name":"hostile","summary":"=1+1","dataset":"top10","columns":[{"name":"a","korean":"=1+1","type":"text"},{"name":"b","korean":"_x0041_","type":"integer"},{"name":"c","korean":"c","type":"list"}]}}'
            read -r query || exit 0
            printf '%s\n' '{"row":{"a":"=HYPERLINK(\"http://a.example\")","b":9223372036854775807,"c":["_x0041","a\u0001b"]}}'
            printf '%s\n' '{"row":{"a":"2:22","b":null,"c":[]}}'
            printf '%s\n' '{"row":{"a":null,"b":-1,"c":null}}'
            echo '{"end":{}}'
            """#)
        let outcome = try await Program.run([
            "rows", "--source", "hostile", "--plugin-dir", folder.url.path, "-q", "-o",
            folder.path("x.xlsx"),
        ])
        try #require(outcome.status == 0, "\(outcome.errors)")
        let book = try #require(try await ReadWorkbook.read([folder.path("x.xlsx")]).first)
        #expect(book.names == ["top10 (1)", "정보"] && book.formulas == 0)
        #expect(book.sheets[0].values(0) == ["=1+1", "_x0041_", "c"])
        #expect(
            book.sheets[0].values(1) == [
                "=HYPERLINK(\"http://a.example\")", "9223372036854775807", "_x0041, ab",
            ])
        #expect(book.sheets[0].values(2) == ["2:22", "", ""])
    }
}
