import BoxOffice
import Foundation
import Loopback
import SlowLane
import Testing

/// The messages for invalid command lines.
///
/// No request is sent here: there is no key, so a valid command line ends with 78.
@Suite struct MisuseCommandTests {
    /// Returns the program's message and hint for `words`, or nil if they are valid.
    private func told(_ words: [String]) async throws -> (message: String, hint: String)? {
        let outcome = try await Program.run(words)
        guard outcome.status == 64 else {
            // Help is shown, or there is no key.
            #expect([0, 78].contains(outcome.status), "\(words): \(outcome.errors)")
            return nil
        }
        let lines = outcome.errors.split(separator: "\n")
        func text(after start: String) -> String {
            String(lines.first { $0.hasPrefix(start) }?.dropFirst(start.count) ?? "")
        }
        return (text(after: "bo-export: error: "), text(after: "bo-export: hint: "))
    }

    @Test(
        "The hint is a command line that works", .slow,
        arguments: [
            (["week"], "try: bo-export weekly"),
            (["week", "--top", "3"], "try: bo-export weekly --top 3"),
            (["주말박스오피스", "--top", "3"], "try: bo-export weekend --top 3"),
            (["주간순위"], "try: bo-export weekly"),
            (["주간"], "try: bo-export weekly"), (["dayly"], "try: bo-export daily"),
            (["쥬말", "--last", "2"], "try: bo-export weekend --last 2"),
            (["2022-06-01"], "try: bo-export --date 2022-06-01"),
            (["어제", "--region", "서울"], "try: bo-export --date 어제 --region 서울"),
            (["2022-W22"], "try: bo-export weekly --date 2022-W22"),
            (["weekend", "20220601"], "try: bo-export weekend --date 20220601"),
            (["기생충"], "try: bo-export movies --title 기생충"),
            (["살인의", "추억"], "try: bo-export movies --title '살인의 추억'"),
            (["movies", "기생충"], "try: bo-export movies --title 기생충"),
            (["movie", "기생충"], "try: bo-export movies --title 기생충"),
            (["people", "송강호"], "try: bo-export people --name 송강호"),
            (["person", "송강호"], "try: bo-export people --name 송강호"),
            (["companies", "CJ", "ENM"], "try: bo-export companies --name 'CJ ENM'"),
            (
                ["--source", "kobis-xml", "weekly"], "try: bo-export weekly --source kobis-xml"
            ),
            (["--json"], "try: bo-export --format json"),
            (["--title", "기생충"], "try: bo-export movies --title 기생충"),
            (["--lst", "3"], "try: bo-export --last 3"), (["--out=x"], "try: bo-export --output x"),
            (["-format", "csv"], "try: bo-export --format csv"),
            (["weekly", "--limit", "3"], "try: bo-export weekly --top 3"),
            (["movies", "--titel", "it's"], "try: bo-export movies --title 'it'\\''s'"),
            (["--color", "off"], "try: bo-export --color never"),
            (["--color=alway"], "try: bo-export --color=always"),
            (["cache", "cleer"], "try: bo-export cache clear"),
            (["movie"], "'bo-export movies --title TEXT' lists codes"),
            (["doctor", "x"], "'bo-export help doctor' shows what it takes"),
            (["--xyzzy"], "'bo-export help daily' lists its options"),
            (["--지역", "서울", "--국적", "한국"], "try: bo-export --region 서울 --nation 한국"),
            (["week", "--formt", "csv"], "try: bo-export weekly --format csv"),
            (["search", "기생충"], "try: bo-export movies --title 기생충"),
            (["--region", "서울,", "부산"], "try: bo-export --region 서울,부산"),
            (["--columns", "날짜", "순위", "영화명"], "try: bo-export --columns 날짜,순위,영화명"),
            (["지역=서울"], "try: bo-export --region 서울"),
            (["—date", "어제"], "try: bo-export --date 어제"),
            (["포스터"], "try: bo-export --with posters"), (["도움말"], "try: bo-export --help"),
            (["주간", "--help"], "try: bo-export weekly --help"),
            (["help", "weekyl"], "try: bo-export help weekly"),
            (
                ["--date", "2022-06-01", "2022-06-02"],
                "try: bo-export --from 2022-06-01 --to 2022-06-02"
            ),
            (["2022-06-01", "2022-06-05"], "try: bo-export --from 2022-06-01 --to 2022-06-05"),
            (["2024-01..2024-03"], "try: bo-export --month 2024-01..2024-03"),
            (["--from", "2022-05-18", "--days", "3"], "try: bo-export --from 2022-05-18 --to +2d"),
            (["--last", "3", "2022-06-01"], "'bo-export help daily' shows what it takes"),
            (["quota", "2022-06-01"], "'bo-export help quota' shows what it takes"),
            (["movies", "--title", "a", "b"], "'bo-export help movies' shows what it takes"),
            (["movies", "--year", "2020"], "try: bo-export movies --opened 2020"),
            (["-output", "x.csv"], "try: bo-export --output x.csv"),
            (["--with", "detial"], "try: bo-export --with details"),
            (["--nation", "한구"], "try: bo-export --nation 한국"),
            (["--date", "--top", "3"], "'bo-export --help' shows what options take"),
            (["-O", "delimiter=\t", "--formt", "csv"], "'bo-export help daily' lists its options"),
        ])
    func hints(words: [String], hint: String) async throws {
        let answer = try #require(try await told(words))
        #expect(answer.hint == hint)
        let prefix = "try: bo-export "
        guard hint.hasPrefix(prefix), !hint.contains("'") else { return }
        // The hint's command line is valid.
        let pasted = hint.dropFirst(prefix.count).split(separator: " ").map { String($0) }
        #expect(try await told(pasted) == nil)
    }

