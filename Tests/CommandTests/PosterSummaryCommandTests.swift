import Loopback
import Testing

/// The message about films without a poster: one line at the end, and the same in the report.
struct PosterSummaryCommandTests {
    @Test("Films that are not searched for are counted separately")
    func adult() async throws {
        let services = try PosterServices()
        let adult =
            #"{"movieInfoResult":{"movieInfo":{"movieCd":"20204548","#
            + #""genres":[{"genreNm":"성인물(에로)"}]}}}"#
        services.kobis.give(.body(adult), to: "20204548")
        let report = services.folder.path("r.json")
        let chart = [
            "--date", "2022-06-05", "--top", "2", "--with", "posters", "--posters-from", "kakao",
            "--columns", "rank,poster_width", "--report", report,
        ]
        var warnings: [String?] {
            get throws {
                try Report("r.json", in: services.folder).warnings.map { $0["message"] as? String }
            }
        }
        services.kakao.set(.gallery)
        let found = try await services.run(chart)
        let sentence = "posters were not searched for 1 of 2 films: 1 adult"
        #expect(found.errors == "bo-export: warning: \(sentence)\n")
        #expect(try warnings == [sentence])
        services.kakao.set(.nothing)
        let none = try await services.run(chart + ["--refresh"])
        #expect(none.status == 0 && none.rows == ["1,", "2,"])
        #expect(
            try warnings == [
                "no poster was found for 1 of 1 film: 쥬라기 월드: 도미니언; not searched for: 1 adult"
            ])
    }
}
