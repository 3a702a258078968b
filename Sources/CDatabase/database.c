#include "CDatabase.h"

#include <dlfcn.h>
#include <pthread.h>

BO_DEFINE_LIBRARY(
    bo_sqlite, bo_libsqlite, BO_SQLITE_FUNCTIONS, "libsqlite3.so.0", NULL, RTLD_LAZY, {})

bo_database_status bo_database_outcome(int code) {
    switch (code) {
    case SQLITE_IOERR_NOMEM: return bo_database_out_of_memory;
    case SQLITE_READONLY_DBMOVED: return bo_database_moved;
    case SQLITE_CONSTRAINT_PRIMARYKEY:
    case SQLITE_CONSTRAINT_ROWID:
    case SQLITE_CONSTRAINT_UNIQUE: return bo_database_key_twice;
    case SQLITE_CONSTRAINT_CHECK:
    case SQLITE_CONSTRAINT_DATATYPE:
    case SQLITE_CONSTRAINT_NOTNULL: return bo_database_unfit_value;
    }
    switch (code & 0xFF) {
    case SQLITE_OK:
    case SQLITE_DONE: return bo_database_ok;
    case SQLITE_ROW: return bo_database_row;
    case SQLITE_NOMEM: return bo_database_out_of_memory;
    case SQLITE_FULL:
    case SQLITE_TOOBIG: return bo_database_full;
    case SQLITE_BUSY: return bo_database_busy;
    case SQLITE_NOTADB: return bo_database_no_database;
    case SQLITE_CORRUPT: return bo_database_damaged;
    case SQLITE_CANTOPEN:
    case SQLITE_PERM:
    case SQLITE_READONLY: return bo_database_cannot_open;
    case SQLITE_IOERR: return bo_database_cannot_write;
    default: return bo_database_refused;
    }
}

bo_database *bo_database_begin(void) {
    const bo_sqlite *sqlite = bo_libsqlite();
    if (sqlite->shared.trouble != NULL) return NULL;
    bo_database *database = NULL;
    // A database without a name is in a temporary file, which SQLite uses only when the cache is full.
    int flags =
        SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_URI;
    if (sqlite->sqlite3_open_v2("", &database, flags, NULL) != SQLITE_OK) {
        sqlite->sqlite3_close_v2(database);
        return NULL;
    }
    sqlite->sqlite3_extended_result_codes(database, true);
    return database;
}

bo_database_status bo_statement_set_text(
    bo_statement *statement, int index, const uint8_t *text, size_t size) {
    // An empty text may have no address, which SQLite would treat as a missing value.
    const char *address = text == NULL ? "" : (const char *)text;
    return bo_database_outcome(bo_libsqlite()->sqlite3_bind_text64(
        statement, index, address, size, SQLITE_TRANSIENT, SQLITE_UTF8));
}

bo_database_status bo_statement_step(bo_statement *statement) {
    const bo_sqlite *sqlite = bo_libsqlite();
    bo_database_status result = bo_database_outcome(sqlite->sqlite3_step(statement));
    return result == bo_database_row ? result : bo_database_outcome(sqlite->sqlite3_reset(statement));
}
