import Foundation
import Loopback
import SlowLane
import Testing

/// The search for the films of `bo-export trend`, and the refusals.
@Suite(.serialized) struct TrendTitleCommandTests {
    /// Makes a KOBIS with films whose titles are hard to tell apart.
    private static func household() throws -> TrendHousehold {
        let household = try TrendHousehold()
        household.server.add(code: "20240010", title: "파묘", openDate: "20240222")
        household.server.add(code: "20190011", title: "파묘", openDate: "20190501")
        household.server.add(code: "20290012", title: "먼 훗날", openDate: "20990101")
        household.server.add(code: "20290013", title: "언젠가", openDate: "")
        household.server.add(code: "20030014", title: "살인의 추억", openDate: "20030425")
        household.server.add(code: "20230015", title: "서울의 봄", openDate: "20231122")
        household.server.add(code: "20490016", title: "블레이드 러너:2049", openDate: "20171012")
        household.server.add(code: "20240017", title: "파묘 2", openDate: "20240601")
        household.server.add(code: "20240019", title: "만든 영화: 2049 이야기", openDate: "20240701")
        household.server.add(code: "20240020", title: "셋째 날", openDate: "20240301")
        household.server.add(code: "20240021", title: "셋째 날", openDate: "20241101")
        household.server.add(code: "20190022", title: "셋째 날", openDate: "20190301")
        household.server.add(code: "20040018", title: "２０４６：완결", openDate: "20041014")
        household.server.add(code: "20210023", title: "가을 밤", openDate: "20210901")
        household.server.add(code: "20110024", title: "가을밤", openDate: "20110901")
        return household
    }

    @Test(
        "A film is found by its code, by its title with other spaces and width, and by its year",
        .slow,
        arguments: [
            ("20240010", "20240010"), ("2024C003", "2024C003"), ("셋  영화", "2024C003"),
            ("셋영화", "2024C003"), ("셋　영화 ", "2024C003"), ("서울의봄", "20230015"),
            ("서울 의 봄", "20230015"), ("파묘２", "20240017"), ("２０４６：완결", "20040018"),
            ("블레이드러너: 2049", "20490016"), ("만든영화:2049 이야기", "20240019"),
            ("파묘:2019", "20190011"),
            ("파묘：２０２４", "20240010"), ("블레이드 러너:2049", "20490016"),
            ("블레이드러너:2049", "20490016"),
            ("서울의 봄".decomposedStringWithCanonicalMapping, "20230015"),
        ])
    func found(film: String, code: String) async throws {
        let household = try Self.household()
        try await household.server.run { url in
            let outcome = try await household.trend(
                [film, "--days", "1", "--columns", "movie_code"], at: url)
            #expect(outcome.status == 0, "\(outcome.errors)")
            #expect(outcome.rows == [Substring(code)])
        }
    }

    @Test(
        "A title without a film or a run is refused with a sentence that helps", .slow,
        arguments: [
            (
                ["파묘"], 64,
                """
                several films are called '파묘': 20240010 파묘 2024-02-22, 20190011 파묘 2019-05-01
                bo-export: hint: choose one of them: 파묘:2024, 파묘:2019
                """
            ),
            (
                ["셋째 날"], 64,
                """
                several films are called '셋째 날': 20240020 셋째 날 2024-03-01, 20240021 셋째 날 2024-11-01, 20190022 셋째 날 2019-03-01
                bo-export: hint: choose one of them: 20240020, 20240021, '셋째 날:2019'
                """
            ),
            (
                ["가을 밤"], 64,
                """
                several films are called '가을 밤': 20210023 가을 밤 2021-09-01, 20110024 가을밤 2011-09-01
                bo-export: hint: choose one of them: '가을 밤:2021', 가을밤:2011
                """
            ),
            (
                ["파묘:2022"], 65,
                """
                no film is called '파묘:2022'; the nearest are 20240010 파묘 2024-02-22, 20190011 파묘 2019-05-01, 20240017 파묘 2 2024-06-01, 20143441 몬스터 싱어: 매직 인 파리 2022-05-26
                bo-export: hint: try: bo-export trend 20240010
                """
            ),
            (
                ["서울의 밤", "하나"], 65,
                """
                no film is called '서울의 밤'; the nearest are 20230015 서울의 봄 2023-11-22
                bo-export: hint: try: bo-export trend 20230015 하나
                """
            ),
            (
                ["그런것은없다"], 65,
                """
                no film is called '그런것은없다'
                bo-export: hint: search for a part of the title: bo-export movies --title TEXT
                """
            ),
            (
                ["99999999"], 65,
                """
                no film is called '99999999'
                bo-export: hint: search for a part of the title: bo-export movies --title TEXT
                """
            ),
            (
                ["먼 훗날"], 64,
                "'먼 훗날' (20290012) has not opened yet: it opens on 2099-01-01"
            ),
            (
                ["20290012", "--from", "2024-03-01"], 64,
                "'먼 훗날' (20290012) has not opened yet: it opens on 2099-01-01"
            ),
            (
                ["20290013"], 64,
                """
                the register does not say when '언젠가' (20290013) opened
                bo-export: hint: name it by its code, and set the first day with --from DATE
                """
            ),
            (
                ["살인의 추억"], 64,
                """
                '살인의 추억' (20030014) opened on 2003-04-25, and the KOBIS Open API holds days from 2003-11-11 on
                bo-export: hint: --from 2003-11-11 chooses the first day, or a later one, such as that of a re-release
                """
            ),
            (
                ["하나", "20240001"], 64,
                "'20240001' is asked for twice: it is '하나' (20240001)"
            ),
        ])
    func refused(arguments: [String], status: Int32, message: String) async throws {
        let household = try Self.household()
        try await household.server.run { url in
            let outcome = try await household.trend(arguments, at: url)
            #expect(outcome.status == status)
            #expect(outcome.output == "")
            #expect(outcome.errors == "bo-export: error: \(message)\n")
            #expect(household.days == [])
        }
    }

    @Test("A title is searched for as it is, and in part once more")
    func searches() async throws {
        let household = try Self.household()
        try await household.server.run { url in
            _ = try await household.trend(["서울의 밤 이야기:2020"], at: url)
            #expect(household.searches == ["서울의 밤 이야기:2020", "서울의 밤 이야기", "서울의"])
        }
    }
}
