public import BoxOffice
internal import SystemPackage

extension SmallFile {
    /// The bytes of the file at `path`, which may have grown for years; of a long one only its last
    /// lines.
    ///
    /// - Parameters:
    ///   - path: a regular file, or a pipe such as a shell's `<(tail -n 1 state.json)`.
    ///   - limit: how many bytes are read at most.
    ///   - patience: how long a pipe may take to deliver its text.
    /// - Throws: a ``Fault`` of kind `malformed` if there is no such file, if it cannot be read, or if
    ///   its last line is longer than `limit`.
    public static func lastLines(
        at path: String, limit: Int, patience: Duration
    ) throws(Fault) -> [UInt8] {
        let bytes: [UInt8]?
        do throws(Errno) {
            bytes = try lines(at: FilePath(path), limit, patience)
        } catch .noSuchFileOrDirectory {
            throw Fault(
                .malformed, "no-state-file", "there is no file '\(path)' with a state",
                hint:
                    "an empty file is the state of a reader that has nothing yet: \(path.quotedForShell)"
            )
        } catch {
            throw Fault(
                .malformed, "state-file-unreadable", "'\(path)' cannot be read: \(error.reason)")
        }
        guard let bytes else {
            throw Fault(
                .malformed, "state-without-end",
                "'\(path)' is no state: its last line is longer than any")
        }
        return bytes
    }

    /// The last lines; nil if the last of them is too long.
    private static func lines(
        at path: FilePath, _ limit: Int, _ patience: Duration
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
        let start = max(0, size - Int64(limit))
        _ = try errno { try file.seek(offset: start, from: .start) }
        // It may grow meanwhile.
        guard let bytes = try file.readWhole(limit: 2 * limit) else { return nil }
        guard start > 0 else { return bytes }
        // The first line is cut.
        let newline = UInt8(ascii: "\n")
        guard let first = bytes.firstIndex(of: newline) else { return nil }
        let rest = bytes[(first + 1)...]
        return rest.contains { $0 > UInt8(ascii: " ") } ? Array(rest) : nil
    }
}
