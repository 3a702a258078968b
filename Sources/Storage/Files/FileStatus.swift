package import BoxOffice
internal import Glibc
internal import SystemPackage

/// The metadata of a file, a folder or a link.
package struct FileStatus {
    private let stat: Stat

    /// Reads the metadata of `path`; nil if nothing is there or it is not accessible.
    package init?(of path: String, followsLinks: Bool = true) {
        self.init(of: FilePath(path), followsLinks: followsLinks)
    }

    /// Reads the metadata of `path`; nil if nothing is there or it is not accessible.
    init?(of path: FilePath, followsLinks: Bool = true) {
        guard let stat = try? Stat(path, followTargetSymlink: followsLinks) else { return nil }
        self.stat = stat
    }

    /// Reads the metadata of `path`; nil if nothing is there.
    ///
    /// - Throws: the error if the system cannot tell whether something is there.
    init?(ifAt path: FilePath) throws(Errno) {
        do throws(Errno) {
            stat = try Stat(path)
        } catch .noSuchFileOrDirectory, .notDirectory {
            return nil
        }
    }

    /// Reads the metadata of the open `file`.
    init?(of file: FileDescriptor) {
        guard let stat = try? Stat(file) else { return nil }
        self.stat = stat
    }

    package var isRegular: Bool { stat.type == .regular }
    package var isFolder: Bool { stat.type == .directory }
    package var isLink: Bool { stat.type == .symbolicLink }
    package var owner: UInt32 { stat.rawValue.st_uid }
    var group: gid_t { stat.rawValue.st_gid }
    var mode: mode_t { stat.rawValue.st_mode & 0o7777 }
    var size: Int { Int(stat.size) }
    package var writtenAt: Instant { Instant(secondsSince1970: stat.st_mtim.tv_sec) }

    /// The number of hard links.
    var names: Int { stat.linkCount }

    /// Returns true if both are metadata of the same file.
    func isSameFile(as other: FileStatus?) -> Bool {
        stat.deviceID == other?.stat.deviceID && stat.inode == other?.stat.inode
    }

    /// Returns true if the file is the same as `before`, and was not written to since then.
    func isUnchanged(since before: FileStatus) -> Bool {
        let (now, then) = (stat.rawValue.st_mtim, before.stat.rawValue.st_mtim)
        return isSameFile(as: before) && size == before.size && now.tv_sec == then.tv_sec
            && now.tv_nsec == then.tv_nsec
    }

    /// True if its group or others may read it.
    package var isReadableByOthers: Bool { mode & (S_IRGRP | S_IROTH) != 0 }

    /// True if everybody may write to it.
    package var isWorldWritable: Bool { mode & S_IWOTH != 0 }

    /// True if its group may write to it.
    package var isGroupWritable: Bool { mode & S_IWGRP != 0 }

    /// True if a file in the folder can be renamed only by its owner.
    package var isSticky: Bool { mode & S_ISVTX != 0 }
}
