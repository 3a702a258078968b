internal import BoxOffice
internal import Engine
internal import Executables

extension Command {
    /// The command `bo-export columns`, which lists the names that `--columns` takes.
    static let columns: Command = Command(
        name: "columns", section: .others,
        summary: Message("Column names, Korean headers and types.", ko: "열의 이름, 한글 머리글, 자료형"),
        prose: Message(
            """
            \(ProgramHelp.tenRows)

            Datasets: \(Dataset.all.map(\.name).joined(separator: ", ")). --with details adds most columns of movie to a chart. 'bo-export plugins NAME' has the columns of a plugin, such as those that a source of details adds.
            """,
            ko: """
                {1}

                데이터셋: {2}. --with details는 movie의 열 대부분을 박스오피스에 더합니다. 상세정보 소스가 추가하는 열처럼 플러그인에 있는 열은 'bo-export plugins NAME'으로 확인할 수 있습니다.
                """),
        examples: [
            "columns", "columns movie", "columns --format json", "columns chart --format sql",
        ],
        argument: Argument(
            name: "dataset",
            help: Message("The dataset, or the name of a plugin.", ko: "데이터셋 또는 플러그인 이름"),
            isOptional: true, values: Dataset.all.map(\.name), standard: "chart"),
        groups: [.columns], others: [OptionTable[\.pluginDir]], meant: "column fields 열 컬럼"
    ) { values, console throws(Fault) in
        let format: ColumnsFormat? = values.word(\.columnsFormat)
        if values.words.isEmpty, format == .json {
            let all = Dataset.all.map { "\(Value.text($0.name).json):\($0.columns.json)" }
            try console.print("{\n\(all.joined(separator: ",\n"))\n}\n")
            return ExitStatus.success
        }
        let dataset = try await dataset(named: values.words.first ?? "chart", values, console)
        switch format {
        case .json: try console.print(dataset.columns.json + "\n")
        case .schema: try console.print(dataset.schema + "\n")
        case .sql: try console.print(dataset.statement + "\n")
        case nil: try show(dataset, console)
        }
        return ExitStatus.success
    }

    /// Prints the columns of `dataset`, and what their figures are.
    private static func show(_ dataset: Dataset, _ console: Console) throws(Fault) {
        try console.print(dataset.columns.lines())
        guard !console.isQuiet else { return }
        if dataset.name == ChartEntry.table.dataset.name {
            let note = Message(
                "the Open API of \(Registry.serviceTitle) gives ten rows a chart; a sum over them is not the market's",
                ko: "{1} 오픈API는 박스오피스마다 10위까지만 제공하므로, 행을 더한 값은 시장 전체의 합계가 아닙니다")
            let share = Message(
                "sales_share is a share of the whole market; with --nation of those films, and with --region or --kind probably of what the chart is narrowed to",
                ko:
                    "매출액점유율은 시장 전체 매출액에서 차지하는 비율입니다. --nation이 있으면 그 국적 영화 안에서의 비율이고, --region이나 --kind가 있으면 그 조건 안에서의 비율로 보입니다"
            )
            try console.print("\n\(console.text(of: note))\n\(console.text(of: share))\n")
        } else if dataset.columns.contains(where: { $0.name.hasSuffix("_at_least") }) {
            let note = Message(
                "columns that end in at_least and at_most are bounds, between which the true figure lies; nothing is estimated",
                ko: "실제 값은 하한 열과 상한 열의 값 사이에 있습니다. 추정치가 아닙니다")
            try console.print("\n\(console.text(of: note))\n")
        }
    }

