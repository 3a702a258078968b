import BoxOffice
import Singer
import Testing

/// Messages about charts of several sources, each with its currency.
@Suite struct SingerSourceTests {
    private static let won = FigureSource("a")

    private static func dollars() throws -> FigureSource {
        FigureSource("b", territory: Territory(currency: try #require(Currency("USD"))))
    }

    private func day(_ number: Int) -> Period { .day(number - 1) }

    /// A film and its sales in whole units.
    private typealias Film = (code: String, units: Int)

    /// Returns the messages for days of June 2022, each with its source, its films and its state.
    private func messages(
        of editions: [(FigureSource, Int, [Film], EditionState)], from sources: [FigureSource],
        after bookmarks: Bookmarks? = nil
    ) throws -> (lines: [String], remarks: [String]) {
        let dataset = ChartEntry.table.dataset
        let columns = try dataset.indices(of: ["sales_amount", "movie_code"]).map {
            dataset.columns[$0]
        }
        var document = DocumentDescription.days(9)
        document.figures = sources
        document.bookmarks = bookmarks
        let layout = Layout(
            columns: [columns[0]], unwritten: [columns[1]],
            options: try PluginOptions(for: Singer().manifest), document: document)
        let rows = editions.map { source, number, films, _ -> (ChartEdition, [[Value]]) in
            let currency = source.territory.currency
            let rows = films.map { [Value(Decimal($0.units, in: currency)), .text($0.code)] }
            return (ChartEdition(day(number), source: source.name), rows)
        }
        let (bytes, remarks) = try Singer().written(layout, of: rows, in: { editions[$0].3 })
        return (bytes.text.split(separator: "\n").map(String.init), remarks.map(\.message))
    }

    private let final = EditionState(isFinal: true)

    @Test("Each source has its bookmarks and films, and a state follows the last source")
    func marks() throws {
        let sources = try [Self.won, Self.dollars()]
        let young = EditionState()
        let (lines, _) = try messages(
            of: [
                (sources[0], 1, [("x", 1)], final), (sources[1], 1, [("x", 1)], young),
                (sources[0], 2, [("x", 1)], final), (sources[1], 2, [("x", 1)], final),
            ], from: sources)
        let kinds = lines.map { $0.hasPrefix(#"{"type":"STATE""#) }
        #expect(kinds == [false, false, false, true, false, false, true])
        let known = try Singer().bookmarks(in: Array((lines.last ?? "").utf8))
        let series = ["a", "b"].map { Bookmarks.Series(.daily, of: $0) }
        #expect(known.series == series)
        #expect(known[series[0]].last == day(2) && known[series[0]].provisional.isEmpty)
        #expect(
            known[series[1]].last == nil
                && known[series[1]].provisional == [day(1): .init(["x"]), day(2): .init(["x"])])
        // The next run: one film of each source has changed, and one source has nothing new.
        let (next, remarks) = try messages(
            of: [
                (sources[0], 2, [("y", 1)], final), (sources[1], 1, [("y", 1)], final),
                (sources[1], 2, [], final),
            ], from: sources, after: known)
        let records = next.filter { $0.contains("RECORD") }
        #expect(records.count == 2 && records.allSatisfy { $0.contains(#""source":"b""#) })
        #expect(records.map { $0.contains(#""is_removed":true"#) } == [false, true])
        #expect(
            remarks == [
                "the rows sent before stay: the chart of b, 2022-06-02 is empty, 1 row was sent "
                    + "(--allow-empty removes them)"
            ])
        let last = try Singer().bookmarks(in: Array((next.last ?? "").utf8))
        #expect(last[series[0]] == known[series[0]])
        #expect(last[series[1]].last == day(1))
    }

    @Test(
        "A source that is not in the state begins with its first day, even if that is missing",
        arguments: [nil, 3] as [Int?])
    func newSource(first: Int?) throws {
        var sources = try [Self.won, Self.dollars()]
        sources[1].first = first.map(day)
        var after = Bookmarks()
        after[.init(.daily, of: "a")].last = day(3)
        let (lines, _) = try messages(
            of: [(sources[0], 4, [("x", 1)], final), (sources[1], 4, [("x", 1)], final)],
            from: sources, after: after)
        let known = try Singer().bookmarks(in: Array((lines.last ?? "").utf8))
        #expect(known[.init(.daily, of: "a")].last == day(4))
        #expect(known[.init(.daily, of: "b")].next == day(first ?? 1))
    }

    @Test("A film that appears twice in a chart is reported with the source of the chart")
    func twice() throws {
        let sources = try [Self.won, Self.dollars()]
        let fault = #expect(throws: Fault.self) {
            try messages(of: [(sources[1], 1, [("x", 1), ("x", 1)], final)], from: sources)
        }
        #expect(fault?.message == "the film x appears twice in the chart of b, 2022-06-01")
    }
}
