internal import Glibc
internal import Synchronization
internal import SystemPackage

/// A folder that is opened when a file in it is first asked for and then stays open, so that the way
/// to it is not walked anew for every file.
///
/// A folder that is moved away in the meantime is still this one, and one in its place is not.
final class OpenFolder: Sendable {
    private let path: FilePath
    // Closed in `deinit`, once; whoever has it from here keeps the folder as long.
    private let opened = Mutex<FileDescriptor?>(nil)

    /// Uses the folder at `path`, which need not be there yet.
    init(at path: FilePath) {
        self.path = path
    }

    deinit {
        opened.withLock { try? $0?.close() }
    }

    /// Opens the file in the folder that `name` leads to, to be read.
    ///
    /// A pipe in its place is not waited at: it gives nothing, or what is not a recording.
    func open(_ name: String) throws(Errno) -> FileDescriptor {
        let (folder, path) = place(of: name)
        while true {
            let file = unsafe openat(folder, path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
            if file >= 0 { return FileDescriptor(rawValue: file) }
            guard Errno.current == .interrupted else { throw Errno.current }
        }
    }

    /// Removes the file that `name` leads to, where it is there and may be removed.
    func remove(_ name: String) {
        let (folder, path) = place(of: name)
        _ = unsafe unlinkat(folder, path, 0)
    }

    /// Where the file is that `name` leads to: a folder and a way from there.
    private func place(of name: String) -> (folder: Int32, path: String) {
        let folder = opened.withLock { opened in
            if opened == nil {
                opened = try? FileDescriptor.open(
                    path, .readOnly, options: [.directory, .closeOnExec])
            }
            return opened
        }
        // A folder may let through who may not read it, and so not open it.
        guard let folder else { return (AT_FDCWD, path.appending(name).string) }
        return (folder.rawValue, name)
    }
}
