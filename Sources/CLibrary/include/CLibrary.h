// Opens the libraries that only some commands need, while the program runs: loading one and its own
// libraries takes longer than everything else in a run without it. The features of a library are
// taken from the installed one, and not from the headers.

#pragma once

#ifdef __cplusplus
extern "C" {
#endif

/// A shared library that is opened while the program runs, and stays open until the process ends.
typedef struct {
    void *handle;
    /// The reason why it cannot be used, as reported by the loader, such as `libcurl.so.4: file too
    /// short`; NULL if it can be used. It is never freed.
    const char *trouble;
} bo_shared_library;

/// Opens the library `name`, such as `libcurl.so.4`, or else `other`, unless that is NULL.
///
/// - `binding`: `RTLD_LAZY` or `RTLD_NOW`.
void bo_shared_library_open(
    bo_shared_library *library, const char *name, const char *other, int binding);

/// Returns the address of a function or variable of the library; NULL if it has none of that name,
/// which makes the library one that cannot be used.
void *bo_shared_library_find(bo_shared_library *library, const char *name);

/// Marks a library as one that cannot be used; the first reason is kept.
void bo_shared_library_refuse(bo_shared_library *library, const char *reason);

#ifdef __cplusplus
}
#endif

/// A member that holds the address of a function.
#define BO_MEMBER(function) __typeof__(&function) function;

/// Declares `TYPE`, which holds the addresses of the functions of a library, and `NAME()`, which opens
/// it at the first call and may be called in any thread. `FUNCTIONS(X)` expands `X` for each function.
#define BO_DECLARE_LIBRARY(TYPE, NAME, FUNCTIONS) \
    typedef struct { \
        bo_shared_library shared; \
        FUNCTIONS(BO_MEMBER) \
    } TYPE; \
    const TYPE *NAME(void);

/// Sets one member of `found`.
#define BO_FIND(function) \
    found.function = (__typeof__(&function))bo_shared_library_find(&found.shared, #function);

/// Defines `NAME()`; `SET_UP` is a statement that may refuse `found.shared`.
#define BO_DEFINE_LIBRARY(TYPE, NAME, FUNCTIONS, FILE, OTHER, BINDING, SET_UP) \
    static TYPE found; \
    static void open_library(void) { \
        bo_shared_library_open(&found.shared, FILE, OTHER, BINDING); \
        FUNCTIONS(BO_FIND) \
        if (found.shared.trouble == NULL) SET_UP; \
    } \
    const TYPE *NAME(void) { \
        static pthread_once_t once = PTHREAD_ONCE_INIT; \
        pthread_once(&once, open_library); \
        return &found; \
    }
