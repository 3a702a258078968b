#include "library.h"

#include <dlfcn.h>
#include <pthread.h>

#include "CDatabase.h"

static bo_sqlite found;

static void open_library(void) {
    bo_shared_library_open(&found.shared, "libsqlite3.so.0", RTLD_LAZY);
    BO_SQLITE_FUNCTIONS(BO_FIND)
}

const bo_sqlite *bo_libsqlite(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, open_library);
    return &found;
}

bool bo_database_has_library(void) { return bo_libsqlite()->shared.is_open; }

const char *bo_database_trouble(void) { return bo_libsqlite()->shared.trouble; }

int bo_database_version(void) {
    const bo_sqlite *sqlite = bo_libsqlite();
    return sqlite->shared.is_open ? sqlite->sqlite3_libversion_number() : 0;
}
