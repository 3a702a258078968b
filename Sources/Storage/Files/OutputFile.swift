package import BoxOffice
internal import Glibc
internal import SystemPackage

/// A file that appears complete or not at all.
///
/// Until ``commit(isDurable:)`` the file has no name, so a process that dies leaves nothing on the
/// disk. The commit syncs it to the disk and replaces the old file in one step.
struct OutputFile: ~Copyable {
    /// The path in messages.
    private let name: String
    /// The final path; nil if it is a device or a pipe, which is written to directly.
    private let path: FilePath?
    private let descriptor: FileDescriptor  // Closed in `deinit`, once; its lock ends with it.
    /// The temporary name: from the start on file systems without nameless files (NFS, FAT),
    /// otherwise only during the commit.
    private var temporary: FilePath?
    /// True if space was reserved, perhaps more than was needed.
    private var hasRoom = false

    /// Begins the file at `path`, whose folder must exist.
    ///
    /// If it replaces a file, it takes over that file's mode, access list and attributes and, as
    /// far as allowed, its owner.
    init(at path: FilePath, named name: String) throws(Fault) {
        let made: (file: FileDescriptor, temporary: FilePath?)
        do throws(Errno) {
            made = try Self.make(in: path.folder)
        } catch {
            throw .cannotCreate(name, error)
        }
        self.name = name
        self.path = path
        descriptor = made.file
        temporary = made.temporary
        if let old = FileStatus(of: path) { descriptor.takeAttributes(of: old, at: path) }
    }

    /// Replaces the file at `path` by one with these bytes.
    static func replace(
        _ path: FilePath, with bytes: [UInt8], isDurable: Bool = true
    ) throws(Fault) {
        let file = try OutputFile(at: path, named: path.string)
        try file.write(bytes.span)
        try file.commit(isDurable: isDurable)
    }

    /// Begins writing to a device or a pipe; bytes that were written cannot be taken back.
    init(device: FileDescriptor, named name: String) {
        self.name = name
        path = nil
        descriptor = device
    }

    /// Begins another document on the same device or pipe.
    borrowing func reopened() throws(Fault) -> OutputFile {
        do throws(Errno) {
            return OutputFile(device: try descriptor.duplicated(), named: name)
        } catch {
            throw .cannotCreate(name, error)
        }
    }

    /// True if it is a device or a pipe, so that readers see it before it is committed.
    var isLive: Bool { path == nil }

