import Foundation
import Loopback
import SlowLane
import Testing

/// The language of messages, as a user sees it.
@Suite struct LanguageCommandTests {
    /// Command lines, their exit status, and their messages in Korean and in English.
    static let table: [(arguments: [String], status: Int32, korean: String, english: String)] = [
        (
            ["--date", "2022-13-01"], 64, "'2022-13-01'은 날짜가 아닙니다",
            "'2022-13-01' is not a date"
        ),
        (["--to", "2022-06-01"], 64, "--to는 --from과 함께 사용하세요", "--to needs --from"),
        (
            ["--frmt", "csv"], 64, "daily에는 '--frmt' 옵션이 없습니다. 가장 비슷한 옵션은 --format입니다",
            "daily has no option '--frmt'; the nearest is --format"
        ),
        (
            ["--jobs", "0"], 64, "--jobs에는 1부터 64까지의 숫자가 필요합니다: 0",
            "--jobs takes a number from 1 to 64, not 0"
        ),
        (
            ["--jobs", "x"], 64, "--jobs에는 1부터 64까지의 숫자가 필요합니다: 'x'",
            "--jobs takes a number from 1 to 64, not 'x'"
        ),
        (
            ["--lang", "fr"], 64, "--lang의 값은 ko 또는 en이어야 합니다: 'fr'",
            "--lang takes ko or en, not 'fr'"
        ),
        (
            ["columns", "movei"], 64,
            "데이터셋 'movei'가 없습니다 (사용 가능: movie, movies, codes, market, chart, trend, runs, people, posters, ranking, person, company, companies)",
            "there is no dataset 'movei'; known are movie, movies, codes, market, chart, trend, runs, people, posters, ranking, person, company, companies"
        ),
        (
            ["--source", "sample", "--nation", "korean", "--date", "2022-06-01"], 64,
            "샘플에는 --nation 한국영화 조건의 박스오피스가 없습니다",
            "the sample has no charts for --nation korean"
        ),
        (
            ["--source", "sample", "-o", "/nowhere/x.csv"], 73,
            "'/nowhere/x.csv'를 만들 수 없습니다. 폴더 '/nowhere'가 없습니다",
            "'/nowhere/x.csv' cannot be created: the folder '/nowhere' is not there"
        ),
        (
            ["--date", "2022-06-01"], 78, "키가 없습니다. KOBIS_API_KEY가 설정되어 있지 않습니다",
            "there is no key: KOBIS_API_KEY is not set"
        ),
        (
            ["--config", "/nowhere.json"], 78, "설정 파일 '/nowhere.json'이 없습니다",
            "the configuration '/nowhere.json' is not there"
        ),
        (["trend"], 64, "trend 명령에는 영화명이나 영화코드가 필요합니다", "trend needs films: their titles or codes"),
    ]

    private struct Line: Decodable {
        let message: String
        let code: String
    }

    @Test(
        "Errors are in Korean if the locale is, with the same status and log",
        arguments: SlowLane.cases(of: table, quick: 6))
    func errors(
        arguments: [String], status: Int32, korean: String, english: String
    ) async throws {
        let locale = ["LANG": "ko_KR.UTF-8"]
        let inKorean = try await Program.run(arguments, environment: locale)
        #expect(inKorean.status == status)
        #expect(inKorean.errors.hasPrefix("bo-export: error: \(korean)\n"), "\(inKorean.errors)")
        let inEnglish = try await Program.run(arguments, environment: ["LANG": "C"])
        #expect(inEnglish.status == status)
        #expect(inEnglish.errors.hasPrefix("bo-export: error: \(english)\n"), "\(inEnglish.errors)")
        let json = arguments + ["--log-format", "json"]
        let logs = try await [locale, [:]].asyncMap { try await Program.run(json, environment: $0) }
        let lines = try logs.map { log in
            try JSONDecoder().decode(
                Line.self, from: Data((log.errors.split(separator: "\n").first ?? "").utf8))
        }
        #expect(lines[0].message == english && lines[0].message == lines[1].message)
        #expect(lines[0].code == lines[1].code && !lines[0].code.isEmpty)
    }

