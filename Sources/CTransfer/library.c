#include "library.h"

#include <dlfcn.h>
#include <pthread.h>

#include "CTransfer.h"

static bo_curl found;

static void open_library(void) {
    // Its own libraries, two dozen, are bound as they are needed, like at a start.
    bo_shared_library_open(&found.shared, "libcurl.so.4", RTLD_LAZY);
    BO_CURL_FUNCTIONS(BO_FIND)
    found.is_ready =
        found.shared.is_open && found.curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
}

const bo_curl *bo_libcurl(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, open_library);
    return &found;
}

static void *open_in_thread(void *ignored) {
    bo_libcurl();
    return ignored;
}

void bo_curl_open_early(void) {
    pthread_t thread;
    // Without a thread it is opened when it is needed.
    if (pthread_create(&thread, NULL, open_in_thread, NULL) == 0) pthread_detach(thread);
}

bool bo_curl_is_there(void) { return bo_libcurl()->is_ready; }

const char *bo_curl_trouble(void) { return bo_libcurl()->shared.trouble; }
