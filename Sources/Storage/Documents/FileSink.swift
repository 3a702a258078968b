public import BoxOffice
internal import Glibc
internal import SystemPackage

/// A document in a file that readers see whole: the old one until the new one is finished.
///
/// What is not a regular file (`/dev/null`, a named pipe) is written to as it is.
public struct FileSink: Sink, ~Copyable {
    // Not private: what the compiler inlines elsewhere could not name it.
    enum Target: ~Copyable {
        case file(OutputFile)
        case device(FileDescriptor)
    }

    private let target: Target
    private let path: String
    private let replacesRows: Bool
    private let allowsEmpty: Bool
    private var hasRoom = false

    /// Begins a document at `path`; nothing changes there before it is committed.
    ///
    /// - Parameters:
    ///   - allowsEmpty: whether a document without rows may replace one that is there.
    ///   - tidies: whether what killed runs have left in the folder is removed; once is enough where
    ///     many documents go to one folder.
    /// - Throws: a ``Fault`` of kind `cannotCreate`.
    public init(at path: String, allowsEmpty: Bool, tidies: Bool = true) throws(Fault) {
        self.path = path
        self.allowsEmpty = allowsEmpty
        let asked = FilePath(path)
        let status = FileStatus(of: asked)
        replacesRows = status.map { $0.size > 0 } ?? false
        do throws(Errno) {
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
                target = .file(try OutputFile(at: real))
                if tidies { Leftovers.remove(from: real.folder) }
            }
        } catch {
            throw .cannotCreate(path, error)
        }
    }

    /// Makes sure that `bytes` bytes can be written, as far as that can be known.
    ///
    /// - Throws: a ``Fault`` of kind `cannotCreate`.
    public mutating func takeRoom(for bytes: Int) throws(Fault) {
        hasRoom = true
        do throws(Errno) {
            switch target {
            case .file(let file): try file.takeRoom(for: bytes)
            case .device(let descriptor):
                // Nothing can be kept free on a device, but a full one does not even take nothing.
                if Glibc.write(descriptor.rawValue, nil, 0) < 0 { throw Errno.current }
            }
        } catch {
            throw .cannotCreate(path, error)
        }
    }

    /// Whether it is no regular file, and has readers before it is committed.
    public var isLive: Bool {
        switch target {
        case .file: false
        case .device: true
        }
    }

    /// Takes `bytes` into the document that is not seen yet.
    public mutating func write(_ bytes: Span<UInt8>) throws(Fault) {
        do throws(Errno) {
            switch target {
            case .file(let file): try file.write(bytes)
            case .device(let descriptor): try descriptor.writeWhole(bytes)
            }
        } catch {
            throw error == .brokenPipe ? .readerGone : .cannotWrite(path, error)
        }
    }

    /// Gives the document that time instead of the one at which it is written.
    borrowing func date(_ moment: Instant) {
        switch target {
        case .file(let file): file.date(moment)
        case .device: break
        }
    }

    /// Puts the document in its place.
    ///
    /// - Throws: a ``Fault`` of kind `malformed` where it has no rows and the one that is there
    ///   may not be replaced by nothing, and `cannotWrite` where the disk fails.
    public consuming func commit(rows: Int) throws(Fault) {
        let (path, hasRoom) = (path, hasRoom)
        let mayCount = rows > 0 || allowsEmpty || !replacesRows
        switch consume target {
        case .device(let descriptor):
            try? descriptor.close()
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

    /// The file that the path leads to where it is a link, whether that file is there or not; a
    /// replacement goes there, and the link stays.
    func linkTarget() throws(Errno) -> FilePath {
        var path = self
        for _ in 0..<40 {
            var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
            let count = unsafe path.withPlatformString { path in
                unsafe readlink(path, &bytes, bytes.count - 1)
            }
            guard count > 0 else { return path }
            // One byte is left for the zero at the end; names need not be UTF-8.
            bytes[count] = 0
            path = path.folder.pushing(FilePath(platformString: bytes))
        }
        throw .tooManySymbolicLinkLevels
    }

    /// Makes sure that the file may be replaced, or made where there is none.
    ///
    /// Renaming a file onto it would tell as well, but only when everything has been asked for.
    fileprivate func checkReplaceable() throws(Errno) {
        guard unsafe withPlatformString({ unsafe access($0, W_OK) }) == 0 else {
            // Also where the name is too long.
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
        Fault(error.kind(or: .cannotCreate), "'\(path)' cannot be created: \(error.reason)")
    }

    static func cannotWrite(_ path: String, _ error: Errno) -> Fault {
        Fault(error.kind(or: .cannotWrite), "'\(path)' cannot be written: \(error.reason)")
    }

    static let readerGone = Fault(
        .readerGone, "reader-gone", "whoever read the output has closed it")

    fileprivate static func nothingToReplaceWith(_ path: String) -> Fault {
        Fault(
            .malformed, "nothing-to-replace-with",
            "there is no row to write, so '\(path)' stays as it was",
            hint: "an empty result replaces it only where that is allowed")
    }
}
