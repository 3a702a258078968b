public import BoxOffice
internal import SystemPackage

/// A document that goes to standard output as it comes.
public struct StandardOutput: Sink, ~Copyable {
    /// Makes the sink.
    public init() {}

    /// Writes `bytes` at once.
    public mutating func write(_ bytes: Span<UInt8>) throws(Fault) {
        do throws(Errno) {
            try FileDescriptor.standardOutput.writeWhole(bytes)
        } catch {
            throw error == .brokenPipe ? .readerGone : .cannotWrite("standard output", error)
        }
    }

    /// Does nothing: what is written is gone.
    public consuming func commit(rows: Int) throws(Fault) {}
}
