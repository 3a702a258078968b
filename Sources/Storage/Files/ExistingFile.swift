package import BoxOffice
package import Engine
internal import Glibc
internal import SystemPackage

/// An existing document, open for reading while a new one replaces it.
package struct ExistingFile: ~Copyable {
    fileprivate let path: String
    fileprivate let status: FileStatus
    fileprivate let descriptor: FileDescriptor  // Closed in `deinit`, once.

    /// Opens the document at `path`; nil if there is none or it is empty.
    ///
    /// - Throws: a ``Fault`` of kind `malformed` if it cannot be read or is not a regular file.
    package init?(at path: String) throws(Fault) {
        let file: FileDescriptor
        do throws(Errno) {
            file = try RegularFile.open(FilePath(path), .readOnly)
        } catch .noSuchFileOrDirectory, .notDirectory {
            return nil
        } catch .notRegular {
            throw Fault(
                .malformed, "not-a-file",
                "'\(path)' is not a regular file and cannot be updated")
        } catch {
            // A file that cannot be reached must not count as missing: it would be replaced.
            throw .cannotRead("'\(path)'", error)
        }
        guard let status = FileStatus(of: file), status.size > 0 else {
            try? file.close()
            return nil
        }
        self.path = path
        self.status = status
        descriptor = file
    }

    /// The time it was last written.
    package var writtenAt: Instant { status.writtenAt }
    /// The size in bytes.
    package var size: Int { status.size }

    deinit {
        try? descriptor.close()
    }

    /// Passes every record to `body`, in order, with the range of its bytes.
    ///
    /// - Parameter goesOn: returns true if a record continues after a line, given whether it did
    ///   after the line before.
    /// - Throws: the faults of `body`, with the number of the record, and a ``Fault`` of kind
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
                guard record.count <= longestRecord else {
                    throw Fault(
                        .malformed, "too-long",
                        "'\(path)', record \(line): it is longer than a megabyte")
                }
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
        guard record.isEmpty else {
            throw Fault(
                .malformed, "file-cut-off", "'\(path)' is cut off: its last line has no end",
                hint: "write the whole file again, without --update")
        }
    }

    /// Passes the bytes in `range` to `body`, a block at a time.
    package borrowing func forEachBlock(
        of range: Range<Int>, _ body: (Span<UInt8>) throws(Fault) -> Void
    ) throws(Fault) {
        for start in stride(from: range.lowerBound, to: range.upperBound, by: block) {
            let bytes = try bytes(in: start..<min(start + block, range.upperBound))
            try body(bytes.span)
        }
    }

    /// Reads the bytes in `range`.
    fileprivate borrowing func bytes(in range: Range<Int>) throws(Fault) -> [UInt8] {
        do throws(Errno) {
            return try descriptor.bytes(in: range)
        } catch {
            try requireUnchanged()
            throw .cannotRead("'\(path)'", error)
        }
    }

    /// Checks that the file is the one that was opened, as it was then.
    ///
    /// - Throws: a ``Fault`` of kind `cannotWrite`.
    fileprivate borrowing func requireUnchanged() throws(Fault) {
        guard FileStatus(of: path)?.isUnchanged(since: status) == true else {
            throw Fault(
                .cannotWrite, "file-changed-meanwhile",
                "'\(path)' was changed by another program in the meantime",
                hint: "run the command again")
        }
    }
}

/// A document that replaces an older one: some of its parts are new, all others are copied from the
/// older one, byte for byte.
///
/// New parts may come in any order, each through a ``Section``. Those that differ from the older ones
/// are held in memory until the document is committed.
package final class UpdatedFile {
    /// The contents of the older document.
    package let document: ExistingDocument
    private let old: ExistingFile
    private let header: Int
    private var sink: FileSink?
    private var changed: [DocumentPart: (bytes: [UInt8], rows: Int)] = [:]
    /// The parts that came anew, changed or not.
    package private(set) var came: Set<DocumentPart> = []

    /// Creates a document that is the same as the older one for now.
    ///
    /// - Parameters:
    ///   - old: the file that it replaces.
    ///   - document: the contents of that file.
    ///   - header: the number of bytes before its first row.
    package init(over old: consuming ExistingFile, _ document: ExistingDocument, header: Int) {
        self.old = old
        self.document = document
        self.header = header
    }

    /// The time the older document was last written.
    package var writtenAt: Instant { old.writtenAt }

    /// The number of parts that have changed.
    package var changes: Int { changed.count }
    /// The parts that have changed, in their order.
    package var changedParts: [DocumentPart] {
        document.order(with: changed.keys).filter { changed[$0] != nil }
    }
    /// The number of rows in the changed parts.
    package var changedRows: Int { changed.values.reduce(0) { $0 + $1.rows } }
    /// The extent of the document once it is committed.
    package var extent: DocumentExtent { document.extent(with: changed.mapValues(\.rows)) }

    /// Checks that the file can be replaced, before parts are fetched.
    ///
    /// - Throws: a ``Fault`` of kind `cannotCreate`.
    package func begin() throws(Fault) {
        sink = try FileSink(at: old.path, allowsEmpty: true)
    }

    /// Returns the bytes of the older document in `range`.
    package func bytes(in range: Range<Int>) throws(Fault) -> [UInt8] { try old.bytes(in: range) }

    /// Returns a section to write the new version of `part` to.
    package func section(of part: DocumentPart) -> Section { Section(file: self, part: part) }

    /// Replaces the old document with the new one.
    ///
    /// If the two are the same, the old one stays and gets a new time.
    ///
    /// - Parameter isPartial: true if some parts could not be fetched. Then the document keeps the
    ///   time of the old one, because those parts are as old as that.
    /// - Throws: a ``Fault``; the old document is then still there.
    package func commit(isPartial: Bool) throws(Fault) {
        guard !changed.isEmpty, var sink = sink.take() else {
            // It was checked and is up to date.
            if !isPartial { _ = futimens(old.descriptor.rawValue, nil) }
            return
        }
        let beginning = try old.bytes(in: 0..<header)
        try sink.write(beginning.span)
        for part in document.order(with: changed.keys) {
            let range = document[part]?.bytes ?? 0..<0
            let bytes = if let new = changed[part] { new.bytes } else { try old.bytes(in: range) }
            try sink.write(bytes.span)
        }
        try old.requireUnchanged()
        if isPartial { sink.date(old.writtenAt) }
        try sink.commit(rows: 0)
    }

    /// One new part of the document.
    ///
    /// It is held back until it is complete, because the old part stays if the new one fails. The
    /// charts of one period are small.
    package struct Section: Sink, ~Copyable {
        fileprivate let file: UpdatedFile
        fileprivate let part: DocumentPart
        fileprivate var bytes: [UInt8] = []

        /// False: the part is seen only when it is complete.
        package var isLive: Bool { false }

        /// Appends `bytes` to the part.
        package mutating func write(_ bytes: Span<UInt8>) throws(Fault) {
            for index in bytes.indices { self.bytes.append(bytes[index]) }
        }

        /// Puts the part into the document, instead of the old one.
        package consuming func commit(rows: Int) throws(Fault) {
            let range = file.document[part]?.bytes
            let old = try range.map { range throws(Fault) in try file.old.bytes(in: range) }
            file.came.insert(part)
            if old != bytes { file.changed[part] = (bytes, rows) }
        }
    }
}

/// The maximum size of a record in bytes, far more than any has.
private let longestRecord = 1 << 20
/// The number of bytes of a document that are read at once.
private let block = 64 * 1024
