import BoxOffice
import Engine
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
        + [Column("buzz", "화제", .integer)]

    private static func source(_ name: String, _ code: String = "KRW") throws -> FigureSource {
        let country = Country(code == "KRW" ? "KR" : "US")
        let currency = try #require(Currency(code))
        return FigureSource(name, territory: Territory(country: country, currency: currency))
    }

    private static func row(
        _ source: FigureSource, _ code: String, _ rank: Int, _ units: Int, buzz: Int? = nil
    ) -> [Value] {
        [
            .text(source.name), .text(source.territory.currency.code),
            Value(source.territory.country?.code), .text(code), .text("\(source.name) \(code)"),
            .integer(rank), .decimal(Decimal(units, in: source.territory.currency)), Value(buzz),
        ]
    }

    /// Adds editions of sources, each with the number of its day from 2022-06-01 on.
    @discardableResult
    private func add(
        _ editions: [(FigureSource, Int, [[Value]])], of sources: [FigureSource],
        to place: Place, columns: [Column] = columns, short: Bool = false, missing: [Fault] = []
    ) throws(Fault) -> [String] {
        var document = DocumentDescription.days(5)
        document.sources = sources.map(\.name)
        document.figures = sources
        return try WrittenDatabase(
            under: columns,
            editions: editions.map { (ChartEdition(.day($1), source: $0.name), $2) },
            document: document, ending: DocumentEnding(missing: missing), short: short,
            addingTo: place.file()
        ).remarks
    }

    private let charts =
        "SELECT source, \"from\", movie_code, rank, sales_amount, currency, decimals FROM charts"

    @Test("A run replaces the periods that it wrote of each source, and nothing of another")
    func replacing() async throws {
        let place = try Place()
        let (a, b, c) = try (Self.source("a"), Self.source("b", "USD"), Self.source("c", "KWD"))
        try add(
            [(a, 0, [Self.row(a, "1", 1, 10)]), (a, 1, [Self.row(a, "1", 1, 20)])], of: [a],
            to: place)
        try add([(c, 1, [Self.row(c, "1", 1, 5)])], of: [c], to: place)
        #expect(
            try await place.rows("SELECT DISTINCT unit FROM columns WHERE unit IS NOT NULL") == [
                "smallest unit of 'currency'", "%",
            ])
        // A week later, with a correction.
        try add(
            [
                (a, 1, [Self.row(a, "2", 1, 30)]),
                (b, 1, [Self.row(b, "1", 1, -5), Self.row(b, "9", 2, 123_450)]),
            ], of: [a, b], to: place)
        try add([(b, 1, [Self.row(b, "1", 1, 7)])], of: [b], to: place)
        #expect(
            try await place.rows(charts) == [
                "a|2022-06-01|1|1|10|KRW|0", "a|2022-06-02|2|1|30|KRW|0",
                "b|2022-06-02|1|1|7|USD|2", "c|2022-06-02|1|1|5|KWD|3",
            ])
        let database = try await ReadDatabase(at: place.path)
        #expect(database.integrity == "ok" && database.orphans == 0 && database.version == 3)
        #expect(
            try await place.rows("SELECT DISTINCT source, country FROM box_office")
                == ["a|KR", "b|US", "c|US"])
    }

    @Test("The columns say which currency amounts are in, and say won only if all are")
    func units() async throws {
        let place = try Place()
        let (a, b) = try (Self.source("a"), Self.source("b", "USD"))
        let unit = "SELECT unit, note FROM columns WHERE column_name = 'sales_amount'"
        let rowOfA = (a, 0, [Self.row(a, "1", 1, 10)])
        try add([rowOfA], of: [a], to: place)
        #expect(try await place.rows(unit) == ["won|None"])
        let general = [
            "smallest unit of 'currency'|the last 'decimals' digits are decimals; "
                + "where 'currency' is missing, it is won"
        ]
        try add([rowOfA, (b, 0, [Self.row(b, "1", 1, 10)])], of: [a, b], to: place)
        #expect(try await place.rows(unit) == general)
        try add([rowOfA], of: [a], to: place)
        #expect(try await place.rows(unit) == general)
        #expect(
            try await place.rows("SELECT source, line, label, text FROM about") == [
                "a|1|source|a", "b|1|source|b", "b|2|currency|USD",
            ])
    }

    @Test("The same code at two sources is two films, and changes of one are reported")
    func films() async throws {
        let place = try Place()
        let (a, b) = try (Self.source("a"), Self.source("b", "USD"))
        var other = Self.row(b, "1", 1, 10)
        other[4] = .text("new")
        let remarks = try add(
            [
                (a, 0, [Self.row(a, "1", 1, 10)]), (b, 0, [Self.row(b, "1", 1, 10)]),
                (a, 1, [Self.row(a, "1", 1, 10)]), (b, 1, [other]),
            ], of: [a, b], to: place)
        #expect(
            try await place.rows("SELECT source, movie_code, title FROM films")
                == ["a|1|a 1", "b|1|new"])
        #expect(remarks.map { $0.hasSuffix(": 1, title 'b 1' → 'new'") } == [true])
    }

    @Test("A column that one source has is empty for the other")
    func ownColumns() async throws {
        let place = try Place()
        let (a, b) = try (Self.source("a"), Self.source("b", "USD"))
        try add(
            [
                (a, 0, [Self.row(a, "1", 1, 10)]), (b, 0, [Self.row(b, "1", 1, 10, buzz: 7)]),
            ], of: [a, b], to: place)
        #expect(
            try await place.rows("SELECT source, buzz FROM box_office") == ["a|None", "b|7"])
        // A later run of the other source alone does not know the column.
        try add(
            [(a, 0, [Array(Self.row(a, "1", 2, 10).dropLast())])], of: [a], to: place,
            columns: Self.columns.dropLast())
        #expect(
            try await place.rows("SELECT source, rank, buzz FROM box_office")
                == ["a|2|None", "b|1|7"])
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

    @Test("Rows kept after a short answer, and a film that comes twice, are reported with source")
    func remarks() async throws {
        let place = try Place()
        let (a, b) = try (Self.source("a"), Self.source("b", "USD"))
        func rows(_ source: FigureSource) -> [[Value]] {
            (1...2).map { Self.row(source, "\($0)", $0, 1) }
        }
        try add([(a, 0, rows(a)), (b, 0, rows(b))], of: [a, b], to: place)
        #expect(
            try add([(a, 0, rows(a)), (b, 0, [])], of: [a, b], to: place) == [
                "b, 2022-06-01: the database keeps its 2 rows, because the answer has 0 or lacks figures"
            ])
        let fault = #expect(throws: Fault.self) {
            try add([(a, 0, rows(a)), (b, 0, rows(b) + rows(b))], of: [a, b], to: place)
        }
        #expect(
            fault?.message.hasSuffix("two rows with the same key: b, daily, 2022-06-01, 1") == true)
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

    @Test(
        "Rows of films by day have a currency unless they are in won; others are as they were")
    func runs() async throws {
        let place = try Place()
        let dataset = try #require(Dataset.all.first { $0.name == "trend" })
        let columns = ["movie_code", "title", "from", "to", "sales_amount"].compactMap { name in
            dataset.columns.first { $0.name == name }
        }
        for source in try [Self.source("a"), Self.source("b", "USD")] {
            var document = DocumentDescription.rows(of: dataset)
            document.figures = [source]
            let day = Value.date(Day(daysSince1970: 19_144))
            let row: [Value] = [
                .text("1"), .text("x"), day, day,
                .decimal(Decimal(12_345, in: source.territory.currency)),
            ]
            _ = try WrittenDatabase(
                [row], under: columns, document: document, addingTo: place.file())
        }
        #expect(
            try await place.rows("SELECT source, sales_amount, currency, decimals FROM film_runs")
                == ["a|12345|None|None", "b|12345|USD|2"])
    }
}
