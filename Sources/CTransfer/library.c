#include "library.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

#include "CTransfer.h"

static bo_curl library;

static void open_library(void) {
    // It stays open. Its own libraries, two dozen, are bound as they are needed, like at a start.
    void *handle = dlopen("libcurl.so.4", RTLD_LAZY | RTLD_LOCAL);
    if (handle == NULL) {
        const char *reason = dlerror();
        snprintf(library.trouble, sizeof library.trouble, "%s", reason == NULL ? "" : reason);
        return;
    }
    bool is_whole = true;
#define BO_FIND(name) \
    library.name = (__typeof__(&name))dlsym(handle, #name); \
    is_whole = is_whole && library.name != NULL;
    BO_CURL_FUNCTIONS(BO_FIND)
#undef BO_FIND
    library.is_open = is_whole && library.curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
}

const bo_curl *bo_libcurl(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, open_library);
    return &library;
}

bool bo_curl_is_there(void) { return bo_libcurl()->is_open; }

const char *bo_curl_trouble(void) { return bo_libcurl()->trouble; }
