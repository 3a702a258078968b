import Testing

@testable import BoxOffice
@testable import Engine

/// The marker of a film that is new to a chart: 신작, or 진입 if it is not a new film.
@Suite struct NewFilmTests {
    /// Returns the marker of a film that is new to the edition of `chart` that contains `day`.
    private func marker(_ chart: Chart, _ day: String, opened: Day?) throws -> Value? {
        let period = Period(of: chart, containing: try #require(Day(day)))
        var entry = ChartEntry(in: ChartEdition(period))
        entry.openDate = opened
        return ChartEntry.table.fields.first { $0.column.name == "rank_marker" }?.value(entry)
    }

    @Test(
        "A film that opened up to 14 days before the first day is new; one more day, and it is not",
        arguments: [
            // The first day of each: that day, the Monday, the Friday, the Monday.
            (Chart.daily, "2022-06-05", "2022-06-05"), (.weekly, "2022-06-05", "2022-05-30"),
            (.weekend, "2022-06-05", "2022-06-03"), (.weekdays, "2022-06-02", "2022-05-30"),
        ])
    func boundary(chart: Chart, day: String, first: String) throws {
        let first = try #require(Day(first))
        for (days, marker) in [
            (-15, "진입"), (-14, "신작"), (-1, "신작"), (0, "신작"), (1, "신작"), (6, "신작"),
            (400, "신작"), (-4000, "진입"),
        ] {
            let opened = first.advanced(by: days)
            #expect(try self.marker(chart, day, opened: opened) == .text(marker), "\(days)")
        }
        #expect(try marker(chart, day, opened: nil) == .text("진입"))
    }
}
