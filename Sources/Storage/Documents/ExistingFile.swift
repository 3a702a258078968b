package import BoxOffice
internal import Glibc
internal import SystemPackage

/// An existing document, open for reading while a new one replaces it.
package struct ExistingFile: ~Copyable {
    /// When it was last written.
    package let writtenAt: Instant
    /// How many bytes it has.
    package let size: Int

    private let path: String
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
            hint: "write the file anew")
    }
}
