public import BoxOffice
internal import Glibc
internal import SystemPackage

/// A folder that one process at a time works in.
///
/// The lock is the folder's own (flock), so that no file is left behind, and ends with the process.
public final class FolderLock: Sendable {
    private let descriptor: FileDescriptor  // Closed in `deinit`, once.

    /// Takes the lock of the folder that the file at `path` lies in; nil while another has it.
    ///
    /// - Throws: a ``Fault`` of kind `cannotCreate` where the folder cannot be opened. One that
    ///   cannot be locked, on some network file systems, counts as locked.
    public init?(ofFolderOf path: String) throws(Fault) {
        do throws(Errno) {
            // Where the path is a link, that of the file it leads to: another link may lead there.
            let folder = try FilePath(path).linkTarget().folder
            descriptor = try errno {
                try FileDescriptor.open(folder, .readOnly, options: [.directory, .closeOnExec])
            }
        } catch {
            throw .cannotCreate(path, error)
        }
        if flock(descriptor.rawValue, LOCK_EX | LOCK_NB) != 0, Errno.current == .wouldBlock,
            !isHeldForThisProcess
        {
            return nil
        }
    }

    /// Whether a program that started this one holds the lock for it, as flock(1) does: it would
    /// otherwise wait for the end of this one, which waits for the lock.
    ///
    /// Such a program has left its descriptor open. The lock belongs to what that refers to, so that
    /// taking it once more is a success exactly if nobody else has it.
    private var isHeldForThisProcess: Bool {
        guard let own = FileStatus(of: descriptor) else { return false }
        return (Int32(3)..<1024).contains { inherited in
            // The program's own descriptors are all closed on exec; inherited ones are not.
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
