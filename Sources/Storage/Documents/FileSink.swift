package import BoxOffice
internal import Engine
internal import Glibc
internal import SystemPackage

/// A document in a file: readers see the old one until the new one is finished.
///
/// Anything but a regular file (`/dev/null`, a named pipe) is written to directly.
package struct FileSink: Sink, ~Copyable {
    // Not private, because code that is inlined into other modules must be able to name it.
    enum Target: ~Copyable {
        case file(OutputFile)
        case device(FileDescriptor)
        /// The document writes it.
        case added(DocumentFile)
    }

    private let target: Target
    private let path: String
    private var replacesRows = false
    private let allowsEmpty: Bool
    private var hasRoom = false

    /// Begins a document at `path`, where nothing changes before it is committed.
    ///
    /// - Parameters:
    ///   - allowsEmpty: whether a document without rows may replace an existing one.
    ///   - tidies: whether to remove the temporary files of killed runs from the folder; once is
    ///     enough if many documents go to one folder.
    ///   - timeout: how long the document waits for a regular file that it adds the document to itself;
    ///     nil if the document replaces the file.
    /// - Throws: a ``Fault`` of kind `cannotCreate`.
    package init(
        at path: String, allowsEmpty: Bool, tidies: Bool = true, addsWithin timeout: Duration? = nil
    ) throws(Fault) {
        self.path = path
        self.allowsEmpty = allowsEmpty
        let asked = FilePath(path)
        do throws(Errno) {
            let status = try FileStatus(ifAt: asked)
            replacesRows = status.map { $0.size > 0 } ?? false
            guard !path.isEmpty, asked.lastComponent != nil else { throw .noSuchFileOrDirectory }
            guard status?.isFolder != true, !path.hasSuffix("/") else { throw .isDirectory }
            if let open = asked.openDescriptor {
                target = .device(try errno { try open.duplicate() })
            } else if let status, !status.isRegular {
                target = .device(
                    try errno { try FileDescriptor.open(asked, .writeOnly, options: .closeOnExec) })
            } else {
                let real = try asked.linkTarget()
                try real.checkReplaceable()
                let file = try OutputFile(at: real)
                if let timeout {
                    target = .added(
                        DocumentFile(path: path, allowsEmpty: allowsEmpty, timeout: timeout))
                } else {
                    target = .file(file)
                }
                if tidies { Leftovers.remove(from: real.folder) }
            }
        } catch {
            throw .cannotCreate(path, error)
        }
    }

    /// Reserves room for `bytes` bytes, as far as the file system can.
    ///
    /// - Throws: a ``Fault`` of kind `cannotCreate`.
    package mutating func takeRoom(for bytes: Int) throws(Fault) {
        hasRoom = true
        do throws(Errno) {
            switch target {
            case .file(let file): try file.takeRoom(for: bytes)
            case .device(let descriptor):
                // A device reserves nothing, but a full one fails even for a write of no bytes.
                if Glibc.write(descriptor.rawValue, nil, 0) < 0 { throw Errno.current }
            case .added: break
            }
        } catch {
            throw .cannotCreate(path, error)
        }
    }

    /// The path as it was given.
    package var name: String? { path }

    /// Whether it is not a regular file, so that readers see it before it is committed.
    package var isLive: Bool {
        switch target {
        case .device: true
        default: false
        }
    }

    /// The file that the document is added to, if it is to.
    package var file: DocumentFile? {
        switch target {
        case .added(let file): file
        default: nil
        }
    }

    /// Appends `bytes` to the document, which readers do not see yet.
    package mutating func write(_ bytes: Span<UInt8>) throws(Fault) {
        do throws(Errno) {
            switch target {
            case .file(let file): try file.write(bytes)
            case .device(let descriptor): try descriptor.writeWhole(bytes)
            case .added: break
            }
        } catch {
            throw error == .brokenPipe ? .readerGone : .cannotWrite(path, error)
        }
    }

    /// Dates the document `moment` instead of now.
    borrowing func date(_ moment: Instant) {
        switch target {
        case .file(let file): file.date(moment)
        default: break
        }
    }

    /// Puts the finished document at its path.
    ///
    /// - Throws: a ``Fault`` of kind `malformed` if it has no rows and the existing one may not be
    ///   replaced by an empty one, and `cannotWrite` if the disk fails.
    package consuming func commit(rows: Int) throws(Fault) {
        let (path, hasRoom) = (path, hasRoom)
        let mayCount = rows > 0 || allowsEmpty || !replacesRows
        switch consume target {
        case .device(let descriptor):
            try? descriptor.close()
        case .added: break
        case .file(let file):
            guard mayCount else { throw .nothingToReplaceWith(path) }
            do throws(Errno) {
                try file.commit(hasRoom: hasRoom)
            } catch {
                throw .cannotWrite(path, error)
            }
        }
    }
}

