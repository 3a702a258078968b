import Foundation
import Loopback
import SlowLane
import Testing

/// The paths of `-o`: templates for years and months, and the folders of the files.
@Suite(.serialized) struct PathCommandTests {
    private let week = ["--source", "sample", "--from", "2022.5.30", "--to", "+6d"]

    /// Returns the files below `folder`, and the folders, which end in a slash.
    private func tree(_ folder: TemporaryFolder) throws -> [String] {
        let all = FileManager.default.enumerator(atPath: folder.url.path)?.allObjects ?? []
        return all.compactMap { $0 as? String }.map { name in
            let isFolder =
                (try? FileManager.default.contentsOfDirectory(atPath: folder.path(name))) != nil
            return isFolder ? name + "/" : name
        }.sorted()
    }

    // MARK: - Years and months

    @Test("With {year} and {month} every month has its own file, and the report lists them")
    func months() async throws {
        let folder = try TemporaryFolder()
        let whole = try await Program.run(week + ["--header", "none"])
        let report = folder.path("report.json")
        let outcome = try await Program.run(
            week + [
                "--header", "none", "-o", folder.path("{year}/{month}.csv"), "--report", report,
            ])
        #expect(outcome.status == 0)
        #expect(outcome.errors == "bo-export: rows written: 70, files: 2\n")
        #expect(try tree(folder) == ["2022/", "2022/05.csv", "2022/06.csv", "report.json"])
        let both = try folder.text("2022/05.csv") + folder.text("2022/06.csv")
        #expect(both == whole.output)
        #expect(both.split(separator: "\n").count == 70)
        let json = try folder.text("report.json")
        for file in ["2022/05.csv", "2022/06.csv"] { #expect(json.contains(folder.path(file))) }
        #expect(json.components(separatedBy: "\"sha256\"").count == 3)
    }

    @Test(
        "A file for which no data arrived is named, and the others are written",
        arguments: [false, true])
    func unwritten(isUpdate: Bool) async throws {
        let home = try Household()
        let server = try LoopbackKOBIS()
        for day in 20220501...20220531 { server.give(.status(404), to: "\(day)") }
        let file = home.folder.path("05.csv")
        try await server.run { url in
            let outcome = try await home.run(
                [
                    "--from", "2022-04-29", "--to", "2022-06-02", "--keep-going", "--report",
                    home.folder.path("r.json"), "-o", home.folder.path("{month}.csv"),
                ] + (isUpdate ? ["--update"] : []), at: url)
            #expect(outcome.status == 2, "\(outcome.errors)")
            #expect(
                outcome.errors.contains(
                    "warning: '\(file)' was not written, because there is nothing for it\n"))
        }
        #expect(try home.folder.text("04.csv").split(separator: "\n").count == 21)
        #expect(try home.folder.text("06.csv").split(separator: "\n").count == 21)
        #expect(try !home.folder.names.contains("05.csv"))
        let report = try Report("r.json", in: home.folder)
        #expect(report.status == 2 && report.rows == 40 && report.missing.count == 31)
        #expect(report.documents.map { $0["from"] as? String } == ["2022-04-29", "2022-06-01"])
        #expect(report.documents.map { $0["to"] as? String } == ["2022-04-30", "2022-06-02"])
        let warning = try #require(report.warnings.first)
        #expect(report.warnings.count == 1 && warning["code"] as? String == "file-not-written")
        #expect(warning["from"] as? String == "2022-05-01")
        #expect(warning["to"] as? String == "2022-05-31")
    }

