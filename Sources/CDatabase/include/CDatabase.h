#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// A database in memory that SQLite writes; made by `bo_database_begin`, and freed exactly once, by
/// `bo_database_drop`.
typedef struct sqlite3 bo_database;

/// A prepared statement of a database; freed exactly once, by `bo_statement_drop`.
typedef struct sqlite3_stmt bo_statement;

/// What came of a call.
typedef enum {
    bo_database_ok = 0,
    /// There is no memory.
    bo_database_out_of_memory,
    /// The database would be larger than databases in memory may be, or a text too long.
    bo_database_too_large,
    /// There is a row with that key already.
    bo_database_key_twice,
    /// A value does not have the type of its column, or breaks another of its rules.
    bo_database_unfit_value,
    /// SQLite refused the statement.
    bo_database_refused,
} bo_database_status;

/// Whether SQLite can be opened. It is opened at the first call.
bool bo_database_has_library(void);
/// Why it cannot, in the words of the loader of libraries; empty if it can.
const char *bo_database_trouble(void);
/// The version as SQLite numbers it, such as 3040001 for 3.40.1; 0 without the library.
int bo_database_version(void);

/// Begins an empty database; NULL if there is no memory or no library.
bo_database *bo_database_begin(void);

/// Frees a database, and with it its bytes; if it still has statements, with the last of them.
void bo_database_drop(bo_database *database);

/// Runs statements without values.
bo_database_status bo_database_run(bo_database *database, const char *sql);

/// What SQLite says of the last call that failed; valid until the next call.
const char *bo_database_message(bo_database *database);

/// Prepares a statement that is run many times; NULL if it cannot.
bo_statement *bo_database_prepare(bo_database *database, const char *sql);

/// Frees a statement.
void bo_statement_drop(bo_statement *statement);

/// Sets the value at `index`, which counts from 1. Texts are copied.
bo_database_status bo_statement_set_missing(bo_statement *statement, int index);
bo_database_status bo_statement_set_integer(bo_statement *statement, int index, int64_t value);
bo_database_status bo_statement_set_real(bo_statement *statement, int index, double value);
bo_database_status bo_statement_set_text(
    bo_statement *statement, int index, const uint8_t *text, size_t size);

/// Runs a statement that returns no rows. It can be run again.
bo_database_status bo_statement_run(bo_statement *statement);

/// What SQLite says of the last call for the statement's database that failed; valid until the next
/// call.
const char *bo_statement_message(bo_statement *statement);

/// The bytes of the database file; owned by the database and valid until the next call. NULL if
/// statements are not committed, or if this SQLite cannot give them.
const uint8_t *bo_database_bytes(bo_database *database, size_t *size);
