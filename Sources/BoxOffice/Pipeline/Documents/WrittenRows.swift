/// The rows of an answer as they are in the document.
struct WrittenRows: Sendable {
    /// The rows, one after the other.
    let bytes: [UInt8]
    /// The number of rows.
    let count: Int
    /// How many rows have what such rows always have.
    let fullCount: Int
    /// What a reader must know of them.
    let note: Fault?
    /// The numbers of the rows that the service left out.
    let missingRows: [ClosedRange<Int>]
    /// How far the rows can be relied on.
    let state: EditionState
}
