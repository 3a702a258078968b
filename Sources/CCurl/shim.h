// libcurl's variadic functions, one plain function for each type of argument, so that Swift can
// call them and the compiler checks what is passed.

#ifndef BO_EXPORT_CCURL_SHIM_H
#define BO_EXPORT_CCURL_SHIM_H

#include <curl/curl.h>

static inline CURLcode bo_curl_global_init(void) {
    return curl_global_init(CURL_GLOBAL_DEFAULT);
}

static inline CURLcode bo_curl_set_long(CURL *handle, CURLoption option, long value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode bo_curl_set_string(CURL *handle, CURLoption option, const char *value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode bo_curl_set_list(
    CURL *handle, CURLoption option, struct curl_slist *list) {
    return curl_easy_setopt(handle, option, list);
}

typedef size_t (*bo_curl_write)(char *bytes, size_t size, size_t count, void *context);
typedef int (*bo_curl_progress)(void *context, curl_off_t, curl_off_t, curl_off_t, curl_off_t);

static inline CURLcode bo_curl_set_write(CURL *handle, bo_curl_write function, void *context) {
    CURLcode code = curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, function);
    return code == CURLE_OK ? curl_easy_setopt(handle, CURLOPT_WRITEDATA, context) : code;
}

static inline CURLcode bo_curl_set_progress(
    CURL *handle, bo_curl_progress function, void *context) {
    CURLcode code = curl_easy_setopt(handle, CURLOPT_XFERINFOFUNCTION, function);
    if (code == CURLE_OK) code = curl_easy_setopt(handle, CURLOPT_XFERINFODATA, context);
    return code == CURLE_OK ? curl_easy_setopt(handle, CURLOPT_NOPROGRESS, function == NULL ? 1L : 0L) : code;
}

typedef int (*bo_curl_debug)(CURL *handle, curl_infotype type, char *bytes, size_t size, void *context);

/// Makes `function` receive a log of the connection.
static inline CURLcode bo_curl_set_debug(CURL *handle, bo_curl_debug function, void *context) {
    CURLcode code = curl_easy_setopt(handle, CURLOPT_DEBUGFUNCTION, function);
    if (code == CURLE_OK) code = curl_easy_setopt(handle, CURLOPT_DEBUGDATA, context);
    return code == CURLE_OK ? curl_easy_setopt(handle, CURLOPT_VERBOSE, function == NULL ? 0L : 1L) : code;
}

typedef curl_socket_t (*bo_curl_open)(
    void *context, curlsocktype purpose, struct curl_sockaddr *address);

/// Makes `function` open sockets, or refuse with CURL_SOCKET_BAD, before a connection is made.
static inline CURLcode bo_curl_set_open(CURL *handle, bo_curl_open function, void *context) {
    CURLcode code = curl_easy_setopt(handle, CURLOPT_OPENSOCKETFUNCTION, function);
    return code == CURLE_OK ? curl_easy_setopt(handle, CURLOPT_OPENSOCKETDATA, context) : code;
}

/// The address of a socket, which may be longer than its declared type.
static inline const struct sockaddr *bo_curl_address(struct curl_sockaddr *address) {
    return &address->addr;
}

typedef int (*bo_curl_connected)(void *context, char *address, char *local, int, int);

/// Makes `function` decide whether a connection may be used, before anything is sent over it.
static inline CURLcode bo_curl_set_connected(
    CURL *handle, bo_curl_connected function, void *context) {
    CURLcode code = curl_easy_setopt(handle, CURLOPT_PREREQFUNCTION, function);
    return code == CURLE_OK ? curl_easy_setopt(handle, CURLOPT_PREREQDATA, context) : code;
}

static inline CURLcode bo_curl_get_long(CURL *handle, CURLINFO info, long *value) {
    return curl_easy_getinfo(handle, info, value);
}

static inline CURLcode bo_curl_get_offset(CURL *handle, CURLINFO info, curl_off_t *value) {
    return curl_easy_getinfo(handle, info, value);
}

static inline CURLcode bo_curl_get_string(CURL *handle, CURLINFO info, const char **value) {
    return curl_easy_getinfo(handle, info, value);
}

#endif
