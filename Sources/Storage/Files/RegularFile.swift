internal import BoxOffice
internal import Glibc
internal import SystemPackage

/// Opens regular files only, without blocking on anything else.
///
/// Opening a named pipe blocks until somebody opens its other end, perhaps for ever.
enum RegularFile {
    /// Opens the file at `path`.
    ///
    /// - Throws: ``SystemPackage/Errno/notRegular`` if a pipe, a socket, a device or a folder is there.
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
            // A socket, or a pipe without a reader.
            throw error == .noSuchAddressOrDevice ? .notRegular : error
        }
        let status = FileStatus(of: file)
        guard status?.isRegular == true else {
            let error = status == nil ? Errno.current : .notRegular
            try? file.close()
            throw error
        }
        return file
    }

    /// The bytes of the file at `path`; nil if there are more than `limit`.
    static func bytes(at path: FilePath, limit: Int) throws(Errno) -> [UInt8]? {
        let file = try open(path, .readOnly)
        defer { try? file.close() }
        return try file.readWhole(limit: limit)
    }
}

extension Errno {
    /// The file is not a regular file.
    ///
    /// Linux has no error number for this; it uses the one chosen here only for the wrong disk in a
    /// drive.
    static let notRegular = Errno(rawValue: EMEDIUMTYPE)

    /// The error in words.
    var reason: Message {
        self == .notRegular
            ? Message("not-regular", "it is no regular file") : Message(sentence: description)
    }
}
