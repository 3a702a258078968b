internal import Glibc
internal import Synchronization
internal import SystemPackage

/// A folder that is opened for its first file and stays open, so that the path is not resolved for
/// every file.
///
/// If it is renamed in the meantime, it is still this folder, and a new one at its path is not.
final class OpenFolder: Sendable {
    private let path: FilePath
    // Closed in `deinit`, once; it must not be used longer than the folder lives.
    private let opened = Mutex<FileDescriptor?>(nil)
    /// The folders in it from which the leftovers of killed runs were removed.
    private let tidied = Mutex<Set<FilePath>>([])

    /// Uses the folder at `path`, which need not exist yet.
    init(at path: FilePath) {
        self.path = path
    }

    deinit {
        opened.withLock { try? $0?.close() }
    }

    /// Opens the file at `name`, relative to the folder, for reading.
    ///
    /// A pipe in its place does not block.
    func open(_ name: String) throws(Errno) -> FileDescriptor {
        let (folder, path) = location(of: name)
        let file = try uninterrupted {
            // Lent, because a text that is passed as it is would be copied.
            unsafe path.withCString { path in
                unsafe openat(folder, path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
            }
        }
        return FileDescriptor(rawValue: file)
    }

    /// Removes what killed runs have left in `folder`, once.
    func tidy(_ folder: FilePath) {
        guard tidied.withLock({ $0.insert(folder).inserted }) else { return }
        Leftovers.remove(from: folder)
    }

    /// Removes the file at `name`, if it exists and may be removed.
    func remove(_ name: String) {
        let (folder, path) = location(of: name)
        _ = unsafe unlinkat(folder, path, 0)
    }

    /// The location of the file at `name`: a folder and a path relative to it.
    private func location(of name: String) -> (folder: Int32, path: String) {
        let folder = opened.withLock { opened in
            if opened == nil {
                opened = try? FileDescriptor.open(
                    path, .readOnly, options: [.directory, .closeOnExec])
            }
            return opened
        }
        // A folder with search permission only cannot be opened, but its files can.
        guard let folder else { return (AT_FDCWD, path.appending(name).string) }
        return (folder.rawValue, name)
    }
}
