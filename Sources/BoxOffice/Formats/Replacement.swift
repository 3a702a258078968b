/// What the rows of a document replace in a database that has earlier ones.
package struct Replacement: Hashable, Sendable {
    /// The rows that go when new ones come.
    package enum Scope: Hashable, Sendable {
        /// The row with the same key.
        case row
        /// All rows with these values in these columns, even if no new ones come.
        case rows(columns: [String], values: [String])
        /// All rows of the source, because nothing identifies single ones.
        case source
    }

    /// The rows that go.
    package var scope = Scope.row

    /// Makes the description of rows each of which replaces the one with its key.
    package init() {}
}
