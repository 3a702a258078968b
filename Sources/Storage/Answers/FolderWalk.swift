internal import Glibc
internal import SystemPackage

/// A walk over the files that this program puts into a folder of recordings, and over nothing else.
///
/// It never leaves the folder: each folder is opened by its name in the one before, and a link is
/// neither followed nor touched. Files that come and go meanwhile are no trouble.
struct FolderWalk: ~Copyable {
    /// A file that was found.
    struct File {
        /// The names of the folders it lies in, from the walk's own down.
        let folders: [String]
        let name: FilePath.Component
        /// Bytes.
        let size: Int
        /// Seconds since 1970-01-01T00:00:00Z.
        let changedAt: Int
        fileprivate let folder: Int32

        /// Whether it was never put in its place.
        var isTemporary: Bool { OutputFile.isTemporary(name.string) }

        /// What it holds, nothing where that is more than any recording; nil where it is gone.
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

    /// Whether the file that was handed over is to stay.
    enum Verdict {
        case keep, remove
    }

    /// Hands every recording and every temporary file below the folder at `path` to `judge`, and
    /// removes those it condemns, and then the folders below that are empty for it.
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

    /// Walks the open `folder`, closes it, and says whether something was removed from it.
    private static func walk(
        _ folder: Int32, _ folders: [String], _ judge: (File) throws(Errno) -> Verdict
    ) throws(Errno) -> Bool {
        guard let list = unsafe fdopendir(folder) else {
            close(folder)
            throw Errno.current
        }
        defer { unsafe closedir(list) }  // And `folder` with it.
        var isChanged = false
        // All names first: what a folder that is being changed still lists is anybody's guess.
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

    /// Walks the folder `name`, and removes it where it has become empty.
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
            // The bytes as they are: a name need not be UTF-8.
            let name = FilePath.Component(platformString: bytes + [0])
            if let name, case .regular = name.kind { names.append(name) }
        }
        return names
    }
}

/// More levels than any request's path has.
private let deepest = 16

extension Errno {
    /// Whether the file is gone, or is another sort of file by now.
    fileprivate var isOfMovingFiles: Bool {
        [.noSuchFileOrDirectory, .notDirectory, .tooManySymbolicLinkLevels].contains(self)
    }
}
