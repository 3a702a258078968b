// The temporary files of libxlsxwriter.

#define _GNU_SOURCE

#include <dlfcn.h>
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "CWorkbook.h"
#include "temporary.h"

int bo_temporary_file(const char *folder) {
    int file = open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    if (file >= 0 || (errno != EOPNOTSUPP && errno != EISDIR)) return file;
    // A file system without nameless files, such as NFS.
    char path[4096];
    int length = snprintf(path, sizeof path, "%s/.bo-export.XXXXXX", folder);
    if (length < 0 || (size_t)length >= sizeof path) {
        errno = ENAMETOOLONG;
        return -1;
    }
    file = mkostemp(path, O_CLOEXEC);
    if (file >= 0) unlink(path);
    return file;
}

// What the library calls instead of its own function.
static FILE *temporary_stream(char *folder) {
    int file = bo_temporary_file(folder);
    if (file < 0) return NULL;
    FILE *stream = fdopen(file, "w+b");
    if (stream == NULL) close(file);
    return stream;
}

// Where the library looks up the address of its function `name`; NULL if it does not.
static void **slot_of(const struct link_map *map, const char *name) {
    const ElfW(Sym) *symbols = NULL;
    const char *names = NULL;
    const ElfW(Rela) *calls = NULL;
    size_t size = 0;
    bool has_addends = false;
    for (const ElfW(Dyn) *entry = map->l_ld; entry->d_tag != DT_NULL; entry++) {
        switch (entry->d_tag) {
        case DT_SYMTAB: symbols = (const void *)entry->d_un.d_ptr; break;
        case DT_STRTAB: names = (const void *)entry->d_un.d_ptr; break;
        case DT_JMPREL: calls = (const void *)entry->d_un.d_ptr; break;
        case DT_PLTRELSZ: size = entry->d_un.d_val; break;
        case DT_PLTREL: has_addends = entry->d_un.d_val == DT_RELA; break;
        default: break;
        }
    }
    if (symbols == NULL || names == NULL || calls == NULL || !has_addends) return NULL;
    for (size_t index = 0; index < size / sizeof *calls; index++) {
        size_t symbol = ELF64_R_SYM(calls[index].r_info);
        if (strcmp(names + symbols[symbol].st_name, name) != 0) continue;
        return (void **)(map->l_addr + calls[index].r_offset);
    }
    return NULL;
}

// An address in a library, and whether the loader has made its page read-only (PT_GNU_RELRO).
typedef struct {
    uintptr_t base;
    uintptr_t address;
    bool is_read_only;
} bo_location;

static int look_up(struct dl_phdr_info *info, size_t size, void *data) {
    (void)size;
    bo_location *location = data;
    if (info->dlpi_addr != location->base) return 0;
    for (size_t index = 0; index < info->dlpi_phnum; index++) {
        const ElfW(Phdr) *part = &info->dlpi_phdr[index];
        uintptr_t start = info->dlpi_addr + part->p_vaddr;
        if (part->p_type == PT_GNU_RELRO && location->address >= start
            && location->address < start + part->p_memsz) {
            location->is_read_only = true;
        }
    }
    return 1;
}

void bo_use_nameless_files(void *handle) {
    struct link_map *map = NULL;
    if (sizeof(void *) != 8 || dlinfo(handle, RTLD_DI_LINKMAP, &map) != 0) return;
    void **slot = slot_of(map, "lxw_tmpfile");
    if (slot == NULL) return;
    bo_location location = {.base = map->l_addr, .address = (uintptr_t)slot};
    dl_iterate_phdr(look_up, &location);
    size_t size = (size_t)sysconf(_SC_PAGESIZE);
    void *page = (void *)(location.address & ~(size - 1));
    if (location.is_read_only && mprotect(page, size, PROT_READ | PROT_WRITE) != 0) return;
    *slot = (void *)temporary_stream;
    if (location.is_read_only) mprotect(page, size, PROT_READ);
}
