import Foundation
import Loopback
import Testing

/// `--with posters` with a KOBIS, a KMDb and a Kakao on this machine.
@Suite(.serialized, .timeLimit(.minutes(5))) struct KMDbCommandTests {
    private let kobis: LoopbackKOBIS
    private let kmdb: LoopbackKMDb
    private let kakao = LoopbackKakao()
    private let folder: TemporaryFolder
    private let week = ["--from", "2022-05-30", "--to", "2022-06-05", "--with", "posters"]
    private let columns = ["--columns", "movie_code,poster_url,poster_source,poster_match"]

    init() throws {
        kobis = try LoopbackKOBIS()
        kmdb = try LoopbackKMDb()
        folder = try TemporaryFolder()
    }

    /// Runs the program several times, once for each of `runs`, with the services at the same
    /// addresses.
    private func run(
        _ runs: [[String]], environment: [String: String] = [:]
    ) async throws -> [Program.Outcome] {
        let (kobis, kmdb, kakao, folder) = (kobis, kmdb, kakao, folder)
        return try await kobis.run { kobisURL in
            try await kmdb.run { kmdbURL in
                try await kakao.run { kakaoURL in
                    var outcomes: [Program.Outcome] = []
                    for arguments in runs {
                        outcomes.append(
                            try await Program.run(
                                arguments,
                                environment: [
                                    "KOBIS_BASE_URL": kobisURL, "KOBIS_API_KEY": "test",
                                    "KMDB_BASE_URL": kmdbURL, "KMDB_API_KEY": kmdb.key,
                                    "KAKAO_BASE_URL": kakaoURL,
                                    "KAKAO_REST_API_KEY": "kakao-test",
                                    "XDG_CACHE_HOME": folder.path("c"),
                                ].merging(environment) { $1 }))
                    }
                    return outcomes
                }
            }
        }
    }

    private func run(
        _ arguments: [String], environment: [String: String] = [:]
    ) async throws -> Program.Outcome {
        try #require(try await run([arguments], environment: environment).first)
    }

    /// Puts the recorded films on the chart of a day.
    private func chartRecordedFilms() throws {
        let films = try KMDbFilm.recordedAtKOBIS().enumerated().map { index, film in
            (
                code: film["movieCd"] ?? "", title: film["movieNm"] ?? "",
                admissions: 1000 - index
            )
        }
        kobis.set(films: films, on: "20230601")
    }

    @Test("Of the ten recorded films two are known by code and eight by number, each once")
    func recorded() async throws {
        try chartRecordedFilms()
        let outcome = try await run(
            [
                "--date", "2023-06-01", "--with", "posters", "--columns",
                "title,poster_match,poster_confidence,poster_source,poster_page_url",
            ])
        #expect(outcome.status == 0 && outcome.errors == "")
        let known = outcome.rows.map { $0.contains(",code,1.00,kmdb,https://www.kmdb.or.kr/") }
        #expect(known.count(where: { $0 }) == 2)
        #expect(outcome.rows.count { $0.contains(",rating-number,1.00,kmdb,https://www") } == 8)
        #expect(kmdb.titles.count == 10 && Set(kmdb.titles).count == 10)
        #expect(kakao.queries.isEmpty)
        let lookups = kobis.seen.compactMap { $0.parameters["movieCd"] }
        #expect(lookups.count == 10 && Set(lookups).count == 10)
    }

    @Test("With shuffled numbers and titles alone, KMDb has no poster of them")
    func shuffled() async throws {
        try chartRecordedFilms()
        let films = try KMDbFilm.recordedAtKOBIS()
        for (index, film) in films.enumerated() {
            let number = films[(index + 3) % films.count]["auditNo"] ?? ""
            kobis.change(film["movieCd"] ?? "", ["auditNo": number])
        }
        for mood in [LoopbackKMDb.Mood.searching, .everything] {
            kmdb.set(mood)
            let outcome = try await run(
                ["--date", "2023-06-01", "--with", "posters", "--posters-from", "kmdb"] + columns)
            #expect(outcome.status == 0)
            #expect(outcome.rows.count == 10 && outcome.rows.allSatisfy { $0.hasSuffix(",,,") })
            #expect(outcome.errors.contains("no poster was found for 10 of 10 films"))
        }
        #expect(kmdb.titles.count == 20)
    }

    @Test("In a week nobody is asked twice, and Kakao only for what KMDb lacks")
    func week() async throws {
        try kmdb.addFilmsOfCharts()
        let both = try await run([week + columns, week + columns])
        #expect(both.allSatisfy { $0.status == 0 && $0.errors == "" && $0.rows.count == 70 })
        #expect(both[0].output == both[1].output)
        let rows = both[0].rows.map { $0.split(separator: ",") }
        let fromKMDb = Set(rows.filter { $0[2] == "kmdb" && $0[3] == "code" }.map { $0[0] })
        let fromKakao = Set(
            rows.filter { $0[2] == "kakao" && $0[3] == "image-search" }.map { $0[0] })
        #expect(fromKMDb.count + fromKakao.count == 21)
        #expect(fromKMDb.count > 5 && fromKakao.count > 5)
        #expect(Set(kakao.queries).count == fromKakao.count)
        #expect(kakao.queries.count == fromKakao.count)
        // Of the second run only the films that KMDb lacks: they may be there on another day.
        #expect(kmdb.titles.count == 21 + fromKakao.count)
        let lookups = kobis.seen.compactMap { $0.parameters["movieCd"] }
        #expect(lookups.count == 21)
    }

    @Test("Of the films with the same picture only the first gets it, whatever --jobs")
    func sharedPictures() async throws {
        kakao.set(.shared)
        let runs = try await run(
            [1, 3, 16].map { week + columns + ["--refresh", "--jobs", "\($0)"] })
        #expect(runs.allSatisfy { $0.status == 0 && $0.rows.count == 70 })
        #expect(Set(runs.map(\.output)).count == 1)
        let posters = runs[0].rows.map {
            $0.split(separator: ",", omittingEmptySubsequences: false)
        }
        var films: [Substring: Set<Substring>] = [:]
        for row in posters where row[1] != "" { films[row[1], default: []].insert(row[0]) }
        #expect(films.count == 3 && films.values.allSatisfy { $0.count == 1 })
        #expect(posters.first?[1].hasSuffix("/poster.jpg") == true)
    }

    @Test(
        "Whatever ails KMDb, the chart is whole, Kakao has the posters, and one line says so",
        arguments: [
            (LoopbackKMDb.Mood.status(500), "the service answered HTTP 500"),
            (.status(429), "the service asks for fewer requests"),
            (.cutOff, "KMDb: "), (.body("<html>점검</html>"), "an HTML page came instead of JSON"),
            (.body("[1,2]"), "KMDb: "), (.body(""), "KMDb: "),
            (.redirect("http://192.0.2.1/x"), "the service redirects to"),
        ])
    func troubles(mood: LoopbackKMDb.Mood, message: String) async throws {
        kmdb.set(mood)
        let outcome = try await run(week + columns)
        #expect(outcome.status == 0 && outcome.rows.count == 70)
        #expect(outcome.rows.allSatisfy { $0.hasSuffix(",kakao,image-search") })
        #expect(outcome.errors.split(separator: "\n").count == 1, "\(outcome.errors)")
        #expect(outcome.errors.hasPrefix("bo-export: warning: poster of "))
        #expect(outcome.errors.contains(" from kmdb: ") && outcome.errors.contains(message))
    }

    @Test("If both fail, there is one line for each, and the chart is whole")
    func bothFail() async throws {
        kmdb.set(.status(500))
        kakao.set(.status(500, ""))
        let outcome = try await run(week + columns)
        #expect(outcome.status == 0 && outcome.rows.count == 70)
        let lines = outcome.errors.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines.count { $0.contains(" from kmdb: ") } == 1)
        #expect(lines.count { $0.contains(" from kakao: ") } == 1)
    }

    @Test("Control characters in strings are read, and 10,000 results are four pages")
    func oddAnswers() async throws {
        try chartRecordedFilms()
        kmdb.set(.controls)
        let day = ["--date", "2023-06-01", "--with", "posters", "--posters-from", "kmdb"]
        let controls = try await run(day + columns)
        #expect(controls.status == 0 && controls.errors == "")
        #expect(controls.rows.count { $0.contains(",kmdb,") } == 10)
        kmdb.set(.flood(10_000))
        let before = kmdb.titles.count
        let flood = try await run(day + ["--top", "2", "--refresh"] + columns)
        #expect(flood.status == 0 && flood.rows.allSatisfy { $0.hasSuffix(",,,") })
        #expect(kmdb.titles.count == before + 8)
    }

    @Test("A refused key ends the run with 77; no key of either is 78, and a chosen one's too")
    func keys() async throws {
        let day = ["--date", "2022-06-05", "--with", "posters"]
        let refused = try await run(day, environment: ["KMDB_API_KEY": "CANARY-1234"])
        #expect(refused.status == 77 && refused.output == "")
        #expect(refused.errors.contains("KMDb refused the key: 010, 등록되지 않은 키입니다: ***"))
        #expect(!refused.errors.contains("CANARY"))
        let before = kobis.seen.count
        let none = try await run(day, environment: ["KMDB_API_KEY": "", "KAKAO_REST_API_KEY": ""])
        #expect(none.status == 78)
        #expect(none.errors.contains("none of KMDB_API_KEY, KAKAO_REST_API_KEY is set"))
        let chosen = try await run(
            day + ["--posters-from", "kmdb"], environment: ["KMDB_API_KEY": ""])
        #expect(chosen.status == 78 && chosen.errors.contains("KMDB_API_KEY is not set"))
        #expect(kobis.seen.count == before)
    }

    @Test("The key is nowhere: not in the output, the archive, a recording, a report or a log")
    func secrecy() async throws {
        try kmdb.addFilmsOfCharts()
        let outcomes = try await run([
            week + columns + [
                "-v", "--record", folder.path("r"), "--report", folder.path("report.json"),
                "--posters-dir", folder.path("p"),
            ],
            week + columns + ["-v", "--replay", folder.path("r"), "--log-format", "json"],
            week + ["--dry-run"],
        ])
        #expect(outcomes.map(\.status) == [0, 0, 0])
        #expect(outcomes[0].output == outcomes[1].output)
        for outcome in outcomes {
            #expect(!outcome.output.contains(kmdb.key) && !outcome.errors.contains(kmdb.key))
        }
        let leaks = try await Program.shell(
            "grep -rl \(kmdb.key) \"$DIR\"", environment: ["DIR": folder.url.path])
        #expect(leaks.output == "")
        #expect(try folder.text("report.json").contains("\"kmdb\""))
    }

    @Test("Of several posters the first is taken that is a picture, and Markdown shows its file")
    func pictures() async throws {
        try chartRecordedFilms()
        kmdb.breakPictures("DPF026592")
        let day = ["--date", "2023-06-01", "--with", "posters", "--top", "1"]
        let dir = ["--posters-dir", folder.path("p")]
        let runs = try await run([
            day + dir + ["--columns", "poster_url,poster_file"],
            day + ["--columns", "poster_url,poster_file"],
        ])
        #expect(runs[0].status == 0 && runs[0].errors == "", "\(runs[0].errors)")
        let kept = "/tn_DPF026681.jpg,\(folder.path("p"))/19968227.jpg"
        #expect(runs[0].rows.first?.hasSuffix(kept) == true)
        #expect(runs[1].rows.first?.hasSuffix("/tn_DPF026592.jpg,") == true)
        #expect(kmdb.pictures.count { $0.contains("DPF026592") } == 1)
        try FileManager.default.createDirectory(
            atPath: folder.path("out"), withIntermediateDirectories: true)
        let documents = try await run([
            day + dir + ["-o", folder.path("out/day.md")],
            day + dir + ["-o", folder.path("out/day.xlsx")],
        ])
        #expect(documents.map(\.status) == [0, 0])
        #expect(try folder.text("out/day.md").contains("](../p/19968227.jpg)]("))
        let manifest = try folder.text("p/manifest.jsonl")
        #expect(manifest.contains(#""source":"kmdb","match":"rating-number","sha256":"#))
    }

    @Test("A picture that an image search found is replaced by KMDb's, one of the user's is not")
    func betterPictures() async throws {
        try chartRecordedFilms()
        let day = [
            "--date", "2023-06-01", "--with", "posters", "--top", "2", "--posters-dir",
            folder.path("p"), "--columns", "movie_code,poster_file",
        ]
        let before = try await run(day + ["--posters-from", "kakao"])
        #expect(before.status == 0 && before.errors == "")
        let own = URL(filePath: folder.path("p/20212851.jpg"))
        try Data("mine".utf8).write(to: own)
        let guess = try folder.text("p/manifest.jsonl")
        #expect(guess.contains(#""source":"kakao","match":"image-search""#))
        let after = try await run(day)
        #expect(after.status == 0 && after.errors == "")
        let manifest = try folder.text("p/manifest.jsonl")
        #expect(manifest.contains(#""source":"kmdb","match":"rating-number""#))
        #expect(manifest.split(separator: "\n").count == 2)
        #expect(try Data(contentsOf: own) == Data("mine".utf8))
        let pictures = kmdb.pictures.count
        #expect(try await run(day).output == after.output && kmdb.pictures.count == pictures)
    }

    @Test("Where KMDb's poster is kept, Kakao is not asked, even if KMDb fails")
    func keptPoster() async throws {
        try chartRecordedFilms()
        let day = [
            "--date", "2023-06-01", "--with", "posters", "--top", "2", "--posters-dir",
            folder.path("p"), "--refresh",
        ]
        let columns = [
            "--columns",
            "poster_url,poster_page_url,poster_match,poster_confidence,poster_source,poster_file",
        ]
        let before = try await run(day + columns)
        #expect(before.status == 0 && before.errors == "")
        kmdb.set(.status(500))
        let after = try await run(day + columns)
        #expect(after.status == 0 && after.errors.split(separator: "\n").count == 1)
        // Every run of the services has other ports.
        func shown(_ outcome: Program.Outcome) -> [String] {
            outcome.rows.map { $0.replacing(/127.0.0.1:[0-9]+/, with: "") }
        }
        #expect(shown(after) == shown(before) && kakao.queries.isEmpty)
    }

    @Test("The order of the sources is that of --posters-from")
    func order() async throws {
        try kmdb.addFilmsOfCharts()
        let outcome = try await run(
            week + ["--posters-from", "kakao,kmdb", "--top", "3"] + columns)
        #expect(outcome.status == 0)
        #expect(outcome.rows.allSatisfy { $0.contains(",kakao,") })
        #expect(kmdb.titles.isEmpty)
    }
}
