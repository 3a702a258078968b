import BoxOffice
import Engine
import Testing

@testable import Tables

/// Tables in memory, opened as the host opens files.
enum WrittenTable {
    /// Opens the charts in `texts`, as files called `1.csv`, `2.csv` and so on.
    static func open(
        _ texts: [[UInt8]], _ options: [String] = [],
        sources: (String) -> (any Source)? = { _ in nil }
    ) throws(Fault) -> [any FileCharts] {
        let files = texts.enumerated().map { index, bytes in
            let path = "\(index + 1).csv"
            return OpenedFile(at: path, name: Message("'\(path)'"), size: bytes.count) { range in
                Array(bytes[range])
            }
        }
        let given = ["path=1.csv"] + options
        return try Tables().with(PluginOptions(given, for: Tables.manifest))
            .open(files, sources: sources)
    }

    /// Opens the charts in one file with these lines.
    static func open(
        _ text: String, _ options: [String] = [],
        sources: (String) -> (any Source)? = { _ in nil }
    ) throws(Fault) -> [any FileCharts] {
        try open([Array(text.utf8)], options, sources: sources)
    }
}

extension FileCharts {
    /// Returns the values of the column in the rows of all editions, as jsonl writes them.
    func values(of column: String) throws -> [String] {
        var values: [String] = []
        for period in Set(holdings.editions.map { Array($0.keys) } ?? []).sorted(by: {
            ($0.from, $0.to) < ($1.from, $1.to)
        }) {
            var query = ChartQuery(periods: Periods(from: period, to: period))
            query.source = manifest.name
            query.held = holdings.editions
            for request in requests(for: .chart(query)) {
                let page = try #require(try ownPage(for: request))
                let index = page.dataset.columns.firstIndex { $0.name == column }
                values += try page.rows([index ?? 0]).map { $0[0].json }
            }
        }
        return values
    }
}
