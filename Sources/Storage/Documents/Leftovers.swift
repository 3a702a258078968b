internal import BoxOffice
internal import Glibc
internal import SystemPackage

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
