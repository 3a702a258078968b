#include "CTransfer.h"
#include "library.h"

const char *bo_curl_version(void) { return bo_libcurl()->curl_version(); }

const char *bo_curl_words(CURLcode code) { return bo_libcurl()->curl_easy_strerror(code); }

CURL *bo_curl_new(void) { return bo_libcurl()->curl_easy_init(); }

void bo_curl_free(CURL *handle) { bo_libcurl()->curl_easy_cleanup(handle); }

CURLcode bo_curl_perform(CURL *handle) { return bo_libcurl()->curl_easy_perform(handle); }

CURLcode bo_curl_set_long(CURL *handle, CURLoption option, long value) {
    return bo_libcurl()->curl_easy_setopt(handle, option, value);
}

CURLcode bo_curl_set_string(CURL *handle, CURLoption option, const char *value) {
    return bo_libcurl()->curl_easy_setopt(handle, option, value);
}

CURLcode bo_curl_set_list(CURL *handle, CURLoption option, struct curl_slist *list) {
    return bo_libcurl()->curl_easy_setopt(handle, option, list);
}

// Sets a function and what it is called with. It is a macro because the functions have different types.
#define BO_SET(handle, function_option, function, context_option, context) \
    CURLcode code = bo_libcurl()->curl_easy_setopt(handle, function_option, function); \
    if (code == CURLE_OK) code = bo_libcurl()->curl_easy_setopt(handle, context_option, context);

CURLcode bo_curl_set_write(CURL *handle, bo_curl_write function, void *context) {
    BO_SET(handle, CURLOPT_WRITEFUNCTION, function, CURLOPT_WRITEDATA, context)
    return code;
}

CURLcode bo_curl_set_progress(CURL *handle, bo_curl_progress function, void *context) {
    BO_SET(handle, CURLOPT_XFERINFOFUNCTION, function, CURLOPT_XFERINFODATA, context)
    if (code != CURLE_OK) return code;
    return bo_curl_set_long(handle, CURLOPT_NOPROGRESS, function == NULL ? 1L : 0L);
}

CURLcode bo_curl_set_debug(CURL *handle, bo_curl_debug function, void *context) {
    BO_SET(handle, CURLOPT_DEBUGFUNCTION, function, CURLOPT_DEBUGDATA, context)
    if (code != CURLE_OK) return code;
    return bo_curl_set_long(handle, CURLOPT_VERBOSE, function == NULL ? 0L : 1L);
}

CURLcode bo_curl_set_open(CURL *handle, bo_curl_open function, void *context) {
    BO_SET(handle, CURLOPT_OPENSOCKETFUNCTION, function, CURLOPT_OPENSOCKETDATA, context)
    return code;
}

const struct sockaddr *bo_curl_address(struct curl_sockaddr *address) { return &address->addr; }

CURLcode bo_curl_set_connected(CURL *handle, bo_curl_connected function, void *context) {
    BO_SET(handle, CURLOPT_PREREQFUNCTION, function, CURLOPT_PREREQDATA, context)
    return code;
}

CURLcode bo_curl_get_long(CURL *handle, CURLINFO info, long *value) {
    return bo_libcurl()->curl_easy_getinfo(handle, info, value);
}

CURLcode bo_curl_get_offset(CURL *handle, CURLINFO info, curl_off_t *value) {
    return bo_libcurl()->curl_easy_getinfo(handle, info, value);
}

CURLcode bo_curl_get_string(CURL *handle, CURLINFO info, const char **value) {
    return bo_libcurl()->curl_easy_getinfo(handle, info, value);
}

const char *bo_curl_get_header(CURL *handle, const char *name, size_t index) {
    struct curl_header *header = NULL;
    CURLHcode code = bo_libcurl()->curl_easy_header(handle, name, index, CURLH_HEADER, -1, &header);
    return code == CURLHE_OK && header != NULL ? header->value : NULL;
}

struct curl_slist *bo_curl_new_list(const char *text) {
    return bo_libcurl()->curl_slist_append(NULL, text);
}

void bo_curl_free_list(struct curl_slist *list) { bo_libcurl()->curl_slist_free_all(list); }

time_t bo_curl_date(const char *text) { return bo_libcurl()->curl_getdate(text, NULL); }

CURLU *bo_curl_new_url(void) { return bo_libcurl()->curl_url(); }

void bo_curl_free_url(CURLU *url) { bo_libcurl()->curl_url_cleanup(url); }

CURLUcode bo_curl_set_url(CURLU *url, CURLUPart part, const char *text) {
    return bo_libcurl()->curl_url_set(url, part, text, 0);
}

CURLUcode bo_curl_get_url(CURLU *url, CURLUPart part, char **text) {
    return bo_libcurl()->curl_url_get(url, part, text, CURLU_DEFAULT_PORT);
}

void bo_curl_free_part(char *text) { bo_libcurl()->curl_free(text); }
