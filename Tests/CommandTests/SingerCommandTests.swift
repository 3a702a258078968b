import Foundation
import Loopback
import Testing

/// `--format singer --state FILE`: a loader that runs every morning.
@Suite(.serialized, .enabled(if: Tool.isThere("python3"), "this needs python3"))
struct SingerCommandTests {
    private let home: Household
    private let server: LoopbackKOBIS
    private let singer = ["--format", "singer"]
    /// The state of a loader, which is empty at first.
    private var file: String { home.folder.path("state.json") }

    init() throws {
        home = try Household()
        server = try LoopbackKOBIS()
        try Data().write(to: URL(filePath: home.folder.path("state.json")))
    }

    private func states(_ outcome: Program.Outcome) -> [String] {
        outcome.output.split(separator: "\n").filter { $0.contains("\"STATE\"") }.map(String.init)
    }

    private func days(_ outcome: Program.Outcome) -> Set<Substring> {
        Set(
            outcome.output.split(separator: "\n").filter { $0.contains("\"RECORD\"") }.compactMap {
                $0.split(separator: "\"date\":\"").last?.prefix(10)
            })
    }

    /// Returns films with these numbers for a chart.
    private func films(_ numbers: String) -> [(code: String, title: String, admissions: Int)] {
        numbers.map { (code: "2026000\($0)", title: "영화 \($0)", admissions: 90) }
    }

    /// Returns the films that a target has of a day after the messages of all runs so far and of this one.
    private func loaded(_ outcome: Program.Outcome, of day: String) async throws -> [String] {
        let rows = try await home.load(outcome.output, columns: "from", "movie_code")
        return rows.filter { $0[0] == day }.map { $0[1] }
    }

