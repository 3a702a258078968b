#include "library.h"

#include <dlfcn.h>
#include <pthread.h>

#include "CWorkbook.h"
#include "temporary.h"

static bo_xlsxwriter found;

static void open_library(void) {
    // The version of the headers, because fields of its structures are accessed.
    bo_shared_library_open(&found.shared, "libxlsxwriter.so." LXW_SOVERSION, RTLD_NOW);
    BO_XLSXWRITER_FUNCTIONS(BO_FIND)
    found.has_our_files = found.shared.is_open && bo_use_our_files(found.shared.handle);
}

const bo_xlsxwriter *bo_library(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, open_library);
    return &found;
}

bool bo_workbook_has_library(void) { return bo_library()->shared.is_open; }

const char *bo_workbook_trouble(void) { return bo_library()->shared.trouble; }

bool bo_workbook_has_our_files(void) { return bo_library()->has_our_files; }