    @Test(
        "The message names the error",
        arguments: [
            (["week"], "there is no command 'week'; the nearest is weekly"),
            (["기생충"], "there is no command '기생충'"),
            (["--lst", "3"], "daily has no option '--lst'; the nearest is --last"),
            (["--title", "기생충"], "--title is an option of movies, not of daily"),
            (["--color", "off"], "--color takes auto, always or never, not 'off'"),
            (["cache", "clean"], "cache takes status, prune or clear, not 'clean'"),
            (["--top", "3", "--top=4"], "--top is given twice, and only one value counts"),
            (["-o", "a", "--output", "b"], "--output is given twice, and only one value counts"),
            (
                ["movies", "--title", "a", "--title", "b"],
                "--title is given twice, and only one value counts"
            ),
            (["movie", "기생충"], "'기생충' is not a code"), (["movie"], "movie needs a code"),
            (
                ["--api-key", "sesame"],
                "--api-key is not an option: other users of the machine could read a key there"
            ),
        ])
    func messages(words: [String], message: String) async throws {
        #expect(try #require(try await told(words)).message == message)
    }

    @Test(
        "A word that may be a key is in no message, hint or report, wherever it was typed",
        arguments: [
            "키 KEY", "daily 키 KEY", "movies 키 KEY", "key KEY", "token KEY", "키=KEY", "API키 KEY",
            "키: KEY",
            "set KOBIS_API_KEY KEY", "movie 키 KEY", "--columns 키 KEY", "KEY", "--soruce KEY",
            "--source KEY", "movies KEY", "help KEY", "--api-key KEY", "--date 2022-06-01 키 KEY",
        ])
    func keys(line: String) async throws {
        let folder = try TemporaryFolder()
        let report = folder.path("r.json")
        let keys = ["abcdef0123456789abcdef0123456789", "A1B2C3D4E5F6G7H8I9J0"]
        for key in SlowLane.cases(of: keys, quick: 1) {
            let words = line.replacing("KEY", with: key).replacing("_API_\(key)", with: "_API_KEY")
                .split(separator: " ").map { String($0) }
            let ways = [[], ["--log-format", "json", "--report", report], ["--lang", "ko"]]
            for more in ways.prefix(SlowLane.cases(3, quick: 2)) {
                let outcome = try await Program.run(words + more)
                let report = (try? String(contentsOfFile: report, encoding: .utf8)) ?? ""
                #expect(!(outcome.output + outcome.errors + report).contains(key), "\(words)")
                #expect(outcome.status == 64 || outcome.status == 78, "\(words)")
            }
        }
    }

    @Test(
        "No document or report replaces files of keys and settings, or an empty state",
        arguments: [
            "--report bo-export/config.json", "--format csv -o bo-export/config.json",
            "-o key --format csv", "--report key", "-o bo-export/kmdb_api_key --format csv",
            "--format singer --state empty --report empty",
        ])
    func inputs(line: String) async throws {
        let folder = try TemporaryFolder()
        let outcome = try await Program.shell(
            """
            cd '\(folder.url.path)' && mkdir bo-export && echo '{"source": "sample"}' >bo-export/config.json
            echo sesame | tee key >bo-export/kmdb_api_key; : >empty
            all() { find . -type f ! -name before | sort | xargs cat; }
            all >before
            XDG_CONFIG_HOME=$PWD KOBIS_API_KEY_FILE=key "$0" \(line); echo "status $?"
            all | cmp - before && echo same
            """)
        #expect(outcome.output.hasSuffix("status 64\nsame\n"), "\(outcome)")
    }

