import BoxOffice
import SQLite
import Testing

/// Several sources, each with its currency, in one database.
@Suite(
    .enabled(if: WrittenDatabase.canBeWritten, "this needs libsqlite3-0"),
    .enabled(if: IndependentReader.python.isThere, "this needs python3"))
struct DatabaseSourceTests {
    private typealias Place = DatabaseAdditionTests.Place

    private static let columns: [Column] =
        ["source", "currency", "country", "movie_code", "title", "rank", "sales_amount"]
        .compactMap { name in ChartEntry.table.dataset.columns.first { $0.name == name } }

    private static func source(_ name: String, _ code: String = "KRW") throws -> FigureSource {
        let country = Country(code == "KRW" ? "KR" : "US")
        let currency = try #require(Currency(code))
        return FigureSource(name, territory: Territory(country: country, currency: currency))
    }

    private static func row(
        _ source: FigureSource, _ code: String, _ rank: Int, _ units: Int
    ) -> [Value] {
        [
            .text(source.name), .text(source.territory.currency.code),
            Value(source.territory.country?.code), .text(code), .text("\(source.name) \(code)"),
            .integer(rank), .decimal(Decimal(units, in: source.territory.currency)),
        ]
    }

    /// Adds editions of sources, each with the number of its day from 2022-06-01 on.
    private func add(
        _ editions: [(FigureSource, Int, [[Value]])], of sources: [FigureSource],
        to place: Place, missing: [Fault] = []
    ) throws(Fault) {
        var document = DocumentDescription.days(5)
        document.sources = sources.map(\.name)
        document.figures = sources
        _ = try WrittenDatabase(
            under: Self.columns,
            editions: editions.map { (ChartEdition(.day($1), source: $0.name), $2) },
            document: document, ending: DocumentEnding(missing: missing), addingTo: place.file())
    }

    @Test("Missing data is noted for each source until that source has it")
    func missing() async throws {
        let place = try Place()
        let (a, b) = try (Self.source("a"), Self.source("b", "USD"))
        func lacking(_ source: FigureSource) -> Fault {
            Fault(.unavailable, "x", "no answer").about(ChartEdition(.day(1)), of: source.name)
        }
        try add(
            [(a, 0, [Self.row(a, "1", 1, 1)])], of: [a, b], to: place,
            missing: [lacking(a), lacking(b)])
        let missing = "SELECT source, \"from\" FROM missing"
        #expect(try await place.rows(missing) == ["a|2022-06-02", "b|2022-06-02"])
        try add(
            [(b, 1, [Self.row(b, "1", 1, 1)])], of: [a, b], to: place, missing: [lacking(a)])
        #expect(try await place.rows(missing) == ["a|2022-06-02"])
    }

    @Test("A row in another currency than its source's is refused, and so are more decimals")
    func otherCurrency() throws {
        let (a, b) = try (Self.source("a"), Self.source("b", "USD"))
        for (row, code) in [
            (Self.row(b, "1", 1, 10), "row-of-other-edition"),
            (
                Self.row(a, "1", 1, 10).map {
                    if case .decimal = $0 {
                        .decimal(Decimal(10, in: b.territory.currency))
                    } else {
                        $0
                    }
                }, "amount-of-other-decimals"
            ),
        ] {
            let fault = #expect(throws: Fault.self) {
                try add([(a, 0, [row])], of: [a, b], to: try Place())
            }
            #expect(fault?.kind == .malformed && fault?.code == code)
        }
    }

    @Test("A film that comes twice is reported with its source")
    func twice() throws {
        let (a, b) = try (Self.source("a"), Self.source("b", "USD"))
        let rows = [Self.row(b, "1", 1, 1), Self.row(b, "1", 2, 1)]
        let fault = #expect(throws: Fault.self) {
            try add([(b, 0, rows)], of: [a, b], to: try Place())
        }
        #expect(
            fault?.message.hasSuffix("two rows with the same key: b, daily, 2022-06-01, 1") == true)
    }
}
