#include "CDatabase.h"
#include "library.h"

static bo_database_status status(int code) {
    switch (code) {
    case SQLITE_OK:
    case SQLITE_DONE: return bo_database_ok;
    case SQLITE_NOMEM:
    case SQLITE_IOERR_NOMEM: return bo_database_out_of_memory;
    case SQLITE_FULL:
    case SQLITE_TOOBIG: return bo_database_too_large;
    case SQLITE_CONSTRAINT_PRIMARYKEY:
    case SQLITE_CONSTRAINT_ROWID:
    case SQLITE_CONSTRAINT_UNIQUE: return bo_database_key_twice;
    case SQLITE_CONSTRAINT_CHECK:
    case SQLITE_CONSTRAINT_DATATYPE:
    case SQLITE_CONSTRAINT_NOTNULL: return bo_database_unfit_value;
    default: return bo_database_refused;
    }
}

bo_database *bo_database_begin(void) {
    const bo_sqlite *sqlite = bo_libsqlite();
    if (!sqlite->shared.is_open) return NULL;
    bo_database *database = NULL;
    // A database of the VFS memdb is one block of memory with the bytes of the file, so they are
    // there without a copy. One of ":memory:" is not. Without a slash in its name it is private.
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
    if (sqlite->sqlite3_open_v2("rows", &database, flags, "memdb") != SQLITE_OK) {
        sqlite->sqlite3_close_v2(database);
        return NULL;
    }
    sqlite->sqlite3_extended_result_codes(database, true);
    return database;
}

void bo_database_drop(bo_database *database) { bo_libsqlite()->sqlite3_close_v2(database); }

bo_database_status bo_database_run(bo_database *database, const char *sql) {
    return status(bo_libsqlite()->sqlite3_exec(database, sql, NULL, NULL, NULL));
}

const char *bo_database_message(bo_database *database) {
    return bo_libsqlite()->sqlite3_errmsg(database);
}

bo_statement *bo_database_prepare(bo_database *database, const char *sql) {
    bo_statement *statement = NULL;
    bo_libsqlite()->sqlite3_prepare_v2(database, sql, -1, &statement, NULL);
    return statement;
}

void bo_statement_drop(bo_statement *statement) { bo_libsqlite()->sqlite3_finalize(statement); }

bo_database_status bo_statement_set_missing(bo_statement *statement, int index) {
    return status(bo_libsqlite()->sqlite3_bind_null(statement, index));
}

bo_database_status bo_statement_set_integer(bo_statement *statement, int index, int64_t value) {
    return status(bo_libsqlite()->sqlite3_bind_int64(statement, index, value));
}

bo_database_status bo_statement_set_real(bo_statement *statement, int index, double value) {
    return status(bo_libsqlite()->sqlite3_bind_double(statement, index, value));
}

bo_database_status bo_statement_set_text(
    bo_statement *statement, int index, const uint8_t *text, size_t size) {
    // An empty text may have no address, which SQLite would take for a missing value.
    const char *address = text == NULL ? "" : (const char *)text;
    return status(bo_libsqlite()->sqlite3_bind_text64(
        statement, index, address, size, SQLITE_TRANSIENT, SQLITE_UTF8));
}

bo_database_status bo_statement_run(bo_statement *statement) {
    const bo_sqlite *sqlite = bo_libsqlite();
    sqlite->sqlite3_step(statement);
    // It returns what the step did.
    return status(sqlite->sqlite3_reset(statement));
}

const char *bo_statement_message(bo_statement *statement) {
    return bo_database_message(bo_libsqlite()->sqlite3_db_handle(statement));
}

const uint8_t *bo_database_bytes(bo_database *database, size_t *size) {
    const bo_sqlite *sqlite = bo_libsqlite();
    *size = 0;
    if (!sqlite->sqlite3_get_autocommit(database)) return NULL;
    sqlite3_int64 count = 0;
    unsigned char *bytes = sqlite->sqlite3_serialize(
        database, "main", &count, SQLITE_SERIALIZE_NOCOPY);
    if (bytes != NULL) *size = (size_t)count;
    return bytes;
}
