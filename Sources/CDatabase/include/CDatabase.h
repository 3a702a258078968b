#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// A connection to SQLite with a temporary database of its own, to which another one may be attached;
/// made by `bo_database_begin`, and freed exactly once, by `bo_database_drop`.
typedef struct sqlite3 bo_database;

/// A prepared statement of a database; freed exactly once, by `bo_statement_drop`.
typedef struct sqlite3_stmt bo_statement;

/// What came of a call.
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
    /// The database is damaged, or the disk does not give it.
    bo_database_damaged,
    /// The file, or one that is needed beside it, cannot be opened.
    bo_database_cannot_open,
    /// The file cannot be read or written.
    bo_database_cannot_write,
    /// The file is no longer at its path.
    bo_database_moved,
    /// SQLite refused the statement.
    bo_database_refused,
} bo_database_status;

/// Whether SQLite can be opened. It is opened at the first call.
bool bo_database_has_library(void);
/// Why it cannot, in the words of the loader of libraries; empty if it can.
const char *bo_database_trouble(void);
/// The version as SQLite numbers it, such as 3040001 for 3.40.1; 0 without the library.
int bo_database_version(void);

/// Begins an empty temporary database; NULL if there is no memory or no library.
bo_database *bo_database_begin(void);

/// Closes a connection, which undoes what is not committed; if it still has statements, with the last
/// of them.
void bo_database_drop(bo_database *database);

/// Runs statements without values.
bo_database_status bo_database_run(bo_database *database, const char *sql);

/// What SQLite says of the last call that failed; valid until the next call.
const char *bo_database_message(bo_database *database);

/// The error of the system because of which the last call failed; 0 if it was another reason.
int bo_database_system_error(bo_database *database);

/// Prepares a statement that is run many times; NULL if it cannot, and why.
bo_statement *bo_database_prepare(
    bo_database *database, const char *sql, bo_database_status *result);

/// Frees a statement.
void bo_statement_drop(bo_statement *statement);

/// Sets the value at `index`, which counts from 1. Texts are copied.
bo_database_status bo_statement_set_missing(bo_statement *statement, int index);
bo_database_status bo_statement_set_integer(bo_statement *statement, int index, int64_t value);
bo_database_status bo_statement_set_real(bo_statement *statement, int index, double value);
bo_database_status bo_statement_set_text(
    bo_statement *statement, int index, const uint8_t *text, size_t size);

/// Runs a statement, or goes to its next row; `bo_database_ok` behind the last, and it can be run again.
bo_database_status bo_statement_step(bo_statement *statement);

/// How many columns the rows of a statement have.
int bo_statement_columns(bo_statement *statement);
/// The value at `index` of the row, which counts from 0, as text that is valid until the next step;
/// empty for a missing value.
const char *bo_statement_text(bo_statement *statement, int index);

/// The connection that a statement belongs to.
bo_database *bo_statement_database(bo_statement *statement);

/// The bytes of the file of an attached database in memory; owned by it and valid until the next call.
/// NULL if this SQLite cannot give them.
const uint8_t *bo_database_bytes(bo_database *database, const char *schema, size_t *size);

/// How many bytes the file has; 0 if there is none.
int64_t bo_file_size(const char *path);

/// Creates an empty file, with the mode that a new file should have.
///
/// Returns 0, or why it cannot: EEXIST if there is one.
int bo_file_create(const char *path);

/// Removes the file.
void bo_file_remove(const char *path);
