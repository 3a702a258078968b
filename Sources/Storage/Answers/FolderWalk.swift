internal import BoxOffice
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
        fileprivate let path: FilePath

        /// Whether it is a temporary file, which was never renamed to its final name.
        var isTemporary: Bool { OutputFile.isTemporary(name.string) }

        /// Its contents, empty if it is larger than any recording; nil if it is gone.
        func bytes() throws(Fault) -> [UInt8]? {
            do throws(Errno) {
                let descriptor = try uninterrupted {
                    unsafe name.withPlatformString { name in
                        unsafe openat(folder, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
                    }
                }
                let file = FileDescriptor(rawValue: descriptor)
                defer { try? file.close() }
                return try file.readWhole(limit: largestRecording) ?? []
            } catch .noSuchAddressOrDevice, .resourceTemporarilyUnavailable {
                return []  // A socket or a pipe.
            } catch {
                guard !error.isOfMovingFiles else { return nil }
                throw .cannotRead(path.string, error, as: .configuration)
            }
        }
    }

    /// Whether a file is kept or removed.
    enum Verdict {
        case keep, remove
    }

    /// Passes every recording and temporary file below the folder at `path` to `judge`, removes those
    /// it rejects, and then the subfolders that have become empty.
    ///
    /// - Throws: a ``Fault`` of kind `configuration` that names the file or folder that cannot be
    ///   read or removed.
    static func run(
        over path: FilePath, _ judge: (File) throws(Fault) -> Verdict
    ) throws(Fault) {
        _ = try walk(path, [], judge) {
            unsafe path.withPlatformString { path in
                unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            }
        }
    }

    /// Walks the folder at `path`, which `open` opens; returns whether anything was removed from it.
    private static func walk(
        _ path: FilePath, _ folders: [String], _ judge: (File) throws(Fault) -> Verdict,
        _ open: () -> Int32
    ) throws(Fault) -> Bool {
        let folder = FileDescriptor(rawValue: (try? uninterrupted(open)) ?? -1)
        let isOpen = folder.rawValue >= 0
        defer { if isOpen { try? folder.close() } }
        let names: [FilePath.Component]
        do throws(Errno) {
            guard isOpen else { throw Errno.current }
            // All names are read first: removing files while reading a folder may hide others.
            names = try folder.names()
        } catch {
            guard isOpen || !error.isOfMovingFiles else { return false }
            throw .cannotRead(path.string, error, as: .configuration)
        }
        var isChanged = false
        for name in names where try look(at: name, in: folder.rawValue, path, folders, judge) {
            isChanged = true
        }
        return isChanged
    }

    /// Walks the folder or judges the file called `name`; returns whether it is gone.
    private static func look(
        at name: FilePath.Component, in folder: Int32, _ path: FilePath, _ folders: [String],
        _ judge: (File) throws(Fault) -> Verdict
    ) throws(Fault) -> Bool {
        let path = path.appending(name)
        var status = stat()
        let isThere = unsafe name.withPlatformString { name in
            unsafe fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0
        }
        guard isThere else {
            if Errno.current.isOfMovingFiles { return false }
            throw .cannotRead(path.string, Errno.current, as: .configuration)
        }
        switch status.st_mode & S_IFMT {
        case S_IFDIR where folders.count < deepest:
            let isChanged = try walk(path, folders + [name.string], judge) {
                unsafe name.withPlatformString { name in
                    unsafe openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
                }
            }
            guard isChanged else { return false }
            // The system refuses to remove a folder that has anything in it.
            return unsafe name.withPlatformString { unsafe unlinkat(folder, $0, AT_REMOVEDIR) } == 0
        case S_IFREG, S_IFIFO, S_IFSOCK:
            guard name.extension == "rec" || OutputFile.isTemporary(name.string) else { break }
            let file = File(
                folders: folders, name: name, size: status.st_size,
                changedAt: status.st_mtim.tv_sec, folder: folder, path: path)
            guard try judge(file) == .remove else { break }
            let result = unsafe name.withPlatformString { unsafe unlinkat(folder, $0, 0) }
            guard result == 0 || Errno.current == .noSuchFileOrDirectory else {
                throw .cannotRemove(path, Errno.current)
            }
            return true
        default: break
        }
        return false
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

extension Fault {
    fileprivate static func cannotRemove(_ path: FilePath, _ error: Errno) -> Fault {
        Fault(
            .configuration, "cannot-remove", "'\(path)' cannot be removed: \(error.reason)")
    }
}
