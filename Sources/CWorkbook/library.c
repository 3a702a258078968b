#include "library.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

#include "CWorkbook.h"
#include "temporary.h"

static bo_xlsxwriter library;

static void open_library(void) {
    // The version of the headers, because fields of its structures are accessed. It stays open.
    void *handle = dlopen("libxlsxwriter.so." LXW_SOVERSION, RTLD_NOW | RTLD_LOCAL);
    if (handle == NULL) {
        const char *reason = dlerror();
        snprintf(library.trouble, sizeof library.trouble, "%s", reason == NULL ? "" : reason);
        return;
    }
    bool is_whole = true;
#define BO_FIND(name) \
    library.name = (__typeof__(&name))dlsym(handle, #name); \
    is_whole = is_whole && library.name != NULL;
    BO_XLSXWRITER_FUNCTIONS(BO_FIND)
#undef BO_FIND
    library.is_open = is_whole;
    library.has_our_files = is_whole && bo_use_our_files(handle);
}

const bo_xlsxwriter *bo_library(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, open_library);
    return &library;
}

bool bo_workbook_has_library(void) { return bo_library()->is_open; }

const char *bo_workbook_trouble(void) { return bo_library()->trouble; }

bool bo_workbook_has_our_files(void) { return bo_library()->has_our_files; }
