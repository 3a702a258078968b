import Foundation
import Loopback
import Testing

/// `--format singer --state FILE`: a loader that runs every morning.
@Suite(.serialized) struct SingerCommandTests {
    private let singer = ["--format", "singer"]

    private func states(_ outcome: Program.Outcome) -> [String] {
        outcome.output.split(separator: "\n").filter { $0.contains("\"STATE\"") }.map(String.init)
    }

    private func days(_ outcome: Program.Outcome) -> Set<Substring> {
        Set(
            outcome.output.split(separator: "\n").filter { $0.contains("\"RECORD\"") }.compactMap {
                $0.split(separator: "\"date\":\"").last?.prefix(10)
            })
    }

    @Test("A run continues after the state of an earlier one, and with nothing new writes no rows")
    func goingOn() async throws {
        let home = try Household()
        let file = home.folder.path("state.json")
        let sample = ["--source", "sample"] + singer
        try Data().write(to: URL(filePath: file))
        let first = try await home.run(
            sample + ["--from", "2022-05-30", "--to", "2022-06-01", "--state", file], at: "")
        #expect(first.status == 0 && days(first).count == 3 && states(first).count == 3)
        try Data(states(first).joined(separator: "\n").utf8).write(to: URL(filePath: file))
        let second = try await home.run(sample + ["--state", file], at: "")
        #expect(
            days(second) == ["2022-06-02", "2022-06-03", "2022-06-04", "2022-06-05"]
                && second.errors.isEmpty)
        try Data((states(second).last ?? "").utf8).write(to: URL(filePath: file))
        let third = try await home.run(sample + ["--state", file], at: "")
        // The reader gets its state again: it may replace the old one with it.
        #expect(
            third.status == 0 && days(third).isEmpty && states(third) == states(second).suffix(1))
        #expect(third.errors.contains("nothing new"))
        let other = home.folder.path("new.singer")
        let written = try await home.run(sample + ["--state", file, "-o", other], at: "")
        #expect(written.status == 0)
        #expect(try home.folder.text("new.singer") == third.output)
        let quiet = try await home.run(sample + ["--state", file, "-q"], at: "")
        #expect(quiet.status == 0 && quiet.errors.isEmpty)
        let foreign = (states(third).last ?? "").replacing("\"sample\"", with: "\"elsewhere\"")
        try Data(foreign.utf8).write(to: URL(filePath: file))
        for (option, isTold) in [("-v", true), ("-q", false)] {
            let others = try await home.run(sample + ["--state", file, option], at: "")
            #expect(others.status == 0)
            #expect(others.errors.contains("a state of other charts") == isTold, "\(others.errors)")
            #expect(isTold || others.errors.isEmpty)
        }
    }

    @Test("The next run asks for a missing period and all after it")
    func missing() async throws {
        let home = try Household()
        let file = home.folder.path("state.json")
        let server = try LoopbackKOBIS()
        server.give(.status(500), to: "20220602", times: 1)
        try await server.run { url in
            let range = ["--from", "2022-05-31", "--to", "2022-06-04"]
            let partial = try await home.run(singer + range + ["--keep-going"], at: url)
            #expect(partial.status == 2 && days(partial).count == 4)
            let state = try #require(states(partial).last)
            #expect(state.contains("\"2022-06-01\""))
            try Data(state.utf8).write(to: URL(filePath: file))
            let rest = try await home.run(
                singer + ["--date", "2022-06-04", "--state", file], at: url)
            #expect(days(rest) == ["2022-06-02", "2022-06-03", "2022-06-04"])
            #expect(states(rest).last?.contains("\"2022-06-04\"") == true)
        }
    }

    @Test("Figures that are not final come again with the next run")
    func provisional() async throws {
        let home = try Household()
        let file = home.folder.path("state.json")
        let server = try LoopbackKOBIS()
        try await server.run { url in
            let first = try await home.run(singer + ["--last", "6"], at: url)
            #expect(days(first).count == 6 && states(first).count == 5)
            try Data((states(first).last ?? "").utf8).write(to: URL(filePath: file))
            let second = try await home.run(singer + ["--state", file], at: url)
            #expect(days(second).count == 2 && days(second).isSubset(of: days(first)))
            #expect(states(second) == states(first).suffix(1))
        }
    }

    /// Returns films with these numbers for a chart.
    private func films(_ numbers: String) -> [(code: String, title: String, admissions: Int)] {
        numbers.map { (code: "2026000\($0)", title: "영화 \($0)", admissions: 90) }
    }

    /// Adds a run's records to `rows` as a target that upserts does: the films of each day that are not
    /// removed, with admissions.
    private func load(_ outcome: Program.Outcome, into rows: inout [String: [String: Int]]) throws {
        for line in outcome.output.split(separator: "\n") where line.contains("\"RECORD\"") {
            let message = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            let record = try #require(message?["record"] as? [String: Any])
            let day = try #require(record["from"] as? String)
            let code = try #require(record["movie_code"] as? String)
            let isRemoved = try #require(record["is_removed"] as? Bool)
            rows[day, default: [:]][code] = isRemoved ? nil : record["audience_count"] as? Int
            #expect(!isRemoved || record["audience_count"] is NSNull)
        }
    }

    @Test("After films are removed, added or swapped, a target has the service's last charts")
    func corrections() async throws {
        let home = try Household()
        let file = home.folder.path("state.json")
        let server = try LoopbackKOBIS()
        try Data().write(to: URL(filePath: file))
        let yesterday = Household.yesterday
        try await server.run { url in
            var table: [String: [String: Int]] = [:]
            for numbers in ["123", "32", "324", "524", "", "5"] {
                server.set(
                    films: films(numbers), on: yesterday.replacing("-", with: ""), isWhole: false)
                // Without the archive, only the state knows what was sent.
                try? FileManager.default.removeItem(atPath: home.folder.path(".cache"))
                let outcome = try await home.run(
                    singer + ["--kind", "commercial", "--state", file, "--allow-empty"], at: url)
                #expect(outcome.status == 0, "\(outcome.errors)")
                try load(outcome, into: &table)
                #expect(Set(table[yesterday, default: [:]].keys) == Set(films(numbers).map(\.code)))
                // The whole log, as `>>` keeps it.
                let log = try home.folder.text("state.json") + outcome.output
                try Data(log.utf8).write(to: URL(filePath: file))
            }
        }
    }

    @Test("Final periods come again only with --refresh, compared with what the archive had")
    func refresh() async throws {
        let home = try Household()
        let file = home.folder.path("state.json")
        let server = try LoopbackKOBIS()
        let range = singer + ["--kind", "commercial", "--from", "2022-06-01", "--to", "2022-06-02"]
        try await server.run { url in
            var table: [String: [String: Int]] = [:]
            server.set(films: films("123"), on: "20220601", isWhole: false)
            let first = try await home.run(range, at: url)
            try load(first, into: &table)
            try Data((states(first).last ?? "").utf8).write(to: URL(filePath: file))
            server.set(films: films("34"), on: "20220601", isWhole: false)
            let state = range + ["--state", file]
            for more in [[], ["--allow-empty"]] {
                let same = try await home.run(state + more, at: url)
                #expect(same.status == 0 && days(same).isEmpty)
            }
            let again = try await home.run(state + ["--refresh"], at: url)
            try load(again, into: &table)
            #expect(days(again).contains("2022-06-01") && again.errors.isEmpty, "\(again.errors)")
            #expect(table["2022-06-01"].map { Set($0.keys) } == Set(films("34").map(\.code)))
            #expect(states(again) == states(first).suffix(1))
            server.set(films: [], on: "20220601", isWhole: false)
            let empty = try await home.run(state + ["--refresh"], at: url)
            try load(empty, into: &table)
            #expect(table["2022-06-01"]?.count == 2)
            #expect(empty.errors.contains("a shorter chart came (0 of 2 whole rows)"))
            try FileManager.default.removeItem(atPath: home.folder.path(".cache"))
            let blind = try await home.run(state + ["--refresh"], at: url)
            #expect(
                blind.errors.contains("the chart of 2022-06-01 (and 1 more) was sent again"),
                "\(blind.errors)")
        }
    }

    @Test("A state of runs with --top is refused without it, and only a range's end limits a run")
    func topAndEnd() async throws {
        let home = try Household()
        let file = home.folder.path("state.json")
        let sample = ["--source", "sample"] + singer
        let first = try await home.run(sample + ["--date", "2022-05-30", "--top", "5"], at: "")
        try Data((states(first).last ?? "").utf8).write(to: URL(filePath: file))
        let other = try await home.run(sample + ["--state", file], at: "")
        #expect(other.status == 65 && other.errors.contains("runs with --top 5"))
        let state = sample + ["--state", file, "--top", "5"]
        for range in [["--from", "2022-06-02"], []] {
            let some = try await home.run(state + range + ["--to", "2022-06-03"], at: "")
            #expect(
                days(some).sorted() == ["2022-05-31", "2022-06-01", "2022-06-02", "2022-06-03"])
        }
    }

    @Test("Periods missing after the state come even if the range has not begun")
    func rangeToCome() async throws {
        let home = try Household()
        let file = home.folder.path("state.json")
        let server = try LoopbackKOBIS()
        try await server.run { url in
            let first = try await home.run(singer + ["--last", "6"], at: url)
            try Data((states(first).first ?? "").utf8).write(to: URL(filePath: file))
            let today = ["--from", "-0d"]
            let rest = try await home.run(singer + today + ["--state", file], at: url)
            #expect(rest.status == 0 && days(rest).count == 5)
            try Data().write(to: URL(filePath: file))
            let nothing = try await home.run(singer + today + ["--state", file], at: url)
            #expect(nothing.status == 0 && days(nothing).isEmpty && states(nothing).count == 1)
        }
    }

    @Test(
        "A missing or invalid state, and a format without states, are refused",
        arguments: [
            (["--state", "none"], Int32(65), "there is no file"),
            (["--state", "folder"], 65, "cannot be read"),
            (["--state", "long"], 65, "not a state of Singer messages"),
            (["--state", "empty", "--format", "singer", "-o", "empty"], 64, "the same file"),
            (
                ["--state", "empty", "--format", "singer", "--report", "empty"], 64,
                "names a file that the run reads"
            ),
            (
                [
                    "--state", "empty", "--format", "singer", "--from", "2022-06-01", "-o",
                    "{date}.singer",
                ], 64, "single output"
            ),
            (["--state", "text"], 65, "not a state of Singer messages"),
            (["--state", "text", "--format", "csv"], 64, "cannot continue from a state"),
        ])
    func refusals(arguments: [String], status: Int32, words: String) async throws {
        let home = try Household()
        try FileManager.default.createDirectory(
            atPath: home.folder.path("folder"), withIntermediateDirectories: true)
        try Data("hello".utf8).write(to: URL(filePath: home.folder.path("text")))
        try Data().write(to: URL(filePath: home.folder.path("empty")))
        try Data(repeating: 0x61, count: 5 << 20).write(to: URL(filePath: home.folder.path("long")))
        let rest = arguments.dropFirst(2).map { word in
            word == "empty" || word.hasPrefix("{") ? home.folder.path(word) : word
        }
        let all =
            ["--source", "sample", "--state", home.folder.path(arguments[1])]
            + (rest.isEmpty ? singer : Array(rest))
        let outcome = try await home.run(all, at: "")
        #expect(outcome.status == status && outcome.output.isEmpty)
        #expect(outcome.errors.contains(words), "\(outcome.errors)")
    }

    @Test("If details are missing, the bookmark waits for them")
    func details() async throws {
        let home = try Household()
        let file = home.folder.path("state.json")
        try Data().write(to: URL(filePath: file))
        let server = try LoopbackKOBIS()
        server.give(.status(500), to: "20206061", times: 1)
        try await server.run { url in
            let all = singer + ["--date", "2022-06-01", "--with", "details", "--keep-going"]
            let partial = try await home.run(all + ["--state", file], at: url)
            #expect(partial.status == 2 && days(partial).count == 1)
            #expect(states(partial).count == 1)
            try Data((states(partial).last ?? "").utf8).write(to: URL(filePath: file))
            let whole = try await home.run(all + ["--state", file], at: url)
            #expect(whole.status == 0 && days(whole).count == 1)
            #expect(states(whole).last?.contains("2022-06-01") == true)
        }
    }

    @Test("Several documents of a chart have no state, because none knows what the others lack")
    func severalDocuments() async throws {
        let home = try Household()
        let outcome = try await home.run(
            [
                "--source", "sample", "--from", "2022-06-01", "-o",
                home.folder.path("{date}.singer"),
            ],
            at: "")
        #expect(outcome.status == 0)
        let text = try home.folder.text("2022-06-03.singer")
        #expect(text.contains("\"SCHEMA\"") && !text.contains("\"STATE\""))
    }

    @Test("A state comes through a pipe, too")
    func pipe() async throws {
        let home = try Household()
        let outcome = try await home.shell(
            """
            "$0" --source sample --date 2022-06-04 --format singer | grep STATE > "$DIR/state"
            tail -n 1 "$DIR/state" | "$0" --source sample --format singer --state /dev/stdin
            """, at: "")
        #expect(days(outcome) == ["2022-06-05"], "\(outcome.errors)")
    }

    @Test("The last state in a log of years is found quickly, even with rows after it")
    func longLog() async throws {
        let home = try Household()
        let file = home.folder.path("state.json")
        let run = try await home.run(
            ["--source", "sample", "--from", "2022-06-01", "--to", "2022-06-03"] + singer, at: "")
        let record = try #require(run.output.split(separator: "\n").first { $0.contains("RECORD") })
        let log = run.output + String(repeating: "\(record)\n", count: 40_000) + record.prefix(90)
        try Data(log.utf8).write(to: URL(filePath: file))
        let outcome = try await home.run(["--source", "sample", "--state", file] + singer, at: "")
        #expect(days(outcome) == ["2022-06-04", "2022-06-05"], "\(outcome.errors)")
    }

    @Test("The last line of a state that grew for years is found")
    func longState() async throws {
        let home = try Household()
        let file = home.folder.path("state.json")
        let line = { (day: String) in
            """
            {"bookmarks":{"charts":{"partitions":[{"context":{"source":"sample",\
            "chart":"daily","region":"all","nation":"all","kind":"all"},"replication_key":"to","replication_key_value":"\(day)"}]}}}

            """
        }
        let text = String(repeating: line("2022-05-30"), count: 30_000) + line("2022-06-03")
        try Data(text.utf8).write(to: URL(filePath: file))
        let outcome = try await home.run(
            ["--source", "sample", "--state", file] + singer, at: "")
        #expect(days(outcome) == ["2022-06-04", "2022-06-05"])
    }
}
