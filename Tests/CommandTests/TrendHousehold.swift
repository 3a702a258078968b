import Foundation
import Loopback

/// A KOBIS with three films whose runs overlap, and a user's home.
struct TrendHousehold {
    let server: LoopbackKOBIS
    let home: Household

    /// The header of the rows.
    static let header =
        "release_day,date,movie_code,title,on_chart,rank,rank_change,audience_count,"
        + "audience_total,sales_amount,sales_total,screen_count,show_count"

    /// Adds the films: 하나 opens on 2024-03-01, 둘 on 2024-03-02 and 셋 영화 on 2024-03-04; 둘 is off the
    /// chart on 2024-03-03.
    init() throws {
        server = try LoopbackKOBIS()
        home = try Household()
        server.add(code: "20240001", title: "하나", openDate: "20240301")
        server.add(code: "20240002", title: "둘", openDate: "20240302")
        server.add(code: "2024C003", title: "셋 영화", openDate: "20240304")
        let films = [("20240001", "하나"), ("20240002", "둘"), ("2024C003", "셋 영화")]
        for (day, indices) in [(1, [0]), (2, [1, 0]), (3, [0]), (4, [2, 1, 0]), (5, [2, 1])] {
            server.set(
                films: indices.map { (films[$0].0, films[$0].1, 1000 * ($0 + 1) + day) },
                on: "2024030\(day)")
        }
    }

    /// Runs `bo-export trend` with `arguments`.
    func trend(_ arguments: [String], at url: String) async throws -> Program.Outcome {
        try await home.run(["trend"] + arguments, at: url)
    }

    /// The days of the charts that were asked for, in their order.
    var days: [String] { server.seen.compactMap { $0.parameters["targetDt"] } }

    /// The titles that were searched for, in their order.
    var searches: [String] {
        server.seen.compactMap { $0.parameters["movieNm"]?.removingPercentEncoding }
    }
}