    /// Returns true if `name` is that of a temporary file.
    static func isTemporary(_ name: String) -> Bool {
        guard name.hasPrefix(prefix), name.hasSuffix(suffix) else { return false }
        let middle = name.utf8.dropFirst(prefix.utf8.count).dropLast(suffix.utf8.count)
        return !middle.isEmpty
            && middle.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) }
    }

    fileprivate static func temporary(
        in folder: FilePath, mark: String = String(UInt64.random(in: 0...(.max)), radix: 36)
    ) -> FilePath {
        folder.appending("\(prefix)\(mark)\(suffix)")
    }

    private static let prefix = ".bo-export."
    private static let suffix = ".tmp"

    deinit {
        try? descriptor.close()
        temporary?.removeFile()
    }

    /// Reserves `bytes` bytes on the disk, so that the writes cannot fail for lack of space.
    ///
    /// The commit releases any space that was not needed.
    mutating func takeRoom(for bytes: Int) throws(Fault) {
        guard !isLive else {
            // A device reserves nothing, but a full one fails even for a write of no bytes.
            guard Glibc.write(descriptor.rawValue, nil, 0) >= 0 else {
                throw .cannotWrite(name, .current)
            }
            return
        }
        var error: Int32
        repeat { error = posix_fallocate(descriptor.rawValue, 0, bytes) } while error == EINTR
        // Some file systems cannot reserve space.
        guard [0, EINVAL, EOPNOTSUPP, ENODEV].contains(error) else {
            throw .cannotCreate(name, Errno(rawValue: error))
        }
        hasRoom = true
    }

    /// Takes the file from everybody but its owner.
    borrowing func restrict() throws(Fault) {
        guard fchmod(descriptor.rawValue, 0o600) == 0 else { throw .cannotCreate(name, .current) }
    }

    /// Appends `bytes`.
    borrowing func write(_ bytes: Span<UInt8>) throws(Fault) {
        do throws(Errno) {
            try descriptor.writeWhole(bytes)
        } catch {
            throw .cannotWrite(name, error)
        }
    }

    /// Returns true if the bytes so far are those of the file at `path`.
    borrowing func equalsFile(at path: String) -> Bool {
        let count = FileStatus(of: descriptor)?.size ?? 0
        guard let bytes = try? descriptor.bytes(in: 0..<count) else { return false }
        return bytes == SmallFile.beginning(of: path, count: count + 1)
    }

    /// Sets the times of the file to `moment`; a later write changes them again.
    borrowing func date(_ moment: Instant) {
        let time = timespec(tv_sec: moment.secondsSince1970, tv_nsec: 0)
        _ = unsafe futimens(descriptor.rawValue, [time, time])
    }

    /// Syncs the file to the disk and moves it to its path.
    ///
    /// - Parameter isDurable: false if the file may be lost or cut off when the power fails; without
    ///   the sync this takes a tenth of the time or less.
    consuming func commit(isDurable: Bool = true) throws(Fault) {
        guard let path else { return }
        let folder = path.folder
        do throws(Errno) {
            if hasRoom {
                try errno { try descriptor.resize(to: descriptor.seek(offset: 0, from: .current)) }
            }
            if isDurable { try uninterrupted { fsync(descriptor.rawValue) } }
            let name = temporary ?? Self.temporary(in: folder)
            if temporary == nil {
                _ = Self.lock(descriptor)
                let source = FilePath("/proc/self/fd/\(descriptor.rawValue)")
                try unsafe source.call(with: name) {
                    unsafe linkat(AT_FDCWD, $0, AT_FDCWD, $1, AT_SYMLINK_FOLLOW)
                }
                temporary = name
            }
            try unsafe name.call(with: path) { unsafe Glibc.rename($0, $1) }
            temporary = nil
        } catch {
            throw .cannotWrite(name, error)
        }
        // The name is durable once the folder is synced; a file system that cannot do so need not.
        guard isDurable, let opened = try? folder.opened(.readOnly, .directory) else { return }
        _ = fsync(opened.rawValue)
        try? opened.close()
    }

    /// Removes the temporary name, if the file has one, because it will not be committed.
    mutating func giveUp() {
        temporary?.removeFile()
        temporary = nil
    }

    /// Creates a file in `folder`, with a temporary name if the file system has no nameless files
    /// or they could not be named later.
    private static func make(in folder: FilePath) throws(Errno) -> (FileDescriptor, FilePath?) {
        if let file = try? folder.opened(.readWrite, [.directory, temporaryFile]) {
            if FileStatus(of: "/proc/self/fd/\(file.rawValue)") != nil { return (file, nil) }
            try? file.close()
        }
        while true {
            let temporary = temporary(in: folder)
            let file = try temporary.opened(.readWrite, [.create, .exclusiveCreate])
            if lock(file), FileStatus(of: file)?.names != 0 { return (file, temporary) }
            // Another run removed it as a leftover before it was locked.
            try? file.close()
        }
    }

    /// Creates a file in `folder` for reading and writing that is gone when it is closed.
    static func nameless(in folder: FilePath) throws(Errno) -> FileDescriptor {
        let (file, temporary) = try make(in: folder)
        temporary?.removeFile()
        return file
    }

    /// Linux's O_TMPFILE, a macro Swift lacks.
    private static let temporaryFile = FileDescriptor.OpenOptions(rawValue: 0o20_000_000)

    /// Locks `file`, so that other runs see that it is in use; false if one of them has locked it.
    ///
    /// On a file system without locks this succeeds.
    private static func lock(_ file: FileDescriptor) -> Bool { (try? file.lock()) ?? true }
}

