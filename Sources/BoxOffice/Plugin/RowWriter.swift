/// What writes single rows for an exporter whose rows look the same wherever they stand in the
/// document.
///
/// The host has it write the rows of several answers at once, from any thread and each into a buffer
/// of its own, and puts the pieces together in their order.
public protocol RowWriter: Sendable {
    /// Writes one row: a value for every column of the layout, in their order.
    func write(_ row: Span<Value>, into output: inout ByteBuffer)
}
