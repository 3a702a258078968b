/* A file system without nameless files, as NFS and FAT are: LD_PRELOAD=no_tmpfile.so PROGRAM

   Every opening with O_TMPFILE fails with EOPNOTSUPP; all others are the system's own. */

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <sys/syscall.h>
#include <unistd.h>

static int open_at(int folder, const char *path, int flags, mode_t mode) {
    if ((flags & O_TMPFILE) == O_TMPFILE) {
        errno = EOPNOTSUPP;
        return -1;
    }
    return (int)syscall(SYS_openat, folder, path, flags, mode);
}

#define MODE_BEHIND(flags, mode)                                \
    mode_t mode = 0;                                            \
    if ((flags & O_CREAT) || (flags & O_TMPFILE) == O_TMPFILE) { \
        va_list rest;                                           \
        va_start(rest, flags);                                  \
        mode = va_arg(rest, mode_t);                            \
        va_end(rest);                                           \
    }

int open(const char *path, int flags, ...) {
    MODE_BEHIND(flags, mode)
    return open_at(AT_FDCWD, path, flags, mode);
}

int open64(const char *path, int flags, ...) {
    MODE_BEHIND(flags, mode)
    return open_at(AT_FDCWD, path, flags, mode);
}

int openat(int folder, const char *path, int flags, ...) {
    MODE_BEHIND(flags, mode)
    return open_at(folder, path, flags, mode);
}

int openat64(int folder, const char *path, int flags, ...) {
    MODE_BEHIND(flags, mode)
    return open_at(folder, path, flags, mode);
}
