#include <dlfcn.h>
#include <stdio.h>

#include "CLibrary.h"

static void note_trouble(bo_shared_library *library) {
    const char *reason = dlerror();
    library->is_open = false;
    // The first reason is the cause of the others.
    if (library->trouble[0] != 0) return;
    snprintf(library->trouble, sizeof library->trouble, "%s", reason == NULL ? "" : reason);
}

void bo_shared_library_open(bo_shared_library *library, const char *name, int binding) {
    library->handle = dlopen(name, binding | RTLD_LOCAL);
    library->is_open = library->handle != NULL;
    if (!library->is_open) note_trouble(library);
}

void *bo_shared_library_find(bo_shared_library *library, const char *function) {
    if (library->handle == NULL) return NULL;
    void *address = dlsym(library->handle, function);
    if (address == NULL) note_trouble(library);
    return address;
}
