public import BoxOffice

/// A document that takes the place of an older one: some of its parts are new, all others are the
/// older one's, byte for byte.
///
/// New parts come in their order, each through a ``Section``; what stands before them in the old
/// document is copied when the first byte of the part comes.
public final class UpdatedFile {
    private let old: ExistingFile
    /// The parts of the old document, in their order.
    private let parts: [Standing.Segment]
    private var next = 0
    private var sink: FileSink?

    /// Begins a document at `path`, which begins with the first `header` bytes of the old one.
    public init(
        at path: String, from old: consuming ExistingFile, header: Int, parts: [Standing.Segment]
    ) throws(Fault) {
        self.old = old
        self.parts = parts
        sink = try FileSink(at: path, allowsEmpty: true)
        try copy(0..<header)
    }

    /// The part of `period`, in the place of the old one.
    public func section(of period: Period) -> Section { Section(file: self, period: period) }

    /// Copies what is left of the old document, and puts the new one in its place.
    public func commit() throws(Fault) {
        try copyParts { _ in true }
        guard let sink = sink.take() else { return }
        try sink.commit(rows: 0)
    }

    /// Copies the parts up to the first that is not `wanted`.
    private func copyParts(while wanted: (Period) -> Bool) throws(Fault) {
        while next < parts.count, wanted(parts[next].period) {
            try copy(parts[next].bytes)
            next += 1
        }
    }

    private func copy(_ range: Range<Int>) throws(Fault) {
        try old.forEachBlock(of: range) { block throws(Fault) in try write(block) }
    }

    private func write(_ bytes: Span<UInt8>) throws(Fault) {
        try sink?.write(bytes)
    }

    /// Goes to where the part of `period` is to stand, and leaves the old one out.
    fileprivate func open(_ period: Period) throws(Fault) {
        try copyParts { $0.from < period.from }
        if next < parts.count, parts[next].period == period { next += 1 }
    }

    /// One new part of the document.
    public struct Section: Sink, ~Copyable {
        private let file: UpdatedFile
        private let period: Period
        private var isOpen = false

        fileprivate init(file: UpdatedFile, period: Period) {
            self.file = file
            self.period = period
        }

        /// Takes `bytes` into the document.
        public mutating func write(_ bytes: Span<UInt8>) throws(Fault) {
            if !isOpen { try file.open(period) }
            isOpen = true
            try file.write(bytes)
        }

        /// Does nothing: the document counts as a whole.
        public consuming func commit(rows: Int) throws(Fault) {}
    }
}
