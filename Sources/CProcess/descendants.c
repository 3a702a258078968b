#define _GNU_SOURCE
#include "keeper.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { most_descendants = 4096 };

// An entry from getdents64, which is called directly because glibc's readdir allocates.
struct entry {
    uint64_t inode;
    int64_t offset;
    unsigned short length;
    unsigned char type;
    char name[];
};

static pid_t number(const char *text) {
    pid_t value = 0;
    if (*text < '1' || *text > '9') return 0;
    for (; *text >= '0' && *text <= '9'; text++) value = value * 10 + (*text - '0');
    return *text == 0 ? value : 0;
}

// Reads the beginning of a file of a process in /proc; returns the number of bytes.
static ssize_t read_file(pid_t process, const char *name, char *text, size_t most) {
    char path[32] = "/proc/", digits[12];
    int count = 0, length = 6;
    for (pid_t rest = process; rest > 0; rest /= 10) digits[count++] = '0' + rest % 10;
    while (count > 0) path[length++] = digits[--count];
    while (*name) path[length++] = *name++;
    path[length] = 0;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return 0;
    ssize_t size = read(file, text, most);
    close(file);
    return size;
}

// The parent of a process, from /proc: "PID (NAME) STATE PARENT ...". The name may contain
// anything, so the last parenthesis counts. 0 if there is no such process.
static pid_t parent_of(pid_t process) {
    char text[512];
    ssize_t size = read_file(process, "/stat", text, sizeof text - 1);
    if (size <= 0) return 0;
    ssize_t at = size - 1;
    while (at > 0 && text[at] != ')') at--;
    if (at + 4 >= size) return 0;
    pid_t parent = 0;
    for (at += 4; at < size && text[at] >= '0' && text[at] <= '9'; at++) {
        parent = parent * 10 + (text[at] - '0');
    }
    return parent;
}

static bool contains(const pid_t *processes, int count, pid_t process) {
    for (int index = 0; index < count; index++) {
        if (processes[index] == process) return true;
    }
    return false;
}

// Adds the processes whose parents are in `found`; returns whether there were any.
static bool add_children(pid_t *found, int *count) {
    int folder = open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0) return false;
    _Alignas(struct entry) char block[16 << 10];
    bool is_new = false;
    long size;
    while ((size = syscall(SYS_getdents64, folder, block, sizeof block)) > 0) {
        for (long at = 0; at < size;) {
            const struct entry *entry = (const struct entry *)(block + at);
            at += entry->length;
            pid_t process = number(entry->name);
            if (process == 0 || *count == most_descendants) continue;
            if (contains(found, *count, process)) continue;
            if (!contains(found, *count, parent_of(process))) continue;
            found[(*count)++] = process;
            is_new = true;
        }
    }
    close(folder);
    return is_new;
}

// Signals a process unless its number now belongs to another process, whose parent is not in
// `found`.
static void send(int signal, pid_t process, const pid_t *found, int count) {
    int handle = (int)syscall(SYS_pidfd_open, process, 0);
    if (handle < 0) {
        if (errno == ENOSYS) kill(process, signal);
        return;
    }
    if (contains(found, count, parent_of(process))) {
        syscall(SYS_pidfd_send_signal, handle, signal, NULL, 0);
    }
    close(handle);
}

int keeper_signal_descendants(int signal, pid_t program, char *words, size_t size) {
    static pid_t found[most_descendants];
    int count = 1;
    found[0] = getpid();
    while (add_children(found, &count)) {
    }
    if (count == 1 && program > 0) kill(-program, signal);
    for (size_t index = 0; index < size; index++) words[index] = 0;
    if (count > 1 && size > 0) {
        ssize_t length = read_file(found[1], "/cmdline", words, size);
        // Each argument ends with a zero.
        for (ssize_t index = 0; index + 1 < length; index++) {
            if (words[index] == 0) words[index] = ' ';
        }
    }
    for (int index = 1; index < count; index++) send(signal, found[index], found, count);
    return count - 1;
}
