internal import BoxOffice
internal import Glibc
internal import SystemPackage

/// A file that comes into being whole or not at all.
///
/// Bytes go to a temporary file beside the final one; ``commit()`` makes them durable and gives
/// them its name in one step. A file that is dropped before leaves nothing behind.
struct OutputFile: ~Copyable {
    private let path: FilePath
    private let temporary: FilePath
    private let descriptor: FileDescriptor  // Closed in `deinit`, once.
    private var isCommitted = false

    /// Begins the file at `path`, whose folder must exist.
    ///
    /// Where there is a file already, its mode and, as far as that is allowed, its owner are kept.
    init(at path: FilePath) throws(Errno) {
        let name = path.lastComponent?.string ?? "output"
        let folder = path.removingLastComponent()
        var random = SystemRandomNumberGenerator()
        let temporary = folder.appending(
            ".\(name.prefix(60)).\(String(random.next(), radix: 36)).tmp")
        let descriptor = try errno {
            // The kernel takes the umask off these permissions, as for every new file.
            try FileDescriptor.open(
                temporary, .writeOnly, options: [.create, .exclusiveCreate, .closeOnExec],
                permissions: FilePermissions(rawValue: 0o666))
        }
        self.path = path
        self.temporary = temporary
        self.descriptor = descriptor
        if let old = FileStatus(of: path) {
            _ = fchown(descriptor.rawValue, old.owner, old.group)
            _ = fchmod(descriptor.rawValue, old.mode)
        }
    }

    deinit {
        try? descriptor.close()
        if !isCommitted { _ = unsafe temporary.withPlatformString { unsafe unlink($0) } }
    }

    borrowing func write(_ bytes: Span<UInt8>) throws(Errno) {
        try descriptor.writeWhole(bytes)
    }

    /// Makes the file durable and puts it in its place.
    consuming func commit() throws(Errno) {
        guard fsync(descriptor.rawValue) == 0 else { throw Errno.current }
        let renamed = unsafe temporary.withPlatformString { old in
            unsafe path.withPlatformString { new in unsafe rename(old, new) }
        }
        guard renamed == 0 else { throw Errno.current }
        isCommitted = true
        let folder = path.removingLastComponent()
        // The name is durable once the folder is; a file system that cannot do that has no need.
        if let descriptor = try? FileDescriptor.open(
            folder.isEmpty ? "." : folder, .readOnly, options: [.directory, .closeOnExec])
        {
            _ = fsync(descriptor.rawValue)
            try? descriptor.close()
        }
    }
}
