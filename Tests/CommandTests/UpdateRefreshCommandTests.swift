import Foundation
import Loopback
import Testing

/// `--update --refresh`: a range of a file is asked for anew after a correction.
@Suite struct UpdateRefreshCommandTests {
    private let year = ["--from", "2021-01-01", "--to", "2021-12-31"]
    private let month = ["--from", "2021-03-01", "--to", "2021-03-31", "--update", "--refresh"]

    /// Corrects three final days of March.
    private func correct(_ server: LoopbackKOBIS) {
        for day in ["20210304", "20210315", "20210331"] {
            let films = (0..<10).map {
                (code: "2021\(day.suffix(3))\($0)", title: "고친 \($0)", admissions: 900 - $0)
            }
            server.set(films: films, on: day)
        }
    }

    @Test(
        "A month of a year is replaced: the file equals a fresh one, and other lines keep their bytes",
        arguments: ["csv", "jsonl"])
    func correction(ending: String) async throws {
        let (home, other) = (try Household(), try Household())
        let server = try LoopbackKOBIS()
        let file = ["-o", home.folder.path("x.\(ending)")]
        try await server.run { url in
            #expect(try await home.run(year + file, at: url).status == 0)
            correct(server)
            let old = try home.folder.text("x.\(ending)")
            let before = server.seen.count
            let plain = try await home.run(year + ["--update"] + file, at: url)
            #expect(plain.status == 0 && server.seen.count == before)
            #expect(try home.folder.text("x.\(ending)") == old)
            let dry = try await home.run(month + ["--dry-run"] + file, at: url)
            #expect(dry.errors.contains("31 of 31 requests"), "\(dry.errors)")
            let refreshed = try await home.run(month + file, at: url)
            #expect(refreshed.status == 0 && server.seen.count == before + 31)
            #expect(
                refreshed.errors.contains("3 periods are new or changed"), "\(refreshed.errors)")
            let fresh = other.folder.path("y.\(ending)")
            #expect(try await other.run(year + ["-o", fresh], at: url).status == 0)
            let new = try home.folder.text("x.\(ending)")
            #expect(try new == other.folder.text("y.\(ending)") && new != old)
        }
    }

    @Test("A shorter answer does not replace a fuller period, and a failed run leaves the file")
    func shorter() async throws {
        let home = try Household()
        let server = try LoopbackKOBIS()
        let file = ["-o", home.folder.path("x.csv")]
        try await server.run { url in
            let range = ["--from", "2021-03-01", "--to", "2021-03-31"]
            #expect(try await home.run(range + file, at: url).status == 0)
            let old = try home.folder.text("x.csv")
            server.set(
                films: [(code: "20219999", title: "하나", admissions: 5)], on: "20210310",
                isWhole: false)
            for archive in ["with", "without"] {
                let short = try await home.run(month + file, at: url)
                #expect(short.status == 0, "\(short.errors)")
                #expect(short.errors.contains("a shorter chart came") == (archive == "with"))
                #expect(short.errors.contains("keeps its 10 rows") == (archive == "without"))
                #expect(try home.folder.text("x.csv") == old)
                try FileManager.default.removeItem(atPath: home.folder.path(".cache"))
            }
            correct(server)
            server.give(.status(404), to: "20210320")
            let failed = try await home.run(month + file, at: url)
            #expect(failed.status != 0)
            #expect(try home.folder.text("x.csv") == old)
            let few = try await home.run(month + file + ["--max-calls", "4"], at: url)
            #expect(few.status == 75)
            #expect(few.errors.contains("ask for a shorter range at a time"), "\(few.errors)")
        }
    }
}
