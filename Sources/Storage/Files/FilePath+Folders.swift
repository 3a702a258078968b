internal import BoxOffice
internal import Glibc
package import SystemPackage

extension FilePath {
    /// Creates the folder at this path, and its parents.
    ///
    /// - Parameter didCreate: called with every folder that was not there, parents first.
    /// - Throws: a ``Fault`` that names the folder that could not be created or reached.
    func createFolders(didCreate: (FilePath) -> Void = { _ in }) throws(Fault) {
        // A loop, because a path may have thousands of folders.
        var missing: [FilePath] = []
        var folder = self
        do throws(Errno) {
            while !folder.isEmpty {
                if let status = try FileStatus(ifAt: folder) {
                    guard status.isFolder else { throw .notDirectory }
                    break
                }
                missing.append(folder)
                guard folder.removeLastComponent() else { break }
            }
            while let next = missing.popLast() {
                folder = next
                guard unsafe next.withPlatformString({ unsafe mkdir($0, 0o777) }) != 0 else {
                    didCreate(next)
                    continue
                }
                let error = Errno.current
                // Another process may have created it in the meantime.
                guard error == .fileExists, try FileStatus(ifAt: next)?.isFolder == true else {
                    throw error
                }
            }
        } catch {
            throw .cannotCreateFolder(folder, error)
        }
    }
}

extension FilePath {
    /// The names in the folder at this path.
    package func names() throws(Errno) -> [FilePath.Component] {
        let folder = try errno {
            try FileDescriptor.open(self, .readOnly, options: [.directory, .closeOnExec])
        }
        defer { try? folder.close() }
        return try folder.names()
    }
}

extension FileDescriptor {
    /// The names in the open folder, or those that begin with `start`; the folder stays open.
    package func names(beginning start: String = "") throws(Errno) -> [FilePath.Component] {
        let copy = fcntl(rawValue, F_DUPFD_CLOEXEC, 0)
        guard copy >= 0 else { throw Errno.current }
        guard let list = unsafe fdopendir(copy) else {
            let error = Errno.current
            Glibc.close(copy)
            throw error
        }
        defer { unsafe closedir(list) }  // And `copy` with it.
        var names: [FilePath.Component] = []
        while true {
            Glibc.errno = 0
            guard let entry = unsafe readdir(list) else { break }
            let bytes = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                unsafe bytes.prefix { $0 != 0 }.map { CChar(bitPattern: $0) }
            }
            guard bytes.starts(with: start.utf8, by: { UInt8(bitPattern: $0) == $1 }) else {
                continue
            }
            // The bytes as they are, because a name need not be UTF-8.
            let name = FilePath.Component(platformString: bytes + [0])
            if let name, case .regular = name.kind { names.append(name) }
        }
        // Without an error, this was the last one.
        guard Glibc.errno == 0 else { throw Errno.current }
        return names
    }
}

extension String {
    /// The path, or only its ends if it is longer than any that the system knows.
    var shortened: String {
        utf8.count > Int(PATH_MAX) ? "\(prefix(60))…\(suffix(30))" : self
    }
}

extension Fault {
    /// The folder at `path` cannot be created or reached.
    fileprivate static func cannotCreateFolder(_ path: FilePath, _ error: Errno) -> Fault {
        let kind = error.kind(or: .cannotCreate)
        return Fault(
            kind, "folder-not-created",
            "the folder '\(path.string.shortened)' cannot be created: \(error.reason)")
    }
}
