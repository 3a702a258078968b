#include <dlfcn.h>
#include <string.h>

#include "CLibrary.h"

void bo_shared_library_refuse(bo_shared_library *library, const char *reason) {
    if (library->trouble != NULL) return;
    char *copy = reason == NULL ? NULL : strdup(reason);
    library->trouble = copy == NULL ? "there is no memory for it" : copy;
}

void bo_shared_library_open(
    bo_shared_library *library, const char *name, const char *other, int binding) {
    library->handle = dlopen(name, binding | RTLD_LOCAL);
    if (library->handle == NULL && other != NULL) library->handle = dlopen(other, binding | RTLD_LOCAL);
    if (library->handle == NULL) bo_shared_library_refuse(library, dlerror());
}

void *bo_shared_library_find(bo_shared_library *library, const char *name) {
    if (library->handle == NULL) return NULL;
    void *address = dlsym(library->handle, name);
    if (address == NULL) bo_shared_library_refuse(library, dlerror());
    return address;
}
