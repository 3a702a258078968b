import Foundation
import Loopback
import Testing

/// The sheets of periods, up to 200 of them.
@Suite(
    .serialized, .enabled(if: ReadWorkbook.canBeRead, "this needs libxlsxwriter4 and openpyxl"))
struct WorkbookSheetsCommandTests {
    @Test("201 periods are refused before any call, and 200 fit, also with 256 descriptors")
    func bound() async throws {
        let folder = try TemporaryFolder()
        try folder.add(
            executable: "bo-export-source-weeks",
            #"""
            #!/bin/sh
            read -r hello
            echo '{"manifest":{"protocol":1,"name":"weeks","summary":"a test","dataset":"chart","charts":["weekend"],"from":"2018-01-01","to":"2022-12-31","columns":[{"name":"rank"},{"name":"title"}]}}'
            while read -r query; do
                echo >>"${0%/*}/queries"
                echo '{"row":{"rank":1,"title":"a"}}'
                echo '{"end":{}}'
            done
            """#)
        let environment = [
            "DIR": folder.url.path, "XDG_CACHE_HOME": folder.path("cache"),
            "WEEKS": "weekend --source weeks --plugin-dir \(folder.url.path) "
                + "--from 2018-03-01 -O sheets=period",
        ]
        let refused = try await Program.shell(
            "exec \"$0\" $WEEKS --to 2022-01-02 -o $DIR/x.xlsx", environment: environment)
        #expect(refused.status == 64, "\(refused.errors)")
        #expect(refused.errors.contains("at most 200 periods, not 201"), "\(refused.errors)")
        #expect(refused.errors.split(separator: "\n").count == 2)
        #expect(try !folder.names.contains("queries"))
        let written = try await Program.shell(
            "ulimit -n 256; exec \"$0\" $WEEKS --to 2021-12-26 -q -o $DIR/x.xlsx",
            environment: environment)
        #expect(written.status == 0, "\(written.errors)")
        let templates = try await Program.shell(
            "exec \"$0\" $WEEKS --to 2022-01-02 -q -o \"$DIR/{year}.xlsx\"",
            environment: environment)
        #expect(templates.status == 0 && templates.errors == "", "\(templates.errors)")
        let paths = ["x", "2018"].map { folder.path("\($0).xlsx") }
        let read = try await ReadWorkbook.read(paths)
        #expect(read[0].sheets.count == 201 && read[0].names.first == "2018-W09")
        #expect(read[0].names[199] == "2021-W51" && read[0].names[200] == "정보")
        #expect(read[1].names.filter { $0.hasPrefix("2018-W") }.count == 44)
        #expect(try folder.names.filter { $0.hasSuffix(".xlsx") }.count == 5)
    }
}
