// The temporary files of libxlsxwriter: ours have no names and notice errors.
//
// Files of the library itself have a name until they are unlinked, so a run that is killed in
// between leaves one there. If its folder does not work, the library tries others, including the
// current one. And it does not check whether its writes succeed, so a full disk would cut its
// documents off. `lxw_tmpfile` can be replaced: the loader looks for it in the program before it
// looks in the library, and the linker is told to export ours (Package.swift).

#define _GNU_SOURCE

#include "temporary.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <xlsxwriter.h>

int bo_temporary_file(const char *folder) {
    int file = TEMP_FAILURE_RETRY(open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600));
    if (file >= 0 || (errno != EOPNOTSUPP && errno != EISDIR)) return file;
    // A file system without nameless files, such as NFS. The name is removed at once, so an
    // existing one is left by a process that was killed at that moment, or is about to be removed:
    // it may be deleted, because an open file stays.
    char path[4096];
    int length = snprintf(path, sizeof path, "%s/.bo-export.%ju", folder, (uintmax_t)getuid());
    if (length < 0 || (size_t)length >= sizeof path) {
        errno = ENAMETOOLONG;
        return -1;
    }
    do {
        file = open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0600);
    } while (file < 0 && (errno == EINTR || (errno == EEXIST && unlink(path) == 0)));
    if (file >= 0) unlink(path);
    return file;
}

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static bo_files *watched = NULL;

bo_files *bo_files_watch(const char *folder) {
    bo_files *files = calloc(1, sizeof *files);
    if (files == NULL) return NULL;
    files->folder = folder;
    files->references = 1;
    pthread_mutex_lock(&lock);
    files->next = watched;
    watched = files;
    pthread_mutex_unlock(&lock);
    return files;
}

// Drops one reference; the last frees it.
static void release(bo_files *files) {
    pthread_mutex_lock(&lock);
    bool is_last = --files->references == 0;
    pthread_mutex_unlock(&lock);
    if (is_last) free(files);
}

void bo_files_leave(bo_files *files) {
    pthread_mutex_lock(&lock);
    bo_files **link = &watched;
    while (*link != files) link = &(*link)->next;
    *link = files->next;
    pthread_mutex_unlock(&lock);
    release(files);
}

// A temporary file of the library; freed when its stream is closed.
typedef struct {
    int file;
    bo_files *files;
    FILE *stream;
    char buffer[16384];
} bo_stream;

static void note(bo_files *files, bo_workbook_status failure, int error) {
    if (files->error != 0) return;
    files->failure = failure;
    files->error = error == 0 ? EIO : error;
}

static ssize_t read_some(void *cookie, char *bytes, size_t size) {
    bo_stream *stream = cookie;
    ssize_t count = TEMP_FAILURE_RETRY(read(stream->file, bytes, size));
    if (count < 0) note(stream->files, bo_workbook_not_read, errno);
    return count;
}

static ssize_t write_all(void *cookie, const char *bytes, size_t size) {
    bo_stream *stream = cookie;
    size_t done = 0;
    while (done < size) {
        ssize_t count = TEMP_FAILURE_RETRY(write(stream->file, bytes + done, size - done));
        if (count <= 0) {
            note(stream->files, bo_workbook_not_written, errno);
            return 0;
        }
        done += (size_t)count;
    }
    return (ssize_t)size;
}

static int seek_to(void *cookie, off64_t *offset, int origin) {
    bo_stream *stream = cookie;
    off64_t result = lseek64(stream->file, *offset, origin);
    if (result < 0) {
        note(stream->files, bo_workbook_not_read, errno);
        return -1;
    }
    *offset = result;
    return 0;
}

static int close_file(void *cookie) {
    bo_stream *stream = cookie;
    int result = close(stream->file);
    release(stream->files);
    free(stream);
    return result;
}

// Replaces the function of the library.
__attribute__((visibility("default"), used)) FILE *lxw_tmpfile(char *folder) {
    pthread_mutex_lock(&lock);
    bo_files *files = watched;
    while (files != NULL && files->folder != folder) files = files->next;
    if (files != NULL) {
        files->are_ours = true;
        files->references++;
    }
    pthread_mutex_unlock(&lock);
    if (files == NULL) return NULL;
    bo_stream *stream = calloc(1, sizeof *stream);
    if (stream != NULL) {
        stream->files = files;
        stream->file = bo_temporary_file(folder);
        if (stream->file >= 0) {
            cookie_io_functions_t functions = {read_some, write_all, seek_to, close_file};
            stream->stream = fopencookie(stream, "w+", functions);
            if (stream->stream != NULL) {
                setvbuf(stream->stream, stream->buffer, _IOFBF, sizeof stream->buffer);
                return stream->stream;
            }
            close(stream->file);
        }
    }
    note(files, bo_workbook_no_file, errno);
    free(stream);
    release(files);
    return NULL;
}