extension FilePath {
    /// The open descriptor that the path is another name of: `/dev/stdout`, `/dev/fd/3`.
    fileprivate var openDescriptor: FileDescriptor? {
        switch string {
        case "/dev/stdout": return .standardOutput
        case "/dev/stderr": return .standardError
        default:
            guard ["/dev/fd", "/proc/self/fd"].contains(folder.string) else { return nil }
            return lastComponent.flatMap { Int32($0.string) }.map(FileDescriptor.init(rawValue:))
        }
    }

    /// The folder that the file would be in; nil if it is there.
    fileprivate var missingFolder: FilePath? {
        guard let file = try? linkTarget(), file.lastComponent != nil else { return nil }
        return FileStatus(of: file.folder) == nil ? file.folder : nil
    }

    /// The target if the path is a link, otherwise the path itself.
    ///
    /// A new file replaces the target, and the link stays. The target need not exist.
    func linkTarget() throws(Errno) -> FilePath {
        var path = self
        for _ in 0..<40 {
            var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
            let count = unsafe path.withPlatformString { path in
                unsafe readlink(path, &bytes, bytes.count - 1)
            }
            guard count > 0 else {
                // It is no link, or nothing is there.
                let isNoLink = [.invalidArgument, .noSuchFileOrDirectory, .notDirectory]
                    .contains(Errno.current)
                guard count == 0 || isNoLink else { throw Errno.current }
                return path
            }
            // One byte is left for the zero at the end; names need not be UTF-8.
            bytes[count] = 0
            path = path.folder.pushing(FilePath(platformString: bytes))
        }
        throw .tooManySymbolicLinkLevels
    }

    /// Throws unless the file may be replaced, or created if there is none.
    ///
    /// The rename at the commit would fail too, but only after everything has been fetched.
    fileprivate func checkReplaceable() throws(Errno) {
        guard unsafe withPlatformString({ unsafe access($0, W_OK) }) == 0 else {
            // Also for a name that is too long.
            if Errno.current == .noSuchFileOrDirectory { return }
            throw Errno.current
        }
        let user = geteuid()
        guard user != 0, let file = FileStatus(of: self), let folder = FileStatus(of: folder),
            folder.mode & S_ISVTX != 0
        else { return }
        guard file.owner == user || folder.owner == user else { throw .notPermitted }
    }
}

extension Fault {
    static func cannotCreate(_ path: String, _ error: Errno) -> Fault {
        if error == .noSuchFileOrDirectory, let folder = FilePath(path).missingFolder {
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

    static func cannotWrite(_ path: String, _ error: Errno) -> Fault {
        let kind = error.kind(or: .cannotWrite)
        return Fault(
            kind, kind.rawValue,
            Message("cannot-be-written", "'\(path)' cannot be written: \(error.reason)"))
    }

    static let readerGone = Fault(
        .readerGone, "reader-gone", "the reader of the output has closed it")

    fileprivate static func nothingToReplaceWith(_ path: String) -> Fault {
        Fault(
            .malformed, "nothing-to-replace-with",
            "there is no row to write, so '\(path)' stays as it was",
            hint: "--allow-empty lets an empty result replace it")
    }
}
