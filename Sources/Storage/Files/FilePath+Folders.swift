internal import Glibc
internal import SystemPackage

extension FilePath {
    /// Creates the folder at this path, and its parents.
    ///
    /// - Parameter didCreate: called with every folder that was not there, parents first.
    func createFolders(didCreate: (FilePath) -> Void = { _ in }) throws(Errno) {
        guard !isEmpty, FileStatus(of: self)?.isFolder != true else { return }
        try removingLastComponent().createFolders(didCreate: didCreate)
        guard unsafe withPlatformString({ unsafe mkdir($0, 0o777) }) == 0 else {
            let error = Errno.current
            // Another process may have created it in the meantime.
            if error == .fileExists, FileStatus(of: self)?.isFolder == true { return }
            throw error
        }
        didCreate(self)
    }
}
