// libcurl, opened when a request is about to be sent. A run that will send some opens it early,
// during its other work. Swift calls its functions by their addresses, and the variadic ones
// through the plain functions below.
//
// If libcurl cannot be used (`bo_libcurl()->shared.trouble` is set), nothing below may be called.

#pragma once

#include <CLibrary.h>
#include <curl/curl.h>

// Macros of these names would be expanded in calls through the addresses of the functions.
#undef curl_easy_setopt
#undef curl_easy_getinfo

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

/// The library libcurl, opened and set up at the first call.
BO_DECLARE_LIBRARY(bo_curl, bo_libcurl, BO_CURL_FUNCTIONS)

CURLcode bo_curl_set_long(CURL *handle, CURLoption option, long value);
/// Sets a text, which libcurl copies, or the address of anything else.
CURLcode bo_curl_set_pointer(CURL *handle, CURLoption option, const void *value);

/// The functions that libcurl calls during a transfer.
typedef struct {
    curl_write_callback write;
    curl_xferinfo_callback progress;
    /// Opens sockets, or refuses with CURL_SOCKET_BAD, before a connection is made.
    curl_opensocket_callback open;
    /// Decides whether a connection may be used, before anything is sent over it.
    curl_prereq_callback connected;
    /// Receives a log of the connection, if CURLOPT_VERBOSE is set.
    curl_debug_callback debug;
} bo_curl_callbacks;
CURLcode bo_curl_set_callbacks(CURL *handle, bo_curl_callbacks functions);

/// Writes a long, a curl_off_t or the address of a text to `value`, depending on `info`. The text
/// belongs to `handle`, until its next transfer.
CURLcode bo_curl_get(CURL *handle, CURLINFO info, void *value);

/// Returns the address of a socket, which may be longer than its declared type.
static inline const struct sockaddr *bo_curl_address(struct curl_sockaddr *address) {
    return &address->addr;
}
