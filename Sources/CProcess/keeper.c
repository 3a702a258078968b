#define _GNU_SOURCE
#include "CProcess.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

// The descriptors of a keeper after the three standard ones, which are those of the program.
enum { keeper_control = 3, keeper_report, keeper_next };

enum { most_children = 4096 };

static int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

// Sends a report to the caller, with the beginning of the command line of `process` unless that is 0.
static void tell(cprocess_kind kind, int value, pid_t process) {
    cprocess_report report = {kind, value, {0}};
    char path[32];
    snprintf(path, sizeof path, "/proc/%d/cmdline", process);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t length = read(file, report.words, sizeof report.words);
    close(file);
    // Each argument ends with a zero.
    for (ssize_t index = 0; index + 1 < length; index++) {
        if (report.words[index] == 0) report.words[index] = ' ';
    }
    (void)!write(keeper_report, &report, sizeof report);
}

// MARK: - Children

static pid_t children[most_children];

// Finds the children of this process; without /proc only `known`, unless that is 0. A child in the
// list stays one, because nobody else reaps it: its number cannot become that of another process.
static int list_children(pid_t known) {
    int count = 0;
    pid_t number = 0;
    char text[4096];
    ssize_t size = 0;
    int file = open("/proc/thread-self/children", O_RDONLY | O_CLOEXEC);
    while (file >= 0 && (size = read(file, text, sizeof text)) > 0) {
        for (ssize_t at = 0; at < size; at++) {
            if (text[at] != ' ') {
                number = number * 10 + (text[at] - '0');
                continue;
            }
            // The numbers in a /proc of another namespace are not those of children.
            siginfo_t ignored;
            int options = WEXITED | WNOHANG | WNOWAIT | __WALL;
            if (count < most_children && waitid(P_PID, number, &ignored, options) == 0) {
                children[count++] = number;
            }
            number = 0;
        }
    }
    if (file >= 0) close(file);
    if (count == 0 && known > 0) children[count++] = known;
    return count;
}

// Signals a child, and the group of processes that it leads, if it leads one.
static void send(int signal, pid_t child) {
    if (kill(-child, signal) != 0) kill(child, signal);
}

// Sends KILL to the children, or TERM to those that have not had it yet. Their own children are
// adopted by this process when they have ended, and are found the next time.
static void end_children(bool kills, pid_t known) {
    static pid_t asked[most_children];
    static int asked_count;
    int count = list_children(known);
    for (int index = 0; index < count; index++) {
        bool is_new = true;
        for (int other = 0; other < asked_count; other++) {
            if (asked[other] == children[index]) is_new = false;
        }
        if (kills) send(SIGKILL, children[index]);
        if (kills || !is_new) continue;
        send(SIGTERM, children[index]);
        send(SIGCONT, children[index]);  // A stopped process must end too.
    }
    memcpy(asked, children, sizeof *children * (size_t)count);
    asked_count = count;
}

// MARK: - Keeping

// Reaps the children that have ended; returns false if none is left. `child` becomes 0 when it has
// ended, and its exit is reported to the caller if it is the program.
static bool reap(pid_t *child, bool is_program) {
    int status;
    pid_t ended;
    while ((ended = waitpid(-1, &status, WNOHANG | __WALL)) > 0) {
        if (ended != *child) continue;
        *child = 0;
        if (is_program && WIFEXITED(status)) tell(CPROCESS_EXITED, WEXITSTATUS(status), 0);
        if (is_program && WIFSIGNALED(status)) tell(CPROCESS_SIGNALLED, WTERMSIG(status), 0);
    }
    return ended == 0;
}

// Watches `child` and all processes that this one adopts, until none is left.
static void keep(pid_t child, bool is_program, int grace) {
    enum { running, leaving, asked, killed };
    // A process that ends shortly after the program was not left running.
    int64_t limits[] = {INT64_MAX / 2, 100, grace, 5000};
    sigset_t awake;
    sigfillset(&awake);
    sigdelset(&awake, SIGCHLD);
    bool is_wanted = true;
    for (int stage = running; stage <= killed; stage++) {
        if (stage == leaving && child != 0) continue;
        if (stage == asked && child == 0 && is_program && is_wanted) {
            int count = list_children(0);
            if (count > 0) tell(CPROCESS_LEFT, count, children[0]);
        }
        // The inner keeper does all this itself, unless it is stopped again and again.
        if (stage == asked && child != 0 && !is_program) limits[asked] += 6000;
        int64_t deadline = now() + limits[stage];
        while (now() < deadline) {
            if (!reap(&child, is_program)) return;
            if (stage == running && (child == 0 || !is_wanted)) break;
            if (stage == leaving && !is_wanted) break;
            if (stage >= asked) end_children(stage == killed, child);
            struct pollfd control = {stage < asked ? keeper_control : -1, POLLIN, 0};
            struct timespec pause = {0, 10000000};
            ppoll(&control, 1, stage == running ? NULL : &pause, &awake);
            if (control.revents != 0) is_wanted = false;
        }
    }
}

