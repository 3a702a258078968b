package import BoxOffice
internal import Engine
internal import Glibc
internal import SystemPackage

/// A document in a file: readers see the old one until the new one is finished.
///
/// Anything but a regular file (`/dev/null`, a named pipe) is written to directly.
package struct FileSink: Sink, Sendable, ~Copyable {
    /// The file if the document is added to it, in which case the document itself writes to it; nil
    /// if it replaces the file.
    package let file: DocumentFile?
    private var output: OutputFile
    private let path: String
    private let allowsEmpty: Bool

    /// Begins a document at `path`, where nothing changes before the commit.
    ///
    /// - Parameters:
    ///   - allowsEmpty: true if a document without rows may replace an existing one.
    ///   - isPrivate: true if only the owner may read the file, even if others may read the one that it
    ///     replaces.
    ///   - tidies: true to remove the temporary files of killed runs from the folder; once is
    ///     enough if many documents go to one folder.
    ///   - timeout: the time for which a document that is added to a regular file waits for that
    ///     file; nil if the document replaces it.
    /// - Throws: a ``Fault`` of kind `cannotCreate`.
    package init(
        at path: String, allowsEmpty: Bool, isPrivate: Bool = false, tidies: Bool = true,
        addsWithin timeout: Duration? = nil
    ) throws(Fault) {
        // The compiler releases too much if a noncopyable value is initialised between calls that
        // may throw.
        let output = try Self.output(at: path, isPrivate: isPrivate, tidies: tidies)
        let added = output.isLive ? nil : timeout
        file = added.map {
            DocumentFile(
                path: path, target: try? FilePath(path).linkTarget().string,
                allowsEmpty: allowsEmpty, timeout: $0)
        }
        self.output = output
        self.path = path
        self.allowsEmpty = allowsEmpty
        if file != nil { self.output.giveUp() }
    }

    /// Begins another document on the device or pipe of `other`.
    package init(on other: borrowing FileSink) throws(Fault) {
        let output = try other.output.reopened()
        file = nil
        self.output = output
        path = other.path
        allowsEmpty = other.allowsEmpty
    }

    private static func output(
        at path: String, isPrivate: Bool, tidies: Bool
    ) throws(Fault) -> OutputFile {
        let real: FilePath
        do throws(Errno) {
            let asked = FilePath(path)
            let status = try FileStatus(ifAt: asked)
            guard asked.lastComponent != nil else { throw .noSuchFileOrDirectory }
            guard status?.isFolder != true else { throw .isDirectory }
            guard !path.hasSuffix("/") else { throw status == nil ? .isDirectory : .notDirectory }
            if let open = asked.openDescriptor {
                return OutputFile(device: try open.duplicated(), named: path)
            }
            if let status, !status.isRegular {
                return OutputFile(device: try asked.opened(.writeOnly, []), named: path)
            }
            real = try asked.linkTarget()
            try real.checkReplaceable()
        } catch {
            throw .cannotCreate(path, error)
        }
        let output = try OutputFile(at: real, named: path)
        if isPrivate { try output.restrict() }
        if tidies { Leftovers.remove(from: real.folder) }
        return output
    }

    /// Reserves space for `bytes` bytes, as far as the file system can.
    ///
    /// - Throws: a ``Fault`` of kind `cannotCreate`.
    package mutating func takeRoom(for bytes: Int) throws(Fault) {
        try output.takeRoom(for: bytes)
    }

    /// The path as it was given.
    package var name: String? { path }

    /// True if there is a file at the path that is not empty.
    package var replacesAnother: Bool { (FileStatus(of: path)?.size ?? 0) > 0 }

    /// True if it is not a regular file, so that readers see it before it is committed.
    package var isLive: Bool { output.isLive }

    /// Appends `bytes` to the document, which readers do not see yet.
    package mutating func write(_ bytes: Span<UInt8>) throws(Fault) {
        try output.write(bytes)
    }

    /// Sets the document's time to `moment` instead of now.
    func date(_ moment: Instant) { output.date(moment) }

    /// Puts the finished document at its path.
    ///
    /// - Throws: a ``Fault`` of kind `malformed` if it has no rows and the existing one has other
    ///   bytes and may not be replaced by an empty one, and `cannotWrite` if the disk fails.
    package consuming func commit(rows: Int) throws(Fault) {
        guard file == nil else { return }
        if rows == 0, !allowsEmpty, !isLive, replacesAnother, !output.equalsFile(at: path) {
            throw .nothingToReplaceWith(path)
        }
        try output.commit()
    }
}

