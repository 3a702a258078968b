internal import BoxOffice
internal import Glibc
internal import SystemPackage

/// What the file system knows of a file, links followed.
struct FileStatus {
    let owner: uid_t
    let group: gid_t
    let mode: mode_t
    let isRegular: Bool
    let isFolder: Bool
    let size: Int
    let writtenAt: Instant
    private let device: dev_t
    private let number: ino_t

    /// Looks at `path`; nil where nothing is there or may be seen.
    init?(of path: FilePath) {
        var status = stat()
        guard unsafe path.withPlatformString({ unsafe stat($0, &status) }) == 0 else { return nil }
        owner = status.st_uid
        group = status.st_gid
        mode = status.st_mode & 0o7777
        isRegular = status.st_mode & S_IFMT == S_IFREG
        isFolder = status.st_mode & S_IFMT == S_IFDIR
        size = status.st_size
        device = status.st_dev
        number = status.st_ino
        writtenAt = Instant(secondsSince1970: status.st_mtim.tv_sec)
    }

    /// Whether both are of one file.
    func isSameFile(as other: FileStatus) -> Bool {
        device == other.device && number == other.number
    }
}
