internal import Glibc
internal import SystemPackage

/// Opens files that must be regular ones, and never waits at one that is not.
///
/// Opening a named pipe waits until somebody opens its other end, perhaps for ever.
enum RegularFile {
    /// Opens the file at `path`.
    ///
    /// - Throws: ``SystemPackage/Errno/notRegular`` where a pipe, a socket, a device or a folder is
    ///   in its place.
    static func open(
        _ path: FilePath, _ mode: FileDescriptor.AccessMode,
        options: FileDescriptor.OpenOptions = []
    ) throws(Errno) -> FileDescriptor {
        let file: FileDescriptor
        do throws(Errno) {
            file = try errno {
                try FileDescriptor.open(
                    path, mode, options: options.union([.nonBlocking, .closeOnExec]),
                    permissions: FilePermissions(rawValue: 0o666))
            }
        } catch {
            // A socket, or a pipe that nobody reads.
            throw error == .noSuchAddressOrDevice ? .notRegular : error
        }
        guard FileStatus(of: file)?.isRegular == true else {
            try? file.close()
            throw .notRegular
        }
        return file
    }
}

extension Errno {
    /// That a file is no regular one, for which Linux has no number of its own: this one it gives
    /// for the wrong disk in a drive alone.
    static let notRegular = Errno(rawValue: EMEDIUMTYPE)

    /// What is wrong, in words.
    var reason: String { self == .notRegular ? "it is no regular file" : description }
}
