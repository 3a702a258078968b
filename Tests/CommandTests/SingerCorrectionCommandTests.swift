import Foundation
import Loopback
import Testing

/// Corrections of final charts, which every reader of Singer messages gets from the archive.
@Suite(.enabled(if: Tool.isThere("python3"), "this needs python3"))
struct SingerCorrectionCommandTests {
    private let home: Household
    private let server: LoopbackKOBIS
    private let range = ["--from", "2022-06-01", "--to", "2022-06-03"]

    init() throws {
        home = try Household()
        server = try LoopbackKOBIS()
    }

    /// Returns films with these numbers for a chart, the first with the most admissions.
    private func films(
        _ numbers: String, more: Int = 0
    ) -> [(code: String, title: String, admissions: Int)] {
        numbers.enumerated().map {
            (code: "2026000\($1)", title: "영화 \($1)", admissions: 900 + more - $0)
        }
    }

    /// A reader of messages with a state and a log of its own.
    private struct Sink {
        let home: Household
        let name: String
        let options: [String]

        init(_ name: String, in home: Household, _ options: [String] = []) throws {
            (self.home, self.name, self.options) = (home, name, options)
            try Data().write(to: home.folder.url.appending(path: name + ".json"))
        }

        /// Runs the program with the state, loads its messages and returns them.
        @discardableResult
        func load(
            _ arguments: [String], at url: String, withState: Bool = true
        ) async throws -> (records: [String], errors: String) {
            let state = withState ? ["--state", home.folder.path(name + ".json")] : []
            let outcome = try await home.run(
                ["--format", "singer"] + options + arguments + state, at: url)
            #expect(outcome.status == 0, "\(outcome.errors)")
            try await home.load(outcome.output, into: name)
            let lines = outcome.output.split(separator: "\n").map(String.init)
            let last = try #require(lines.last { $0.contains("\"STATE\"") })
            try Data(last.utf8).write(to: home.folder.url.appending(path: name + ".json"))
            return (lines.filter { $0.contains("\"RECORD\"") }, outcome.errors)
        }

        /// The rows that are not removed, as the CSV file of ``columns`` has them.
        var rows: String {
            get async throws {
                try await home.load(
                    "", into: name, columns: "from", "rank", "movie_code", "title", "audience_count"
                ).map { $0.joined(separator: ",") }.joined(separator: "\n")
            }
        }

        static let columns = [
            "--columns", "date,rank,movie_code,title,audience_count", "--header", "none",
        ]
    }

    /// Returns the rows of a run without an archive.
    private func fresh(_ arguments: [String], at url: String) async throws -> String {
        let outcome = try await Household().run(Sink.columns + arguments, at: url)
        return outcome.output.trimmingCharacters(in: .newlines)
    }

    @Test("A removed film and a corrected figure reach three readers in turn, at no call")
    func threeSinks() async throws {
        let sinks = try ["a", "b", "c"].map { try Sink($0, in: home) }
        try await server.run { url in
            for day in ["20220601", "20220602"] {
                server.set(films: films("0123456789"), on: day)
            }
            for sink in sinks { try await sink.load(range, at: url) }
            let old = try await fresh(range, at: url)
            server.set(films: films("012345678"), on: "20220601")
            server.set(films: films("0123456789", more: 7), on: "20220602")
            let csv = home.folder.path("x.csv")
            #expect(try await home.run(range + ["--refresh", "-o", csv], at: url).status == 0)
            let new = try await fresh(range, at: url)
            let calls = server.seen.count
            for sink in sinks {
                #expect(try await sink.rows == old && old != new)
                let (records, errors) = try await sink.load(range, at: url)
                #expect(errors.isEmpty, "\(errors)")
                #expect(records.count == 21)
                #expect(records.count { $0.contains(#""is_removed":true"#) } == 1)
                #expect(try await sink.rows == new)
                let (more, _) = try await sink.load(range, at: url)
                #expect(more.isEmpty)
            }
            #expect(server.seen.count == calls)
        }
    }

