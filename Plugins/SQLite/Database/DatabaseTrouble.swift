internal import BoxOffice
internal import CDatabase
internal import Glibc

/// Why SQLite could not do something.
enum DatabaseTrouble: Error {
    case outOfMemory, full, keyTwice, busy, moved
    case unfitValue(String)
    case noDatabase(String)
    case damaged(String)
    case shortage(String)
    case cannotOpen(String)
    case cannotWrite(String)
    case refused(String)

    /// What a status other than success means, right after the call that gave it.
    init(_ status: bo_database_status, of database: OpaquePointer?) {
        let words = unsafe String(cString: bo_database_message(database))
        let error = unsafe bo_database_system_error(database)
        let reason = error == 0 ? "" : unsafe String(cString: strerror(error))
        let message = error == 0 ? words : "\(words): \(reason)"
        switch status {
        case bo_database_cannot_open where [EMFILE, ENFILE, ENOMEM].contains(error),
            bo_database_cannot_write where [EMFILE, ENFILE, ENOMEM].contains(error):
            self = .shortage(reason)
        case bo_database_out_of_memory: self = .outOfMemory
        case bo_database_full: self = .full
        case bo_database_key_twice: self = .keyTwice
        case bo_database_busy: self = .busy
        case bo_database_moved: self = .moved
        case bo_database_unfit_value: self = .unfitValue(message)
        case bo_database_no_database: self = .noDatabase(message)
        case bo_database_damaged: self = .damaged(message)
        case bo_database_cannot_open: self = .cannotOpen(message)
        case bo_database_cannot_write: self = .cannotWrite(message)
        default: self = .refused(message)
        }
    }
}

extension Fault {
    private func of(_ kind: Kind) -> Fault {
        var fault = self
        fault.kind = kind
        return fault
    }

    /// There is no memory for a database.
    static let noMemoryForDatabase = database(.outOfMemory, nil)

    /// A database cannot be written; its file is at `path`, if it has one.
    static func database(_ trouble: DatabaseTrouble, _ path: String?) -> Fault {
        // Our own statements are to blame unless they meet a file.
        let kindOfRefusal: Kind = path == nil ? .bug : .cannotCreate
        let path: Message = path.map { "'\($0)'" } ?? Message("the-database", "the database")
        return switch trouble {
        case .outOfMemory:
            Fault(
                .outOfResources, "database-memory",
                "there is not enough memory for the database",
                hint: "a document of fewer periods needs less")
        case .full:
            Fault(.cannotWrite, "database-full", "\(path) cannot be written: there is no room left")
        case .keyTwice: Fault(.malformed, "database-key", "two rows of a table have the same key")
        case .busy:
            Fault(
                .notYet, "database-busy", "another program has locked \(path)",
                hint:
                    "run the command again when that program is done; a longer time limit waits longer"
            )
        case .moved:
            Fault(
                .cannotWrite, "database-moved",
                "\(path) was moved or removed by another program in the meantime",
                hint: "run the command again")
        case .unfitValue(let reason):
            Fault(
                .malformed, "database-value",
                "a value does not fit its column of the database: \(reason)")
        case .noDatabase(let reason):
            Fault(
                .cannotCreate, "no-database", "\(path) is not a database of SQLite: \(reason)",
                hint: "name another file")
        case .damaged(let reason):
            Fault(
                .cannotCreate, "database-damaged",
                "\(path) is damaged, or the disk cannot read it: \(reason)",
                hint: "the statement 'PRAGMA integrity_check' tells which")
        case .shortage(let reason):
            Fault(
                .outOfResources, "database-shortage", "\(path) cannot be opened: \(reason)")
        case .cannotOpen(let reason):
            Fault(.cannotCreate, "database-not-opened", "\(path) cannot be opened: \(reason)")
        case .cannotWrite(let reason):
            Fault(.cannotWrite, "database-not-written", "\(path) cannot be written: \(reason)")
        case .refused(let reason):
            Fault(
                .cannotCreate, "database-refused",
                "SQLite refuses to change the tables of \(path): \(reason)"
            ).of(kindOfRefusal)
        }
    }
}
