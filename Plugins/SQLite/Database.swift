internal import BoxOffice
internal import CDatabase
internal import Glibc

/// The functions of SQLite, which is loaded at first use; call them only if the library is usable.
var sqlite: bo_sqlite { unsafe bo_libsqlite().pointee }

/// A connection to SQLite: a temporary database `main`, in which rows are collected, and at the end
/// the attached database `file`, to which they are added.
@safe struct Database: ~Copyable {
    /// Freed once, in `deinit`; a statement that still exists keeps the connection alive.
    private let handle: OpaquePointer
    /// The path of the attached database; nil if there is none, or if it is in memory.
    private var path: String?
    /// The file of the attached database if it was created for this connection.
    private var newFile: String?

    /// Opens a temporary database and begins its only transaction.
    static func begin() throws(Fault) -> Database {
        guard let handle = unsafe bo_database_begin() else {
            throw .database(bo_database_out_of_memory)
        }
        let database = unsafe Database(handle: handle)
        // The database is discarded if anything fails, so no rollback is needed.
        try database.run("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN")
        return database
    }

    deinit {
        _ = unsafe sqlite.sqlite3_close_v2(handle)
    }

    /// Runs statements without parameters; if another connection has locked the database, it waits
    /// for up to `timeout`.
    ///
    /// - Throws: a ``Fault`` of kind `notYet` after that time, or `cancelled`.
    func run(_ sql: String, waiting timeout: Duration = .zero) throws(Fault) {
        let end = ContinuousClock.now.advanced(by: timeout)
        while true {
            if Task.isCancelled { throw Fault.cancelled }
            let status = bo_database_outcome(
                unsafe sqlite.sqlite3_exec(handle, sql, nil, nil, nil))
            guard status == bo_database_busy, ContinuousClock.now < end else {
                return try unsafe status.check(handle, at: path)
            }
            usleep(20_000)
        }
    }

    /// Prepares a statement that is run for many rows.
    func prepare(_ sql: String) throws(Fault) -> Statement {
        var statement: OpaquePointer?
        let code = unsafe sqlite.sqlite3_prepare_v2(handle, sql, -1, &statement, nil)
        try unsafe bo_database_outcome(code).check(handle, at: path)
        guard let statement = unsafe statement else { throw .database(bo_database_out_of_memory) }
        return unsafe Statement(handle: statement, path: path)
    }

    /// Runs one statement with `values`, and returns the texts of each row of its result.
    @discardableResult
    func rows(_ sql: String, _ values: [Value] = []) throws(Fault) -> [[String]] {
        try prepare(sql).rows(values)
    }

    // MARK: - The attached database

    /// Commits the collected rows, and attaches the database in `file`, or one in memory.
    ///
    /// It waits for other programs, and rolls back the unfinished transaction of one that was
    /// killed.
    mutating func attach(_ file: DocumentFile?) throws(Fault) {
        try run("COMMIT")
        var name = "file:rows?vfs=memdb"
        if let file {
            path = file.path
            // Without a slash some names have a special meaning, such as `:memory:`.
            name = file.target.hasPrefix("/") ? file.target : "./\(file.target)"
            var new: Int32
            repeat {
                new = unsafe open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
            } while new < 0 && errno == EINTR
            guard new >= 0 || errno == EEXIST else {
                throw .database(bo_database_cannot_open, error: errno, at: path)
            }
            if new >= 0 {
                close(new)
                newFile = name
            }
            // SQLite takes one of a single byte for an empty one.
            guard Self.size(ofFileAt: name) != 1 else {
                throw .database(bo_database_no_database, "file is not a database", at: path)
            }
        }
        let timeout = file?.timeout ?? .zero
        try run("ATTACH \(name.sqlText) AS file", waiting: timeout)
        // Readers are locked out only during the commit, because no page is written before it.
        try run("PRAGMA file.synchronous = FULL; PRAGMA cache_spill = OFF", waiting: timeout)
    }

