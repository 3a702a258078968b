internal import BoxOffice
internal import CDatabase
internal import Glibc

/// A connection to SQLite: a temporary database `main`, in which rows are collected, and at the end
/// the attached database `file`, to which they are added.
@safe struct Database: ~Copyable {
    /// Freed once, in `deinit`; a statement that still exists keeps the connection alive.
    private let handle: OpaquePointer
    /// The path of the attached database; nil if there is none, or if it is in memory.
    private var path: String?

    /// Begins a temporary database, and its only transaction.
    static func begin() throws(Fault) -> Database {
        guard let handle = unsafe bo_database_begin() else { throw .noMemoryForDatabase }
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
        try check(unsafe sql.withCString { unsafe bo_database_run(handle, $0) })
    }

    /// Runs a statement, and while another connection has locked the database, waits for up to
    /// `timeout`.
    ///
    /// - Throws: a ``Fault`` of kind `notYet` after that time, or `cancelled`.
    func run(_ sql: String, waiting timeout: Duration) throws(Fault) {
        let end = ContinuousClock.now.advanced(by: timeout)
        while true {
            if Task.isCancelled { throw Fault.cancelled }
            let status = unsafe sql.withCString { unsafe bo_database_run(handle, $0) }
            guard status == bo_database_busy, ContinuousClock.now < end else {
                return try check(status)
            }
            usleep(20_000)
        }
    }

    /// Prepares a statement that is run for many rows.
    func prepare(_ sql: String) throws(Fault) -> Statement {
        var status = bo_database_ok
        let statement = unsafe sql.withCString {
            unsafe bo_database_prepare(handle, $0, &status)
        }
        guard let statement = unsafe statement else {
            try check(status)
            throw .noMemoryForDatabase
        }
        return unsafe Statement(handle: statement, path: path)
    }

    /// The rows that a statement returns: of each, the texts of its columns.
    func rows(_ sql: String, _ values: Value...) throws(Fault) -> [[String]] {
        var statement = try prepare(sql)
        for (index, value) in values.enumerated() { try statement.set(value, at: index) }
        var rows: [[String]] = []
        while try statement.next() {
            rows.append((0..<statement.columns).map { statement.text(at: $0) })
        }
        return rows
    }

    // MARK: - The attached database

    /// Commits what was collected, and attaches the database of `file`, or one in memory.
    ///
    /// It waits for other programs, and plays back what one left that was killed.
    ///
    /// - Returns: whether the file was created, and is empty.
    mutating func attach(_ file: DocumentFile?) throws(Fault) -> Bool {
        try run("COMMIT")
        var isNew = false
        var name = "file:rows?vfs=memdb"
        if let file {
            path = file.path
            // Otherwise some names have a meaning of their own, such as `:memory:`.
            name = file.path.hasPrefix("/") ? file.path : "./\(file.path)"
            let error = unsafe name.withCString { unsafe bo_file_create($0) }
            guard error == 0 || error == EEXIST else {
                let reason = unsafe String(cString: strerror(error))
                let isShortage = [EMFILE, ENFILE, ENOMEM].contains(error)
                throw .database(isShortage ? .shortage(reason) : .cannotOpen(reason), file.path)
            }
            isNew = error == 0
        }
        let timeout = file?.timeout ?? .zero
        try run("ATTACH \(name.sqlText) AS file", waiting: timeout)
        // Readers are locked out for the commit alone, because no page is written before.
        try run("PRAGMA file.synchronous = FULL; PRAGMA cache_spill = OFF", waiting: timeout)
        return isNew
    }

    /// Removes the file of the attached database; it must be empty, and locked.
    func removeFile() {
        guard let path else { return }
        unsafe path.withCString { unsafe bo_file_remove($0) }
    }

    /// Passes the bytes of the attached database, which is in memory, to `body`, a block at a time.
    func read(_ body: (Span<UInt8>) throws(Fault) -> Void) throws(Fault) {
        var size = 0
        guard let bytes = unsafe bo_database_bytes(handle, "file", &size) else {
            throw .database(.refused(message), path)
        }
        // The database owns the bytes and is not changed any more.
        let file = unsafe UnsafeBufferPointer(start: bytes, count: size)
        for start in stride(from: 0, to: size, by: Self.blockSize) {
            let end = min(start + Self.blockSize, size)
            try body(unsafe file.extracting(start..<end).span)
        }
    }

    /// Whether there is a file at `path` that is not empty.
    static func isThere(_ path: String) -> Bool {
        unsafe path.withCString { unsafe bo_file_size($0) } > 0
    }

    private func check(_ status: bo_database_status) throws(Fault) {
        guard status != bo_database_ok else { return }
        throw .database(unsafe DatabaseTrouble(status, of: handle), path)
    }

    /// What SQLite says of the last call that failed.
    private var message: String { unsafe String(cString: bo_database_message(handle)) }

    private static let blockSize = 64 * 1024
}
