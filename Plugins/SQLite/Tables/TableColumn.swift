internal import BoxOffice

/// A column of a table.
struct TableColumn {
    /// The name in the table, which no other column has in upper or lower case.
    let name: String
    /// The column of the document.
    let column: Column
    /// Whether the column is part of the key.
    let isKey: Bool
    /// What `all` in the column stands for; nil if it is just a text.
    let meaningOfAll: String?

    /// The column in the statement that makes its table.
    var definition: String {
        let name = name.sqlName
        let type = isKey ? "\(storage) NOT NULL" : storage
        let check: String? =
            switch column.kind {
            case .boolean: "\(name) IN (0, 1)"
            // A pattern would take a tenth of the time of a whole document.
            case .date: "length(\(name)) = 10"
            // Of a missing value it is false in older versions.
            case .list: "\(name) IS NULL OR json_valid(\(name))"
            case .text, .marker, .integer, .won, .percent, .fraction, .decimal, .year: nil
            }
        return "\(name) \(type)" + (check.map { " CHECK (\($0))" } ?? "")
    }

    /// The type that SQLite enforces.
    private var storage: String {
        switch column.kind {
        case .text, .marker, .date, .list: "TEXT"
        case .integer, .won, .year, .boolean: "INTEGER"
        case .percent, .fraction, .decimal: "REAL"
        }
    }

    /// What the cells hold.
    var type: String {
        switch column.kind {
        case .text: "text"
        case .marker: "text, a rank change"
        case .integer, .won: "whole number"
        case .percent, .decimal: "number with one decimal"
        case .fraction: "number from 0 to 1"
        case .boolean: "1 (true) or 0 (false)"
        case .year: "year"
        case .date: "date, YYYY-MM-DD"
        case .list: "list, a JSON array"
        }
    }

    /// The unit of the numbers; nil if they just count, or if the cells hold none.
    var unit: String? {
        switch column.kind {
        case .won: "won"
        case .percent: "%"
        case .text, .marker, .integer, .fraction, .decimal, .boolean, .year, .date, .list: nil
        }
    }
}
