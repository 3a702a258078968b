import Foundation
import Loopback
import Testing

/// What depends neither on the language of messages nor on the machine.
@Suite struct LanguageCommandTests {
    @Test(
        "The same rows give the same bytes: another language, day, time zone, folder or number of jobs",
        arguments: [
            "csv", "jsonl", "md", "xlsx", "html", "html -O layout=cards", "html -O layout=mail",
        ])
    func documents(kind: String) async throws {
        let folder = try TemporaryFolder()
        var environments = [
            ["LANG": "ko_KR.UTF-8", "TZ": "Asia/Seoul"], ["LANG": "C"],
            ["LC_ALL": "de_DE.UTF-8", "TZ": "Pacific/Kiritimati", "TMPDIR": folder.url.path],
        ]
        if let libfaketime = StartCommandTests.libfaketime {
            environments.append(["LD_PRELOAD": libfaketime, "FAKETIME": "+400d", "TZ": "UTC"])
        }
        var documents: Set<Data> = []
        var reports: Set<[Substring]> = []
        for (index, environment) in environments.enumerated() {
            let outcome = try await Program.shell(
                """
                mkdir "$DIR/\(index)" && cd "$DIR/\(index)" && exec "$0" --source sample --last 7 \
                    --jobs \(1 + 3 * index) --report r.json -o x.\(kind)
                """, environment: environment.merging(["DIR": folder.url.path]) { $1 })
            #expect(outcome.status == 0, "\(outcome.errors)")
            #expect(outcome.errors.contains("70행을 썼습니다") == (index == 0), "\(outcome.errors)")
            let ending = kind.prefix { $0 != " " }
            documents.insert(
                try Data(contentsOf: folder.url.appending(path: "\(index)/x.\(ending)")))
            let report = try folder.text("\(index)/r.json").split(separator: "\n")
            reports.insert(
                report.filter { line in
                    !["begun", "ended", "seconds", "started", "finished", "duration", "time"]
                        .contains { line.contains("\"\($0)") }
                })
        }
        #expect(documents.count == 1 && reports.count == 1)
        #expect(try folder.names.count == environments.count, "nothing is left in TMPDIR")
        if kind.hasSuffix("mail") { #expect(documents.allSatisfy { $0.count < 100_000 }) }
    }
}
