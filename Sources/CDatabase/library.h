// The functions of SQLite that are used.

#pragma once

#include <CLibrary.h>
#include <sqlite3.h>
#include <stdbool.h>

// Does `X` for each function.
#define BO_SQLITE_FUNCTIONS(X) \
    X(sqlite3_libversion_number) \
    X(sqlite3_open_v2) \
    X(sqlite3_close_v2) \
    X(sqlite3_exec) \
    X(sqlite3_errcode) \
    X(sqlite3_errmsg) \
    X(sqlite3_system_errno) \
    X(sqlite3_extended_result_codes) \
    X(sqlite3_prepare_v2) \
    X(sqlite3_bind_null) \
    X(sqlite3_bind_int64) \
    X(sqlite3_bind_double) \
    X(sqlite3_bind_text64) \
    X(sqlite3_step) \
    X(sqlite3_reset) \
    X(sqlite3_finalize) \
    X(sqlite3_column_count) \
    X(sqlite3_column_text) \
    X(sqlite3_db_handle) \
    X(sqlite3_serialize)

typedef struct {
    BO_SQLITE_FUNCTIONS(BO_MEMBER)
    bo_shared_library shared;
} bo_sqlite;

// Opened once, before a second thread can use it.
const bo_sqlite *bo_libsqlite(void);
