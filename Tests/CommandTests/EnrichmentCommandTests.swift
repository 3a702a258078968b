import Foundation
import Loopback
import Testing

/// `--with details,posters` against a KOBIS and a Kakao on this machine.
@Suite struct EnrichmentCommandTests {
    private let services: PosterServices
    private var kobis: LoopbackKOBIS { services.kobis }
    private var kakao: LoopbackKakao { services.kakao }
    private var folder: TemporaryFolder { services.folder }
    private let days = ["--from", "2022-05-30", "--to", "2022-06-05"]
    private let posters = ["--with", "posters", "--posters-from", "kakao"]

    init() throws { services = try PosterServices() }

    @Test(
        "If Kakao fails, the chart is whole, the status 0, and each kind of fault is reported once",
        arguments: [
            (LoopbackKakao.Mood.status(500, ""), "the service answered HTTP 500"),
            (
                .status(400, #"{"code":-10,"msg":"API limit"}"#),
                "the quota of the Kakao key is used up"
            ),
            (.status(429, ""), "the service asks for fewer requests"),
            (.html, "Kakao: the JSON is broken at line 1, column 1"),
            (
                .status(400, #"{"errorType":"InvalidArgument","message":""}"#),
                "does not accept the request"
            ),
        ])
    func troubles(mood: LoopbackKakao.Mood, message: String) async throws {
        kakao.set(mood)
        let outcome = try await services.run(
            ["--from", "2022-06-04", "--to", "2022-06-05"] + posters)
        #expect(outcome.status == 0)
        #expect(outcome.rows.count == 20)
        #expect(outcome.errors.split(separator: "\n").count == 1, "\(outcome.errors)")
        #expect(outcome.errors.hasPrefix("bo-export: warning: poster of "))
        #expect(outcome.errors.contains(message))
    }

    @Test("Kakao is waited for if it asks for fewer requests, and what stays missing is counted")
    func busy() async throws {
        let day = ["--date", "2022-06-05", "--columns", "poster_url"] + posters
        kakao.set(.busy(3))
        let waiting = try await services.run(day, environment: ["BO_EXPORT_RETRIES": "3"])
        #expect(waiting.status == 0 && waiting.errors == "")
        #expect(waiting.rows.count { $0.contains("/pictures/poster") } == 10)
        #expect(kakao.queries.count == 13)
        kakao.set(.status(429, ""))
        let never = try await services.run(
            day + ["--refresh"], environment: ["BO_EXPORT_RETRIES": "1"])
        #expect(never.status == 0 && never.rows.count == 10)
        #expect(never.errors.hasSuffix("(HTTP 429) (2 attempts), and 9 more such films\n"))
    }

    @Test("Kept choices are used even after Kakao has failed too often to be asked again")
    func keptChoiceWithoutKakao() async throws {
        let arguments = ["--source", "sample", "--columns", "title,poster_width"] + posters
        let (first, week) = try await services.serve { run in
            let first = try await run(arguments)
            kakao.set(.status(500, ""))
            return (first, try await run(arguments + days))
        }
        #expect(week.status == 0 && week.rows.count == 70)
        #expect(week.rows.suffix(10) == first.rows.suffix(10))
    }

    @Test("Pictures are stored by content, with a manifest, and not fetched again")
    func pictures() async throws {
        let arguments = [
            "--source", "sample", "--top", "2", "--posters-dir", folder.path("p"), "--columns",
            "title,poster_url",
        ]
        for outcome in try await services.run([arguments + posters, arguments + posters]) {
            #expect(outcome.status == 0 && outcome.errors == "")
            #expect(outcome.rows.allSatisfy { $0.hasSuffix("/pictures/poster.jpg") })
        }
        #expect(kakao.pictures.count == 2)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path("p")).sorted()
        #expect(names == ["20204548.jpg", "20206061.jpg", "manifest.jsonl"])
        let manifest = try String(contentsOfFile: folder.path("p/manifest.jsonl"), encoding: .utf8)
        let lines = manifest.split(separator: "\n")
        #expect(lines.count == 2)
        let object = try #require(
            try JSONSerialization.jsonObject(with: Data(lines[0].utf8)) as? [String: Any])
        #expect(object["size"] as? Int == 13)
        #expect((object["query"] as? String)?.hasSuffix("영화 포스터") == true)
        #expect((object["page_url"] as? String) == "https://movie.daum.net/poster.jpg")
        let sum = try await Program.shell(
            "sha256sum \"$FILE\"",
            environment: ["FILE": folder.path("p/\(object["file"] as? String ?? "")")])
        #expect(sum.output.prefix(64) == (object["sha256"] as? String ?? "").prefix(64))
    }

    @Test("A film that appears twice on a page does not shift the others' details to wrong rows")
    func duplicates() async throws {
        let codes = ["20135304", "20135304", "20176068", "20143441"]
        let items = codes.map { "{\"movieCd\":\"\($0)\",\"movieNm\":\"\($0)\"}" }
        kobis.give(
            .body(
                "{\"movieListResult\":{\"totCnt\":4,\"movieList\":[\(items.joined(separator: ","))]}}"
            ),
            to: "page 1")
        let outcome = try await services.run(
            ["movies", "--with", "details", "--columns", "movie_code,running_minutes"])
        #expect(outcome.rows == ["20135304,96", "20176068,93", "20143441,89"])
    }

    @Test(
        "Details that fail end the run with their own status, even if other tasks wait for a film",
        arguments: [(Trouble.status(500), 69), (.fault("320011"), 75)] as [(Trouble, Int32)])
    func failingDetails(trouble: Trouble, status: Int32) async throws {
        kobis.give(.slow(milliseconds: 600), to: "20204548")  // On every day's chart.
        kobis.give(trouble, to: "20206257")  // On two.
        // No ledger of exhausted quotas.
        let outcome = try await services.run(
            days + ["--with", "details", "--jobs", "16"], environment: ["XDG_STATE_HOME": ""])
        #expect(outcome.status == status)
        #expect(outcome.errors.contains("details of 20206257"))
    }

    @Test(
        "If a genre is not available there is no poster, and the chart is whole all the same",
        arguments: [Trouble.fault("320011"), .status(500)])
    func unknownGenre(trouble: Trouble) async throws {
        let day = ["--date", "2022-06-05"]
        let (outcome, quiet) = try await services.serve { run in
            // The other films' details are kept: an exhausted quota would end the requests for films
            // that have not been asked for yet.
            let details = try await run(day + ["--with", "details"])
            #expect(details.status == 0)
            let kept = try #require(
                FileManager.default.enumerator(atPath: folder.path("c"))?.allObjects
                    .compactMap { $0 as? String }
                    .first { $0.hasSuffix("movieCd=20204548.rec") })
            try FileManager.default.removeItem(atPath: folder.path("c/\(kept)"))
            kobis.give(trouble, to: "20204548")
            let arguments = day + posters + ["--columns", "rank,poster_width"]
            return (try await run(arguments), try await run(arguments + ["-q"]))
        }
        #expect(outcome.status == 0)
        #expect(outcome.rows.prefix(2) == ["1,", "2,700"])
        #expect(outcome.errors.split(separator: "\n").count == 1)
        #expect(!kakao.queries.contains { $0.hasPrefix("범죄도시2") })
        #expect(quiet.status == 0 && quiet.errors == "")
    }

