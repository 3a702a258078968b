package import BoxOffice
internal import Glibc
internal import SystemPackage

/// A lock by which one process at a time works in a folder.
///
/// The folder itself is locked (flock), so no lock file is left behind. The lock ends with the process.
package final class FolderLock: Sendable {
    private let descriptor: FileDescriptor  // Closed in `deinit`, once.

    /// Locks the folder that contains the file at `path`; nil if another process has the lock.
    ///
    /// - Throws: a ``Fault`` of kind `cannotCreate` if the folder cannot be opened. Where the file
    ///   system has no locks, as some on a network, the lock counts as acquired.
    package init?(ofFolderOf path: String) throws(Fault) {
        let folder: FilePath
        do throws(Errno) {
            // If the path is a link, its target counts, because other links may lead there too.
            folder = try FilePath(path).linkTarget().folder
        } catch {
            throw .cannotCreate(path, error)
        }
        do throws(Errno) {
            descriptor = try errno {
                try FileDescriptor.open(folder, .readOnly, options: [.directory, .closeOnExec])
            }
        } catch .noSuchFileOrDirectory {
            throw .cannotCreate(path, .noSuchFileOrDirectory)
        } catch {
            let kind = error.kind(or: .cannotCreate)
            throw Fault(
                kind, "folder-not-opened",
                "the folder '\(folder)' cannot be opened: \(error.reason)")
        }
        if flock(descriptor.rawValue, LOCK_EX | LOCK_NB) != 0, Errno.current == .wouldBlock,
            !isHeldForThisProcess
        {
            return nil
        }
    }

    /// Whether the parent process holds the lock for this one, as flock(1) does.
    ///
    /// Waiting for it would be a deadlock, because it waits for this process to end. Such a parent has
    /// passed on its descriptor. The lock belongs to the open file behind it, so locking that again
    /// succeeds exactly if nobody else has the lock.
    private var isHeldForThisProcess: Bool {
        guard let own = FileStatus(of: descriptor) else { return false }
        return (Int32(3)..<1024).contains { inherited in
            // This program's own descriptors are all close-on-exec; inherited ones are not.
            let flags = fcntl(inherited, F_GETFD)
            guard flags >= 0, flags & FD_CLOEXEC == 0,
                let other = FileStatus(of: FileDescriptor(rawValue: inherited)),
                other.isSameFile(as: own)
            else { return false }
            return flock(inherited, LOCK_EX | LOCK_NB) == 0
        }
    }

    deinit {
        try? descriptor.close()
    }
}
