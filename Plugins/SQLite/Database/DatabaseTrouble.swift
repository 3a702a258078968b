internal import BoxOffice
internal import CDatabase

/// Why SQLite could not do something.
enum DatabaseTrouble: Error {
    case outOfMemory, tooLarge, keyTwice
    case unfitValue(String)
    case refused(String)

    /// What a status other than success means; `message` is SQLite's own.
    init(_ status: bo_database_status, _ message: String) {
        switch status {
        case bo_database_out_of_memory: self = .outOfMemory
        case bo_database_too_large: self = .tooLarge
        case bo_database_key_twice: self = .keyTwice
        case bo_database_unfit_value: self = .unfitValue(message)
        default: self = .refused(message)
        }
    }
}

extension Fault {
    /// A database cannot be written.
    static func database(_ trouble: DatabaseTrouble) -> Fault {
        switch trouble {
        case .outOfMemory:
            Fault(
                .outOfResources, "database-memory",
                "there is not enough memory for the database",
                hint: "a document of fewer periods needs less")
        case .tooLarge:
            Fault(
                .cannotWrite, "database-size",
                "the database is larger than 1 GiB, the most that is built in memory",
                hint: "a document of fewer periods is smaller")
        case .keyTwice: Fault(.malformed, "database-key", "two rows of a table have the same key")
        case .unfitValue(let reason):
            Fault(
                .malformed, "database-value",
                "a value does not fit its column of the database: \(reason)")
        case .refused(let reason):
            Fault(.bug, "database-refused", "SQLite refused a statement: \(reason)")
        }
    }
}
