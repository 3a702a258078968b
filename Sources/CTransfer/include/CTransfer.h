// libcurl, opened when a request is about to be sent: loading it and its two dozen libraries takes
// longer than everything else that a run without requests does. A run that will send some opens it
// early, beside its other work. Its variadic functions are one plain function for each type of
// argument, so that Swift can call them and the compiler checks what is passed.
//
// Where libcurl is not there (`bo_curl_is_there`), nothing below may be called.

#pragma once

#include <curl/curl.h>
#include <stdbool.h>

/// Begins to open libcurl in a thread of its own. Whoever needs it waits until it is open, and finds
/// out whether it is there.
void bo_curl_open_early(void);
/// Whether libcurl is there and could be set up. It opens the library.
bool bo_curl_is_there(void);
/// Why it is not, as the loader of libraries says it, such as `libcurl.so.4: file too short`.
const char *bo_curl_trouble(void);

/// libcurl's name and version, and those of the libraries that it uses.
const char *bo_curl_version(void);

/// What `code` means, in English.
const char *bo_curl_words(CURLcode code);

/// Makes a handle, which `bo_curl_free` frees; NULL if there is no memory.
CURL *bo_curl_new(void);
void bo_curl_free(CURL *handle);

/// Runs one transfer with the settings of `handle`.
CURLcode bo_curl_perform(CURL *handle);

CURLcode bo_curl_set_long(CURL *handle, CURLoption option, long value);
CURLcode bo_curl_set_string(CURL *handle, CURLoption option, const char *value);
CURLcode bo_curl_set_list(CURL *handle, CURLoption option, struct curl_slist *list);

typedef size_t (*bo_curl_write)(char *bytes, size_t size, size_t count, void *context);
CURLcode bo_curl_set_write(CURL *handle, bo_curl_write function, void *context);

typedef int (*bo_curl_progress)(void *context, curl_off_t, curl_off_t, curl_off_t, curl_off_t);
CURLcode bo_curl_set_progress(CURL *handle, bo_curl_progress function, void *context);

typedef int (*bo_curl_debug)(CURL *handle, curl_infotype type, char *bytes, size_t size, void *context);
/// Makes `function` receive a log of the connection.
CURLcode bo_curl_set_debug(CURL *handle, bo_curl_debug function, void *context);

typedef curl_socket_t (*bo_curl_open)(
    void *context, curlsocktype purpose, struct curl_sockaddr *address);
/// Makes `function` open sockets, or refuse with CURL_SOCKET_BAD, before a connection is made.
CURLcode bo_curl_set_open(CURL *handle, bo_curl_open function, void *context);
/// The address of a socket, which may be longer than its declared type.
const struct sockaddr *bo_curl_address(struct curl_sockaddr *address);

typedef int (*bo_curl_connected)(void *context, char *address, char *local, int, int);
/// Makes `function` decide whether a connection may be used, before anything is sent over it.
CURLcode bo_curl_set_connected(CURL *handle, bo_curl_connected function, void *context);

CURLcode bo_curl_get_long(CURL *handle, CURLINFO info, long *value);
CURLcode bo_curl_get_offset(CURL *handle, CURLINFO info, curl_off_t *value);
/// The text belongs to `handle`, until its next transfer.
CURLcode bo_curl_get_string(CURL *handle, CURLINFO info, const char **value);
/// The value of the header `name` that is number `index` of its kind; NULL if there is none. The
/// text belongs to `handle`, until its next transfer.
const char *bo_curl_get_header(CURL *handle, const char *name, size_t index);

/// A list of `text` alone, which `bo_curl_free_list` frees.
struct curl_slist *bo_curl_new_list(const char *text);
void bo_curl_free_list(struct curl_slist *list);

/// The seconds since 1970 of a date as HTTP has it; -1 if it is none.
time_t bo_curl_date(const char *text);

/// Makes the parts of a URL, which `bo_curl_free_url` frees.
CURLU *bo_curl_new_url(void);
void bo_curl_free_url(CURLU *url);
CURLUcode bo_curl_set_url(CURLU *url, CURLUPart part, const char *text);
/// A part, with the default for a port that is not written; `bo_curl_free_part` frees the text.
CURLUcode bo_curl_get_url(CURLU *url, CURLUPart part, char **text);
void bo_curl_free_part(char *text);