    @Test(
        "Options that may be repeated still can be",
        arguments: [
            ["--region", "서울", "--region", "부산"], ["-O", "a=1", "-O", "b=2"], ["-v", "-v"],
            ["-q", "-q"], ["--plugin-dir", "a", "--plugin-dir", "b"],
            ["--date", "-3d", "--top", "3"], ["movies", "--title", "a", "--", "--title"],
        ])
    func severalTimes(words: [String]) async throws {
        #expect(!(try await told(words)?.message.contains("twice") ?? false))
    }

    @Test("A possible key is not repeated", arguments: ["--api-key", "--KEY=", "--token="])
    func keys(option: String) async throws {
        let key = option.hasSuffix("=") ? [option + "sesame"] : [option, "sesame"]
        let others = [
            ["KOBIS_API_KEY=sesame"], ["key=sesame"], ["-ksesame"], ["http://x/?key=sesame"],
        ]
        for words in [key, ["week"] + key, ["기생충"] + key] + others {
            let outcome = try await Program.run(words)
            #expect(outcome.status == 64 && outcome.output.isEmpty)
            // Words that only follow a mistake are not examined.
            #expect(!outcome.errors.contains("sesame"))
        }
    }

    @Test(
        "A word for a feature gets the command line for it, and no list",
        arguments: [
            (["연간"], "ranking --year YEAR"), (["yearly"], "ranking --year YEAR"),
            (["연도별"], "ranking --year YEAR"), (["작년"], "ranking --year LAST-YEAR"),
            (["--연간"], "--year YEAR"), (["weekly", "연간"], "weekly --year YEAR"),
            (["연간", "2024"], "ranking --year 2024"), (["--monthly", "2024-05"], "--month 2024-05"),
            (["월간"], "ranking --month MONTH"), (["monthly"], "ranking --month MONTH"),
            (["월간", "2024-05"], "ranking --month 2024-05"),
            (["월간", "--month", "2024-05"], "ranking --month 2024-05"),
            (["지난주"], "weekly --last 1"), (["지난", "주"], "weekly --last 1"),
            (["last-week", "-q"], "weekly --last 1 -q"),
            (["지난주말"], "weekend --last 1"), (["순위"], "ranking --month MONTH"),
            (["순위", "--year", "2024"], "ranking --year 2024"),
            (
                ["월간", "--from", "2024-05-01", "--to", "2024-05-09"],
                "ranking --from 2024-05-01 --to 2024-05-09"
            ),
            (["top10"], "daily"),
            (["서울"], "--region 서울"),
            (["한국영화"], "--nation korean"), (["외국"], "--nation 외국"), (["오늘"], "--date 어제"),
            (["관객수"], "help 관객수"), (["통계"], "market --last 7"),
            (["--last", "7일"], "--last 7"), (["--last", "4주"], "weekly --last 4"),
            (["weekend", "--last", "4주"], "weekend --last 4"),
            (["--date", "어저께"], "--date yesterday"),
            (["저장"], "-o boxoffice.csv"),
        ])
    func lines(words: [String], line: String) async throws {
        let today = Instant(secondsSince1970: Int(Date.now.timeIntervalSince1970)).dayInSeoul
        let yesterday = today.advanced(by: -1)
        let month = yesterday.month < 10 ? "0\(yesterday.month)" : "\(yesterday.month)"
        let line = line.replacing("LAST-YEAR", with: "\(today.year - 1)")
            .replacing("YEAR", with: "\(yesterday.year)")
            .replacing("MONTH", with: "\(yesterday.year)-\(month)")
        let answer = try #require(try await told(words))
        #expect(answer.hint == "try: bo-export \(line)")
        #expect(!answer.message.contains("nearest"))
        guard SlowLane.isWanted else { return }
        #expect(try await told(line.split(separator: " ").map { String($0) }) == nil)
    }

    @Test(
        "No hint is better than a wrong one",
        arguments: [
            ["내일"], ["실시간"], ["극장"], ["예매율"], ["hourly"], ["목록"],
            ["--nation", "일본"], ["--lang", "jp"], ["--header", "xx"],
        ])
    func none(words: [String]) async throws {
        #expect(!(try #require(try await told(words)).hint.contains("try:")))
    }
}
