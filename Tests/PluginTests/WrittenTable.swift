import BoxOffice
import Engine
import Testing

@testable import Tables

/// A table in memory, opened as the host opens files.
enum WrittenTable {
    /// Opens the charts in files called `1.csv`, `2.csv` and so on.
    static func open(files: [[UInt8]]) throws(Fault) -> [any FileCharts] {
        let files = files.enumerated().map { index, bytes in
            let path = "\(index + 1).csv"
            return OpenedFile(at: path, name: Message("'\(path)'"), size: bytes.count) {
                Array(bytes[$0])
            }
        }
        let options = try PluginOptions(["path=1.csv"], for: Tables.manifest)
        return try Tables().with(options).open(
            files, today: Day(daysSince1970: 30_000), sources: { _ in nil })
    }

    /// Opens the charts in a file called `1.csv`.
    static func open(_ bytes: [UInt8]) throws(Fault) -> [any FileCharts] {
        try open(files: [bytes])
    }

    /// Opens the charts in a file with these lines.
    static func open(_ text: String) throws(Fault) -> [any FileCharts] {
        try open(files: [Array(text.utf8)])
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
