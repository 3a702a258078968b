internal import Glibc
internal import SystemPackage

extension FilePath {
    /// Creates the folder at this path, and its parents.
    func createFolders() throws(Errno) {
        guard !isEmpty, FileStatus(of: self)?.isFolder != true else { return }
        try removingLastComponent().createFolders()
        guard unsafe withPlatformString({ unsafe mkdir($0, 0o777) }) == 0 else {
            let error = Errno.current
            // Another process may have created it in the meantime.
            if error == .fileExists, FileStatus(of: self)?.isFolder == true { return }
            throw error
        }
    }
}