    @Test("Invalid pictures cause a warning, cost no row, and are not kept")
    func noPictures() async throws {
        kakao.takePicturesAway()
        let outcome = try await services.run(
            days + posters + ["--posters-dir", folder.path("p")])
        #expect(outcome.status == 0 && outcome.rows.count == 70)
        #expect(outcome.errors.split(separator: "\n").count == 1)
        #expect(outcome.errors.contains("is not a JPEG, PNG, WebP or GIF"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("p")) == [])
    }

    @Test("Adult films are not searched for")
    func adult() async throws {
        kobis.give(
            .body(
                #"{"movieInfoResult":{"movieInfo":{"movieCd":"20204548","genres":[{"genreNm":"성인물(에로)"}]}}}"#
            ), to: "20204548")
        let chart =
            ["--date", "2022-06-05", "--top", "2", "--columns", "rank,poster_width", "--report"]
            + [folder.path("r.json")] + posters
        var warnings: [String?] {
            get throws {
                try Report("r.json", in: folder).warnings.map { $0["message"] as? String }
            }
        }
        let found = try await services.run(chart)
        let sentence = "posters were not searched for 1 of 2 films: 1 adult"
        #expect(found.rows == ["1,", "2,700"] && kakao.queries.count == 1)
        #expect(found.errors == "bo-export: warning: \(sentence)\n")
        #expect(try warnings == [sentence])
        kakao.set(.nothing)
        let none = try await services.run(chart + ["--refresh"])
        #expect(none.status == 0 && none.rows == ["1,", "2,"])
        #expect(
            try warnings == [
                "no poster was found for 1 of 1 film: 쥬라기 월드: 도미니언; not searched for: 1 adult"
            ])
    }
}