    @Test("Without a state, a run also takes off the films of earlier editions of its range")
    func withoutState() async throws {
        let sink = try Sink("a", in: home)
        try await server.run { url in
            server.set(films: films("0123456789"), on: "20220601")
            try await sink.load(range, at: url, withState: false)
            server.set(films: films("012345678"), on: "20220601")
            #expect(try await home.run(range + ["--refresh"], at: url).status == 0)
            let calls = server.seen.count
            let (records, _) = try await sink.load(range, at: url, withState: false)
            #expect(records.count == 31 && server.seen.count == calls)
            #expect(try await sink.rows == fresh(range, at: url))
            let other = ["--from", "2022-06-02", "--to", "2022-06-03"]
            let (less, _) = try await sink.load(other, at: url, withState: false)
            #expect(less.count == 20)
        }
    }

    @Test(
        "With --top, a film that fell out of the first rows is taken off; other regions are not sent"
    )
    func topAndRegions() async throws {
        let top = ["--top", "3"]
        let regions = ["--region", "서울,부산"]
        let three = try Sink("a", in: home, top)
        let two = try Sink("b", in: home, regions)
        try await server.run { url in
            server.set(films: films("0123456789"), on: "20220601")
            for sink in [three, two] { try await sink.load(range, at: url) }
            server.set(films: films("0132456789"), on: "20220601")
            for more in [[], ["--region", "부산"]] {
                #expect(try await home.run(range + more + ["--refresh"], at: url).status == 0)
            }
            // Nothing of the other region is there any longer.
            let kept = try home.files(with: "wideAreaCd=0105001")
            for name in kept { try FileManager.default.removeItem(atPath: home.folder.path(name)) }
            #expect(kept.count == 3)
            let calls = server.seen.count
            let (records, _) = try await three.load(range, at: url)
            #expect(records.count == 4 && records.count { $0.contains("true}}") } == 1)
            #expect(try await three.rows == fresh(range + top, at: url))
            let before = server.seen.count
            #expect(before == calls + 3)
            let (ofRegions, _) = try await two.load(range, at: url)
            #expect(ofRegions.count == 10 && ofRegions.allSatisfy { $0.contains("부산시") })
            #expect(server.seen.count == before)
        }
    }

