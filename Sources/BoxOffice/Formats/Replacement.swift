/// What the rows of a document replace in a database that has earlier ones.
///
/// By default each row replaces the one with the same key, and nothing else. A row made from charts
/// knows less if it lacks a value of the one in the database while one of its days is missing or cut, or
/// because less was asked for: it replaces nothing, which is told.
package struct Replacement: Sendable {
    /// What is noted as missing, and until when.
    package enum Missing: Hashable, Sendable {
        /// An edition of a chart, until it has rows.
        case editions
        /// A day, until a row that covers it has a value in the first column, or one that covers the
        /// same days a year later has one in the second.
        case days(until: String, aYearLater: String?)
        /// A day for each of these films, until there is a row with the key.
        case films([String])
        /// A day for each of these films whose days have it, until the film has a new row.
        case runs([String: ClosedRange<Day>])
        /// A film that was asked for by its code, until there is a row with the key.
        case codes
        /// A day of the scope, even if its chart is only cut, until rows replace those of the scope:
        /// rows that lack more days than those of the database know less, and where the table is
        /// replaced as a whole, those that lack days and values.
        case scope
    }

    /// The name of the table; nil for that of the dataset.
    package var table: String?
    /// The columns that rows have besides those that the user chose; if there are any, they have
    /// all that the format asks for.
    package var columns: [String] = []
    /// The columns, besides the source, whose values are the same in all rows that go together even
    /// if no new ones come, first the chart or what stands for it; nil if each row goes for one with
    /// its key, none if all rows of the source go because nothing identifies single ones.
    package var scope: [String]?
    /// The values of the rows in these columns.
    package var valuesOfScope: [String] = []
    /// The columns without whose value a row knows less in any case.
    package var values: [String] = []
    /// The column with the last day that a row knows of; nil if all rows with one key cover the same.
    package var until: String?
    /// The columns whose values follow from the seven days after that one.
    package var passing: [String] = []
    /// The column that is true in rows for which more was asked than by this run; nil if there are none.
    package var wider: String?
    /// The columns whose values are smaller because a day is missing, or its chart is cut.
    package var counts: [String] = []
    /// The column in which rows differ that follow from the same charts: if one of them knows less, all
    /// of them stay; nil if each row stands for itself.
    package var together: String?
    /// The column that is empty in rows that only runs with `--deep` give; nil if there are none.
    package var emptyIfDeep: String?
    /// What is noted as missing; nil if nothing is.
    package var missing: Missing?
    /// The name of the view of rows and films; nil if there is none.
    package var view: String?
    /// The columns by which the view is ordered.
    package var order: [String] = []

    /// Makes the description of rows each of which replaces the one with its key.
    package init() {}
}
