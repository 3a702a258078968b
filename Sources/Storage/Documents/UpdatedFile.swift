package import BoxOffice
package import Engine

/// A document that replaces an older one: some of its parts are new, all others are copied from the
/// older one, byte for byte.
///
/// New parts are written in order, each through a ``Section``. When a part is whole, the old parts
/// before it are copied first.
package final class UpdatedFile {
    private let old: ExistingFile
    /// The parts of the old document, in their order.
    private let parts: [ExistingDocument.Segment]
    private var next = 0
    private var sink: FileSink?
    /// The periods whose new parts may have no rows.
    private var emptied: Set<Period> = []
    /// How many parts have changed.
    package private(set) var changes = 0

    /// How many rows they have.
    package private(set) var changedRows = 0
    /// How much the document holds once it is committed.
    package private(set) var extent = DocumentExtent()

    /// Whether any part has changed.
    package var isChanged: Bool { changes > 0 }

    /// Begins a document at `path` with the first `header` bytes of the old one.
    package init(
        at path: String, from old: consuming ExistingFile, header: Int,
        parts: [ExistingDocument.Segment]
    ) throws(Fault) {
        self.old = old
        self.parts = parts
        sink = try FileSink(at: path, allowsEmpty: true)
        try copy(0..<header)
    }

    /// Allows the new part of `period` to have no rows; otherwise the old one stays then.
    package func mayEmpty(_ period: Period) { emptied.insert(period) }

    /// The new part of `period`.
    package func section(of period: Period) -> Section { Section(file: self, period: period) }

    /// Copies the rest of the old document, and replaces it by the new one.
    ///
    /// If the two are the same, the old one stays and gets a new time.
    ///
    /// - Parameter isPartial: whether some parts could not be fetched. Then the document keeps the
    ///   time of the old one, because these parts are as old as that.
    package func commit(isPartial: Bool) throws(Fault) {
        guard isChanged else {
            extent = parts.extent
            if !isPartial { old.touch() }
            return
        }
        try copyParts { _ in true }
        try old.checkUnchanged()
        guard let sink = sink.take() else { return }
        if isPartial { sink.date(old.writtenAt) }
        try sink.commit(rows: 0)
    }

    /// Copies parts up to the first that is not `wanted`.
    private func copyParts(while wanted: (Period) -> Bool) throws(Fault) {
        while next < parts.count, wanted(parts[next].period) {
            try copy(parts[next].bytes)
            extent.add(rows: parts[next].rows, of: parts[next].period)
            next += 1
        }
    }

    private func copy(_ range: Range<Int>) throws(Fault) {
        try old.forEachBlock(of: range) { block throws(Fault) in try write(block) }
    }

    private func write(_ bytes: Span<UInt8>) throws(Fault) {
        try sink?.write(bytes)
    }

    /// Writes `bytes` as the part of `period`, instead of the old one.
    fileprivate func put(_ bytes: [UInt8], rows: Int, as period: Period) throws(Fault) {
        try copyParts { $0.from < period.from }
        guard rows > 0 || (next < parts.count && parts[next].period == period) else { return }
        var isNew = true
        if next < parts.count, parts[next].period == period {
            isNew = try !old.has(bytes, at: parts[next].bytes)
            next += 1
        }
        if isNew {
            changes += 1
            changedRows += rows
        }
        try write(bytes.span)
        if rows > 0 { extent.add(rows: rows, of: period) }
    }

    /// One new part of the document.
    ///
    /// It is held back until it is whole, because the old part stays if the new one fails. The charts
    /// of one period are small.
    package struct Section: Sink, ~Copyable {
        private let file: UpdatedFile
        private let period: Period
        private var bytes: [UInt8] = []

        fileprivate init(file: UpdatedFile, period: Period) {
            self.file = file
            self.period = period
        }

        /// False: the part is seen only when it is whole.
        package var isLive: Bool { false }

        /// Appends `bytes` to the part.
        package mutating func write(_ bytes: Span<UInt8>) throws(Fault) {
            for index in bytes.indices { self.bytes.append(bytes[index]) }
        }

        /// Puts the part into the document; if it has no rows and must have some, the old part stays.
        package consuming func commit(rows: Int) throws(Fault) {
            guard rows > 0 || file.emptied.contains(period) else { return }
            try file.put(bytes, rows: rows, as: period)
        }
    }
}
