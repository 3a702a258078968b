import Foundation
import Loopback
import Testing

/// `bo-export trend --by film`: one row for each film.
@Suite(.serialized) struct FilmRunCommandTests {
    private static let header =
        "movie_code,title,open_date,first_day,first_weekend,first_week,first_two_weeks,"
        + "audience_total,sales_total,last_seen,days_on_chart,best_rank,days_at_1,multiple,"
        + "days_to_1m,days_to_3m,days_to_5m,days_to_10m"

    @Test("Each film has one row in the order given, from as many calls as day by day")
    func rows() async throws {
        let household = try TrendHousehold()
        household.server.add(code: "20240009", title: "넷", openDate: "20240302")
        try await household.server.run { url in
            let arguments = ["둘", "하나", "2024C003", "넷", "--by", "film", "--days", "12"]
            let outcome = try await household.trend(arguments, at: url)
            #expect(outcome.status == 0)
            #expect(
                outcome.output == Self.header + "\n"
                    + """
                    20240002,둘,2024-03-02,2002,,,,20050,200500000,2024-03-05,3,1,1,,,,,
                    20240001,하나,2024-03-01,1001,3006,,,10040,100400000,2024-03-04,4,1,2,3.34,,,,
                    2024C003,셋 영화,2024-03-04,3004,,,,30050,300500000,2024-03-05,2,1,2,,,,,
                    20240009,넷,2024-03-02,,,,,,,,0,,0,,,,,

                    """)
            #expect(
                outcome.errors
                    == "bo-export: warning: '넷' (20240009) is on none of the charts that were asked for\n"
            )
            #expect(household.days.count == 15)
            let again = try await household.trend(arguments, at: url)
            #expect(again.output == outcome.output && household.days.count == 15)
        }
    }
}
