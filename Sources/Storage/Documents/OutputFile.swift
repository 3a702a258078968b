internal import BoxOffice
internal import Glibc
internal import SystemPackage

/// A file that comes into being whole or not at all.
///
/// Until ``commit()`` the bytes have no name: a process that dies, however it dies, leaves nothing
/// behind. Then they are made durable and put in the place of what was there, in one step.
struct OutputFile: ~Copyable {
    private let path: FilePath
    private let temporary: FilePath
    private let descriptor: FileDescriptor  // Closed in `deinit`, once; its lock ends with it.
    /// Whether the bytes have the temporary name: from the start on file systems that have no
    /// nameless files (NFS, FAT), elsewhere for the moment of the commit.
    private var hasName: Bool

    /// Begins the file at `path`, whose folder must exist.
    ///
    /// Where there is a file already, its mode, its access list and its attributes are kept and, as
    /// far as that is allowed, its owner.
    init(at path: FilePath) throws(Errno) {
        self.path = path
        if let nameless = Self.nameless(in: path.folder) {
            (descriptor, temporary) = (nameless, Self.temporary(besides: path))
            hasName = false
        } else {
            (descriptor, temporary) = try Self.named(besides: path)
            hasName = true
        }
        if let old = FileStatus(of: path) { descriptor.takeAttributes(of: old, at: path) }
    }

    /// Whether a file of that name is one that has not been put in its place.
    static func isTemporary(_ name: String) -> Bool {
        guard name.hasPrefix(prefix), name.hasSuffix(suffix) else { return false }
        let middle = name.utf8.dropFirst(prefix.utf8.count).dropLast(suffix.utf8.count)
        return !middle.isEmpty
            && middle.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) }
    }

    private static func temporary(besides path: FilePath) -> FilePath {
        var random = SystemRandomNumberGenerator()
        return path.removingLastComponent()
            .appending("\(prefix)\(String(random.next(), radix: 36))\(suffix)")
    }

    private static let prefix = ".bo-export."
    private static let suffix = ".tmp"

    deinit {
        try? descriptor.close()
        if hasName { _ = unsafe temporary.withPlatformString { unsafe unlink($0) } }
    }

    /// Takes room for `bytes` bytes on the disk, so that so many can be written.
    ///
    /// What of it is not needed must be given back: ``commit(isDurable:hasRoom:)``.
    borrowing func takeRoom(for bytes: Int) throws(Errno) {
        let error = posix_fallocate(descriptor.rawValue, 0, bytes)
        // Some file systems cannot tell.
        guard [0, EINVAL, EOPNOTSUPP, ENODEV].contains(error) else { throw Errno(rawValue: error) }
    }

    borrowing func write(_ bytes: Span<UInt8>) throws(Errno) {
        try descriptor.writeWhole(bytes)
    }

    /// Gives the file that time, which what is written later changes again.
    borrowing func date(_ moment: Instant) {
        var times = [timespec(), timespec()]
        // UTIME_OMIT, a macro Swift lacks: the time of the last reading stays.
        times[0].tv_nsec = (1 << 30) - 2
        times[1].tv_sec = moment.secondsSince1970
        _ = unsafe futimens(descriptor.rawValue, times)
    }

    /// The open file once more, which stays open, and locked, after the commit.
    borrowing func duplicate() throws(Errno) -> FileDescriptor {
        let descriptor = fcntl(descriptor.rawValue, F_DUPFD_CLOEXEC, 0)
        guard descriptor >= 0 else { throw Errno.current }
        return FileDescriptor(rawValue: descriptor)
    }

    /// Makes the file durable and puts it in its place.
    ///
    /// - Parameters:
    ///   - isDurable: false where the file may be lost or cut off when the power fails; then it is put
    ///     in its place alone, in a tenth of the time or less.
    ///   - hasRoom: whether room was taken for more than was written, perhaps.
    consuming func commit(isDurable: Bool = true, hasRoom: Bool = false) throws(Errno) {
        if hasRoom {
            let end = lseek(descriptor.rawValue, 0, SEEK_CUR)
            guard ftruncate(descriptor.rawValue, end) == 0 else { throw Errno.current }
        }
        if isDurable, fsync(descriptor.rawValue) != 0 { throw Errno.current }
        if !hasName {
            _ = Self.lock(descriptor)
            try giveName(temporary)
            hasName = true
        }
        try unsafe Self.rename(temporary, to: path) { old, new in unsafe Glibc.rename(old, new) }
        hasName = false
        guard isDurable else { return }
        // The name is durable once the folder is; a file system that cannot do that has no need.
        if let folder = try? FileDescriptor.open(
            path.folder, .readOnly, options: [.directory, .closeOnExec])
        {
            _ = fsync(folder.rawValue)
            try? folder.close()
        }
    }

    /// Puts the file in its place where nothing is there yet, without making it durable.
    ///
    /// - Throws: `fileExists` where something is.
    consuming func place() throws(Errno) {
        guard hasName else { return try giveName(path) }
        do throws(Errno) {
            try unsafe Self.rename(temporary, to: path) { old, new in unsafe link(old, new) }
        } catch .notPermitted {
            // A file system without second names, such as FAT.
            try unsafe Self.rename(temporary, to: path) { old, new in unsafe Glibc.rename(old, new)
            }
            hasName = false
        }
    }

    /// Gives the file, which has no name, that one.
    private borrowing func giveName(_ name: FilePath) throws(Errno) {
        let source = FilePath("/proc/self/fd/\(descriptor.rawValue)")
        try unsafe Self.rename(source, to: name) { source, name in
            unsafe linkat(AT_FDCWD, source, AT_FDCWD, name, AT_SYMLINK_FOLLOW)
        }
    }

    /// A file without a name in `folder`, or nil where the file system has no such thing or it
    /// could not be given a name later.
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
        besides path: FilePath
    ) throws(Errno) -> (FileDescriptor, FilePath) {
        while true {
            let temporary = temporary(besides: path)
            let file = try errno {
                // The kernel takes the umask off these permissions, as for every new file.
                try FileDescriptor.open(
                    temporary, .writeOnly, options: [.create, .exclusiveCreate, .closeOnExec],
                    permissions: FilePermissions(rawValue: 0o666))
            }
            if lock(file), FileStatus(of: file)?.names != 0 { return (file, temporary) }
            // Another run took it for a leftover before it could be locked.
            try? file.close()
        }
    }

    /// Tells other runs that `file` is being written; false where one of them has it locked.
    ///
    /// A file system without locks is no trouble.
    private static func lock(_ file: FileDescriptor) -> Bool {
        flock(file.rawValue, LOCK_EX | LOCK_NB) == 0 || Errno.current != .wouldBlock
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

extension FilePath {
    /// The folder that the path lies in.
    var folder: FilePath {
        let folder = removingLastComponent()
        return folder.isEmpty ? "." : folder
    }
}
