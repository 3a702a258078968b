import BoxOffice
import Engine
public import Foundation

/// The charts of the loopback KOBIS: the recorded weeks unchanged, one of them with the charts of
/// Korean and of foreign films, and for every other day made-up charts that are always the same.
public struct ChartFixtures: Sendable {
    /// The 18 fields of a row, in the order KOBIS sends them.
    public static let fields = [
        "rnum", "rank", "rankInten", "rankOldAndNew", "movieCd", "movieNm", "openDt", "salesAmt",
        "salesShare", "salesInten", "salesChange", "salesAcc", "audiCnt", "audiInten",
        "audiChange", "audiAcc", "scrnCnt", "showCnt",
    ]

    private var rows: [String: [Node]]

    /// The recorded charts, read once.
    private static let recorded = Result { try readRecorded() }

    /// Creates the recorded and the made-up charts.
    public init() throws { rows = try Self.recorded.get() }

    private static func readRecorded() throws -> [String: [Node]] {
        var rows: [String: [Node]] = [:]
        for (chart, day) in [("weekly", "20190701"), ("weekend", "20111230")] {
            rows["\(chart) \(day)"] = try Fixture.rows(of: chart).map { row in
                .object(Self.fields.map { ($0, .text(row[$0] ?? "")) })
            }
        }
        for row in try Fixture.rows(of: "daily-nations-2018-01-01") {
            let nation = row["repNationCd", default: ""]
            rows[row["targetDt", default: ""] + (nation.isEmpty ? "" : " \(nation)"), default: []]
                .append(.object(Self.fields.map { ($0, .text(row[$0] ?? "")) }))
        }
        let folder = Self.repository.appending(
            path: "Samples/week-2022-05-30/recordings/kobis/boxoffice/searchDailyBoxOfficeList.json"
        )
        for file in try FileManager.default.contentsOfDirectory(
            at: folder, includingPropertiesForKeys: nil)
        {
            var bytes = try Array(Data(contentsOf: file))
            let recording = try Recording(taking: &bytes)
            let object = try JSONSerialization.jsonObject(with: Data(recording.answer.body))
            let root = (object as? [String: [String: Any]])?["boxOfficeResult"] ?? [:]
            let day = (root["showRange"] as? String ?? "").prefix(8)
            let list = root["dailyBoxOfficeList"] as? [[String: String]] ?? []
            rows[String(day)] = list.map { row in
                .object(Self.fields.map { ($0, .text(row[$0] ?? "")) })
            }
        }
        return rows
    }

    /// The project's root folder.
    public static var repository: URL {
        URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
    }

    /// Sets the chart of `day` (`20220605`) to these titles, in order of rank.
    public mutating func set(titles: [String], on day: String) {
        rows[day] = titles.enumerated().map { place, title in
            row(number: place + 1, title: title, random: UInt64(place) + 1)
        }
    }

    /// Sets the chart of `day` to these films, in order of rank.
    ///
    /// If it `isWhole`, others follow them, up to ten in all; else all are Korean.
    mutating func set(
        films: [(code: String, title: String, admissions: Int)], on day: String, isWhole: Bool
    ) {
        let others = (0..<(isWhole ? max(0, 10 - films.count) : 0)).map {
            ("1999000\($0)", "다른 영화 \($0)", 1)
        }
        rows[day] = (films + others).enumerated().map { row(of: $1, number: $0 + 1) }
        (rows["\(day) K"], rows["\(day) F"]) = isWhole ? (nil, nil) : (rows[day], [])
    }

    private func row(
        of film: (code: String, title: String, admissions: Int), number: Int
    ) -> Node {
        let values = [
            "\(number)", "\(number)", "0", "OLD", film.code, film.title, "",
            "\(film.admissions * 10_000)", "10.0", "0", "0", "\(film.admissions * 100_000)",
            "\(film.admissions)", "0", "0", "\(film.admissions * 10)", "100", "500",
        ]
        return .object(zip(Self.fields, values).map { ($0, .text($1)) })
    }

    /// Returns the rows of `day` (`20220605`), or of the part of a week that begins on it
    /// (`weekly 20190701`); a K or F after it asks for those of Korean or foreign films.
    public func rows(on day: String) -> [Node] {
        if let rows = rows[day] { return rows }
        for nation in ["K", "F"] where day.hasSuffix(" \(nation)") {
            return rows(of: nation, besides: rows(on: String(day.dropLast(2))))
        }
        let seed = day.utf8.reduce(7) { $0 &* 31 &+ UInt64($1) } % 99_999_989
        let rows = (1...10).map { number in
            row(
                number: number, title: "영화 \(seed % 97)-\(number)",
                random: seed &* 31 &+ UInt64(number))
        }
        // Charts are in the order of admissions.
        let admissions = rows.compactMap { Int($0["audiCnt"]?.text ?? "") }.sorted(by: >)
        return zip(rows, admissions).map { row, admissions in
            row.setting("audiCnt", to: "\(admissions)").setting("audiAcc", to: "\(admissions * 9)")
        }
    }

    /// Returns the made-up chart of a nation: each film of the chart of all `films` is on the chart of
    /// one nation, followed by films with fewer admissions than any of those.
    private func rows(of nation: String, besides films: [Node]) -> [Node] {
        func number(_ row: Node, _ field: String) -> Int { Int(row[field]?.text ?? "") ?? 0 }
        let own = films.filter { (number($0, "rnum") % 2 == 1) == (nation == "K") }
            .sorted { number($0, "audiCnt") > number($1, "audiCnt") }
        let least = films.map { number($0, "audiCnt") }.min() ?? 0
        let others = (0..<max(0, 10 - own.count)).map { index in
            let admissions = least * (20 - 2 * index - (nation == "K" ? 0 : 1)) / 21
            return row(
                of: ("2018\(nation)00\(index)", "\(nation) 영화 \(index)", admissions), number: 0)
        }
        let sales = (own + others).reduce(0) { $0 + number($1, "salesAmt") }
        return (own + others).enumerated().map { index, row in
            let tenths = sales == 0 ? 0 : (2000 * number(row, "salesAmt") + sales) / (2 * sales)
            return row.setting("rnum", to: "\(index + 1)").setting("rank", to: "\(index + 1)")
                .setting("salesShare", to: "\(tenths / 10).\(tenths % 10)")
        }
    }

    private func row(number: Int, title: String, random seed: UInt64) -> Node {
        var state = seed
        func figure(below bound: UInt64) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % Int(bound)
        }
        let isNew = figure(below: 8) == 0
        let sales = figure(below: 2_000_000_000)
        let admissions = figure(below: 300_000)
        let values = [
            "\(number)", "\(number)", isNew ? "0" : "\(figure(below: 9) - 4)",
            isNew ? "NEW" : "OLD", "2022\(100 + figure(below: 899))\(number % 10)", title,
            "2022-05-18",
            "\(sales)", "\(figure(below: 100)).\(figure(below: 10))",
            "\(figure(below: 4_000_000) - 2_000_000)", "-\(figure(below: 99)).\(figure(below: 10))",
            "\(sales * 9)", "\(admissions)", "\(figure(below: 4000) - 2000)",
            "\(figure(below: 200) - 99)", "\(admissions * 9)", "\(figure(below: 2500))",
            "\(figure(below: 9000))",
        ]
        return .object(zip(Self.fields, values).map { ($0, .text($1)) })
    }
}
