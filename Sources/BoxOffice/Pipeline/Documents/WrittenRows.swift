/// The rows of an answer as they stand in the document.
struct WrittenRows: Sendable {
    /// The rows, one behind the other.
    let bytes: [UInt8]
    /// How many there are.
    let count: Int
}