    @Test(
        "The locale chooses the language, and the option wins",
        arguments: [
            (["LC_ALL": "ko_KR.UTF-8", "LANG": "C"], [], true), (["LANG": "ko_KR.UTF-8"], [], true),
            (["LC_ALL": "", "LANG": "ko_KR.UTF-8"], [], true), ([:], [], false),
            (["LANG": "C"], [], false), (["LANG": "POSIX"], [], false),
            (["LANG": "nonsense"], [], false), (["LANG": "ko_KR.EUC-KR"], [], false),
            (["LC_ALL": "C", "LANG": "ko_KR.UTF-8"], [], false), ([:], ["--lang", "ko"], true),
            (["LANG": "ko_KR.UTF-8"], ["--lang=en"], false),
        ] as [([String: String], [String], Bool)])
    func locales(variables: [String: String], option: [String], isKorean: Bool) async throws {
        let outcome = try await Program.run(
            ["--last", "0", "--source", "sample"] + option, environment: variables)
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains("숫자가 필요합니다") == isKorean, "\(outcome.errors)")
    }

    @Test("Names of settings and typed words are not translated, even if they look like messages")
    func names() async throws {
        let home = try Household()
        let settings = ["BO_EXPORT_PROGRESS": "never", "BO_EXPORT_FORMAT": "csv"]
        let doctor = try await home.run(["doctor", "--lang", "ko"], at: "", environment: settings)
        #expect(doctor.output.contains("\n  progress ") && doctor.output.contains("\n  format "))
        #expect(!doctor.output.contains("{"))
        let typed = try await Program.run(["--jobs", "day", "--lang", "ko"])
        #expect(typed.errors.contains("'day'"))
        let plugin = try await Program.run(["plugins", "check", "/bin/true", "--lang", "ko"])
        #expect(plugin.errors.contains("또는 bo-export-details-NAME"))
    }

    @Test("The configuration chooses it, and errors there are reported in that of the locale")
    func configuration() async throws {
        let home = try Household()
        try home.configure(#"{"lang": "ko"}"#)
        let set = try await home.run(["trend"], at: "")
        #expect(set.errors.contains("영화명이나 영화코드가 필요합니다"))
        let given = try await home.run(["trend", "--lang", "en"], at: "")
        #expect(given.errors.contains("trend needs films"))
        try home.configure(#"{"lang": "fr"}"#)
        for command in [["--source", "sample"], ["columns"]] {
            let wrong = try await home.run(command, at: "", environment: ["LANG": "ko_KR.UTF-8"])
            #expect(wrong.status == 78)
            #expect(wrong.errors.contains("설정한 lang을 사용할 수 없습니다"), "\(wrong.errors)")
        }
        try home.configure(#"{"jobs": 8,"#)
        let broken = try await home.run(["--lang", "ko"], at: "")
        #expect(broken.status == 78)
        #expect(broken.errors.contains("설정 파일이 아닙니다: JSON이 1번째 줄"), "\(broken.errors)")
    }

    @Test("The language option works in any place of a command for help")
    func help() async throws {
        let korean = try await Program.run(["--help"], environment: ["LANG": "ko_KR.UTF-8"])
        #expect(korean.status == 0)
        for words in [
            ["--lang", "ko", "--help"], ["--help", "--lang", "ko"], ["help", "--lang=ko"],
        ] {
            let outcome = try await Program.run(words)
            #expect(outcome.status == 0 && outcome.output == korean.output, "\(words)")
        }
        let daily = try await Program.run(["daily", "--help", "--lang", "ko"])
        let help = try await Program.run(["help", "daily", "--lang", "ko"])
        #expect(daily.status == 0 && daily.output == help.output)
    }

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

    @Test(
        "Commands for people answer in Korean",
        arguments: [
            (["doctor"], "키가 없습니다 (--with posters에만 필요)"), (["doctor"], "결과            준비되지 않음"),
            (["quota"], "kobis    키가 없습니다"), (["cache", "status"], "응답 0건"),
            (["columns"], "10위까지만 제공하므로"), (["plugins"], "쉼표로 구분한 값 (RFC 4180) (내장)"),
        ])
    func reports(arguments: [String], text: String) async throws {
        let home = try Household(key: "")
        let outcome = try await home.run(arguments, at: "", environment: ["LANG": "ko_KR.UTF-8"])
        #expect(outcome.output.contains(text), "\(outcome.output)")
    }

    @Test("Lists for programs are the same in both languages")
    func machine() async throws {
        let korean = try await Program.run(
            ["plugins", "--json"], environment: ["LANG": "ko_KR.UTF-8"])
        #expect(korean.output == (try await Program.run(["plugins", "--json"])).output)
    }
}

extension Array {
    fileprivate func asyncMap<Result>(
        _ body: (Element) async throws -> Result
    ) async rethrows -> [Result] {
        var results: [Result] = []
        for element in self { results.append(try await body(element)) }
        return results
    }
}
