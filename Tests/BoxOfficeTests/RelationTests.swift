import BoxOffice
import Engine
import Testing

@Suite struct RelationTests {
    private func layout(
        _ dataset: Dataset, _ names: [String], unwritten: [String] = [], of chart: Chart? = nil
    ) throws -> Layout {
        let manifest = Manifest(name: "x", summary: "x")
        func columns(_ names: [String]) throws -> [Column] {
            try dataset.indices(of: names).map { dataset.columns[$0] }
        }
        var document = DocumentDescription(dataset: dataset.name)
        document.key = dataset.key
        if let chart {
            let period = Period(of: chart, containing: Day(daysSince1970: 19_100))
            document.periods = Periods(from: period, to: period)
        }
        return Layout(
            columns: try columns(names), unwritten: unwritten.isEmpty ? [] : try columns(unwritten),
            options: try PluginOptions([], for: manifest), document: document)
    }

    private func names(_ relation: Relation, _ isIncluded: (Relation.Attribute) -> Bool) -> [String]
    {
        relation.columns.filter(isIncluded).map(\.column.name)
    }

    @Test("The rows of a chart have its key, whichever columns are written")
    func charts() throws {
        let relation = Relation(
            try layout(
                ChartEntry.table.dataset, ["date", "title", "rank"], unwritten: ["movie_code"],
                of: .weekend))
        #expect(relation.name == "charts")
        #expect(
            relation.columns.map(\.column.name) == [
                "source", "chart", "year_week", "from", "to", "region", "nation", "kind",
                "movie_code", "date", "title", "rank",
            ])
        #expect(
            names(relation, \.isKey)
                == ["source", "chart", "from", "region", "nation", "kind", "movie_code"])
        #expect(names(relation, \.isOfFilm) == ["title"])
        let period = Period(of: .weekend, containing: Day(daysSince1970: 19_100))
        let row: [Value] = [.missing, .text("x"), .integer(1), .text("2022")]
        var cells: [Value] = []
        try relation.fill(&cells, from: row.span, in: ChartEdition(period))
        #expect(
            cells.prefix(5) == [
                .text("chart"), .text("weekend"), .text(period.week.compact), .date(period.from),
                .date(period.to),
            ])
        #expect(
            cells.dropFirst(5) == [
                .text("all"), .text("all"), .text("all"), .text("2022"), .missing, .text("x"),
                .integer(1),
            ])
    }

    @Test("Without the film's code, the rows of a chart have no key")
    func withoutFilm() throws {
        let dataset = Dataset(name: "mine", columns: [Column("rank", "순위", .integer)])
        let relation = Relation(try layout(dataset, ["rank"], of: .daily))
        #expect(relation.key.isEmpty && names(relation, \.isOfFilm).isEmpty)
    }

    @Test(
        "Every key begins with the source; the key of a code also has its table",
        arguments: [
            (Movie.searchTable.dataset, ["source", "movie_code"]),
            (Person.detailsTable.dataset, ["source", "person_code"]),
            (Company.searchTable.dataset, ["source", "company_code"]),
            (Code.table.dataset, ["source", "class", "code"]),
            (Dataset.all[1], ["source", "movie_code", "from", "to"]),
            (Dataset.all[2], ["source", "movie_code"]),
            (Dataset(name: "mine", columns: Code.table.dataset.columns), []),
        ])
    func keysBySource(dataset: Dataset, key: [String]) throws {
        var document = DocumentDescription(dataset: dataset.name, sources: ["other"])
        document.key = dataset.key
        document.terms = [.init("table", "2204")]
        let relation = Relation(
            Layout(
                columns: dataset.columns,
                options: try PluginOptions([], for: Manifest(name: "x", summary: "x")),
                document: document))
        #expect(names(relation, \.isKey) == key)
        let row = dataset.columns.map { _ in Value.text("x") }
        var cells: [Value] = []
        try relation.fill(&cells, from: row.span, in: nil)
        #expect(key.isEmpty || cells.first == .text("other"))
        #expect(cells.count == relation.columns.count)
    }

    @Test("Keys of a second reading of a source have the first one's name")
    func secondReading() throws {
        let dataset = ChartEntry.table.dataset
        var document = DocumentDescription(dataset: dataset.name, sources: ["kobis-xml"])
        let period = Period(of: .daily, containing: Day(daysSince1970: 19_100))
        document.periods = Periods(from: period, to: period)
        document.figures[0].nameInKeys = "kobis-json"
        let indices = try dataset.indices(of: ["source", "movie_code"])
        let relation = Relation(
            Layout(
                columns: indices.map { dataset.columns[$0] },
                options: try PluginOptions([], for: Manifest(name: "x", summary: "x")),
                document: document))
        var cells: [Value] = []
        let row: [Value] = [.text("kobis-xml"), .text("1")]
        try relation.fill(&cells, from: row.span, in: ChartEdition(period))
        #expect(cells.first == .text("kobis-json"))
        #expect(relation.columns.count { $0.column.name == "source" } == 1)
    }

    @Test(
        "Amounts are whole numbers of the smallest unit, however many of its decimals were written",
        arguments: [
            ("USD", 123_450, 2, 123_450), ("USD", 12_345, 1, 123_450), ("USD", -7, 0, -700),
            ("KRW", 7, 0, 7), ("KWD", 1, 0, 1000), ("USD", 7, 3, nil), ("KRW", 7, 1, nil),
            ("USD", .max, 2, .max), ("USD", .max / 10 + 1, 1, nil),
            ("USD", .max / 10, 1, .max - 7),
        ] as [(String, Int, Int, Int?)])
    func amounts(code: String, units: Int, places: Int, expected: Int?) throws {
        var layout = try layout(
            ChartEntry.table.dataset, ["sales_amount", "movie_code"], of: .daily)
        let period = try #require(layout.document.periods?.first)
        let other = FigureSource("b", territory: Territory(currency: try #require(Currency(code))))
        layout.document.figures = [FigureSource("a"), other]
        let relation = Relation(layout, takingAll: true)
        var cells: [Value] = []
        let row: [Value] = [.decimal(Decimal(units, places: places)), .text("x")]
        func fill() throws {
            try relation.fill(&cells, from: row.span, in: ChartEdition(period, source: "b"))
        }
        guard let expected else {
            let fault = #expect(throws: Fault.self) { try fill() }
            #expect(fault?.code == "amount-of-other-decimals" && fault?.kind == .malformed)
            return
        }
        try fill()
        #expect(
            cells.prefix(3) == [.text("b"), .text(code), .integer(other.territory.currency.places)])
        #expect(cells.last == .integer(expected))
    }

    @Test("A row that says that it belongs to another edition is refused")
    func otherEdition() throws {
        let dataset = Dataset(
            name: "mine",
            columns: [Column("kind", "구분", .text), Column("movie_code", "영화코드", .text)])
        let relation = Relation(try layout(dataset, ["kind", "movie_code"], of: .daily))
        let edition = ChartEdition(Period(of: .daily, containing: Day(daysSince1970: 19_100)))
        var cells: [Value] = []
        let known: [Value] = [.missing, .text("1")]
        try relation.fill(&cells, from: known.span, in: edition)
        let other: [Value] = [.text("musical"), .text("2")]
        #expect(throws: Fault.self) { try relation.fill(&cells, from: other.span, in: edition) }
    }

    @Test("A row without a part of its key is refused")
    func rowWithoutKey() throws {
        let relation = Relation(
            try layout(Movie.searchTable.dataset, ["title"], unwritten: ["movie_code"]))
        #expect(relation.columns.map(\.column.name) == ["source", "movie_code", "title"])
        #expect(names(relation, \.isOfFilm).isEmpty)
        var cells: [Value] = []
        let row: [Value] = [.text("x"), .missing]
        #expect(throws: Fault.self) { try relation.fill(&cells, from: row.span, in: nil) }
    }

    @Test("The names of all datasets and of their tables in databases are reserved")
    func reserved() {
        let tables: Set = ["charts", "trend_pivot"]
        #expect(Dataset.reservedNames == tables.union(Dataset.all.map(\.name)))
    }

    @Test("Every key consists of columns of its dataset, and formats know them all")
    func keys() {
        for dataset in Dataset.all where !dataset.key.isEmpty {
            let names = Set(dataset.columns.map(\.name))
            #expect(dataset.key.allSatisfy(names.contains), "\(dataset.name)")
        }
        let queried = Set(Dataset.queried.map(\.name))
        let derived = Dataset.all.filter { !queried.contains($0.name) }
        let wanted = Set(UsualColumns([]).forKeys + derived.flatMap(\.key)).union([
            "region", "nation", "kind",
        ])
        #expect(Dataset.all.allSatisfy { wanted.isSuperset(of: $0.key) })
    }
}
