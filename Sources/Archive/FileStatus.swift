internal import BoxOffice
internal import Glibc
internal import SystemPackage

/// What the file system knows of a file.
struct FileStatus {
    let owner: uid_t
    let group: gid_t
    let mode: mode_t
    let isRegular: Bool
    let isFolder: Bool
    let size: Int
    let writtenAt: Instant
    /// How many names it has.
    let names: Int
    private let device: dev_t
    private let number: ino_t

    /// Looks at `path`, links followed; nil where nothing is there or may be seen.
    init?(of path: FilePath) {
        var status = stat()
        guard unsafe path.withPlatformString({ unsafe stat($0, &status) }) == 0 else { return nil }
        self.init(status)
    }

    /// Looks at the open `file`.
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
        size = status.st_size
        device = status.st_dev
        number = status.st_ino
        writtenAt = Instant(secondsSince1970: status.st_mtim.tv_sec)
        names = Int(status.st_nlink)
    }

    /// Whether both are of one file.
    func isSameFile(as other: FileStatus) -> Bool {
        device == other.device && number == other.number
    }
}
