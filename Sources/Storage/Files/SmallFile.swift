package import BoxOffice
internal import SystemPackage

/// A file of a few lines, such as one that holds a key.
package enum SmallFile {
    /// Whether there is something at `path`.
    package static func isThere(_ path: String) -> Bool { FileStatus(of: FilePath(path)) != nil }

    /// Whether there is a regular file at `path`.
    package static func isRegular(_ path: String) -> Bool {
        FileStatus(of: FilePath(path))?.isRegular == true
    }

    /// Whether both paths lead to the same file, which need not exist yet.
    package static func isSameFile(_ path: String, _ other: String) -> Bool {
        isSameFile(path, asAnyOf: [other])
    }

    /// Whether `path` leads to the same file as any of `others`, of which there may be thousands.
    package static func isSameFile(_ path: String, asAnyOf others: [String]) -> Bool {
        let own = FilePath(path)
        let status = FileStatus(of: own)
        return others.contains { text in
            if text == path { return true }
            let other = FilePath(text)
            if let status { return FileStatus(of: other)?.isSameFile(as: status) ?? false }
            // Files that do not exist yet are the same if folder and name are.
            guard own.lastComponent == other.lastComponent, FileStatus(of: other) == nil,
                let one = FileStatus(of: own.folder), let two = FileStatus(of: other.folder)
            else { return false }
            return one.isSameFile(as: two)
        }
    }

    /// Whether anybody but its owner may read the file at `path`.
    package static func isReadableByOthers(_ path: String) -> Bool {
        FileStatus(of: FilePath(path)).map { $0.mode & 0o044 != 0 } ?? false
    }

    /// The text of the file at `path`, without white space at its ends; nil if there is no file.
    ///
    /// - Parameter patience: how long a pipe, such as a shell's `<(pass kobis)`, may take to deliver
    ///   the text; nil if a pipe is refused.
    /// - Throws: a ``Fault`` of kind `configuration` if it cannot be read, is larger than 64 KiB
    ///   or is not UTF-8, or the path is a link that leads nowhere.
    package static func text(
        at path: String, patience: Duration? = nil
    ) throws(Fault) -> String? {
        let bytes: [UInt8]?
        do throws(Errno) {
            bytes = try read(FilePath(path), patience)
        } catch .noSuchFileOrDirectory {
            _ = try find(path)
            return nil
        } catch .timedOut {
            throw Fault(
                .configuration, "file-without-end",
                "'\(path)' cannot be read: its end does not come")
        } catch {
            let kind = error.kind(or: .configuration)
            throw Fault(kind, "file-unreadable", "'\(path)' cannot be read: \(error.reason)")
        }
        guard let bytes, var text = String(validating: bytes, as: UTF8.self) else {
            throw Fault(.configuration, "file-not-short-text", "'\(path)' is not a short text")
        }
        if text.unicodeScalars.first == "\u{FEFF}" { text.unicodeScalars.removeFirst() }
        return text.trimming(\.isWhitespace)
    }

    private static func read(
        _ path: FilePath, _ patience: Duration?
    ) throws(Errno) -> [UInt8]? {
        let file =
            if patience == nil { try RegularFile.open(path, .readOnly) } else {
                // Opening a pipe would block until its writer opens it.
                try errno {
                    try FileDescriptor.open(
                        path, .readOnly, options: [.nonBlocking, .closeOnExec])
                }
            }
        defer { try? file.close() }
        guard let patience, FileStatus(of: file)?.isRegular != true else {
            return try file.readWhole(limit: longest)
        }
        return try file.readWhole(limit: longest, within: patience)
    }

    private static let longest = 64 * 1024
}
