package import BoxOffice
internal import Engine
internal import SystemPackage

/// A document that goes to standard output while it is written.
package struct StandardOutput: Sink, ~Copyable {
    private let digest: Digest?

    /// Makes the sink, which passes its bytes on to `digest`, too.
    package init(into digest: Digest? = nil) {
        self.digest = digest
    }

    /// `-`.
    package var name: String? { "-" }

    /// Writes `bytes` at once.
    package mutating func write(_ bytes: Span<UInt8>) throws(Fault) {
        digest?.add(bytes)
        do throws(Errno) {
            try FileDescriptor.standardOutput.writeWhole(bytes)
        } catch {
            throw error == .brokenPipe ? .readerGone : .cannotWrite("standard output", error)
        }
    }

    /// Does nothing: everything has already been written.
    package consuming func commit(rows: Int) throws(Fault) {}
}