    @Test("The file of a day that lacks a region is named, and stays as it was")
    func unwrittenRegion() async throws {
        let home = try Household()
        let server = try LoopbackKOBIS()
        try Data("old\n".utf8).write(to: home.folder.url.appending(path: "2022-05-02.csv"))
        server.give(.status(404), to: "20220502", times: 1)
        let arguments = [
            "--from", "2022-05-01", "--to", "2022-05-02", "--region", "서울,부산", "--keep-going",
            "--jobs", "1", "--report", home.folder.path("r.json"), "-o",
            home.folder.path("{date}.csv"),
        ]
        let outcome = try await server.run { url in try await home.run(arguments, at: url) }
        #expect(outcome.status == 2)
        let file = home.folder.path("2022-05-02.csv")
        #expect(
            outcome.errors.contains("'\(file)' was not written, because rows for it are missing\n"))
        #expect(try home.folder.text("2022-05-02.csv") == "old\n")
        let report = try Report("r.json", in: home.folder)
        #expect(report.documents.count == 1 && report.rows == 20)
        #expect(report.missing.map { $0["region"] as? String } == ["서울시"])
        #expect(report.warnings.map { $0["from"] as? String } == ["2022-05-02"])
    }

    @Test("For one month there is one file, which can be brought up to date")
    func oneMonth() async throws {
        let folder = try TemporaryFolder()
        let arguments =
            ["--source", "sample", "--last", "3", "-o", folder.path("{year}-{month}/x.csv")]
            + ["--update"]
        let first = try await Program.run(arguments)
        #expect(first.status == 0)
        #expect(try tree(folder) == ["2022-06/", "2022-06/x.csv"])
        let second = try await Program.run(arguments)
        #expect(second.errors.hasSuffix("x.csv' is up to date\n"))
        let days = try await Program.run(week + ["-o", folder.path("{date}.csv"), "--update"])
        #expect(days.status == 64)
        #expect(days.errors.contains("write {year} or {month} instead of {date}"))
    }

    @Test("The files of several months are brought up to date one by one")
    func severalMonths() async throws {
        let home = try Household()
        let server = try LoopbackKOBIS()
        let arguments = [
            "--update", "-o", home.folder.path("{year}/{month}.csv"), "--from", "2021-11-15",
            "--to",
        ]
        try await server.run { url in
            let first = try await home.run(arguments + ["2021-12-20"], at: url)
            #expect(first.status == 0 && server.seen.count == 36)
            #expect(first.errors == "bo-export: new or changed: 2 of 2 files\n")
            let november = try home.folder.text("2021/11.csv")
            let december = try home.folder.text("2021/12.csv")
            let report = ["--report", home.folder.path("r")]
            let later = try await home.run(arguments + ["2022-01-02"] + report, at: url)
            #expect(later.status == 0 && server.seen.count == 36 + 13)
            #expect(later.errors == "bo-export: new or changed: 2 of 3 files\n")
            #expect(try home.folder.text("2021/11.csv") == november)
            #expect(try home.folder.text("2021/12.csv").hasPrefix(december))
            #expect(try home.folder.text("2022/01.csv").split(separator: "\n").count == 21)
            let text = try home.folder.text("r")
            #expect(text.contains("2021/11.csv") && text.contains("2022/01.csv"))
            let again = try await home.run(arguments + ["2022-01-02", "--dry-run"], at: url)
            #expect(again.output == "")
            let idle = try await home.run(arguments + ["2022-01-02"], at: url)
            #expect(idle.errors == "bo-export: new or changed: 0 of 3 files\n")
            #expect(server.seen.count == 36 + 13)
        }
    }

    @Test("A file of a month has a heading for every period and is described by its own days")
    func headings() async throws {
        let folder = try TemporaryFolder()
        let outcome = try await Program.run(
            week + ["-o", folder.path("{month}.{format}"), "--format", "markdown"])
        #expect(outcome.status == 0)
        let texts = [try folder.text("05.markdown"), try folder.text("06.markdown")]
        #expect(texts.map { $0.components(separatedBy: "\n## ").count } == [2, 5])
        #expect(texts[1].hasPrefix("## 2022년 6월 1일"))
    }

    @Test("A week goes to the file of its Thursday's year, with all regions")
    func weeks() async throws {
        let folder = try TemporaryFolder()
        let server = try LoopbackKOBIS()
        try await server.run { url in
            let outcome = try await Program.run(
                against: url,
                [
                    "weekly", "--from", "2019-W51", "--to", "2020-W02", "--region", "서울,부산",
                    "--columns", "year_week,region", "-o", folder.path("{chart}-{year}.csv"),
                ])
            #expect(outcome.status == 0)
        }
        #expect(try folder.names == ["weekly-2019.csv", "weekly-2020.csv"])
        let weeks = try folder.text("weekly-2020.csv").split(separator: "\n").dropFirst()
        #expect(Set(weeks) == ["202001,서울시", "202001,부산시", "202002,서울시", "202002,부산시"])
    }

    @Test("A month that lacks a day is written with --keep-going, and stays as it was without it")
    func partialMonth() async throws {
        let folder = try TemporaryFolder()
        let server = try LoopbackKOBIS()
        server.give(.status(500), to: "20220531")
        try Data("old".utf8).write(to: folder.url.appending(path: "05.csv"))
        let arguments = [
            "--from", "2022-05-30", "--to", "2022-06-02", "--jobs", "1", "-o",
            folder.path("{month}.csv"),
        ]
        try await server.run { url in
            let failed = try await Program.run(against: url, arguments)
            #expect(failed.status == 69)
            #expect(try folder.text("05.csv") == "old" && folder.names == ["05.csv"])
            let partial = try await Program.run(against: url, arguments + ["--keep-going"])
            #expect(partial.status == 2)
            #expect(try folder.text("05.csv").split(separator: "\n").count == 11)
            #expect(try folder.text("06.csv").split(separator: "\n").count == 21)
            server.give(.status(500), to: "20220530")
            try Data("old".utf8).write(to: folder.url.appending(path: "05.csv"))
            let none = try await Program.run(against: url, arguments + ["--keep-going"])
            #expect(none.status == 2)
            #expect(try folder.text("05.csv") == "old")
        }
    }

    @Test("An empty month may replace a file only with --allow-empty")
    func emptyMonth() async throws {
        let folder = try TemporaryFolder()
        let server = try LoopbackKOBIS()
        server.give(.emptyList, to: "20220531")
        try Data("old".utf8).write(to: folder.url.appending(path: "05.csv"))
        let arguments = [
            "--from", "2022-05-31", "--to", "2022-06-01", "--region", "서울", "-o",
            folder.path("{month}.csv"),
        ]
        try await server.run { url in
            let refused = try await Program.run(against: url, arguments + ["--keep-going"])
            #expect(refused.status == 2)
            #expect(try folder.text("05.csv") == "old")
            let allowed = try await Program.run(against: url, arguments + ["--allow-empty"])
            #expect(allowed.status == 0)
            #expect(try folder.text("05.csv").split(separator: "\n").count == 1)
        }
    }

    @Test("The same month of two years cannot share a file, and the hint is a path that works")
    func twoYears() async throws {
        let outcome = try await Program.run(
            ["--from", "2023-05-31", "--to", "2024-05-01", "-o", "out/{month}.csv"],
            environment: ["KOBIS_API_KEY": "test", "KOBIS_BASE_URL": "http://127.0.0.1:9"])
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains("hint: use --output 'out/{year}-{month}.csv'\n"))
        let others = try await Program.run(
            ["--from", "2023-06-01", "--to", "2024-05-31", "-o", "/dev/null/{month}.csv"],
            environment: ["KOBIS_API_KEY": "test", "KOBIS_BASE_URL": "http://127.0.0.1:9"])
        #expect(others.status == 73)
    }

    @Test("Only charts have years and months", arguments: ["{year}", "{month}"])
    func chartsOnly(name: String) async throws {
        let outcome = try await Program.run(
            ["codes", "regions", "-o", "x\(name).csv"],
            environment: ["KOBIS_API_KEY": "test", "KOBIS_BASE_URL": "http://127.0.0.1:9"])
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains("no name for --output '\(name)'; known are {chart}"))
    }

    @Test(
        "A plugin writes a document for every month",
        .enabled(if: Tool.isThere("python3"), "this needs python3"))
    func plugin() async throws {
        let folder = try TemporaryFolder()
        let outcome = try await Program.run([
            "weekend", "--source", "csvchart", "--plugin-dir",
            ChartFixtures.repository.appending(path: "Samples/plugins").path, "--last", "2",
            "--format", "mediawiki", "-o", folder.path("{year}/{month}.{format}"),
        ])
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(try tree(folder) == ["2022/", "2022/05.mediawiki", "2022/06.mediawiki"])
    }

    // MARK: - Folders

    @Test(
        "A missing folder is named, with the command that makes it",
        arguments: SlowLane.cases(
            of: [
                ("it's", "mkdir -p 'it'\\''s'"), ("out 2024", "mkdir -p 'out 2024'"),
                ("-x", "mkdir -p ./-x"), ("out/2024", "mkdir -p out/2024"),
                ("박스", "mkdir -p 박스"),
            ], quick: 3))
    func missingFolder(name: String, command: String) async throws {
        let folder = try TemporaryFolder()
        let file = name.replacing("'", with: "'\\''")
        for extra in ["", " --update"] {
            let outcome = try await Program.shell(
                "cd \"$DIR\" && exec \"$0\" --source sample --last 3 -o './../\(folder.url.lastPathComponent)/\(file)/x.csv'\(extra)",
                environment: ["DIR": folder.url.path, "HOME": folder.url.path])
            #expect(outcome.status == 73)
        }
        let outcome = try await Program.shell(
            "cd \"$DIR\" && exec \"$0\" --source sample --last 3 --output='\(file)/x.csv'",
            environment: ["DIR": folder.url.path])
        #expect(outcome.status == 73)
        #expect(outcome.errors.contains("the folder '\(name)' is not there\n"))
        #expect(outcome.errors.hasSuffix("bo-export: hint: \(command)\n"))
        let made = try await Program.shell(
            "cd \"$DIR\" && \(command) && exec \"$0\" --source sample --output='\(file)/x.csv'",
            environment: ["DIR": folder.url.path])
        #expect(made.status == 0)
    }

    @Test("If a path has a template, all its folders are made")
    func makesFolders() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path("deep/chart={chart}/dt={date}/day.csv")
        let dry = try await Program.run(week + ["-o", path, "--dry-run"])
        #expect(dry.status == 0)
        #expect(try tree(folder) == [])
        let outcome = try await Program.run(week + ["-o", path])
        #expect(outcome.status == 0)
        #expect(try tree(folder).count(where: { $0.hasSuffix("/day.csv") }) == 7)
        #expect(try tree(folder).contains("deep/chart=daily/dt=2022-06-05/day.csv"))
        let file = try await Program.run(
            ["--source", "sample", "-o", folder.path("a/b/{from}/c/x.csv")])
        #expect(file.status == 0)
        #expect(try tree(folder).contains("a/b/2022-06-05/c/x.csv"))
        for extra in [[], ["--update"]] {
            let year = try await Program.run(
                ["--source", "sample", "-o", folder.path("ten/{year}.csv")] + extra)
            #expect(year.status == 0)
        }
        #expect(try tree(folder).contains("ten/2022.csv"))
    }

    @Test("Folders that cannot be made are 73 before any request, and nothing is left")
    func cannotMakeFolders() async throws {
        let folder = try TemporaryFolder()
        try Data().write(to: folder.url.appending(path: "2022-05-31"))
        let server = try LoopbackKOBIS()
        let outcome = try await server.run { url in
            try await Program.run(
                against: url,
                ["--from", "2022-05-30", "--to", "2022-06-01", "-o", folder.path("{date}/x.csv")])
        }
        #expect(outcome.status == 73)
        #expect(server.seen.isEmpty)
        #expect(try tree(folder) == ["2022-05-31"])
    }

    @Test("Thousands of folders in a path are 73 with the system's reason", .slow)
    func manyFolders() async throws {
        let folder = try TemporaryFolder()
        // A program that is not optimised checks all folders again for each one.
        let count = SlowLane.isWanted ? 15_000 : 3_000
        for template in ["q{year}/", "q/"] {
            let path = folder.path(String(repeating: template, count: count) + "x.csv")
            let outcome = try await Program.run(["--source", "sample", "-o", path])
            #expect(outcome.status == 73)
            let isReason = outcome.errors.hasSuffix("cannot be created: File name too long\n")
            #expect(isReason && outcome.errors.utf8.count < 1000)
        }
        #expect(try tree(folder) == [])
    }

    @Test("A failed run leaves no empty folders, and existing ones stay")
    func leavesNoFolders() async throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(
            at: folder.url.appending(path: "2022-05-31"), withIntermediateDirectories: true)
        let server = try LoopbackKOBIS()
        server.give(.status(500), to: "20220531")
        let arguments = [
            "--from", "2022-05-30", "--to", "2022-06-01", "--jobs", "1", "-o",
            folder.path("{date}/a/x.csv"),
        ]
        try await server.run { url in
            let failed = try await Program.run(against: url, arguments)
            #expect(failed.status == 69)
            #expect(
                try tree(folder) == [
                    "2022-05-30/", "2022-05-30/a/", "2022-05-30/a/x.csv", "2022-05-31/",
                ])
            let one = try await Program.run(
                against: url,
                ["--date", "2022-05-31", "--update", "-o", folder.path("b/{date}/x.csv")])
            #expect(one.status == 69)
            #expect(try folder.names == ["2022-05-30", "2022-05-31"])
        }
    }
}