    @Test("After films are removed, added or swapped, a target has the service's last charts")
    func corrections() async throws {
        let yesterday = Household.yesterday
        try await server.run { url in
            for numbers in ["123", "32", "324", "524", "", "5"] {
                server.set(
                    films: films(numbers), on: yesterday.replacing("-", with: ""), isWhole: false)
                // Without the archive, only the state knows what was sent.
                try? FileManager.default.removeItem(atPath: home.folder.path(".cache"))
                let outcome = try await home.run(
                    singer + ["--kind", "commercial", "--state", file, "--allow-empty"], at: url)
                #expect(outcome.status == 0, "\(outcome.errors)")
                #expect(
                    try await loaded(outcome, of: yesterday) == films(numbers).map(\.code).sorted())
                // The whole log, as `>>` keeps it.
                let log = try home.folder.text("state.json") + outcome.output
                try Data(log.utf8).write(to: URL(filePath: file))
            }
        }
    }

    @Test("A film that leaves a provisional chart is removed, even if the run that saw it was lost")
    func lostRun() async throws {
        let day = Household.yesterday
        try await server.run { url in
            for (numbers, isLoaded) in [("12", true), ("13", false), ("13", true)] {
                server.set(films: films(numbers), on: day.replacing("-", with: ""), isWhole: false)
                let outcome = try await home.run(singer + ["--kind", "commercial"], at: url)
                #expect(outcome.status == 0, "\(outcome.errors)")
                guard isLoaded else { continue }
                #expect(try await loaded(outcome, of: day) == films(numbers).map(\.code))
            }
        }
    }

    @Test("Of a target, a short answer takes no film and no figure away, which is told")
    func short() async throws {
        try await server.run { url in
            for (trouble, count, isTold) in [
                (.absentRows(Set((4...10).map(String.init))), 3, false),
                (.absentRows(["3", "10"]), 8, true), (.figure("audiCnt", "", in: .json), 0, true),
            ] as [(Trouble, Int, Bool)] {
                server.give(trouble, to: "20180612")
                try? FileManager.default.removeItem(atPath: home.folder.path(".cache"))
                let outcome = try await home.run(
                    singer + ["--date", "2018-06-12", "--state", file], at: url)
                let records = outcome.output.split(separator: "\n").filter {
                    $0.contains("\"RECORD\"")
                }
                #expect(records.count == count && !records.contains { $0.contains("true}}") })
                #expect(outcome.errors.contains("the rows sent before stay") == isTold)
                try Data((states(outcome).last ?? "").utf8).write(to: URL(filePath: file))
            }
        }
    }

    @Test("Rows that somebody took out of a file are not taken for removed films")
    func cutFile() async throws {
        let table = home.folder.path("k.csv")
        let rows = ["2022-06-01,1,A1,one,10,x", "2022-06-01,2,A2,two,5,x"]
        for (count, error) in [(2, ""), (1, "came with 1 row, 2 were sent")] {
            let lines = ["date,rank,movie_code,title,audience_count,source"] + rows.prefix(count)
            try Data(lines.joined(separator: "\n").utf8).write(to: URL(filePath: table))
            let outcome = try await home.run(
                ["--source", "file", "-O", "file.path=\(table)", "--state", file] + singer, at: "")
            #expect(outcome.errors.contains(error) || error.isEmpty)
            #expect(!outcome.output.contains("\"is_removed\":true"), "\(outcome.output)")
            try Data((states(outcome).last ?? "").utf8).write(to: URL(filePath: file))
        }
    }

    @Test("After a week, --date latest ends with the last published chart and a state")
    func latest() async throws {
        server.give(.emptyList, to: Household.yesterday.replacing("-", with: ""))
        let days = ["--from", Household.day(ago: 9), "--to", Household.day(ago: 7)]
        try await server.run { url in
            let first = try await home.run(singer + days, at: url)
            try Data((states(first).last ?? "").utf8).write(to: URL(filePath: file))
            let latest = try await home.run(
                singer + ["--date", "latest", "--state", file], at: url)
            #expect(latest.status == 0, "\(latest.errors)")
            let state = try #require(states(latest).last)
            #expect(latest.output.hasSuffix("\(state)\n"))
            #expect(self.days(latest).max().map(String.init) == Household.day(ago: 2))
        }
    }

    @Test("Final periods come again only with --refresh, compared with what the archive had")
    func refresh() async throws {
        let range = singer + ["--kind", "commercial", "--from", "2022-06-01", "--to", "2022-06-02"]
        try await server.run { url in
            server.set(films: films("123"), on: "20220601", isWhole: false)
            let first = try await home.run(range, at: url)
            #expect(try await loaded(first, of: "2022-06-01").count == 3)
            try Data((states(first).last ?? "").utf8).write(to: URL(filePath: file))
            server.set(films: films("34"), on: "20220601", isWhole: false)
            let state = range + ["--state", file]
            for more in [[], ["--allow-empty"]] {
                let same = try await home.run(state + more, at: url)
                #expect(same.status == 0 && days(same).isEmpty)
            }
            let again = try await home.run(state + ["--refresh"], at: url)
            let codes = films("34").map(\.code)
            #expect(try await loaded(again, of: "2022-06-01") == codes)
            #expect(days(again).contains("2022-06-01") && again.errors.isEmpty, "\(again.errors)")
            #expect(states(again) == states(first).suffix(1))
            server.set(films: [], on: "20220601", isWhole: false)
            let empty = try await home.run(state + ["--refresh"], at: url)
            #expect(try await loaded(empty, of: "2022-06-01") == codes)
            #expect(empty.errors.contains("a shorter chart came (0 of 2 whole rows)"))
            try FileManager.default.removeItem(atPath: home.folder.path(".cache"))
            let blind = try await home.run(state + ["--refresh"], at: url)
            for told in ["2022-06-01 may lack films or figures", "2022-06-02 was sent again"] {
                #expect(blind.errors.contains("the chart of \(told)"), "\(blind.errors)")
            }
        }
    }

    @Test("If details are missing, the bookmark waits for them")
    func details() async throws {
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

    @Test("The last state of years is found quickly, among states or in a log with rows after it")
    func long() async throws {
        let run = try await home.run(
            ["--source", "sample", "--from", "2022-06-01", "--to", "2022-06-03"] + singer, at: "")
        let record = try #require(run.output.split(separator: "\n").first { $0.contains("RECORD") })
        let state = { (day: String) in
            """
            {"bookmarks":{"charts":{"partitions":[{"context":{"source":"sample",\
            "chart":"daily","region":"all","nation":"all","kind":"all"},"replication_key":"to","replication_key_value":"\(day)"}]}}}

            """
        }
        let log = run.output + String(repeating: "\(record)\n", count: 40_000) + record.prefix(90)
        let states = String(repeating: state("2022-05-30"), count: 30_000) + state("2022-06-03")
        for text in [log, states] {
            try Data(text.utf8).write(to: URL(filePath: file))
            let outcome = try await home.run(
                ["--source", "sample", "--state", file] + singer, at: "")
            #expect(days(outcome) == ["2022-06-04", "2022-06-05"], "\(outcome.errors)")
        }
    }
}
