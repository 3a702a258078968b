#pragma once

#include <stdbool.h>

/// A shared library that is opened while the program runs.
typedef struct {
    /// Whether it is open and has every function that was looked for.
    bool is_open;
    /// Why it is not, in the words of the loader; empty if it is.
    char trouble[256];
    void *handle;
} bo_shared_library;

/// Opens the library `name`, such as `libcurl.so.4`. It stays open until the process ends.
///
/// - `binding`: `RTLD_LAZY` or `RTLD_NOW`.
void bo_shared_library_open(bo_shared_library *library, const char *name, int binding);

/// The address of a function of the library; NULL, and a library that is not open, if it has no such
/// function.
void *bo_shared_library_find(bo_shared_library *library, const char *function);

/// A member that holds the address of a function.
#define BO_MEMBER(function) __typeof__(&function) function;

/// Sets that member of `found`, which has the library that it comes from as its member `shared`.
#define BO_FIND(function) \
    found.function = (__typeof__(&function))bo_shared_library_find(&found.shared, #function);
