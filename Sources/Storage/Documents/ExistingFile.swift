package import BoxOffice
package import Engine
internal import Glibc
internal import SystemPackage

/// An existing document, open for reading while a new one replaces it.
package struct ExistingFile: ~Copyable {
    /// When it was last written.
    package let writtenAt: Instant
    /// How many bytes it has.
    package let size: Int

    fileprivate let path: String
    private let descriptor: FileDescriptor  // Closed in `deinit`, once.

    /// Opens the document at `path`; nil if there is none or it is empty.
    ///
    /// - Throws: a ``Fault`` of kind `malformed` if it cannot be read or is not a regular file.
    package init?(at path: String) throws(Fault) {
        let file = FilePath(path)
        let status: FileStatus
        do throws(Errno) {
            // One that cannot be reached is not taken for none: it would be replaced.
            guard let found = try FileStatus(ifAt: file) else { return nil }
            status = found
        } catch {
            throw .cannotRead(path, error)
        }
        guard status.isRegular else { throw .notAFile(path) }
        guard status.size > 0 else { return nil }
        do throws(Errno) {
            descriptor = try RegularFile.open(file, .readOnly)
        } catch {
            throw .cannotRead(path, error)
        }
        self.path = path
        size = status.size
        writtenAt = status.writtenAt
    }

    deinit {
        try? descriptor.close()
    }

    /// Throws unless the file at its path is still this one, unchanged since it was opened.
    ///
    /// - Throws: a ``Fault`` of kind `cannotWrite` if somebody has changed it in the meantime.
    borrowing func checkUnchanged() throws(Fault) {
        let status: FileStatus?
        do throws(Errno) {
            status = try FileStatus(ifAt: FilePath(path))
        } catch {
            throw .cannotRead(path, error)
        }
        guard status?.size == size, status?.writtenAt == writtenAt else {
            throw Fault(
                .cannotWrite, "file-changed-meanwhile",
                "'\(path)' was changed by somebody else in the meantime",
                hint: "run the command again")
        }
    }

    /// Sets the time of the file to now, because it was checked and is up to date.
    borrowing func touch() {
        _ = futimens(descriptor.rawValue, nil)
    }

    /// Passes every record to `body`, in order, with the range of its bytes.
    ///
    /// - Parameter goesOn: whether a record continues after a line, given whether it did after the
    ///   line before.
    /// - Throws: what `body` throws, with the number of the record, and a ``Fault`` of kind
    ///   `malformed` if the last record has no line end or one is longer than a megabyte.
    package borrowing func forEachRecord(
        goesOn: (Span<UInt8>, Bool) -> Bool,
        _ body: (Range<Int>, Span<UInt8>) throws(Fault) -> Void
    ) throws(Fault) {
        var record: [UInt8] = []
        var start = 0
        var line = 1
        var lineStart = 0
        var isOpen = false
        try forEachBlock(of: 0..<size) { block throws(Fault) in
            for index in block.indices {
                record.append(block[index])
                guard record.count <= longestRecord else { throw .tooLong(path, line) }
                guard block[index] == UInt8(ascii: "\n") else { continue }
                isOpen = goesOn(record.span.extracting(lineStart...), isOpen)
                lineStart = isOpen ? record.count : 0
                guard !isOpen else { continue }
                do throws(Fault) {
                    try body(start..<start + record.count, record.span)
                } catch {
                    throw error.about(Message("record", "'\(path)', record \(line)"))
                }
                start += record.count
                line += 1
                record.removeAll(keepingCapacity: true)
            }
        }
        guard record.isEmpty else { throw .cutOff(path) }
    }

    /// Whether the document has exactly these bytes in `range`.
    borrowing func has(_ bytes: [UInt8], at range: Range<Int>) throws(Fault) -> Bool {
        guard bytes.count == range.count else { return false }
        var isSame = true
        var offset = 0
        try forEachBlock(of: range) { block throws(Fault) in
            for index in block.indices {
                isSame = isSame && block[index] == bytes[offset]
                offset += 1
            }
        }
        return isSame
    }

    /// Appends the bytes in `range` to `sink`.
    fileprivate borrowing func copy(
        _ range: Range<Int>, to sink: inout FileSink
    ) throws(Fault) {
        try forEachBlock(of: range) { block throws(Fault) in try sink.write(block) }
    }

    /// Passes the bytes in `range` to `body`, a block at a time.
    package borrowing func forEachBlock(
        of range: Range<Int>, _ body: (Span<UInt8>) throws(Fault) -> Void
    ) throws(Fault) {
        var block = [UInt8](repeating: 0, count: 64 * 1024)
        var offset = range.lowerBound
        while offset < range.upperBound {
            let wanted = min(block.count, range.upperBound - offset)
            let count = unsafe block.withUnsafeMutableBytes { block in
                unsafe pread(descriptor.rawValue, block.baseAddress, wanted, off_t(offset))
            }
            guard count > 0 else {
                if count < 0, Errno.current == .interrupted { continue }
                throw .cannotRead(path, count < 0 ? Errno.current : .ioError)
            }
            try body(block.span.extracting(first: count))
            offset += count
        }
    }
}