    /// Returns the columns of a table of the file: names, types, and places in the key, counted
    /// from 1.
    func columns(
        of table: String
    ) throws(Fault) -> [(name: String, type: String, place: Int)] {
        try rows("SELECT name, type, pk FROM pragma_table_info(?, 'file')", [.text(table)]).map {
            (name: $0[0], type: $0[1], place: Int($0[2]) ?? 0)
        }
    }

    /// Removes the file of the attached database if it was created for this connection and is still
    /// empty; no other program may have locked it.
    func removeNewFile() {
        guard let newFile, Self.size(ofFileAt: newFile) == 0 else { return }
        _ = unsafe unlink(newFile)
    }

    /// Returns the length of the file at `path` in bytes; 0 if there is no file.
    static func size(ofFileAt path: String) -> Int {
        var file = stat()
        return unsafe stat(path, &file) == 0 ? Int(file.st_size) : 0
    }

    /// Passes the bytes of the attached database, which is in memory, to `body`, a block at a time.
    func read(_ body: (Span<UInt8>) throws(Fault) -> Void) throws(Fault) {
        var size: sqlite3_int64 = 0
        let bytes = unsafe sqlite.sqlite3_serialize(
            handle, "file", &size, UInt32(SQLITE_SERIALIZE_NOCOPY))
        guard let bytes = unsafe bytes else {
            return try unsafe bo_database_refused.check(handle, at: path)
        }
        // The database owns the bytes and does not change again.
        let file = unsafe UnsafeBufferPointer(start: bytes, count: Int(size))
        for start in stride(from: 0, to: file.count, by: Self.blockSize) {
            let end = min(start + Self.blockSize, file.count)
            try body(unsafe file.extracting(start..<end).span)
        }
    }

    private static let blockSize = 64 * 1024
}

/// A statement that is run for many rows.
@safe struct Statement: ~Copyable {
    /// Freed once, in `deinit`.
    fileprivate let handle: OpaquePointer
    /// The path of the attached database, for messages.
    fileprivate let path: String?

    deinit {
        _ = unsafe sqlite.sqlite3_finalize(handle)
    }

    /// Sets the parameter at `index`, counted from 0.
    func set(_ value: Value, at index: Int) throws(Fault) {
        let place = Int32(index + 1)
        // SQLite copies the text.
        func set(_ text: String) throws(Fault) {
            try check(unsafe bo_statement_set_text(handle, place, text, text.utf8.count))
        }
        let code: Int32
        switch value {
        case .text(let text): return try set(text)
        case .date(let day): return try set("\(day)")
        case .list: return try set(value.json)
        case .missing: code = unsafe sqlite.sqlite3_bind_null(handle, place)
        case .integer(let number):
            code = unsafe sqlite.sqlite3_bind_int64(handle, place, Int64(number))
        case .boolean(let flag):
            code = unsafe sqlite.sqlite3_bind_int64(handle, place, flag ? 1 : 0)
        case .decimal(let decimal):
            code = unsafe sqlite.sqlite3_bind_double(handle, place, decimal.approximation)
        }
        try check(bo_database_outcome(code))
    }

    /// Throws the fault for the `status` of the last call, unless it is a success.
    private func check(_ status: bo_database_status) throws(Fault) {
        try unsafe status.check(sqlite.sqlite3_db_handle(handle), at: path)
    }

    /// Runs the statement, which adds a row, with the values that were set.
    ///
    /// - Returns: true if the row is new; false if its key already exists.
    func insert() throws(Fault) -> Bool {
        let status = unsafe bo_statement_step(handle)
        guard status != bo_database_key_twice else { return false }
        try check(status)
        return true
    }

    /// Runs the statement with `values`, and returns the texts of each row of its result; empty for a
    /// missing value.
    @discardableResult
    func rows(_ values: [Value]) throws(Fault) -> [[String]] {
        for (index, value) in values.enumerated() { try set(value, at: index) }
        var rows: [[String]] = []
        var status = unsafe bo_statement_step(handle)
        while status == bo_database_row {
            let columns = unsafe sqlite.sqlite3_column_count(handle)
            rows.append(
                (0..<columns).map { column in
                    let text = unsafe sqlite.sqlite3_column_text(handle, column)
                    return unsafe text.map { unsafe String(cString: $0) } ?? ""
                })
            status = unsafe bo_statement_step(handle)
        }
        try check(status)
        return rows
    }
}

