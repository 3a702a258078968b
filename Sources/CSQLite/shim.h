// SQLite. Only its header is needed to build: the library is opened when a database is written, so
// nothing is linked.

#pragma once

#include <sqlite3.h>
