internal import Glibc
internal import Synchronization
internal import SystemPackage

/// A folder that is opened when a file in it is first asked for and then stays open, so that the way
/// to it is not walked anew for every file.
final class OpenFolder: Sendable {
    private let path: FilePath
    private let opened = Mutex<FileDescriptor?>(nil)  // Closed in `deinit`, once.

    /// Uses the folder at `path`, which need not be there yet.
    init(at path: FilePath) {
        self.path = path
    }

    deinit {
        opened.withLock { try? $0?.close() }
    }

    /// Opens the file in the folder that `name` leads to, to be read.
    func open(_ name: String) throws(Errno) -> FileDescriptor {
        // A folder may let through who may not read it, and so not open it.
        let folder = folder
        let path = folder == nil ? path.appending(name).string : name
        while true {
            let file = unsafe openat(folder?.rawValue ?? AT_FDCWD, path, O_RDONLY | O_CLOEXEC)
            if file >= 0 { return FileDescriptor(rawValue: file) }
            guard Errno.current == .interrupted else { throw Errno.current }
        }
    }

    /// The folder, opened by the first who asks once it is there; nil where it cannot be.
    private var folder: FileDescriptor? {
        opened.withLock { opened in
            if opened == nil {
                opened = try? FileDescriptor.open(
                    path, .readOnly, options: [.directory, .closeOnExec])
            }
            return opened
        }
    }
}
