package import BoxOffice
internal import SystemPackage

/// A file of a few lines, such as one that holds a key.
package enum SmallFile {
    /// Returns true if there is something at `path`, for optional files: one that cannot be reached
    /// is an error, one that does not exist is not.
    ///
    /// - Throws: a ``Fault`` of kind `configuration` if a folder on the way may not be entered, or
    ///   a link leads nowhere or to itself.
    package static func find(_ path: String) throws(Fault) -> Bool {
        var last = FilePath(path)
        do throws(Errno) {
            if try FileStatus(ifAt: last) != nil { return true }
            // The last component that exists may be a link that leads nowhere.
            while FileStatus(of: last, followsLinks: false) == nil {
                let folder = last.folder
                guard folder != last else { return false }
                last = folder
            }
            if try FileStatus(ifAt: last) != nil { return false }
        } catch {
            throw Fault(
                error.kind(or: .configuration), "path-unreachable",
                "'\(last)' cannot be reached: \(error.reason)")
        }
        throw Fault(
            .configuration, "dangling-link",
            "'\(path)' cannot be reached: '\(last)' is a link that leads nowhere")
    }

    /// Returns true if `path` leads to the same file as any of `others`, of which there may be
    /// thousands; files need not exist yet.
    package static func isSameFile(_ path: String, asAnyOf others: [String]) -> Bool {
        let status = FileStatus(of: path)
        let own = (try? FilePath(path).linkTarget()) ?? FilePath(path)
        return others.contains { text in
            if text == path { return true }
            if let status { return status.isSameFile(as: FileStatus(of: text)) }
            // Files that do not exist yet are the same if their folders and names are.
            guard let other = try? FilePath(text).linkTarget() else { return false }
            return own.lastComponent == other.lastComponent && FileStatus(of: other) == nil
                && FileStatus(of: own.folder)?.isSameFile(as: FileStatus(of: other.folder)) == true
        }
    }

    /// Reads the first bytes of the regular file at `path`, at most `count`; nil if it cannot be
    /// read.
    package static func beginning(of path: String, count: Int) -> [UInt8]? {
        guard let file = try? RegularFile.open(FilePath(path), .readOnly) else { return nil }
        defer { try? file.close() }
        return try? file.bytes(in: 0..<min(count, FileStatus(of: file)?.size ?? 0))
    }

    /// Reads the text of the file at `path`, without white space at its ends; nil if there is no
    /// file.
    ///
    /// - Parameter patience: the time a pipe, such as a shell's `<(pass kobis)`, may take to
    ///   deliver the text; nil if a pipe is refused.
    /// - Throws: a ``Fault`` of kind `configuration` if it cannot be read, is larger than 64 KiB
    ///   or is not UTF-8, or the path is a link that leads nowhere.
    package static func text(
        at path: String, patience: Duration? = nil
    ) throws(Fault) -> String? {
        let bytes: [UInt8]?
        do throws(Errno) {
            let file =
                try patience == nil
                ? RegularFile.open(FilePath(path), .readOnly)
                : FilePath(path).opened(.readOnly, .nonBlocking)
            defer { try? file.close() }
            bytes = try file.readWhole(limit: 64 * 1024, within: patience)
        } catch .noSuchFileOrDirectory {
            _ = try find(path)
            return nil
        } catch .timedOut {
            throw .withoutEnd(path, .configuration)
        } catch {
            throw .cannotRead("'\(path)'", error, as: .configuration, code: "file-unreadable")
        }
        guard let bytes, var text = String(validating: bytes, as: UTF8.self) else {
            throw Fault(.configuration, "file-not-short-text", "'\(path)' is not a short text")
        }
        if text.unicodeScalars.first == "\u{FEFF}" { text.unicodeScalars.removeFirst() }
        return text.trimming(\.isWhitespace)
    }

    /// Replaces the file at `path` by one with the line `text`, which only its owner may read.
    ///
    /// Folders that are missing are created for the owner alone. At any moment, the file is the old
    /// one or the new one.
    ///
    /// - Throws: a ``Fault`` of kind `cannotCreate` or `cannotWrite`; the old file is then still
    ///   there.
    package static func replace(_ path: String, with text: String) throws(Fault) {
        let target = (try? FilePath(path).linkTarget()) ?? FilePath(path)
        try target.folder.createFolders(mode: 0o700)
        var sink = try FileSink(at: path, allowsEmpty: false, isPrivate: true)
        try sink.write(Array("\(text)\n".utf8).span)
        try sink.commit(rows: 1)
    }

    /// Reads the state in the file at `path`, which may be a log that has grown for years: all
    /// bytes of a short file, or the last line of a long one for which `counts` is true.
    ///
    /// - Parameters:
    ///   - path: a regular file, or a pipe such as a shell's `<(tail -n 1 state.json)`.
    ///   - limit: the maximum number of bytes in a line or from a pipe.
    ///   - patience: the time a pipe may take to deliver its text.
    ///   - counts: returns true if a line counts; called with the last line first.
    /// - Throws: a ``Fault`` of kind `malformed` if there is no such file, if it cannot be read, or if
    ///   a line or what a pipe delivers is longer than `limit`.
    package static func state(
        at path: String, limit: Int, patience: Duration, _ counts: (ArraySlice<UInt8>) -> Bool
    ) throws(Fault) -> [UInt8] {
        let bytes: [UInt8]?
        let size: Int
        do throws(Errno) {
            let file = try FilePath(path).opened(.readOnly, .nonBlocking)
            defer { try? file.close() }
            size = FileStatus(of: file)?.size ?? 0
            bytes =
                try size > longestWhole
                ? lastLine(of: file, size: size, limit, counts)
                : file.readWhole(limit: limit, within: patience)
        } catch .noSuchFileOrDirectory {
            throw Fault(
                .malformed, "no-state-file", "there is no file '\(path)', which --state names",
                hint:
                    "for the first run, make an empty one: touch \(path.quotedForShell)"
            )
        } catch .timedOut {
            throw .withoutEnd(path, .malformed)
        } catch {
            throw .cannotRead("'\(path)'", error, code: "state-file-unreadable")
        }
        if let bytes { return bytes }
        guard size > longestWhole else {
            throw Fault(
                .malformed, "state-pipe-too-long",
                "'\(path)' is not a state: the pipe delivers more than \(limit >> 20) MB")
        }
        throw Fault(
            .malformed, "state-without-end",
            "'\(path)' is not a state: one of its last lines is too long")
    }

    /// Reads the last line that counts, or else the last one that is not blank; nil if a line is
    /// too long.
    ///
    /// The file is read from its end in blocks, because nearly all of a log is of no use.
    private static func lastLine(
        of file: FileDescriptor, size: Int, _ limit: Int, _ counts: (ArraySlice<UInt8>) -> Bool
    ) throws(Errno) -> [UInt8]? {
        var last: [UInt8]?
        /// The beginning of a block, which is the end of the last line of the block before it.
        var rest: ArraySlice<UInt8> = []
        for end in stride(from: size, to: 0, by: -block) {
            let start = max(0, end - block)
            var lines = (try file.bytes(in: start..<end) + rest)
                .split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            rest = start > 0 ? lines.removeFirst() : []
            for line in lines.reversed() where line.contains(where: { $0 > UInt8(ascii: " ") }) {
                if counts(line) { return Array(line) }
                last = last ?? Array(line)
            }
            guard rest.count <= limit else { return nil }
        }
        return last ?? []
    }

    /// The maximum size in bytes of a file that is read whole, so that a state may have several
    /// lines.
    private static let longestWhole = 4 * 1024 * 1024
    /// The number of bytes of a longer one that are read at once.
    private static let block = 1024 * 1024
}

extension Fault {
    /// Returns the fault of a pipe that did not end in time.
    fileprivate static func withoutEnd(_ path: String, _ kind: Kind) -> Fault {
        Fault(kind, "file-without-end", "timed out reading '\(path)'")
    }
}
