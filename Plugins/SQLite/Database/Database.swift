internal import BoxOffice
internal import CDatabase

/// A database that SQLite builds in memory, as one block that has the bytes of the file.
///
/// It takes as much memory as the file and a cache of 2 MB, and may have at most 1 GiB.
@safe struct Database: ~Copyable {
    /// Freed once, in `deinit`; a statement that still exists keeps the database alive.
    private let handle: OpaquePointer

    /// Begins an empty database, and its only transaction.
    static func begin() throws(Fault) -> Database {
        guard let handle = unsafe bo_database_begin() else { throw .database(.outOfMemory) }
        let database = unsafe Database(handle: handle)
        // It is thrown away if anything fails, so nothing must be undone.
        try database.run("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN")
        return database
    }

    private init(handle: OpaquePointer) {
        unsafe self.handle = handle
    }

    deinit {
        unsafe bo_database_drop(handle)
    }

    /// Runs statements that have no values.
    func run(_ sql: String) throws(Fault) {
        let status = unsafe sql.withCString { unsafe bo_database_run(handle, $0) }
        guard status != bo_database_ok else { return }
        throw .database(DatabaseTrouble(status, message))
    }

    /// Prepares a statement that is run for many rows.
    func prepare(_ sql: String) throws(Fault) -> Statement {
        let statement = unsafe sql.withCString { unsafe bo_database_prepare(handle, $0) }
        guard let statement = unsafe statement else { throw .database(.refused(message)) }
        return unsafe Statement(handle: statement)
    }

    /// What SQLite says of the last call that failed.
    private var message: String { unsafe String(cString: bo_database_message(handle)) }

    /// Commits what was written, and passes the bytes of the file to `body`, a block at a time.
    func close(_ body: (Span<UInt8>) throws(Fault) -> Void) throws(Fault) {
        try run("COMMIT")
        var size = 0
        guard let bytes = unsafe bo_database_bytes(handle, &size), size > Self.version.upperBound
        else { throw .database(.refused(message)) }
        // The database owns the bytes and is not changed any more.
        let file = unsafe UnsafeBufferPointer(start: bytes, count: size)
        var start = 0
        while start < size {
            let end = min(start + Self.blockSize, size)
            if start == 0 {
                var block = unsafe Array(file[..<end])
                block.replaceSubrange(Self.version, with: Self.oldestVersion)
                try body(block.span)
            } else {
                try body(unsafe file.extracting(start..<end).span)
            }
            start = end
        }
    }

    private static let blockSize = 64 * 1024
    /// Where the header of the file has the version of the SQLite that wrote it (format of database
    /// files, 1.3.14).
    private static let version = 96..<100
    /// The oldest version that reads strict tables, 3.37.0.
    ///
    /// It is written to the file instead of the version that made it, so that an update of SQLite does
    /// not change the bytes of all databases.
    private static let oldestVersion: [UInt8] = [0, 0x2E, 0x57, 0x48]
}
