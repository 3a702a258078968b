internal import BoxOffice
internal import Glibc
internal import SystemPackage

/// A file that appears whole or not at all.
///
/// Until ``commit(isDurable:hasRoom:)`` the file has no name, so a process that dies leaves nothing
/// behind. Then it is synced to the disk and replaces the old file in one step.
struct OutputFile: ~Copyable {
    private let path: FilePath
    private let temporary: FilePath
    private let descriptor: FileDescriptor  // Closed in `deinit`, once; its lock ends with it.
    /// Whether the file has the temporary name: from the start on file systems without nameless files
    /// (NFS, FAT), otherwise only during the commit.
    private var hasName: Bool

    /// Begins the file at `path`, whose folder must exist.
    ///
    /// If it replaces a file, it takes over the mode, access list and attributes and, as far as that
    /// is allowed, the owner.
    init(at path: FilePath) throws(Errno) {
        self.path = path
        let folder = path.folder
        if let nameless = Self.nameless(in: folder) {
            (descriptor, temporary) = (nameless, Self.temporary(in: folder))
            hasName = false
        } else {
            (descriptor, temporary) = try Self.named(in: folder)
            hasName = true
        }
        if let old = FileStatus(of: path) { descriptor.takeAttributes(of: old, at: path) }
    }

    /// Whether `name` is that of a temporary file.
    static func isTemporary(_ name: String) -> Bool {
        guard name.hasPrefix(prefix), name.hasSuffix(suffix) else { return false }
        let middle = name.utf8.dropFirst(prefix.utf8.count).dropLast(suffix.utf8.count)
        return !middle.isEmpty
            && middle.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) }
    }

    private static func temporary(in folder: FilePath) -> FilePath {
        var random = SystemRandomNumberGenerator()
        return folder.appending("\(prefix)\(String(random.next(), radix: 36))\(suffix)")
    }

    /// What the name of a temporary file begins with.
    static let prefix = ".bo-export."
    private static let suffix = ".tmp"

    deinit {
        try? descriptor.close()
        if hasName { _ = unsafe temporary.withPlatformString { unsafe unlink($0) } }
    }

    /// Reserves `bytes` bytes on the disk, so that the writes cannot fail for lack of room.
    ///
    /// ``commit(isDurable:hasRoom:)`` must give back what was not needed.
    borrowing func takeRoom(for bytes: Int) throws(Errno) {
        var error: Int32
        repeat { error = posix_fallocate(descriptor.rawValue, 0, bytes) } while error == EINTR
        // Some file systems cannot reserve room.
        guard [0, EINVAL, EOPNOTSUPP, ENODEV].contains(error) else { throw Errno(rawValue: error) }
    }

    /// Appends `bytes`.
    borrowing func write(_ bytes: Span<UInt8>) throws(Errno) {
        try descriptor.writeWhole(bytes)
    }

    /// Sets the time of the file to `moment`; a later write changes it again.
    borrowing func date(_ moment: Instant) {
        var times = [timespec(), timespec()]
        // UTIME_OMIT, a macro Swift lacks: the access time stays.
        times[0].tv_nsec = (1 << 30) - 2
        times[1].tv_sec = moment.secondsSince1970
        _ = unsafe futimens(descriptor.rawValue, times)
    }

    /// A second descriptor of the file, which stays open and locked after the commit.
    borrowing func duplicate() throws(Errno) -> FileDescriptor {
        let descriptor = fcntl(descriptor.rawValue, F_DUPFD_CLOEXEC, 0)
        guard descriptor >= 0 else { throw Errno.current }
        return FileDescriptor(rawValue: descriptor)
    }

    /// Syncs the file to the disk and puts it at its path.
    ///
    /// - Parameters:
    ///   - isDurable: false if the file may be lost or cut off when the power fails; without the sync
    ///     this takes a tenth of the time or less.
    ///   - hasRoom: whether room was reserved, perhaps more than was needed.
    consuming func commit(isDurable: Bool = true, hasRoom: Bool = false) throws(Errno) {
        if hasRoom {
            let end = lseek(descriptor.rawValue, 0, SEEK_CUR)
            guard end >= 0 else { throw Errno.current }
            try uninterrupted { ftruncate(descriptor.rawValue, end) }
        }
        if isDurable { try uninterrupted { fsync(descriptor.rawValue) } }
        if !hasName {
            _ = Self.lock(descriptor)
            try giveName(temporary)
            hasName = true
        }
        try unsafe Self.rename(temporary, to: path) { old, new in unsafe Glibc.rename(old, new) }
        hasName = false
        guard isDurable else { return }
        // The name is durable once the folder is synced; a file system that cannot do so need not.
        if let folder = try? FileDescriptor.open(
            path.folder, .readOnly, options: [.directory, .closeOnExec])
        {
            _ = fsync(folder.rawValue)
            try? folder.close()
        }
    }

    /// Puts the file at its path without syncing it, unless something is there.
    ///
    /// - Throws: `fileExists` if something is there.
    consuming func place() throws(Errno) {
        guard hasName else { return try giveName(path) }
        do throws(Errno) {
            try unsafe Self.rename(temporary, to: path) { old, new in unsafe link(old, new) }
        } catch .notPermitted {
            // A file system without hard links, such as FAT.
            try unsafe Self.rename(temporary, to: path) { old, new in unsafe Glibc.rename(old, new)
            }
            hasName = false
        }
    }

    /// Gives the nameless file a name.
    private borrowing func giveName(_ name: FilePath) throws(Errno) {
        let source = FilePath("/proc/self/fd/\(descriptor.rawValue)")
        try unsafe Self.rename(source, to: name) { source, name in
            unsafe linkat(AT_FDCWD, source, AT_FDCWD, name, AT_SYMLINK_FOLLOW)
        }
    }

    /// A nameless file in `folder`; nil if the file system has none or it could not be named later.
    private static func nameless(in folder: FilePath) -> FileDescriptor? {
        let temporaryFile = O_DIRECTORY | 0o20_000_000  // Linux's O_TMPFILE, a macro Swift lacks.
        let descriptor = unsafe folder.withPlatformString { folder in
            unsafe open(folder, temporaryFile | O_WRONLY | O_CLOEXEC, 0o666)
        }
        guard descriptor >= 0 else { return nil }
        guard unsafe access("/proc/self/fd/\(descriptor)", F_OK) == 0 else {
            close(descriptor)
            return nil
        }
        return FileDescriptor(rawValue: descriptor)
    }

    /// A file with a temporary name.
    private static func named(
        in folder: FilePath
    ) throws(Errno) -> (FileDescriptor, FilePath) {
        while true {
            let temporary = temporary(in: folder)
            let file = try errno {
                // The kernel applies the umask to these permissions, as for every new file.
                try FileDescriptor.open(
                    temporary, .writeOnly, options: [.create, .exclusiveCreate, .closeOnExec],
                    permissions: FilePermissions(rawValue: 0o666))
            }
            if lock(file), FileStatus(of: file)?.names != 0 { return (file, temporary) }
            // Another run removed it as a leftover before it was locked.
            try? file.close()
        }
    }

    /// Locks `file`, so that other runs see that it is in use; false if one of them has locked it.
    ///
    /// On a file system without locks this succeeds.
    private static func lock(_ file: FileDescriptor) -> Bool {
        do throws(Errno) {
            try uninterrupted { flock(file.rawValue, LOCK_EX | LOCK_NB) }
            return true
        } catch {
            return error != .wouldBlock
        }
    }

    private static func rename(
        _ old: FilePath, to new: FilePath,
        _ call: (UnsafePointer<CChar>, UnsafePointer<CChar>) -> Int32
    ) throws(Errno) {
        let result = unsafe old.withPlatformString { old in
            unsafe new.withPlatformString { new in unsafe call(old, new) }
        }
        guard result == 0 else { throw Errno.current }
    }
}

