import BoxOffice
import Engine
import Tables

/// The tables that people keep in files.
enum TableFiles {
    /// Reads a table; everything that the first reading accepts, the second must return.
    static func read(_ bytes: [UInt8]) {
        let file = OpenedFile(at: "a", name: "'a'", size: bytes.count) { Array(bytes[$0]) }
        let opened = reading { () throws(Fault) in
            let options = try PluginOptions(["path=a"], for: Tables.manifest)
            return try Tables().with(options).open([file], today: Day(daysSince1970: 30_000)) { _ in
                nil
            }
        }
        guard case .success(let tables) = opened else { return }
        for table in tables {
            var rows = 0
            for (period, filters) in table.holdings.editions ?? [:] {
                for filter in filters {
                    let edition = ChartEdition(period, filter: filter, source: table.manifest.name)
                    var query = ChartQuery(periods: Periods(from: period, to: period))
                    query.held = [period: [edition.filter]]
                    guard
                        let request = table.requests(for: .chart(query)).first(where: { _ in true }
                        ),
                        case .success(let page?) = reading({ () throws(Fault) in
                            try table.ownPage(for: request)
                        })
                    else { return promise(false, "what was read once is read again") }
                    rows += page.count
                }
            }
            promise(rows == table.rows.values.reduce(0, +), "every row belongs to an edition")
        }
    }
}