    /// Returns the dataset called `name`, or that of the plugin called so.
    private static func dataset(
        named name: String, _ values: Values, _ console: Console
    ) async throws(Fault) -> Dataset {
        if let dataset = Dataset.all.first(where: { $0.name == name }) { return dataset }
        let registry = try Registry.withExecutables(
            in: values.texts(\.pluginDir), asked: [name], console: console.quieted)
        func has(_ plugins: [Manifest], _ kind: PluginFile.Kind) -> Bool {
            (plugins.map(\.name) + registry.files(of: kind).map(\.name)).contains(name)
        }
        if has(registry.sources.map(\.manifest), .source) {
            let source = try await registry.source(named: name)
            let day = Period(of: .daily, containing: CurrentProcess.now().dayInSeoul)
            let chart = Query.chart(ChartQuery(periods: Periods(from: day, to: day)))
            let own = source.dataset(for: .rows) ?? source.dataset(for: chart)
            if let dataset = own ?? Dataset.all.first { return dataset }
        }
        if has(registry.details.map(\.manifest), .details) {
            let details = try await registry.detailsSources(named: [name], besides: [])
            return Dataset(name: name, columns: details.flatMap(\.detailColumns))
        }
        throw .unknown(
            Message("dataset", ko: "데이터셋"), name, known: Dataset.all.map(\.name),
            otherWords: synonyms(
                "trend: 추이; runs: 영화별; chart: charts daily weekly weekend weekdays box-office; movies: films; posters: poster"
            ))
    }
}

/// The forms in which columns are written for programs.
private enum ColumnsFormat: String { case json, schema = "json-schema", sql }

extension [Column] {
    /// Returns the columns as a table, one a line: name, type and Korean header.
    func lines(indent: String = "") -> String {
        let width = map(\.name.utf8.count).max() ?? 0
        return map { column in
            let (name, type) = (column.name.padded(to: width), column.kind.rawValue.padded(to: 8))
            return "\(indent)\(name)  \(type) \(column.koreanHeader)\n"
        }.joined()
    }

    /// The columns as a JSON array: name, Korean header and type of each.
    var json: String {
        "[\(map { Value.json(of: $0.described) }.joined(separator: ",\n"))]"
    }
}

extension Dataset {
    /// The JSON Schema (2020-12) of a row as `jsonl` and `json` write it.
    ///
    /// Every column may be missing, because users choose the columns, and empty.
    fileprivate var schema: String {
        let properties = columns.map { column in
            "\(Value.text(column.name).json):\(column.schema)"
        }
        let head = Value.json(of: [
            ("$schema", .text("https://json-schema.org/draft/2020-12/schema")),
            ("title", .text(name)), ("type", .text("object")),
        ])
        return "\(head.dropLast()),\"properties\":{\n\(properties.joined(separator: ",\n"))\n}}"
    }

    /// A statement of SQL that creates a table for the rows, for PostgreSQL and DuckDB.
    ///
    /// An amount has as many decimal places as any currency: DuckDB would round to fewer without a
    /// word.
    fileprivate var statement: String {
        let lines = columns.map { "    \($0.name.sqlName) \($0.kind.sqlType)" }
        return "CREATE TABLE \(name.sqlName) (\n\(lines.joined(separator: ",\n"))\n);"
    }
}

extension Column.Kind {
    /// The type of SQL for the cells of a CSV file, where a list is one text.
    fileprivate var sqlType: String {
        switch self {
        case .text, .marker, .list: "text"
        case .integer: "bigint"
        case .year: "integer"
        case .amount: "numeric(22, 4)"
        case .percent, .decimal: "numeric(20, 1)"
        case .share, .ratio, .fraction: "numeric(20, 2)"
        case .boolean: "boolean"
        case .date: "date"
        }
    }
}

extension String {
    /// The text as a name in SQL, quoted if PostgreSQL or DuckDB would take it for something else.
    fileprivate var sqlName: String {
        isColumnName && utf8.first.map { $0 > UInt8(ascii: "9") } == true
            && !reservedWords.contains(self) ? self : quoted(by: "\"")
    }
}

/// The words that PostgreSQL 18 or DuckDB 1 does not take as the name of a column or a table.
private let reservedWords = Set(
    """
    all analyse analyze and anti any array as asc asof asymmetric authorization binary both case cast
    check collate collation column concurrently constraint create cross current_catalog current_date
    current_role current_schema current_time current_timestamp current_user default deferrable desc
    describe distinct do else end except false fetch for foreign freeze from full glob grant group
    having ilike in initially inner intersect into is isnull join lambda lateral leading left like
    limit localtime localtimestamp map natural not notnull null offset on only or order outer overlaps
    pivot pivot_longer pivot_wider placing positional primary qualify references returning right select
    semi session_user show similar some struct summarize symmetric system_user table tablesample then
    to trailing true try_cast union unique unpivot user using variadic verbose when where window with
    """.split { $0.isWhitespace }.map(String.init))