/// The temporary files of runs that were killed.
///
/// A running program holds a lock (flock) on its own temporary files.
enum Leftovers {
    /// Removes the temporary files of this user's killed runs from `folder`.
    static func remove(from folder: FilePath) {
        guard
            let folder = try? FileDescriptor.open(
                folder, .readOnly, options: [.directory, .closeOnExec])
        else { return }
        defer { try? folder.close() }
        let names = (try? folder.names(beginning: OutputFile.prefix)) ?? []
        for name in names where OutputFile.isTemporary(name.string) {
            remove(name.string, from: folder.rawValue)
        }
    }

    private static func remove(_ name: String, from folder: Int32) {
        let options = O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
        // Some network file systems lock a file only if it is open for writing.
        var file = unsafe openat(folder, name, O_WRONLY | options)
        if file < 0 { file = unsafe openat(folder, name, O_RDONLY | options) }
        guard file >= 0 else { return }
        defer { close(file) }
        guard let status = FileStatus(of: FileDescriptor(rawValue: file)), status.isRegular,
            status.owner == geteuid()
        else { return }
        if flock(file, LOCK_EX | LOCK_NB) != 0 {
            // On a file system without locks, the age decides.
            let age = time(nil) - status.writtenAt.secondsSince1970
            guard Errno.current != .wouldBlock, age > 3600 else { return }
        }
        _ = unsafe unlinkat(folder, name, 0)
    }
}

extension FilePath {
    /// The folder that contains the file.
    var folder: FilePath {
        let folder = removingLastComponent()
        return folder.isEmpty ? "." : folder
    }
}