extension bo_database_status {
    /// Throws the fault for the status of a call to `database`, right after the call, unless it is
    /// a success.
    fileprivate func check(_ database: OpaquePointer?, at path: String?) throws(Fault) {
        guard self != bo_database_ok else { return }
        let words = unsafe sqlite.sqlite3_errmsg(database).map { unsafe String(cString: $0) }
        let code = unsafe sqlite.sqlite3_errcode(database) & 0xFF
        // After other failures it is the error of an earlier call.
        let error =
            [SQLITE_IOERR, SQLITE_CANTOPEN].contains(code)
            ? unsafe sqlite.sqlite3_system_errno(database) : 0
        throw .database(self, words ?? "", error: error, at: path)
    }
}

extension String {
    /// The text as a name in SQL, quoted: a column may be called `from` or anything else.
    ///
    /// It must not contain a NUL, which would end the statement.
    var sqlName: String { quoted(by: "\"") }

    /// The text as a value in SQL.
    var sqlText: String { quoted(by: "'") }

    /// Returns true if SQLite considers the names the same.
    func isSame(as other: String) -> Bool { lowercased() == other.lowercased() }
}

extension Fault {
    /// Returns the fault for an SQLite call that failed.
    ///
    /// - Parameters:
    ///   - status: the outcome of the call.
    ///   - words: SQLite's error message.
    ///   - error: the system error; 0 if the reason was different.
    ///   - path: the path of the attached database; nil if there is none.
    fileprivate static func database(
        _ status: bo_database_status, _ words: String = "", error: Int32 = 0,
        at path: String? = nil
    ) -> Fault {
        let systemReason = error == 0 ? "" : unsafe String(cString: strerror(error))
        let reason = [words, systemReason].filter { !$0.isEmpty }.joined(separator: ": ")
        let isShortage = [EMFILE, ENFILE, ENOMEM].contains(error)
        let file: Message = path.map { "'\($0)'" } ?? Message("the-database", "the database")
        return switch status {
        case bo_database_cannot_open where isShortage, bo_database_cannot_write where isShortage:
            Fault(
                .outOfResources, "database-shortage", "\(file) cannot be opened: \(systemReason)")
        case bo_database_out_of_memory:
            Fault(
                .outOfResources, "database-memory",
                "there is not enough memory for the database",
                hint: "a document of fewer periods needs less")
        case bo_database_full:
            Fault(
                .cannotWrite, "database-full", "\(file) cannot be written: there is no room left")
        case bo_database_key_twice:
            Fault(.malformed, "database-key", "two rows of a table have the same key")
        case bo_database_busy:
            Fault(
                .notYet, "database-busy", "another program has locked \(file)",
                hint:
                    "run the command again when that program is done; --timeout waits longer"
            )
        case bo_database_moved:
            Fault(
                .cannotWrite, "database-moved",
                "\(file) was moved or removed by another program in the meantime",
                hint: "run the command again")
        case bo_database_unfit_value:
            Fault(
                .malformed, "database-value",
                "a value does not fit its column of the database: \(reason)")
        case bo_database_no_database:
            Fault(
                .cannotCreate, "no-database", "\(file) is not a database of SQLite: \(reason)",
                hint: "name another file")
        case bo_database_damaged:
            Fault(
                .cannotCreate, "database-damaged",
                "\(file) is damaged, or the disk cannot read it: \(reason)",
                hint: "the statement 'PRAGMA integrity_check' tells which")
        case bo_database_cannot_open:
            Fault(
                .cannotCreate, "database-not-opened", "\(file) cannot be opened: \(reason)")
        case bo_database_cannot_write:
            Fault(
                .cannotWrite, "database-not-written", "\(file) cannot be written: \(reason)")
        default:
            // Without a file, our own statements are to blame.
            Fault(
                path == nil ? .bug : .cannotCreate, "database-refused",
                "SQLite refuses to change the tables of \(file): \(reason)")
        }
    }
}
