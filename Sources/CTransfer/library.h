// The functions of libcurl that are used.

#pragma once

#include <CLibrary.h>
#include <curl/curl.h>
#include <stdbool.h>

// Does `X` for each function.
#define BO_CURL_FUNCTIONS(X) \
    X(curl_global_init) \
    X(curl_version) \
    X(curl_easy_init) \
    X(curl_easy_cleanup) \
    X(curl_easy_setopt) \
    X(curl_easy_perform) \
    X(curl_easy_getinfo) \
    X(curl_easy_header) \
    X(curl_easy_strerror) \
    X(curl_slist_append) \
    X(curl_slist_free_all) \
    X(curl_getdate) \
    X(curl_url) \
    X(curl_url_cleanup) \
    X(curl_url_set) \
    X(curl_url_get) \
    X(curl_free)

// The type of a function cannot be asked for where its name is a macro.
#undef curl_easy_setopt
#undef curl_easy_getinfo

typedef struct {
    BO_CURL_FUNCTIONS(BO_MEMBER)
    bo_shared_library shared;
    // Whether it is open and set up.
    bool is_ready;
} bo_curl;

// Opened and set up once, before a second thread can use it.
const bo_curl *bo_libcurl(void);
