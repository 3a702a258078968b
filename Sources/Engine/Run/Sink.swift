package import BoxOffice

/// The destination of a document's bytes.
///
/// A document counts only once it is committed: a sink that is dropped without a commit leaves
/// everything as it was, if it can.
package protocol Sink: ~Copyable {
    /// The path of the file that the document goes to, or `-` for standard output; nil if what is
    /// written is not a document of its own.
    var name: String? { get }

    /// Whether somebody may be reading along, as at a terminal or a pipe.
    ///
    /// Rows are then passed on whenever more will take a while, and not only in large blocks.
    var isLive: Bool { get }

    /// The file that the exporter adds the document to itself; nil if it appends bytes.
    var file: DocumentFile? { get }

    /// Appends `bytes`.
    ///
    /// - Throws: a ``Fault`` of kind `cannotWrite`, or `readerGone` if the reader has closed the
    ///   output.
    mutating func write(_ bytes: Span<UInt8>) throws(Fault)

    /// Makes the document permanent.
    ///
    /// - Parameter rows: how many rows the document has.
    /// - Throws: a ``Fault``; the previous document, if any, is then still there.
    consuming func commit(rows: Int) throws(Fault)
}

extension Sink where Self: ~Copyable {
    /// By default nil.
    package var name: String? { nil }

    /// By default true.
    package var isLive: Bool { true }
    /// By default nil.
    package var file: DocumentFile? { nil }
}
