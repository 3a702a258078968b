// SQLite, opened when a database is written. Swift calls its functions by their addresses.

#pragma once

#include <CLibrary.h>
#include <sqlite3.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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

/// The library SQLite, opened at the first call. If it cannot be used
/// (`bo_libsqlite()->shared.trouble` is set), there are no databases.
BO_DECLARE_LIBRARY(bo_sqlite, bo_libsqlite, BO_SQLITE_FUNCTIONS)

/// A connection to SQLite with its own temporary database, to which another one may be attached;
/// created by `bo_database_begin`, and freed exactly once, by `sqlite3_close_v2`.
typedef struct sqlite3 bo_database;

/// A prepared statement of a database; freed exactly once, by `sqlite3_finalize`.
typedef struct sqlite3_stmt bo_statement;

/// The result of a call.
typedef enum {
    bo_database_ok = 0,
    /// There is a row to read.
    bo_database_row,
    /// There is no memory.
    bo_database_out_of_memory,
    /// The disk is full, the database larger than one in memory may be, or a text too long.
    bo_database_full,
    /// There is a row with that key already.
    bo_database_key_twice,
    /// A value does not have the type of its column, or breaks another of its rules.
    bo_database_unfit_value,
    /// Another connection has locked the database.
    bo_database_busy,
    /// The file is not a database.
    bo_database_no_database,
    /// The database is damaged, or the disk cannot read it.
    bo_database_damaged,
    /// The file, or another file that is needed with it, cannot be opened.
    bo_database_cannot_open,
    /// The file cannot be read or written.
    bo_database_cannot_write,
    /// The file is no longer at its path.
    bo_database_moved,
    /// SQLite refused the statement.
    bo_database_refused,
} bo_database_status;

/// Returns the meaning of a result code of SQLite.
bo_database_status bo_database_outcome(int code);

/// Begins an empty temporary database; NULL if there is no memory or no library.
bo_database *bo_database_begin(void);

/// Sets the value at `index`, which counts from 1, to a text, which is copied.
bo_database_status bo_statement_set_text(
    bo_statement *statement, int index, const uint8_t *text, size_t size);

/// Runs a statement, or goes to its next row; returns `bo_database_ok` after the last, and the
/// statement can be run again.
bo_database_status bo_statement_step(bo_statement *statement);
