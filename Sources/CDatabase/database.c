#include "CDatabase.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

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

bo_database_status bo_database_run(bo_database *database, const char *sql) {
    return bo_database_outcome(bo_libsqlite()->sqlite3_exec(database, sql, NULL, NULL, NULL));
}

int bo_database_system_error(bo_database *database) {
    const bo_sqlite *sqlite = bo_libsqlite();
    int code = sqlite->sqlite3_errcode(database) & 0xFF;
    // After other failures it is the error of an earlier call.
    bool is_system = code == SQLITE_IOERR || code == SQLITE_CANTOPEN;
    return is_system ? sqlite->sqlite3_system_errno(database) : 0;
}

bo_statement *bo_database_prepare(
    bo_database *database, const char *sql, bo_database_status *result) {
    bo_statement *statement = NULL;
    *result = bo_database_outcome(
        bo_libsqlite()->sqlite3_prepare_v2(database, sql, -1, &statement, NULL));
    return statement;
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

const uint8_t *bo_database_bytes(bo_database *database, const char *schema, size_t *size) {
    sqlite3_int64 count = 0;
    unsigned char *bytes = bo_libsqlite()->sqlite3_serialize(
        database, schema, &count, SQLITE_SERIALIZE_NOCOPY);
    *size = bytes == NULL ? 0 : (size_t)count;
    return bytes;
}

int64_t bo_file_size(const char *path) {
    struct stat file;
    return stat(path, &file) == 0 ? (int64_t)file.st_size : 0;
}

int bo_file_create(const char *path) {
    int file;
    do {
        file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    } while (file < 0 && errno == EINTR);
    if (file < 0) return errno;
    close(file);
    return 0;
}