/// A document that goes to standard output while it is written.
package struct StandardOutput: Sink, ~Copyable {
    private let digest: Digest?

    /// Creates the sink, which also passes its bytes to `digest`.
    package init(into digest: Digest? = nil) {
        self.digest = digest
    }

    /// `-`.
    package var name: String? { "-" }

    /// Writes `bytes` at once.
    package mutating func write(_ bytes: Span<UInt8>) throws(Fault) {
        digest?.add(bytes)
        do throws(Errno) {
            try FileDescriptor.standardOutput.writeWhole(bytes)
        } catch {
            throw .cannotWrite("standard output", error)
        }
    }

    /// Does nothing: everything has already been written.
    package consuming func commit(rows: Int) throws(Fault) {}
}

/// The output of a document that appends no bytes, because it keeps its rows.
package struct NoOutput: Sink, ~Copyable {
    /// Creates the sink.
    package init() {}

    /// `-`.
    package var name: String? { "-" }

    /// Does nothing.
    package mutating func write(_ bytes: Span<UInt8>) throws(Fault) {}

    /// Does nothing.
    package consuming func commit(rows: Int) throws(Fault) {}
}

/// Standard error, for messages to the user.
package enum StandardError {
    /// Writes `text`; errors are ignored.
    package static func write(_ text: String) {
        try? FileDescriptor.standardError.writeWhole(Array(text.utf8).span)
    }
}

extension FilePath {
    /// The open descriptor that the path names: `/dev/stdout`, `/dev/fd/3`.
    fileprivate var openDescriptor: FileDescriptor? {
        if string == "/dev/stdout" { return .standardOutput }
        if string == "/dev/stderr" { return .standardError }
        guard ["/dev/fd", "/proc/self/fd"].contains(folder.string) else { return nil }
        return lastComponent.flatMap { Int32($0.string) }.map(FileDescriptor.init(rawValue:))
    }

    /// Throws unless the file may be replaced or, if it does not exist, created.
    ///
    /// The rename at the commit would fail too, but only after everything has been fetched.
    fileprivate func checkReplaceable() throws(Errno) {
        if unsafe withPlatformString({ unsafe access($0, W_OK) }) != 0 {
            // The path is also checked for a name that is too long.
            guard Errno.current == .noSuchFileOrDirectory else { throw .current }
        }
        let user = geteuid()
        guard user != 0, let file = FileStatus(of: self), let folder = FileStatus(of: folder),
            folder.isSticky, file.owner != user, folder.owner != user
        else { return }
        throw .notPermitted
    }
}

extension Fault {
    static func cannotCreate(_ path: String, _ error: Errno) -> Fault {
        let folder = (try? FilePath(path).linkTarget())?.folder
        if error == .noSuchFileOrDirectory, let folder, FileStatus(of: folder) == nil {
            // A hyphen at the front would make it an option.
            let argument = folder.string.hasPrefix("-") ? "./\(folder)" : folder.string
            return Fault(
                .cannotCreate, "no-folder",
                "'\(path)' cannot be created: the folder '\(folder)' is not there",
                hint: "mkdir -p \(argument.quotedForShell)")
        }
        if error == .isDirectory {
            let folder = path.hasSuffix("/") ? path : path + "/"
            return Fault(
                .cannotCreate, "is-a-folder", "'\(path)' is a folder",
                hint: "name a file in it, such as \("\(folder){date}.csv".quotedForShell)")
        }
        let kind = error.kind(or: .cannotCreate)
        return Fault(
            kind, kind.rawValue,
            Message("cannot-be-created", "'\(path.shortened)' cannot be created: \(error.reason)"))
    }

    /// Returns the fault for a write to the file at `path` that failed with `errno`.
    package static func cannotWrite(_ path: String, errno: Int32) -> Fault {
        cannotWrite(path, Errno(rawValue: errno))
    }

    /// Returns the fault for a failed write to the file at `path`; `readerGone` if its reader has
    /// closed it.
    static func cannotWrite(_ path: String, _ error: Errno) -> Fault {
        guard error != .brokenPipe else {
            return Fault(.readerGone, "reader-gone", "the reader of the output has closed it")
        }
        let kind = error.kind(or: .cannotWrite)
        return Fault(
            kind, kind.rawValue,
            Message("cannot-be-written", "'\(path)' cannot be written: \(error.reason)"))
    }
}
