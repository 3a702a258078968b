package import BoxOffice
internal import Glibc
internal import SystemPackage

/// The metadata of a file, a folder or a link.
package struct FileStatus {
    package let owner: UInt32
    let group: gid_t
    let mode: mode_t
    package let isRegular: Bool
    package let isFolder: Bool
    package let isLink: Bool
    let size: Int
    package let writtenAt: Instant
    /// How many hard links it has.
    let names: Int
    private let status: stat

    /// Reads the metadata of `path`; nil if nothing is there or it is not accessible.
    package init?(of path: String, followsLinks: Bool = true) {
        self.init(of: FilePath(path), followsLinks: followsLinks)
    }

    /// Reads the metadata of `path`; nil if nothing is there or it is not accessible.
    init?(of path: FilePath, followsLinks: Bool = true) {
        var status = stat()
        let result = unsafe path.withPlatformString { path in
            unsafe followsLinks ? stat(path, &status) : lstat(path, &status)
        }
        guard result == 0 else { return nil }
        self.init(status)
    }

    /// Reads the metadata of `path`; nil if nothing is there.
    ///
    /// - Throws: why the system does not say whether something is there.
    init?(ifAt path: FilePath) throws(Errno) {
        var status = stat()
        guard unsafe path.withPlatformString({ unsafe stat($0, &status) }) == 0 else {
            guard [.noSuchFileOrDirectory, .notDirectory].contains(Errno.current) else {
                throw Errno.current
            }
            return nil
        }
        self.init(status)
    }

    /// Reads the metadata of the open `file`.
    init?(of file: FileDescriptor) {
        var status = stat()
        guard unsafe fstat(file.rawValue, &status) == 0 else { return nil }
        self.init(status)
    }

    private init(_ status: stat) {
        owner = status.st_uid
        group = status.st_gid
        mode = status.st_mode & 0o7777
        isRegular = status.st_mode & S_IFMT == S_IFREG
        isFolder = status.st_mode & S_IFMT == S_IFDIR
        isLink = status.st_mode & S_IFMT == S_IFLNK
        size = status.st_size
        writtenAt = Instant(secondsSince1970: status.st_mtim.tv_sec)
        names = Int(status.st_nlink)
        self.status = status
    }

    /// Whether both are metadata of the same file.
    func isSameFile(as other: FileStatus) -> Bool {
        status.st_dev == other.status.st_dev && status.st_ino == other.status.st_ino
    }

    /// Whether everybody may write to it.
    package var isWorldWritable: Bool { mode & S_IWOTH != 0 }

    /// Whether its group may write to it.
    package var isGroupWritable: Bool { mode & S_IWGRP != 0 }

    /// Whether a file in the folder can be renamed only by its owner.
    package var isSticky: Bool { mode & S_ISVTX != 0 }
}