extension FilePath {
    /// Makes a system call with this path and another.
    fileprivate func call(
        with other: FilePath, _ call: (UnsafePointer<CChar>, UnsafePointer<CChar>) -> Int32
    ) throws(Errno) {
        let result = unsafe withPlatformString { path in
            unsafe other.withPlatformString { other in unsafe call(path, other) }
        }
        guard result == 0 else { throw .current }
    }
}

/// The temporary files of runs that were killed.
///
/// A running program holds a lock (flock) on its own temporary files.
enum Leftovers {
    /// Removes the temporary files of this user's killed runs from `folder`.
    static func remove(from folder: FilePath) {
        for name in (try? folder.names()) ?? [] where OutputFile.isTemporary(name.string) {
            let path = folder.appending(name)
            guard let file = locked(path) else { continue }
            if FileStatus(of: file)?.owner == geteuid() { path.removeFile() }
            try? file.close()
        }
    }

    /// Opens and locks the temporary file at `path`; nil if a running program uses it.
    ///
    /// It must be removed before it is closed: after that, another run may lock it and use it.
    static func locked(_ path: FilePath) -> FileDescriptor? {
        // Some network file systems lock a file only if it is open for writing.
        let file =
            (try? RegularFile.open(path, .writeOnly, options: .noFollow))
            ?? (try? RegularFile.open(path, .readOnly, options: .noFollow))
        guard let file else { return nil }
        if let status = FileStatus(of: file),
            // On a file system without locks, the age decides.
            (try? file.lock()) ?? (time(nil) - status.writtenAt.secondsSince1970 > 3600),
            // The program that had the lock may have removed it, and another one made a new one.
            status.isSameFile(as: FileStatus(of: path, followsLinks: false))
        {
            return file
        }
        try? file.close()
        return nil
    }
}

/// A lock that lets one process at a time update the file at a path.
///
/// What is locked (flock) is an empty temporary file beside it, whose name follows from its own: the
/// file itself may not exist yet, and is replaced. The lock ends with the process.
package final class FileLock: Sendable {
    private let path: FilePath
    private let descriptor: FileDescriptor  // Closed in `deinit`, once.

    /// Locks the file at `path`; nil if another process has the lock.
    ///
    /// - Throws: a ``Fault`` of kind `cannotCreate` if no file can be created in its folder. If the
    ///   file system has no locks, as is the case for some network file systems, the lock counts as
    ///   acquired.
    package init?(of path: String) throws(Fault) {
        do throws(Errno) {
            // If the path is a link, its target counts, because other links may lead there too.
            let target = try FilePath(path).linkTarget()
            let mark = Digest.hexadecimal(of: (target.lastComponent?.string ?? "").utf8)
            self.path = OutputFile.temporary(in: target.folder, mark: mark)
            while true {
                // Some network file systems lock a file only if it is open for writing; one of
                // another user can perhaps only be read.
                let ours = try? self.path.opened(.readWrite, .create)
                let file = if let ours { ours } else { try self.path.opened(.readOnly, .create) }
                let isFree = (try? file.lock()) ?? true
                // The process that had the lock may have removed the file in the meantime.
                if isFree, FileStatus(of: file)?.isSameFile(as: FileStatus(of: self.path)) == true {
                    descriptor = file
                    return
                }
                try? file.close()
                if !isFree { return nil }
            }
        } catch {
            throw .cannotCreate(path, error)
        }
    }

    /// Locks the file at `path`, and waits while another process has the lock.
    ///
    /// - Throws: a ``Fault`` also if that takes more than so many seconds.
    static func waiting(for path: String, atMost seconds: Int) throws(Fault) -> FileLock {
        for attempt in 0...(seconds * 100) {
            if attempt > 0 { usleep(10_000) }
            if let lock = try FileLock(of: path) { return lock }
        }
        throw Fault(.cannotWrite, "locked-by-another", "another program has locked '\(path)'")
    }

    deinit {
        path.removeFile()
        try? descriptor.close()
    }
}
