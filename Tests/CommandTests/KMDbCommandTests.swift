import Foundation
import Loopback
import SlowLane
import Testing

/// `--with posters` with a KOBIS, a KMDb and a Kakao on this machine.
@Suite(.timeLimit(.minutes(10))) struct KMDbCommandTests {
    private let services: PosterServices
    private var kobis: LoopbackKOBIS { services.kobis }
    private var kmdb: LoopbackKMDb { services.kmdb }
    private var kakao: LoopbackKakao { services.kakao }
    private var folder: TemporaryFolder { services.folder }
    private let week = ["--from", "2022-05-30", "--to", "2022-06-05", "--with", "posters"]
    private let twoDays = ["--from", "2022-06-04", "--to", "2022-06-05", "--with", "posters"]
    private let columns = ["--columns", "movie_code,poster_url,poster_source,poster_match"]

    init() throws { services = try PosterServices() }

    @Test("Two of the ten recorded films match by code and eight by number, each once")
    func recorded() async throws {
        try services.chartRecordedFilms()
        let outcome = try await services.run(
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

    @Test("With only shuffled numbers and titles, KMDb has no posters for them")
    func shuffled() async throws {
        try services.chartRecordedFilms()
        let films = try KMDbFilm.recordedAtKOBIS()
        for (index, film) in films.enumerated() {
            let number = films[(index + 3) % films.count]["auditNo"] ?? ""
            kobis.change(film["movieCd"] ?? "", ["auditNo": number])
        }
        for mood in [LoopbackKMDb.Mood.searching, .everything] {
            kmdb.set(mood)
            let day = ["--date", "2023-06-01", "--with", "posters", "--posters-from", "kmdb"]
            for outcome in try await services.run([day + columns, day + columns]) {
                #expect(outcome.status == 0)
                #expect(outcome.rows.count == 10 && outcome.rows.allSatisfy { $0.hasSuffix(",,,") })
                #expect(outcome.errors.contains("no poster was found for 10 of 10 films"))
            }
        }
        // Films without a poster are asked for again: such answers are not kept.
        #expect(kmdb.titles.count == 40)
    }

    @Test("In a week no film is asked for twice, and Kakao only for those that KMDb lacks")
    func week() async throws {
        try kmdb.addFilmsOfCharts()
        let both = try await services.run([week + columns, week + columns])
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
        // The second run asks only for the films that KMDb lacked: they may have been added.
        #expect(kmdb.titles.count == 21 + fromKakao.count)
        let lookups = kobis.seen.compactMap { $0.parameters["movieCd"] }
        #expect(lookups.count == 21)
    }

    @Test("Of films with the same picture only the first gets it, for any number of --jobs", .slow)
    func sharedPictures() async throws {
        kakao.set(.shared)
        let runs = try await services.run(
            (SlowLane.isWanted ? [1, 3, 16] : [1, 16]).map {
                week + columns + ["--refresh", "--jobs", "\($0)"]
            })
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
        "If KMDb fails, the chart is whole, Kakao has the posters, and one line says so",
        .slow,
        arguments: [
            (LoopbackKMDb.Mood.status(500), "the service answered HTTP 500"),
            (.status(429), "the service asks for fewer requests"),
            (.cutOff, "KMDb: "), (.body("<html>점검</html>"), "KMDb: the JSON is broken"),
            (.body("[1,2]"), "KMDb: "), (.body(""), "KMDb: "),
            (.redirect("http://192.0.2.1/x"), "the service redirects to"),
        ])
    func troubles(mood: LoopbackKMDb.Mood, message: String) async throws {
        kmdb.set(mood)
        let outcome = try await services.run(twoDays + columns)
        #expect(outcome.status == 0 && outcome.rows.count == 20)
        #expect(outcome.rows.allSatisfy { $0.hasSuffix(",kakao,image-search") })
        #expect(outcome.errors.split(separator: "\n").count == 1, "\(outcome.errors)")
        #expect(outcome.errors.hasPrefix("bo-export: warning: poster of "))
        #expect(outcome.errors.contains(" from kmdb: ") && outcome.errors.contains(message))
    }

    @Test("If both fail, there is one line for each, and the chart is whole")
    func bothFail() async throws {
        kmdb.set(.status(500))
        kakao.set(.status(500, ""))
        let outcome = try await services.run(twoDays + columns)
        #expect(outcome.status == 0 && outcome.rows.count == 20)
        let lines = outcome.errors.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines.count { $0.contains(" from kmdb: ") } == 1)
        #expect(lines.count { $0.contains(" from kakao: ") } == 1)
    }

    @Test("An answer of several pages is kept as a whole if one of them has the film")
    func severalPages() async throws {
        try services.chartRecordedFilms()
        for number in 0..<60 {
            kmdb.add(KMDbFilm(number: "Y\(number)", title: "y\(number)", year: 2022))
        }
        kmdb.set(.everything)
        let day = ["--date", "2023-06-01", "--with", "posters", "--posters-from", "kmdb"]
        let both = try await services.run([day + columns, day + columns])
        #expect(both[0].rows.count { $0.contains(",kmdb,") } == 10)
        #expect(both[0].output == both[1].output && kmdb.titles.count == 20)
    }

    @Test("Control characters in strings are read, and 10,000 results are four pages")
    func oddAnswers() async throws {
        try services.chartRecordedFilms()
        kmdb.set(.controls)
        let day = ["--date", "2023-06-01", "--with", "posters", "--posters-from", "kmdb"]
        let controls = try await services.run(day + columns)
        #expect(controls.status == 0 && controls.errors == "")
        #expect(controls.rows.count { $0.contains(",kmdb,") } == 10)
        kmdb.set(.flood(10_000))
        let before = kmdb.titles.count
        let flood = try await services.run(day + ["--top", "2", "--refresh"] + columns)
        #expect(flood.status == 0 && flood.rows.allSatisfy { $0.hasSuffix(",,,") })
        #expect(kmdb.titles.count == before + 8)
    }

    @Test("The keys are not in the output, the archive, a recording, a report or a log")
    func secrecy() async throws {
        try kmdb.addFilmsOfCharts()
        let outcomes = try await services.run([
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
            "grep -rl -e \(kmdb.key) -e kakao-test -e KakaoAK \"$DIR\"",
            environment: ["DIR": folder.url.path])
        #expect(leaks.output == "")
        #expect(try folder.text("report.json").contains("\"kmdb\""))
    }
}
