import Foundation
import Loopback
import Testing

/// The message about films without a poster: one line at the end, and the same in the report.
@Suite(.serialized) struct PosterSummaryCommandTests {
    private let kobis: LoopbackKOBIS
    private let kakao = LoopbackKakao()
    private let folder: TemporaryFolder

    init() throws {
        kobis = try LoopbackKOBIS()
        folder = try TemporaryFolder()
    }

    private func run(_ arguments: [String]) async throws -> Program.Outcome {
        let (folder, kakao) = (folder, kakao)
        return try await kobis.run { kobisURL in
            try await kakao.run { kakaoURL in
                try await Program.run(
                    arguments + [
                        "--with", "posters", "--columns", "rank,poster_width", "--report",
                        folder.path("r.json"),
                    ],
                    environment: [
                        "KOBIS_BASE_URL": kobisURL, "KOBIS_API_KEY": "test",
                        "KAKAO_BASE_URL": kakaoURL, "KAKAO_REST_API_KEY": "kakao-test",
                        "XDG_CACHE_HOME": folder.path("c"),
                    ])
            }
        }
    }

    private var warnings: [String] {
        get throws {
            try Report("r.json", in: folder).warnings.compactMap { $0["message"] as? String }
        }
    }

    private func makeAdult(_ code: String) {
        kobis.give(
            .body(
                """
                {"movieInfoResult":{"movieInfo":{"movieCd":"\(code)",\
                "genres":[{"genreNm":"성인물(에로)"}]}}}
                """), to: code)
    }

    @Test("A film that is on the charts of a whole week is reported once")
    func week() async throws {
        kakao.set(.nothing)
        let outcome = try await run([
            "--from", "2022-05-30", "--to", "2022-06-05", "--top", "1",
        ])
        #expect(outcome.status == 0 && outcome.rows.count == 7)
        let sentence = "no poster was found for 2 of 2 films: 범죄도시2, 쥬라기 월드: 도미니언"
        #expect(outcome.errors == "bo-export: warning: \(sentence)\n")
        #expect(try warnings == [sentence])
    }

    @Test("Films that are not searched for are counted separately")
    func adult() async throws {
        makeAdult("20204548")
        let found = try await run(["--date", "2022-06-05", "--top", "2"])
        let sentence = "posters were not searched for 1 of 2 films: 1 adult"
        #expect(found.errors == "bo-export: warning: \(sentence)\n")
        #expect(try warnings == [sentence])
        kakao.set(.nothing)
        let none = try await run(["--date", "2022-06-05", "--top", "2", "--refresh"])
        #expect(none.status == 0 && none.rows == ["1,", "2,"])
        #expect(
            try warnings == [
                "no poster was found for 1 of 1 film: 쥬라기 월드: 도미니언; not searched for: 1 adult"
            ])
    }

    @Test("A failed search is reported as such, and not counted as a film without a poster")
    func failed() async throws {
        kakao.set(.status(500, ""))
        let outcome = try await run([
            "--date", "2022-06-05", "--top", "2", "--retries", "0",
        ])
        #expect(outcome.status == 0 && outcome.rows == ["1,", "2,"])
        #expect(outcome.errors.split(separator: "\n").count == 1)
        #expect(!outcome.errors.contains("no poster was found"))
    }

    @Test("With -q a run that lacks only posters says nothing")
    func quiet() async throws {
        kakao.set(.nothing)
        let outcome = try await run(["--date", "2022-06-05", "--top", "2", "-q"])
        #expect(outcome.status == 0 && outcome.errors == "")
        #expect(try warnings.count == 1)
    }
}
