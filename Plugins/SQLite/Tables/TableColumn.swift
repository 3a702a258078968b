internal import BoxOffice

/// A column of a table.
struct TableColumn {
    /// Where the values come from.
    enum Content: Hashable {
        /// The value at that index of the relation's rows.
        case cell(Int)
        /// The same value in all rows of a document.
        case constant(Value)
        /// The number of the row in its document, from 1 on.
        case number
    }

    /// The name in the table, which no other column has in upper or lower case.
    let name: String
    /// The column of the document.
    let column: Column
    /// Where its values come from.
    let content: Content
    /// Whether the column is part of the key.
    let isKey: Bool

    /// Makes the column `part` with that name.
    init(_ part: Schema.Part, name: String) {
        self.name = name
        column = part.column
        content = part.value
        isKey = part.isKey
    }

    /// The column in the statement that makes its table.
    var definition: String {
        let name = name.sqlName
        let type = isKey ? "\(column.kind.storage) NOT NULL" : column.kind.storage
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

    /// What `all` in the column stands for; nil if it is just a text.
    var meaningOfAll: String? {
        guard isKey else { return nil }
        return switch column.name {
        case "region": "the whole country"
        case "nation", "kind": "all films"
        default: nil
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

extension Column.Kind {
    /// The type that SQLite enforces.
    var storage: String {
        switch self {
        case .text, .marker, .date, .list: "TEXT"
        case .integer, .won, .year, .boolean: "INTEGER"
        case .percent, .fraction, .decimal: "REAL"
        }
    }
}
