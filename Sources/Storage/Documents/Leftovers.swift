internal import BoxOffice
internal import Glibc
internal import SystemPackage

/// The temporary files of runs that were killed.
///
/// A run that is alive holds the lock of its own (flock) for as long as they have that name.
enum Leftovers {
    /// Removes from `folder` what killed runs of this user have left in it.
    static func remove(from folder: FilePath) {
        guard let list = unsafe folder.withPlatformString({ unsafe opendir($0) }) else { return }
        defer { unsafe closedir(list) }
        let folder = unsafe dirfd(list)
        while let entry = unsafe readdir(list) {
            let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                unsafe String(validating: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if let name, OutputFile.isTemporary(name) { remove(name, from: folder) }
        }
    }

    private static func remove(_ name: String, from folder: Int32) {
        let options = O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
        // Some network file systems give the lock only to those who may write.
        var file = unsafe openat(folder, name, O_WRONLY | options)
        if file < 0 { file = unsafe openat(folder, name, O_RDONLY | options) }
        guard file >= 0 else { return }
        defer { close(file) }
        guard let status = FileStatus(of: FileDescriptor(rawValue: file)), status.isRegular,
            status.owner == geteuid()
        else { return }
        if flock(file, LOCK_EX | LOCK_NB) != 0 {
            // Where there are no locks, the time must tell.
            let age = time(nil) - status.writtenAt.secondsSince1970
            guard Errno.current != .wouldBlock, age > 3600 else { return }
        }
        _ = unsafe unlinkat(folder, name, 0)
    }
}
