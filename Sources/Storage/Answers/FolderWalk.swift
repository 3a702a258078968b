internal import Glibc
internal import SystemPackage

/// A walk over the files that this program puts into a folder of recordings.
///
/// It never leaves the folder: each folder is opened relative to its parent, and links are neither
/// followed nor removed. Files may appear and disappear meanwhile.
struct FolderWalk: ~Copyable {
    /// A file that was found.
    struct File {
        /// The names of the folders it is in, from the walk's own down.
        let folders: [String]
        let name: FilePath.Component
        /// Bytes.
        let size: Int
        /// Seconds since 1970-01-01T00:00:00Z.
        let changedAt: Int
        fileprivate let folder: Int32

        /// Whether it is a temporary file, which was never renamed to its final name.
        var isTemporary: Bool { OutputFile.isTemporary(name.string) }

        /// Its contents, empty if it is larger than any recording; nil if it is gone.
        func bytes() throws(Errno) -> [UInt8]? {
            let descriptor = unsafe name.withPlatformString { name in
                unsafe openat(folder, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
            }
            guard descriptor >= 0 else {
                if Errno.current == .noSuchAddressOrDevice { return [] }  // A socket.
                if Errno.current.isOfMovingFiles { return nil }
                throw Errno.current
            }
            let file = FileDescriptor(rawValue: descriptor)
            defer { try? file.close() }
            do throws(Errno) {
                return try file.readWhole(limit: largestRecording) ?? []
            } catch .resourceTemporarilyUnavailable {
                return []  // A pipe.
            }
        }
    }

    /// Whether a file is kept or removed.
    enum Verdict {
        case keep, remove
    }

    /// Passes every recording and temporary file below the folder at `path` to `judge`, removes those
    /// it rejects, and then the subfolders that have become empty.
    static func run(
        over path: FilePath, _ judge: (File) throws(Errno) -> Verdict
    ) throws(Errno) {
        let folder = unsafe path.withPlatformString { path in
            unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        }
        guard folder >= 0 else {
            if Errno.current == .noSuchFileOrDirectory { return }
            throw Errno.current
        }
        _ = try walk(folder, [], judge)
    }

    /// Walks the open `folder` and closes it; returns whether anything was removed from it.
    private static func walk(
        _ folder: Int32, _ folders: [String], _ judge: (File) throws(Errno) -> Verdict
    ) throws(Errno) -> Bool {
        guard let list = unsafe fdopendir(folder) else {
            close(folder)
            throw Errno.current
        }
        defer { unsafe closedir(list) }  // And `folder` with it.
        var isChanged = false
        // All names are read first: removing files while reading a folder may hide others.
        for name in unsafe names(in: list) {
            var status = stat()
            let isThere = unsafe name.withPlatformString { name in
                unsafe fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0
            }
            guard isThere else { continue }
            switch status.st_mode & S_IFMT {
            case S_IFDIR where folders.count < deepest:
                if try enter(name, in: folder, folders, judge) { isChanged = true }
            case S_IFREG, S_IFIFO, S_IFSOCK:
                guard name.extension == "rec" || OutputFile.isTemporary(name.string) else { break }
                let file = File(
                    folders: folders, name: name, size: status.st_size,
                    changedAt: status.st_mtim.tv_sec, folder: folder)
                guard try judge(file) == .remove else { continue }
                let result = unsafe name.withPlatformString { unsafe unlinkat(folder, $0, 0) }
                guard result == 0 || Errno.current == .noSuchFileOrDirectory else {
                    throw Errno.current
                }
                isChanged = true
            default: continue
            }
        }
        return isChanged
    }

    /// Walks the folder `name`, and removes it if it has become empty.
    private static func enter(
        _ name: FilePath.Component, in folder: Int32, _ folders: [String],
        _ judge: (File) throws(Errno) -> Verdict
    ) throws(Errno) -> Bool {
        let inner = unsafe name.withPlatformString { name in
            unsafe openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        }
        guard inner >= 0 else {
            if Errno.current.isOfMovingFiles { return false }
            throw Errno.current
        }
        guard try walk(inner, folders + [name.string], judge) else { return false }
        return unsafe name.withPlatformString { unsafe unlinkat(folder, $0, AT_REMOVEDIR) } == 0
    }

    private static func names(in list: OpaquePointer) -> [FilePath.Component] {
        var names: [FilePath.Component] = []
        while let entry = unsafe readdir(list) {
            let bytes = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                unsafe bytes.prefix { $0 != 0 }.map { CChar(bitPattern: $0) }
            }
            // The bytes as they are, because a name need not be UTF-8.
            let name = FilePath.Component(platformString: bytes + [0])
            if let name, case .regular = name.kind { names.append(name) }
        }
        return names
    }
}

/// More levels than any request's path has.
private let deepest = 16

extension Errno {
    /// Whether the file is gone, or has become another kind of file.
    fileprivate var isOfMovingFiles: Bool {
        [.noSuchFileOrDirectory, .notDirectory, .tooManySymbolicLinkLevels].contains(self)
    }
}