/// A document that replaces an older one: some of its parts are new, all others are copied from the
/// older one, byte for byte.
///
/// New parts may come in any order, each through a ``Section``. Those that differ from the older ones
/// are held in memory until the document is committed.
package final class UpdatedFile {
    /// What the older document has.
    package let document: ExistingDocument
    private let old: ExistingFile
    private let header: Int
    private var sink: FileSink?
    private var changed: [DocumentPart: (bytes: [UInt8], rows: Int)] = [:]

    /// A document that is as the older one for now.
    ///
    /// - Parameters:
    ///   - old: the file that it replaces.
    ///   - document: what that file has.
    ///   - header: how many bytes it has before its first row.
    package init(over old: consuming ExistingFile, _ document: ExistingDocument, header: Int) {
        self.old = old
        self.document = document
        self.header = header
    }

    /// When the older document was last written.
    package var writtenAt: Instant { old.writtenAt }

    /// How many parts have changed.
    package var changes: Int { changed.count }
    /// How many rows they have.
    package var changedRows: Int { changed.values.reduce(0) { $0 + $1.rows } }
    /// How much the document holds once it is committed.
    package var extent: DocumentExtent { document.extent(with: changed.mapValues(\.rows)) }

    /// Finds out whether the file can be replaced, before parts are fetched.
    ///
    /// - Throws: a ``Fault`` of kind `cannotCreate`.
    package func begin() throws(Fault) {
        sink = try FileSink(at: old.path, allowsEmpty: true)
    }

    /// The new part that is about that.
    package func section(of part: DocumentPart) -> Section { Section(file: self, part: part) }

    /// Replaces the old document by the new one.
    ///
    /// If the two are the same, the old one stays and gets a new time.
    ///
    /// - Parameter isPartial: whether some parts could not be fetched. Then the document keeps the
    ///   time of the old one, because these parts are as old as that.
    /// - Throws: a ``Fault``; the old document is then still there.
    package func commit(isPartial: Bool) throws(Fault) {
        guard !changed.isEmpty, var sink = sink.take() else {
            if !isPartial { old.touch() }
            return
        }
        try old.copy(0..<header, to: &sink)
        for part in document.order(with: changed.keys) {
            if let new = changed[part] {
                try sink.write(new.bytes.span)
            } else if let range = document[part]?.bytes {
                try old.copy(range, to: &sink)
            }
        }
        try old.checkUnchanged()
        if isPartial { sink.date(old.writtenAt) }
        try sink.commit(rows: 0)
    }

    /// One new part of the document.
    ///
    /// It is held back until it is whole, because the old part stays if the new one fails. The charts
    /// of one period are small.
    package struct Section: Sink, ~Copyable {
        private let file: UpdatedFile
        private let part: DocumentPart
        private var bytes: [UInt8] = []

        fileprivate init(file: UpdatedFile, part: DocumentPart) {
            self.file = file
            self.part = part
        }

        /// False: the part is seen only when it is whole.
        package var isLive: Bool { false }

        /// Appends `bytes` to the part.
        package mutating func write(_ bytes: Span<UInt8>) throws(Fault) {
            for index in bytes.indices { self.bytes.append(bytes[index]) }
        }

        /// Puts the part into the document, instead of the old one.
        package consuming func commit(rows: Int) throws(Fault) {
            let old = file.document[part]
            if let old, try file.old.has(bytes, at: old.bytes) { return }
            file.changed[part] = (bytes, rows)
        }
    }
}

/// Far longer than any record.
private let longestRecord = 1 << 20

extension Fault {
    fileprivate static func notAFile(_ path: String) -> Fault {
        Fault(
            .malformed, "not-a-file",
            "'\(path)' is no regular file, and cannot be brought up to date")
    }

    static func cannotRead(
        _ path: String, _ error: Errno, as kind: Kind = .malformed
    ) -> Fault {
        let kind = error.kind(or: kind)
        return Fault(kind, "cannot-read", "'\(path)' cannot be read: \(error.reason)")
    }

    fileprivate static func tooLong(_ path: String, _ line: Int) -> Fault {
        Fault(.malformed, "too-long", "'\(path)', record \(line): it is longer than a megabyte")
    }

    fileprivate static func cutOff(_ path: String) -> Fault {
        Fault(
            .malformed, "file-cut-off", "'\(path)' is cut off: its last line has no end",
            hint: "write the file anew, without --update")
    }
}
