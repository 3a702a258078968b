/// Where the bytes of a document go.
///
/// A document counts only once it is committed: a sink that is dropped before leaves things as
/// they were, where it can.
public protocol Sink: ~Copyable {
    /// Whether somebody may be reading along, as at a terminal or behind a pipe: then rows are handed
    /// over whenever more will be a while in coming, and not only in large blocks.
    var isLive: Bool { get }

    /// Takes `bytes` behind those it has.
    ///
    /// - Throws: a ``Fault`` of kind `cannotWrite`, or `readerGone` where nobody reads any more.
    mutating func write(_ bytes: Span<UInt8>) throws(Fault)

    /// Makes the document count.
    ///
    /// - Parameter rows: how many rows the document has.
    /// - Throws: a ``Fault``; the document that was there before, if any, is there still.
    consuming func commit(rows: Int) throws(Fault)
}

extension Sink where Self: ~Copyable {
    /// Somebody may be reading along.
    public var isLive: Bool { true }
}
