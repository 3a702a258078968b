public import BoxOffice
internal import SystemPackage

extension SmallFile {
    /// The bytes of the file at `path`, which may have grown for years; of a long one only its last
    /// lines.
    ///
    /// - Parameter limit: how many bytes are read at most.
    /// - Throws: a ``Fault`` of kind `malformed` if there is no regular file, or if it cannot be read.
    public static func lastLines(at path: String, limit: Int) throws(Fault) -> [UInt8] {
        do throws(Errno) {
            let file = try RegularFile.open(FilePath(path), .readOnly)
            defer { try? file.close() }
            let size = try errno { try file.seek(offset: 0, from: .end) }
            let start = max(0, size - Int64(limit))
            _ = try errno { try file.seek(offset: start, from: .start) }
            // It may grow meanwhile.
            guard var bytes = try file.readWhole(limit: 2 * limit) else { throw .fileTooLarge }
            if start > 0 {
                let end = bytes.firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? bytes.endIndex
                bytes.removeSubrange(..<end)
            }
            return bytes
        } catch .noSuchFileOrDirectory {
            throw Fault(
                .malformed, "no-state-file", "there is no file '\(path)' with a state",
                hint: "an empty file '\(path)' is the state of a reader that has nothing yet")
        } catch {
            throw Fault(
                .malformed, "state-file-unreadable", "'\(path)' cannot be read: \(error.reason)")
        }
    }
}
