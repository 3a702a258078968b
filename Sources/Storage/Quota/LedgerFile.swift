internal import BoxOffice
internal import Glibc
internal import SystemPackage

/// The file in which a ledger keeps the counts of one key.
struct LedgerFile: ~Copyable {
    private let descriptor: FileDescriptor  // Closed in `deinit`, once.

    private init(_ descriptor: FileDescriptor) {
        self.descriptor = descriptor
    }

    /// Opens the file at `path`; nil where there is none.
    ///
    /// What is no file, such as a pipe, is not waited for: it is `notRegular`.
    static func open(
        _ path: FilePath, _ mode: FileDescriptor.AccessMode
    ) throws(Errno) -> LedgerFile? {
        do throws(Errno) {
            return LedgerFile(try RegularFile.open(path, mode))
        } catch .noSuchFileOrDirectory {
            return nil
        }
    }

    /// Makes the file at `path` with `uses` in it, unless somebody else has just made one.
    ///
    /// It is never there without anything in it: an empty one was emptied.
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

    /// Keeps everybody else from the file until it is closed; false where somebody else has it.
    borrowing func lock() throws(Errno) -> Bool {
        if flock(descriptor.rawValue, LOCK_EX | LOCK_NB) == 0 { return true }
        let error = Errno.current
        guard error == .wouldBlock || error == .interrupted else { throw error }
        return false
    }

    /// What is in it; nil where that is not what a ledger writes.
    borrowing func read() throws(Errno) -> DayUses? {
        try descriptor.readWhole(limit: longestFile).flatMap(DayUses.init(bytes:))
    }

    /// Puts `uses` in the place of what is there, which is longer where it is damaged alone.
    borrowing func write(_ uses: DayUses, cutsOff: Bool) throws(Errno) {
        if cutsOff, ftruncate(descriptor.rawValue, 0) != 0 { throw Errno.current }
        guard lseek(descriptor.rawValue, 0, SEEK_SET) == 0 else { throw Errno.current }
        try descriptor.writeWhole(uses.bytes.span)
    }
}

/// More than a ledger's file has.
private let longestFile = 4096
