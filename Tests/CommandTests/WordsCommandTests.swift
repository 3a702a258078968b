import Foundation
import Loopback
import Testing

/// Periods, regions and columns as people type them.
@Suite(.serialized) struct WordsCommandTests {
    private static let nowhere = [
        "KOBIS_API_KEY": "test", "KOBIS_BASE_URL": "http://127.0.0.1:9",
    ]

    @Test("A month asks for its days, a year for its weeks, and a dry run shows that")
    func months() async throws {
        let month = try await Program.run(
            ["--month", "2024년 2월", "--dry-run"], environment: Self.nowhere)
        #expect(month.status == 0)
        #expect(month.errors.contains("29 of 29 requests would be sent"))
        #expect(month.output.contains("targetDt=20240229"))
        let year = try await Program.run(
            ["weekend", "--year", "2020", "--dry-run"], environment: Self.nowhere)
        #expect(year.errors.contains("53 of 53 requests would be sent"))
        let ranges = try await Program.run(
            ["--from", "2024. 4. 24.", "--to", "+29d", "--dry-run"], environment: Self.nowhere)
        #expect(ranges.errors.contains("30 of 30 requests would be sent"))
        #expect(ranges.output.contains("targetDt=20240523"))
    }

    @Test("A month continues where --update stopped")
    func update() async throws {
        let home = try Household()
        let server = try LoopbackKOBIS()
        try await server.run { url in
            let file = home.folder.path("x.csv")
            let first = try await home.run(
                ["--from", "2022-02-01", "--to", "2022.2.10", "-o", file], at: url)
            #expect(first.status == 0)
            let rest = try await home.run(["--month", "2022-02", "--update", "-o", file], at: url)
            #expect(rest.status == 0 && server.seen.count == 28)
            let again = try await home.run(["--month", "2022.2", "--update", "-o", file], at: url)
            #expect(again.errors == "bo-export: '\(file)' is up to date\n")
            #expect(try home.folder.text("x.csv").split(separator: "\n").count == 281)
        }
    }

    @Test("A command line from a hint about a range gives charts")
    func pasted() async throws {
        for arguments in [
            ["--from", "2003-11-11", "--to", "2003-12-31"],
            ["weekly", "--from", "2003-11-17", "--to", "2003-11-30"],
        ] {
            let outcome = try await Program.run(
                arguments + ["--dry-run"], environment: Self.nowhere)
            #expect(outcome.status == 0)
        }
    }

    @Test(
        "Korean words filter a chart like the English ones",
        arguments: [
            (["--nation", "한국"], "repNationCd", "K"), (["--nation", "외국영화"], "repNationCd", "F"),
            (["--nation", "\u{1112}\u{1161}\u{11AB}\u{1100}\u{116E}\u{11A8}"], "repNationCd", "K"),
            (["--kind", "상업"], "multiMovieYn", "N"), (["--kind", "예술영화"], "multiMovieYn", "Y"),
            (["--kind", "다양성영화"], "multiMovieYn", "Y"), (["--kind=다양성"], "multiMovieYn", "Y"),
            (["--kind", "상업영화"], "multiMovieYn", "N"), (["--kind", "독립예술"], "multiMovieYn", "Y"),
            (["--kind", "독립·예술"], "multiMovieYn", "Y"),
            (["--kind", "독립/예술영화"], "multiMovieYn", "Y"),
            (["--nation", "한국영화"], "repNationCd", "K"), (["--nation", "국내"], "repNationCd", "K"),
            (["--nation", "외국"], "repNationCd", "F"), (["--nation", "해외"], "repNationCd", "F"),
        ])
    func filtered(arguments: [String], parameter: String, value: String) async throws {
        let outcome = try await Program.run(
            ["--date", "2022. 6. 1.", "--dry-run"] + arguments, environment: Self.nowhere)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.output.contains("\(parameter)=\(value)"))
    }

    @Test("Regions may be separated by commas or repeated, and one named twice is asked for once")
    func regions() async throws {
        let outcome = try await Program.run(
            ["--last", "1", "--region", "서울,부산", "--region", "제주, 서울시", "--dry-run"],
            environment: Self.nowhere.merging(["BO_EXPORT_REGION": "대구"]) { $1 })
        let codes = outcome.output.matches(of: /wideAreaCd=(\d+)/).map { String($0.1) }
        #expect(codes == ["0105001", "0105011", "0105010"])
        let set = try await Program.run(
            ["--last", "1", "--dry-run"],
            environment: Self.nowhere.merging(["BO_EXPORT_REGION": "대구,울산"]) { $1 })
        #expect(set.output.components(separatedBy: "wideAreaCd=").count == 3)
    }

    @Test("Columns may be named by their Korean headers, which does not change the output's header")
    func columns() async throws {
        let mixed = try await Program.run([
            "--source", "sample", "--top", "1", "--columns", "순위, 영화,audience_count,점유율",
        ])
        #expect(mixed.output.hasPrefix("rank,title,audience_count,sales_share\n1,"))
        let korean = try await Program.run([
            "--source", "sample", "--top", "1", "--columns", "순위,title", "--header", "ko",
        ])
        #expect(korean.output.hasPrefix("순위,영화명\n1,"))
        for (columns, message) in [
            ("순위,rank", "the column 'rank' (순위, rank) is asked for twice"),
            ("영화명,영화", "the column 'title' (영화명, 영화) is asked for twice"),
            ("rank,rank", "the column 'rank' is asked for twice"),
            ("제목", "there is no column '제목'; known are 영화명, "),
            ("titel", "there is no column 'titel'; known are title, "),
            ("감독", "the column '감독' is there only with --with details"),
        ] {
            let outcome = try await Program.run(["--source", "sample", "--columns", columns])
            #expect(outcome.status == 64)
            #expect(outcome.errors.contains(message), "\(outcome.errors)")
        }
    }

    @Test("A file with columns by Korean names is brought up to date with the same command")
    func updatedColumns() async throws {
        let folder = try TemporaryFolder()
        let arguments = [
            "--source", "sample", "--columns", "날짜,순위,영화", "-o", folder.path("x.csv"), "--update",
        ]
        for last in ["2", "3"] {
            let outcome = try await Program.run(arguments + ["--last", last])
            #expect(outcome.status == 0, "\(outcome.errors)")
        }
        #expect(try folder.text("x.csv").hasPrefix("date,rank,title\n2022-06-0"))
    }
}
