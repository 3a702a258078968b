import Foundation
import Loopback
import Testing

/// What does not depend on the language of messages.
@Suite struct LanguageCommandTests {
    @Test(
        "Documents and reports are the same bytes in both languages",
        arguments: ["csv", "jsonl", "md", "xlsx", "html"])
    func documents(ending: String) async throws {
        let folder = try TemporaryFolder()
        for (name, locale) in [("ko", "ko_KR.UTF-8"), ("en", "C")] {
            let outcome = try await Program.shell(
                """
                cd "$DIR" && mkdir \(name) && cd \(name) && "$0" --source sample --last 3 \
                -o x.\(ending) --report r.json
                """, environment: ["DIR": folder.url.path, "LANG": locale])
            #expect(outcome.status == 0, "\(outcome.errors)")
            #expect(outcome.errors.contains("30행을 썼습니다") == (name == "ko"), "\(outcome.errors)")
        }
        let documents = try ["ko", "en"].map {
            try Data(contentsOf: folder.url.appending(path: "\($0)/x.\(ending)"))
        }
        #expect(documents[0] == documents[1])
        let reports = try ["ko", "en"].map { name in
            try folder.text("\(name)/r.json").split(separator: "\n").filter { line in
                !["begun", "ended", "seconds", "started", "finished", "duration", "time"]
                    .contains { line.contains("\"\($0)") }
            }
        }
        #expect(reports[0] == reports[1])
    }
}
