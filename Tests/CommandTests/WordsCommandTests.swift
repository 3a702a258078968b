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

    @Test(
        "An invalid period is 64, and the hint works when pasted",
        arguments: [
            (["--year", "2003"], "hint: use --from 2003-11-11 --to 2003-12-31\n"),
            (["weekly", "--month", "2003-11"], "hint: use --from 2003-11-17 --to 2003-11-30\n"),
            (["--date", "2024-05"], "hint: use --month 2024-05\n"),
            (["--month", "2024년"], "hint: use --year 2024\n"),
            (["--year", "2024.5.1"], "hint: use --date 2024-05-01\n"),
            (["--date", "+3d"], "hint: use it with --to, such as --from 2022-06-01 --to +3d"),
            (["--date", "2022-W22"], "hint: use --from 2022-05-30 --to 2022-06-05, or the weekly"),
            (["--date", "06/01/2022"], "hint: dates begin with the year: 2022-06-01, 20220601, "),
            (["--date", "오늘"], " is today, which is not over yet"),
            (["--date", "내일"], " has not come yet"),
            (["--month", "9999-01"], "9999-01 has not come yet"),
            (
                ["--month", "2024-05", "--year", "2024"],
                "--month and --year cannot be used together"
            ),
            (
                ["--source", "sample", "--month", "2022-07"],
                "the sample holds the daily charts of 2022-05-30"
            ),
            (["--source", "sample", "--year", "2024"], "the sample holds the daily charts"),
            (["--date", "지난주"], "hint: try: bo-export weekly --last 1\n"),
            (["weekly", "--month", "지난주", "--top", "3"], "bo-export weekly --last 1 --top 3\n"),
            (["--year", "작년"], "hint: try: bo-export --year 20"),
            (["--region", "서을"], "there is no region '서을'; known are 서울시, "),
            (["--region", "부산,서을"], "hint: try: bo-export --region 부산,서울시\n"),
            (["--columns", "순위,제목"], "hint: try: bo-export --columns 순위,영화명\n"),
            (["--region", "서울,,부산"], "a name in --region is empty"),
            (["--nation", "일본"], "--nation"), (["--kind", "독립"], "--kind"),
            (["monthly", "--date", "2022-05"], "hint: try: bo-export ranking --month 2022-05\n"),
            (["연간", "--date", "2021"], "hint: try: bo-export ranking --year 2021\n"),
            (["월간", "--month=2021"], "hint: try: bo-export ranking --year 2021\n"),
            (["연간", "--date", "9999"], "hint: 'bo-export --help' lists the commands\n"),
            (["--source", "file", "a.xls"], "hint: try: bo-export --source file -O path=a.xls\n"),
            (
                ["--source=file", "a.csv", "path=b.csv"],
                "hint: try: bo-export --source=file -O path=a.csv -O path=b.csv\n"
            ),
            (
                ["--source", "sample", "a.csv"],
                "hint: 'bo-export help daily' shows what it takes\n"
            ),
            (["--columns", "rank", "nope"], "hint: 'bo-export help daily' shows what it takes\n"),
            (["--source", "sample", "weekly"], "the command 'weekly' comes before its options\n"),
            (
                ["--source", "sample", "-o", "x.xls", "--reprot", "r.json"],
                "hint: try: bo-export --source sample -o x.xlsx --report r.json\n"
            ),
            (["quota", "--text"], "hint: 'bo-export help quota' lists its options\n"),
        ])
    func refused(arguments: [String], message: String) async throws {
        let outcome = try await Program.run(arguments, environment: Self.nowhere)
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains(message), "\(outcome.errors)")
    }

    @Test(
        "A path that a shell left as it was, or that is an address, is 64, and no folder is made",
        arguments: [
            (["--output=~/x.csv"], "hint: try: bo-export --source sample --output=HOME/x.csv\n"),
            (["-o~/x.csv"], "hint: the nearest is 'HOME/x.csv'\n"),
            (
                ["-o", "~/{year}.csv"],
                "hint: try: bo-export --source sample -o 'HOME/{year}.csv'\n"
            ),
            (["--out=~/x.csv"], "hint: try: bo-export --source sample --output HOME/x.csv\n"),
            (["-o", "~kim/x.csv"], "-o got '~kim/x.csv' as it stands: a shell replaces ~ only at"),
            (["--report=~/r.json"], "hint: try: bo-export --source sample --report=HOME/r.json\n"),
            (
                ["--with", "posters", "--posters-dir", "~/p"],
                "hint: try: bo-export --source sample --with posters --posters-dir HOME/p\n"
            ),
            (["-o", "file:///x.csv"], "hint: try: bo-export --source sample -o /x.csv\n"),
            (
                ["-o", "postgresql://me:secret@host/x"],
                "-o takes the path of a file or folder, not an address that begins with 'postgresql://'\n"
            ),
        ])
    func paths(arguments: [String], message: String) async throws {
        let home = try Household()
        let quoted = arguments.map { "'\($0)'" }.joined(separator: " ")
        let outcome = try await home.shell(
            "cd \"$DIR\" && \"$0\" --source sample \(quoted); echo $?; ls", at: "")
        #expect(outcome.output == "64\n")
        let expected = message.replacing("HOME", with: home.folder.url.path)
        #expect(outcome.errors.contains(expected), "\(outcome.errors)")
        #expect(!outcome.errors.contains("secret") && !outcome.errors.contains("mkdir"))
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