    @Test("'cache prune' keeps corrections, and 'cache clear' says that it forgets them")
    func cache() async throws {
        let (one, other) = (try Sink("a", in: home), try Sink("b", in: home))
        try await server.run { url in
            server.set(films: films("0123456789"), on: "20220601")
            for sink in [one, other] { try await sink.load(range, at: url) }
            for (more, last) in [(5, "8"), (6, "9")] {
                server.set(films: films("01234567" + last, more: more), on: "20220601")
                #expect(try await home.run(range + ["--refresh"], at: url).status == 0)
                #expect(try await home.run(["cache", "prune"], at: url).status == 0)
                try await one.load(range, at: url)
                #expect(try await one.rows == fresh(range, at: url))
                let cleared = try await home.run(["cache", "clear"], at: url)
                #expect(
                    cleared.errors.contains("corrections of final charts that are forgotten: 1"))
                let (none, _) = try await other.load(range, at: url)
                #expect(none.isEmpty)
                // Numbers go on growing.
                #expect(try await home.run(range, at: url).status == 0)
            }
            let again = try await home.run(["cache", "clear"], at: url)
            #expect(again.status == 0 && !again.errors.contains("forgotten"))
            let (_, errors) = try await other.load(range + ["--refresh"], at: url)
            #expect(errors.contains("the archive did not have it before"), "\(errors)")
            _ = try await home.run(["cache", "clear"], at: url)
            let (_, blind) = try await other.load(range + ["--refresh"], at: url, withState: false)
            #expect(blind.contains("the archive did not have it before"), "\(blind)")
        }
    }

    @Test("Damaged corrections are told, the others arrive, and two runs at once lose none")
    func damage() async throws {
        let sink = try Sink("a", in: home)
        let month = ["--from", "2022-05-01", "--to", "2022-06-03"]
        try await server.run { url in
            try await sink.load(month, at: url)
            for day in 1...30 {
                let date = "202205" + (day < 10 ? "0" : "") + "\(day)"
                server.set(films: films("0123456789", more: day), on: date)
            }
            let both = try await home.shell(
                """
                "$0" --from 2022-05-01 --to 2022-05-15 --refresh -q -o "$DIR/x.csv" & one=$!
                "$0" --from 2022-05-16 --to 2022-05-30 --refresh -q -o "$DIR/y.csv" & two=$!
                wait $one && wait $two
                """, at: url)
            #expect(both.status == 0, "\(both.errors)")
            let file = ".cache/bo-export/archive/corrections"
            var lines = try home.folder.text(file).split(separator: "\n").map(String.init)
            let numbers = lines.compactMap { $0.split(separator: ",").first?.dropFirst(19) }
            #expect(lines.count == 31 && Set(numbers).count == 31)
            try #require(lines.count == 31)
            lines[3].removeLast(3)
            try Data(lines.joined(separator: "\n").utf8).write(
                to: home.folder.url.appending(path: file))
            let calls = server.seen.count
            let (records, errors) = try await sink.load(month, at: url)
            #expect(errors.contains("corrections of final charts are lost"), "\(errors)")
            #expect(
                Set(records.compactMap { $0.split(separator: "\"from\":").last?.prefix(12) }).count
                    == 29)
            #expect(server.seen.count == calls)
            // The next correction replaces the file; a reader that may lack some is told once.
            let late = try Sink("b", in: home)
            try Data(contentsOf: home.folder.url.appending(path: "a.json")).write(
                to: home.folder.url.appending(path: "b.json"))
            server.set(films: films("0123456789", more: 99), on: "20220510")
            let day = ["--date", "2022-05-10", "--refresh", "-q", "-o", home.folder.path("z.csv")]
            #expect(try await home.run(day, at: url).status == 0)
            let status = try await home.run(["cache", "status"], at: url)
            #expect(status.output.contains("remembered: 29"), "\(status.output)")
            #expect(
                try await late.load(month, at: url).errors.contains(
                    "corrections of final charts were lost"))
            #expect(try await !late.load(month, at: url).errors.contains("were lost"))
        }
    }

    @Test("Where the archive lost a corrected answer, the service is asked for it")
    func lostAnswer() async throws {
        let (one, other) = (try Sink("a", in: home), try Sink("b", in: home))
        try await server.run { url in
            server.set(films: films("0123456789"), on: "20220601")
            for sink in [one, other] { try await sink.load(range, at: url) }
            server.set(films: films("012345678a", more: 5), on: "20220601")
            #expect(try await home.run(range + ["--refresh"], at: url).status == 0)
            try await one.load(range, at: url)
            let cut = try await home.shell(
                "find \"$DIR/.cache\" -name 'targetDt=20220601*' -exec truncate -s 300 {} +",
                at: url)
            #expect(cut.status == 0, "\(cut.errors)")
            let (none, _) = try await other.load(range + ["--offline"], at: url)
            #expect(none.isEmpty)
            let calls = server.seen.count
            let (records, _) = try await other.load(range, at: url)
            #expect(records.count == 11 && server.seen.count == calls + 1)
            #expect(try await other.rows == fresh(range, at: url))
        }
    }

    @Test("A state that had the corrections of another archive gets all of this one")
    func otherArchive() async throws {
        let sink = try Sink("a", in: home)
        try await server.run { url in
            try await sink.load(range, at: url)
            server.set(films: films("0123456789", more: 5), on: "20220601")
            #expect(try await home.run(range + ["--refresh"], at: url).status == 0)
            try await sink.load(range, at: url)
            let state = try home.folder.text("a.json")
            let name = try #require(state.firstMatch(of: /"archive": ?"([0-9a-f]+)"/)).1
            try Data(state.replacing(name, with: "another").utf8).write(
                to: home.folder.url.appending(path: "a.json"))
            let (records, _) = try await sink.load(range, at: url)
            #expect(records.contains { $0.contains("2022-06-01") }, "\(records)")
            #expect(try await sink.rows == fresh(range, at: url))
            #expect(try await sink.load(range, at: url).records.isEmpty)
        }
    }
}
