#include "CTransfer.h"

#include <dlfcn.h>
#include <pthread.h>

// The two dozen libraries that it uses are bound lazily, as at the start of a program.
BO_DEFINE_LIBRARY(
    bo_curl, bo_libcurl, BO_CURL_FUNCTIONS, "libcurl.so.4", NULL, RTLD_LAZY,
    if (found.curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK)
        bo_shared_library_refuse(&found.shared, "it cannot be set up"))

CURLcode bo_curl_set_long(CURL *handle, CURLoption option, long value) {
    return bo_libcurl()->curl_easy_setopt(handle, option, value);
}

CURLcode bo_curl_set_pointer(CURL *handle, CURLoption option, const void *value) {
    return bo_libcurl()->curl_easy_setopt(handle, option, value);
}

CURLcode bo_curl_set_callbacks(CURL *handle, bo_curl_callbacks functions) {
    __typeof__(&curl_easy_setopt) set = bo_libcurl()->curl_easy_setopt;
    CURLcode code = set(handle, CURLOPT_WRITEFUNCTION, functions.write);
    if (code == CURLE_OK) code = set(handle, CURLOPT_XFERINFOFUNCTION, functions.progress);
    if (code == CURLE_OK) code = set(handle, CURLOPT_NOPROGRESS, 0L);
    if (code == CURLE_OK) code = set(handle, CURLOPT_OPENSOCKETFUNCTION, functions.open);
    if (code == CURLE_OK) code = set(handle, CURLOPT_PREREQFUNCTION, functions.connected);
    if (code == CURLE_OK) code = set(handle, CURLOPT_DEBUGFUNCTION, functions.debug);
    return code;
}

CURLcode bo_curl_get(CURL *handle, CURLINFO info, void *value) {
    return bo_libcurl()->curl_easy_getinfo(handle, info, value);
}
