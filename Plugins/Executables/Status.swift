internal import Glibc

/// What the file system knows of a file, a folder or a link.
struct Status {
    let isRegular: Bool
    let isFolder: Bool
    let isLink: Bool
    let isWorldWritable: Bool
    let isGroupWritable: Bool
    /// Whether what is in the folder can be renamed by its owner only.
    let isSticky: Bool
    let owner: UInt32
    /// What is another one once the file has changed: its number, size and times of change.
    let edition: String

    /// Looks at `path`; nil where nothing is there or may be seen.
    init?(of path: String, followsLinks: Bool = true) {
        var status = stat()
        let result = unsafe followsLinks ? stat(path, &status) : lstat(path, &status)
        guard result == 0 else { return nil }
        isRegular = status.st_mode & S_IFMT == S_IFREG
        isFolder = status.st_mode & S_IFMT == S_IFDIR
        isLink = status.st_mode & S_IFMT == S_IFLNK
        isWorldWritable = status.st_mode & S_IWOTH != 0
        isGroupWritable = status.st_mode & S_IWGRP != 0
        isSticky = status.st_mode & S_ISVTX != 0
        owner = status.st_uid
        let (written, changed) = (status.st_mtim, status.st_ctim)
        edition =
            "\(status.st_ino) \(status.st_size) \(written.tv_sec).\(written.tv_nsec) "
            + "\(changed.tv_sec).\(changed.tv_nsec)"
    }
}
