internal import BoxOffice
internal import Glibc
internal import SystemPackage

/// The file with the counts of one key.
struct LedgerFile: ~Copyable {
    private let descriptor: FileDescriptor  // Closed in `deinit`, once.

    private init(_ descriptor: FileDescriptor) {
        self.descriptor = descriptor
    }

    /// Opens the file at `path`; nil if there is none.
    ///
    /// Anything but a regular file, such as a pipe, is `notRegular`.
    static func open(
        _ path: FilePath, _ mode: FileDescriptor.AccessMode
    ) throws(Errno) -> LedgerFile? {
        do throws(Errno) {
            return LedgerFile(try RegularFile.open(path, mode))
        } catch .noSuchFileOrDirectory {
            return nil
        }
    }

    /// Creates the file at `path` with `uses` in it, unless another process has just done so.
    ///
    /// It is never created empty, so an empty one has lost its contents.
    static func make(at path: FilePath, _ uses: DayUses) throws(Errno) {
        let file = try OutputFile(at: path.linkTarget())
        try file.write(uses.bytes.span)
        do throws(Errno) {
            try file.place()
        } catch .fileExists {
        }
    }

    deinit {
        try? descriptor.close()
    }

    /// Locks the file until it is closed; false if another process has the lock.
    borrowing func lock() throws(Errno) -> Bool {
        if flock(descriptor.rawValue, LOCK_EX | LOCK_NB) == 0 { return true }
        let error = Errno.current
        guard error == .wouldBlock || error == .interrupted else { throw error }
        return false
    }

    /// Reads the file; nil if it is damaged.
    borrowing func read() throws(Errno) -> DayUses? {
        try descriptor.readWhole(limit: longestFile).flatMap(DayUses.init(bytes:))
    }

    /// Overwrites the file with `uses`; a damaged file may be longer and must be cut off first.
    borrowing func write(_ uses: DayUses, cutsOff: Bool) throws(Errno) {
        if cutsOff, ftruncate(descriptor.rawValue, 0) != 0 { throw Errno.current }
        guard lseek(descriptor.rawValue, 0, SEEK_SET) == 0 else { throw Errno.current }
        try descriptor.writeWhole(uses.bytes.span)
    }
}

/// Larger than any file of a ledger.
private let longestFile = 4096
