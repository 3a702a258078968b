/// The values of one column for the same day, or week, in the runs of all films.
package struct PivotRow: Sendable {
    /// The day of the run, or the week.
    package let number: Int
    /// The values in the order of the films.
    package let values: [Value]

    /// Makes a row.
    package init(number: Int, values: [Value]) {
        self.number = number
        self.values = values
    }
}

extension TrendQuery {
    /// The columns of a document with one column a film.
    package var pivotTable: Table<PivotRow> {
        let fields = zip(films.indices, headers(besides: number)).map { index, header in
            Field<PivotRow>(Column(header, header, pivot?.kind ?? .integer)) { row in
                row.values.indices.contains(index) ? row.values[index] : .missing
            }
        }
        return Table(
            named: "trend", key: [number.name], [Field(number) { .integer($0.number) }] + fields)
    }

    /// The titles of the films; with the code where a title alone would not tell columns apart.
    private func headers(besides number: Column) -> [String] {
        let counts = Dictionary(films.map { ($0.title, 1) }, uniquingKeysWith: +)
        return films.map { film in
            let isUnique =
                counts[film.title] == 1 && film.title != number.name
                && film.title != number.koreanHeader
            return isUnique ? film.title : "\(film.title) (\(film.code))"
        }
    }
}
