package import BoxOffice
internal import Glibc
package import SystemPackage

extension FilePath {
    /// The folder that contains the file.
    ///
    /// The path is cut before its last slash, because `removingLastComponent()` parses it many times.
    var folder: FilePath {
        unsafe withPlatformString { path in
            guard let slash = unsafe strrchr(path, Int32(UInt8(ascii: "/"))) else { return "." }
            let count = unsafe Swift.max(1, UnsafePointer(slash) - path)
            let bytes = unsafe UnsafeBufferPointer(start: path, count: count)
            return unsafe FilePath(platformString: Array(bytes) + [0])
        }
    }

    /// Creates the folder at this path, and its parents.
    ///
    /// - Parameters:
    ///   - mode: the permissions of new folders, to which the umask applies.
    ///   - didCreate: called with every folder that was created, parents first.
    /// - Throws: a ``Fault`` that names the folder that could not be created or reached.
    func createFolders(
        mode: mode_t = 0o777, didCreate: (FilePath) -> Void = { _ in }
    ) throws(Fault) {
        var folder = self
        do throws(Errno) {
            if try FileStatus(ifAt: self)?.isFolder == true { return }
            folder.components.removeAll()
            for name in components {
                folder.append(name)
                guard unsafe folder.withPlatformString({ unsafe mkdir($0, mode) }) != 0 else {
                    didCreate(folder)
                    continue
                }
                let error = Errno.current
                // It existed, or another process has created it in the meantime.
                guard let status = try FileStatus(ifAt: folder) else { throw error }
                guard status.isFolder else { throw .notDirectory }
            }
        } catch {
            throw Fault(
                error.kind(or: .cannotCreate), "folder-not-created",
                "the folder '\(folder.string.shortened)' cannot be created: \(error.reason)")
        }
    }

    /// Returns the names in the folder at this path.
    package func names() throws(Errno) -> [FilePath.Component] {
        guard let list = unsafe withPlatformString({ unsafe opendir($0) }) else {
            throw .current
        }
        defer { unsafe closedir(list) }
        var names: [FilePath.Component] = []
        while true {
            Glibc.errno = 0
            guard let entry = unsafe readdir(list) else { break }
            // The bytes are not decoded, because a name need not be UTF-8.
            let bytes = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                unsafe bytes.prefix { $0 != 0 }.map { CChar(bitPattern: $0) }
            }
            let name = FilePath.Component(platformString: bytes + [0])
            if let name, case .regular = name.kind { names.append(name) }
        }
        // Without an error, this was the last one.
        guard Glibc.errno == 0 else { throw Errno.current }
        return names
    }

    /// Returns the destination of the link at this path; nil if it is not a link or does not exist.
    package func destination() throws(Errno) -> FilePath? {
        // Names need not be UTF-8; one byte is left for the terminating zero.
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
        let count = unsafe withPlatformString { unsafe readlink($0, &bytes, bytes.count - 1) }
        if count > 0 { return FilePath(platformString: bytes) }
        let error = Errno.current
        if [.invalidArgument, .noSuchFileOrDirectory, .notDirectory].contains(error) { return nil }
        throw error
    }

    /// Returns the target if the path is a link, otherwise the path itself.
    ///
    /// A new file replaces the target, and the link stays. The target need not exist.
    func linkTarget() throws(Errno) -> FilePath {
        var path = self
        for _ in 0..<40 {
            guard let next = try path.destination() else { return path }
            path = path.folder.pushing(next)
        }
        throw .tooManySymbolicLinkLevels
    }

    /// Removes the file at this path, if it exists and may be removed.
    func removeFile() {
        _ = unsafe withPlatformString { unsafe unlink($0) }
    }
}

/// The folders that a run creates for its documents.
package final class OutputFolders {
    /// The folders that were created, parents first.
    private var created: [FilePath] = []

    /// Begins with no folders.
    package init() {}

    /// Creates the folder of the file at `path` and its parents, as far as they are missing.
    ///
    /// - Throws: a ``Fault`` of kind `cannotCreate`.
    package func create(for path: String) throws(Fault) {
        try FilePath(path).folder.createFolders { created.append($0) }
    }

    /// Removes the folders that were created and are empty, because their documents were not
    /// written.
    package func removeEmpty() {
        while let folder = created.popLast() {
            // The system refuses to remove a folder that has anything in it.
            _ = unsafe folder.withPlatformString { unsafe rmdir($0) }
        }
    }
}

extension String {
    /// The path, or only its beginning and end if it is longer than the system allows.
    var shortened: String {
        utf8.count > Int(PATH_MAX) ? "\(prefix(60))…\(suffix(30))" : self
    }
}
