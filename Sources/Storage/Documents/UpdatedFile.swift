public import BoxOffice

/// A document that takes the place of an older one: some of its parts are new, all others are the
/// older one's, byte for byte.
///
/// New parts come in their order, each through a ``Section``; what stands before one in the old
/// document is copied when the part is whole.
public final class UpdatedFile {
    private let old: ExistingFile
    /// The parts of the old document, in their order.
    private let parts: [Standing.Segment]
    private var next = 0
    private var sink: FileSink?
    /// How many parts are not what they were.
    public private(set) var changes = 0

    /// Whether a part is not what it was.
    public var isChanged: Bool { changes > 0 }

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
    ///
    /// Where the two are the same, the old one stays, with a new time.
    ///
    /// - Parameter isPartial: whether something could not be had. Then the document keeps the time
    ///   of the old one, because some of its parts are as old as that.
    public func commit(isPartial: Bool) throws(Fault) {
        guard isChanged else {
            if !isPartial { old.touch() }
            return
        }
        try copyParts { _ in true }
        try old.checkUnchanged()
        guard let sink = sink.take() else { return }
        if isPartial { sink.date(old.writtenAt) }
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

    /// Puts `bytes` where the part of `period` is to stand, in place of the old one.
    fileprivate func put(_ bytes: [UInt8], as period: Period) throws(Fault) {
        try copyParts { $0.from < period.from }
        if next < parts.count, parts[next].period == period {
            if try !isSame(bytes, as: parts[next].bytes) { changes += 1 }
            next += 1
        } else {
            changes += 1
        }
        try write(bytes.span)
    }

    private func isSame(_ bytes: [UInt8], as range: Range<Int>) throws(Fault) -> Bool {
        guard bytes.count == range.count else { return false }
        var isSame = true
        var offset = 0
        try old.forEachBlock(of: range) { block throws(Fault) in
            for index in block.indices {
                isSame = isSame && block[index] == bytes[offset]
                offset += 1
            }
        }
        return isSame
    }

    /// One new part of the document.
    ///
    /// It is held back until it is whole, for the old part stays where the new one never is; the
    /// charts of one period are few.
    public struct Section: Sink, ~Copyable {
        private let file: UpdatedFile
        private let period: Period
        private var bytes: [UInt8] = []

        fileprivate init(file: UpdatedFile, period: Period) {
            self.file = file
            self.period = period
        }

        /// Nobody reads along: the part is seen when it is whole.
        public var isLive: Bool { false }

        /// Takes `bytes` into the part.
        public mutating func write(_ bytes: Span<UInt8>) throws(Fault) {
            for index in bytes.indices { self.bytes.append(bytes[index]) }
        }

        /// Puts the part into the document, which counts as a whole; one without rows is none, and
        /// the old one stays.
        public consuming func commit(rows: Int) throws(Fault) {
            if rows > 0 { try file.put(bytes, as: period) }
        }
    }
}
