import Testing

@testable import BoxOffice
@testable import Engine

/// The columns computed from others, for KOBIS charts and for those of plugins.
@Suite struct DerivedColumnTests {
    @Test(
        "A quotient is rounded half up, and is missing where there is none",
        arguments: [
            (10, 4, 3), (9, 4, 2), (5, 2, 3), (-5, 2, -2), (5, -2, -2), (-5, -2, 3), (-7, 4, -2),
            (0, 7, 0), (1, 0, nil), (.min, 0, nil), (.max, 1, .max), (.min, 1, .min),
            (.min, -1, nil), (.max, -1, -.max), (.max, .max, 1), (.min, .max, -1), (1, .min, 0),
            (.max, 2, 4_611_686_018_427_387_904), (1, nil, nil),
        ] as [(Int, Int?, Int?)])
    func whole(dividend: Int, divisor: Int?, quotient: Int?) {
        let expected = quotient.map { Decimal($0, places: 0) }
        #expect(dividend.quotient(by: divisor, places: 0) == expected)
    }

    @Test(
        "A quotient with one decimal is also rounded half up",
        arguments: [
            (1, 3, "0.3"), (2, 3, "0.7"), (1, 4, "0.3"), (3, 20, "0.2"), (-1, 4, "-0.2"),
            (-3, 4, "-0.7"), (10, 10, "1.0"), (-1, 20, "0.0"), (0, 3, "0.0"), (7, 0, nil),
            (.max, 1, nil), (.min, 1, nil), (.max, 10, "922337203685477580.7"),
            (.min, 10, "-922337203685477580.8"), (.max, .min, "-1.0"), (5, nil, nil),
        ] as [(Int, Int?, String?)])
    func decimal(dividend: Int, divisor: Int?, quotient: String?) {
        #expect(dividend.quotient(by: divisor, places: 1)?.description == quotient)
    }

    @Test(
        "A ratio is rounded half up to two decimals",
        arguments: [
            (2_000_000, 300_000, "6.67"), (1005, 1000, "1.01"), (10_049, 10_000, "1.00"),
            (1, 3, "0.33"), (1, 200, "0.01"), (1, 201, "0.00"), (500, 1, "500.00"), (0, 3, "0.00"),
            (7, 0, nil), (7, nil, nil), (.max, 1, nil), (.max, 100, "92233720368547758.07"),
        ] as [(Int, Int?, String?)])
    func ratio(dividend: Int, divisor: Int?, ratio: String?) {
        #expect(dividend.quotient(by: divisor, places: 2)?.description == ratio)
    }

    private let names = [
        "rank_marker", "release_day", "ticket_price", "audience_per_show", "audience_per_screen",
    ]

    private func day(_ text: String) throws -> Day { try #require(Day(text)) }

    /// Returns the derived values of a row of the weekend chart of 2022-06-03.
    private func ofKOBIS(_ change: (inout ChartEntry) -> Void) throws -> [Value] {
        let period = Period(of: .weekend, containing: try day("2022-06-03"))
        var entry = ChartEntry(in: ChartEdition(period))
        change(&entry)
        return names.compactMap { name in
            ChartEntry.table.fields.first { $0.column.name == name }?.value(entry)
        }
    }

    @Test("A KOBIS row has them, and a week has those of its last day")
    func kobis() throws {
        let opened = try day("2022-06-03")
        let values = try ofKOBIS {
            $0.openDate = opened
            ($0.salesAmount, $0.audienceCount) = (100_005, 10)
            ($0.showCount, $0.screenCount) = (3, 4)
        }
        #expect(
            values == [
                .text("신작"), .integer(3), .won(10_001), .decimal(Decimal(33, places: 1)),
                .decimal(Decimal(25, places: 1)),
            ])
        let later = opened.advanced(by: 10)
        let nothing = try ofKOBIS {
            $0.openDate = later
            ($0.salesAmount, $0.audienceCount, $0.showCount, $0.screenCount) = (1, 0, 0, nil)
        }
        #expect(nothing == [.text("신작"), .integer(-7), .missing, .missing, .missing])
        #expect(
            try ofKOBIS { _ in } == [.text("진입"), .missing, .missing, .missing, .missing])
    }

    /// Returns the derived values of one row of a plugin that has `columns`.
    private func ofPlugin(
        _ columns: [(String, Column.Kind, Value)], in period: Period?
    ) throws -> [String: Value] {
        let fields = columns.map { name, kind, value in
            Field<Int>(name, name, kind) { _ in value }
        }
        let page = Page([1], of: Table(named: "chart", fields))
        let derived = DerivedColumn.available(
            with: page.dataset.columns, isChart: period != nil)
        var values: [String: Value] = [:]
        var wide = page
        wide.derive(derived, in: period)
        // In reverse order, with a column of the rows in between.
        let indices = Array(wide.dataset.columns.indices.reversed())
        for row in try wide.rows(indices) {
            for (cell, index) in indices.enumerated() {
                values[wide.dataset.columns[index].name] = row[cell]
            }
        }
        return values.filter { names.contains($0.key) }
    }

    @Test("Charts of plugins have the derived columns whose inputs they have")
    func plugins() throws {
        let weekend = Period(of: .weekend, containing: try day("2022-06-03"))
        let figures: [(String, Column.Kind, Value)] = [
            ("rank_change", .integer, .missing), ("is_new", .boolean, .boolean(true)),
            ("sales_amount", .amount, .won(-5)), ("audience_count", .integer, .integer(2)),
            ("screen_count", .integer, .integer(0)),
        ]
        #expect(
            try ofPlugin(figures, in: weekend) == [
                "rank_marker": .text("진입"), "ticket_price": .won(-2),
                "audience_per_screen": .missing,
            ])
        let opened = figures + [("open_date", .date, .date(try day("2022-05-20")))]
        #expect(
            try ofPlugin(opened, in: weekend) == [
                "rank_marker": .text("신작"), "ticket_price": .won(-2),
                "audience_per_screen": .missing, "release_day": .integer(17),
            ])
        #expect(try ofPlugin([("rank", .integer, .integer(1))], in: weekend) == [:])
    }

    @Test("Rows that belong to no chart take their days from their columns")
    func days() throws {
        let new: [(String, Column.Kind, Value)] = [
            ("rank_change", .integer, .missing), ("is_new", .boolean, .boolean(true)),
            ("open_date", .date, .date(try day("2022-05-20"))),
        ]
        #expect(try ofPlugin(new, in: nil) == ["rank_marker": .text("진입")])
        let from = ("from", Column.Kind.date, Value.date(try day("2022-06-03")))
        #expect(try ofPlugin(new + [from], in: nil) == ["rank_marker": .text("신작")])
        let date = ("date", Column.Kind.date, Value.date(try day("2022-06-04")))
        #expect(
            try ofPlugin(new + [date], in: nil) == [
                "rank_marker": .text("진입"), "release_day": .integer(16),
            ])
        let to = ("to", Column.Kind.date, Value.date(try day("2022-06-05")))
        let none = ("to", Column.Kind.date, Value.missing)
        #expect(try ofPlugin(new + [from, date, to], in: nil)["release_day"] == .integer(17))
        #expect(try ofPlugin(new + [from, date, none], in: nil)["release_day"] == .integer(16))
    }
}

extension Value {
    /// Returns an amount of won.
    fileprivate static func won(_ amount: Int) -> Value { .decimal(Decimal(amount, in: .won)) }
}
