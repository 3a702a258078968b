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
    private let descriptor: FileDescriptor  // Closed in `deinit`, once.
    /// Whether the bytes have the temporary name: from the start on file systems that have no
    /// nameless files (NFS, FAT), elsewhere for the moment of the commit.
    private var hasName: Bool

    /// Begins the file at `path`, whose folder must exist.
    ///
    /// Where there is a file already, its mode is kept and, as far as that is allowed, its owner.
    init(at path: FilePath) throws(Errno) {
        self.path = path
        var random = SystemRandomNumberGenerator()
        temporary = path.removingLastComponent()
            .appending("\(Self.prefix)\(String(random.next(), radix: 36))\(Self.suffix)")
        if let nameless = Self.nameless(in: path.folder) {
            descriptor = nameless
            hasName = false
        } else {
            let temporary = temporary
            descriptor = try errno {
                // The kernel takes the umask off these permissions, as for every new file.
                try FileDescriptor.open(
                    temporary, .writeOnly, options: [.create, .exclusiveCreate, .closeOnExec],
                    permissions: FilePermissions(rawValue: 0o666))
            }
            hasName = true
        }
        if let old = FileStatus(of: path) { Self.give(descriptor, ownerAndModeOf: old) }
    }

    /// Whether a file of that name is one that has not been put in its place.
    static func isTemporary(_ name: String) -> Bool {
        name.hasPrefix(prefix) && name.hasSuffix(suffix)
    }

    private static let prefix = ".bo-export."
    private static let suffix = ".tmp"

    deinit {
        try? descriptor.close()
        if hasName { _ = unsafe temporary.withPlatformString { unsafe unlink($0) } }
    }

    borrowing func write(_ bytes: Span<UInt8>) throws(Errno) {
        try descriptor.writeWhole(bytes)
    }

    /// Makes the file durable and puts it in its place.
    ///
    /// - Parameter isDurable: false where the file may be lost or cut off when the power fails; then
    ///   it is put in its place alone, in a tenth of the time or less.
    consuming func commit(isDurable: Bool = true) throws(Errno) {
        if isDurable, fsync(descriptor.rawValue) != 0 { throw Errno.current }
        if !hasName {
            let source = FilePath("/proc/self/fd/\(descriptor.rawValue)")
            try unsafe Self.rename(source, to: temporary) { source, name in
                unsafe linkat(AT_FDCWD, source, AT_FDCWD, name, AT_SYMLINK_FOLLOW)
            }
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

    /// Gives a new file the owner, group and mode of an old one.
    ///
    /// What the group may do is given only where the group is the same.
    private static func give(_ descriptor: FileDescriptor, ownerAndModeOf old: FileStatus) {
        var mode = old.mode
        if fchown(descriptor.rawValue, old.owner, old.group) != 0 {
            mode &= 0o777
            if fchown(descriptor.rawValue, uid_t.max, old.group) != 0 { mode &= 0o707 }
        }
        _ = fchmod(descriptor.rawValue, mode)
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
