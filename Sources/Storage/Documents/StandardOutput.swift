public import BoxOffice
internal import SystemPackage

/// A document that goes to standard output while it is written.
public struct StandardOutput: Sink, ~Copyable {
    /// Makes the sink.
    public init() {}

    /// `-`.
    public var name: String? { "-" }

    /// Writes `bytes` at once.
    public mutating func write(_ bytes: Span<UInt8>) throws(Fault) {
        do throws(Errno) {
            try FileDescriptor.standardOutput.writeWhole(bytes)
        } catch {
            throw error == .brokenPipe ? .readerGone : .cannotWrite("standard output", error)
        }
    }

    /// Does nothing: everything has already been written.
    public consuming func commit(rows: Int) throws(Fault) {}
}