// MARK: - Starting

// Moves the descriptors to their numbers and closes all others, because O_CLOEXEC does not close
// them in a forked process. Returns 0 or an error number.
static int arrange(const int from[keeper_next]) {
    int high[keeper_next];
    for (int file = 0; file < keeper_next; file++) {
        high[file] = fcntl(from[file], F_DUPFD_CLOEXEC, keeper_next);
        if (high[file] < 0) return errno;
    }
    for (int file = 0; file < keeper_next; file++) {
        if (dup3(high[file], file, file < keeper_control ? 0 : O_CLOEXEC) < 0) return errno;
    }
    closefrom(keeper_next);
    return 0;
}

// Executes the program; returns the error number if that fails.
static int become(const char *path, char *const *environment) {
    // If the keeper is killed, its program must not run on without it.
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    setsid();
    for (int signal = 1; signal < NSIG; signal++) sigaction(signal, &(struct sigaction){0}, NULL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    execve(path, (char *const[]){(char *)path, NULL}, environment);
    return errno;
}

// Starts the program; returns -1 with the error number if that fails.
static pid_t start(const char *path, char *const *environment) {
    // A file that was just written is busy while a process that was forked at that time, and has
    // not closed its descriptors yet, has it open: under load for more than a second.
    for (int left = 500;; left--) {
        // The child shares the memory of the keeper, which waits until the child executes the program
        // or ends: no memory is copied, and this process can read what the child writes here.
        volatile int failure = 0;
        pid_t program = vfork();
        if (program == 0) {
            failure = become(path, environment);
            _exit(127);
        }
        if (program < 0 || failure == 0) return program;
        waitpid(program, NULL, 0);
        struct pollfd control = {keeper_control, POLLIN, 0};
        if (failure != ETXTBSY || left == 0 || poll(&control, 1, 10) != 0) {
            errno = failure;
            return -1;
        }
    }
}

static void ignore(int signal) { (void)signal; }

// Runs the keepers between the caller and the program. Each is a fork of a process with many
// threads, so it calls nothing that takes a lock or allocates.
//
// There are two, one below the other. A program may stop or kill its parent, the inner one: then
// the outer one ends everything. A signal to the group of one does not reach the other.
static void begin(
    const char *path, char *const *environment, const char *folder, const int from[keeper_next],
    int grace) {
    int failure = arrange(from);
    if (failure != 0) {
        cprocess_report report = {CPROCESS_NOT_STARTED, failure, {0}};
        (void)!write(from[keeper_report], &report, sizeof report);
        _exit(127);
    }
    // Its memory is a copy that contains keys, which the plugin must not be able to read. The
    // setting ends for the plugin when it is executed.
    prctl(PR_SET_DUMPABLE, 0);
    prctl(PR_SET_NAME, "plugin-keeper");
    // All signals are blocked. This one ends a wait.
    sigaction(SIGCHLD, &(struct sigaction){.sa_handler = ignore}, NULL);
    for (int is_program = 0; is_program <= 1; is_program++) {
        setsid();
        prctl(PR_SET_CHILD_SUBREAPER, 1);
        pid_t child = is_program ? start(path, environment) : _Fork();
        if (child == 0) continue;
        if (child < 0) tell(CPROCESS_NOT_STARTED, errno, 0);
        for (int file = 0; file < keeper_control; file++) close(file);
        if (child > 0) keep(child, is_program, grace);
        if (!is_program) rmdir(folder);
        _exit(0);
    }
}

int cprocess_start(
    const char *path, char *const *environment, const char *folder, int grace,
    cprocess_keeper *keeper) {
    int theirs[keeper_next], ours[keeper_next], failure = 0;
    for (int file = 0; file < keeper_next; file++) {
        int ends[2] = {-1, -1};
        if (pipe2(ends, O_CLOEXEC) != 0) failure = errno;
        bool is_read = file == STDIN_FILENO || file == keeper_control;
        theirs[file] = ends[is_read ? 0 : 1];
        ours[file] = ends[is_read ? 1 : 0];
        fcntl(ours[file], F_SETFL, O_NONBLOCK);
    }
    // No signal handler of the caller may run in the keeper.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pid_t process = failure == 0 ? _Fork() : -1;
    if (process == 0) begin(path, environment, folder, theirs, grace);
    if (process < 0 && failure == 0) failure = errno;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    for (int file = 0; file < keeper_next; file++) {
        close(theirs[file]);
        if (failure != 0) close(ours[file]);
    }
    if (failure == 0) {
        *keeper = (cprocess_keeper){process, ours[0], ours[1], ours[2], ours[3], ours[4]};
    }
    return failure;
}
