package import BoxOffice
internal import SystemPackage

extension SmallFile {
    /// The state in the file at `path`, which may be a log that has grown for years: the bytes of a
    /// file that is not long, and of a long one the last line that counts.
    ///
    /// - Parameters:
    ///   - path: a regular file, or a pipe such as a shell's `<(tail -n 1 state.json)`.
    ///   - limit: how many bytes a line, or a pipe, has at most.
    ///   - patience: how long a pipe may take to deliver its text.
    ///   - counts: whether a line does; the lines come from the last to the first.
    /// - Throws: a ``Fault`` of kind `malformed` if there is no such file, if it cannot be read, or if
    ///   a line is longer than `limit`.
    package static func state(
        at path: String, limit: Int, patience: Duration, _ counts: (ArraySlice<UInt8>) -> Bool
    ) throws(Fault) -> [UInt8] {
        let bytes: [UInt8]?
        do throws(Errno) {
            bytes = try state(in: FilePath(path), limit, patience, counts)
        } catch .noSuchFileOrDirectory {
            throw Fault(
                .malformed, "no-state-file", "there is no file '\(path)', which --state names",
                hint:
                    "for the first run, make an empty one: touch \(path.quotedForShell)"
            )
        } catch {
            let kind = error.kind(or: .malformed)
            throw Fault(kind, "state-file-unreadable", "'\(path)' cannot be read: \(error.reason)")
        }
        guard let bytes else {
            throw Fault(
                .malformed, "state-without-end",
                "'\(path)' is no state: one of its last lines is longer than any")
        }
        return bytes
    }

    /// The state; nil if a line is too long.
    private static func state(
        in path: FilePath, _ limit: Int, _ patience: Duration,
        _ counts: (ArraySlice<UInt8>) -> Bool
    ) throws(Errno) -> [UInt8]? {
        // Opening a pipe would block until its writer opens it.
        let file = try errno {
            try FileDescriptor.open(path, .readOnly, options: [.nonBlocking, .closeOnExec])
        }
        defer { try? file.close() }
        guard FileStatus(of: file)?.isRegular == true else {
            return try file.readWhole(limit: limit, within: patience)
        }
        let size = try errno { try file.seek(offset: 0, from: .end) }
        guard size > longestWhole else {
            _ = try errno { try file.seek(offset: 0, from: .start) }
            return try file.readWhole(limit: limit)
        }
        return try lastLine(of: file, size: Int(size), limit, counts)
    }

    /// The last line that counts, or else the last one with anything in it; nil if a line is too long.
    ///
    /// The file is read from its end in blocks, because nearly all of a log is of no use.
    private static func lastLine(
        of file: FileDescriptor, size: Int, _ limit: Int, _ counts: (ArraySlice<UInt8>) -> Bool
    ) throws(Errno) -> [UInt8]? {
        let newline = UInt8(ascii: "\n")
        var last: [UInt8]?
        /// What is read of the line that the next block ends with.
        var rest: [UInt8] = []
        var start = size
        while start > 0 {
            let length = min(block, start)
            start -= length
            var bytes = [UInt8](repeating: 0, count: length)
            var filled = 0
            while filled < length {
                let count = try errno {
                    try unsafe bytes.withUnsafeMutableBytes { bytes in
                        try unsafe file.read(
                            fromAbsoluteOffset: Int64(start + filled),
                            into: UnsafeMutableRawBufferPointer(rebasing: bytes[filled...]))
                    }
                }
                guard count > 0 else { throw Errno.ioError }  // It was cut meanwhile.
                filled += count
            }
            bytes += rest
            var end = bytes.count
            while let index = bytes[..<end].lastIndex(of: newline) ?? (start == 0 ? -1 : nil) {
                let line = bytes[(index + 1)..<end]
                if line.contains(where: { $0 > UInt8(ascii: " ") }) {
                    if counts(line) { return Array(line) }
                    last = last ?? Array(line)
                }
                end = index
                if index < 0 { break }
            }
            rest = end > 0 ? Array(bytes[..<end]) : []
            guard rest.count <= limit else { return nil }
        }
        return last ?? []
    }

    /// How long a file may be that is read whole, so that a state may have several lines.
    private static let longestWhole = 4 * 1024 * 1024
    /// How much of a longer one is read at once.
    private static let block = 1024 * 1024
}
