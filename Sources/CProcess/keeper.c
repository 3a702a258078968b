#define _GNU_SOURCE
#include "CProcess.h"
#include "keeper.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

// The descriptors of a keeper.
enum { keeper_input = 3, keeper_output, keeper_errors, keeper_control, keeper_report, keeper_next };

static int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

static void send_report(const cprocess_report *report) {
    while (write(keeper_report, report, sizeof *report) < 0 && errno == EINTR) {
    }
}

static void tell(int kind, int value) {
    cprocess_report report = {kind, value, {0}};
    send_report(&report);
}

// Moves the descriptors to their numbers and closes all others, because O_CLOEXEC does not close
// them in a forked process. Returns 0 or an error number.
static int arrange(const int from[5]) {
    int high[5];
    for (int index = 0; index < 5; index++) {
        high[index] = fcntl(from[index], F_DUPFD_CLOEXEC, keeper_next);
        if (high[index] < 0) return errno;
    }
    for (int index = 0; index < 5; index++) {
        if (dup3(high[index], keeper_input + index, O_CLOEXEC) < 0) return errno;
    }
    if (close_range(keeper_next, ~0U, 0) != 0) {
        struct rlimit limit;
        int most = getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < 1 << 20
            ? (int)limit.rlim_cur : 1 << 20;
        for (int file = keeper_next; file < most; file++) close(file);
    }
    for (int file = 0; file < keeper_input; file++) close(file);
    return 0;
}

// Executes the program; returns the error number if that fails.
static int become(const char *path, char *const *arguments, char *const *environment) {
    // If the keeper is killed, its program must not run on without it.
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    setsid();
    for (int signal = 1; signal < NSIG; signal++) sigaction(signal, &(struct sigaction){0}, NULL);
    for (int file = 0; file < 3; file++) {
        if (dup2(keeper_input + file, file) < 0) return errno;
    }
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    execve(path, arguments, environment);
    return errno;
}

// Starts the program; returns -1 if that fails, and reports why.
static pid_t start(const char *path, char *const *arguments, char *const *environment) {
    // A file that was just written is busy as long as a process that was forked meanwhile, and has
    // not closed its descriptors yet, has it open: under load for more than a second.
    for (int left = 500;; left--) {
        // The child has the memory of the keeper, which waits until the child executes the program
        // or ends: no memory is copied, and what the child writes here can be read.
        volatile int failure = 0;
        pid_t program = vfork();
        if (program == 0) {
            failure = become(path, arguments, environment);
            _exit(127);
        }
        if (program > 0 && failure == 0) return program;
        if (program < 0) failure = errno;
        if (program > 0) {
            while (waitpid(program, NULL, 0) < 0 && errno == EINTR) {
            }
        }
        struct pollfd control = {keeper_control, POLLIN, 0};
        if (failure != ETXTBSY || left == 0 || poll(&control, 1, 10) != 0) {
            tell(CPROCESS_NOT_STARTED, failure);
            return -1;
        }
    }
}

// Asks all processes that the program has started to end; reports what the program left running if
// it ended by itself.
static void ask_to_end(pid_t program, bool is_left) {
    cprocess_report report = {CPROCESS_LEFT, 0, {0}};
    report.value = keeper_signal_descendants(SIGTERM, program, report.words, sizeof report.words);
    if (is_left && report.value > 0) send_report(&report);
}

// Watches the program until none of its processes is left.
static void keep(pid_t program, int children, int grace) {
    // A process that ends shortly after the program was not left running.
    enum { running, leaving, asked, killed } stage = running;
    int64_t deadline = 0;
    struct pollfd ends[] = {{children, POLLIN, 0}, {keeper_control, POLLIN, 0}};
    while (1) {
        int status;
        pid_t ended;
        while ((ended = waitpid(-1, &status, WNOHANG | __WALL)) > 0) {
            if (ended != program) continue;
            program = 0;
            if (WIFEXITED(status)) {
                tell(CPROCESS_EXITED, WEXITSTATUS(status));
            } else {
                tell(CPROCESS_SIGNALLED, WTERMSIG(status));
            }
        }
        if (ended < 0 && errno == ECHILD) return;
        if (stage == running && program == 0) {
            stage = leaving;
            deadline = now() + 100;
        }
        bool is_wanted = ends[1].revents == 0;
        if ((stage == running || stage == leaving) && !is_wanted) {
            ask_to_end(program, false);
            stage = asked;
            deadline = now() + grace;
        } else if (stage == leaving && now() >= deadline) {
            ask_to_end(program, true);
            stage = asked;
            deadline = now() + grace;
        }
        if (stage == asked || stage == killed) ends[1].fd = -1;
        if (stage == asked && now() >= deadline) {
            stage = killed;
            deadline = now() + 5000;
        }
        if (stage == killed) {
            // Repeated, because a process may just have been started.
            keeper_signal_descendants(SIGKILL, program, NULL, 0);
            if (now() >= deadline) return;
        }
        int64_t left = stage == running ? -1 : stage == killed ? 10 : deadline - now();
        poll(ends, 2, (int)(stage == running || left >= 0 ? left : 0));
        struct signalfd_siginfo information;
        if (ends[0].revents != 0) (void)!read(children, &information, sizeof information);
    }
}

// The process between the caller and the program. It is a fork of a process with many threads, so
// it calls nothing that takes a lock or allocates.
static void begin(
    const char *path, char *const *arguments, char *const *environment, const char *folder,
    const int from[5], int grace) {
    int failure = arrange(from);
    if (failure != 0) {
        cprocess_report report = {CPROCESS_NOT_STARTED, failure, {0}};
        (void)!write(from[4], &report, sizeof report);
        _exit(127);
    }
    setsid();
    prctl(PR_SET_NAME, "plugin-keeper");
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    struct sigaction usual = {0};
    usual.sa_handler = SIG_DFL;
    sigaction(SIGCHLD, &usual, NULL);
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGCHLD);
    int children = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
    if (children < 0) tell(CPROCESS_NOT_STARTED, errno);
    // Its memory is a copy that contains keys, which the plugin must not be able to read. This ends
    // for the plugin when it is executed.
    prctl(PR_SET_DUMPABLE, 0);
    pid_t program = children < 0 ? -1 : start(path, arguments, environment);
    if (program < 0) {
        rmdir(folder);
        _exit(127);
    }
    for (int file = keeper_input; file <= keeper_errors; file++) close(file);
    keep(program, children, grace);
    rmdir(folder);
    _exit(0);
}

int cprocess_start(
    const char *path, char *const *arguments, char *const *environment, const char *folder,
    const int streams[3], int grace, pid_t *keeper, int *control, int *report) {
    int to_keeper[2], from_keeper[2];
    if (pipe2(to_keeper, O_CLOEXEC) != 0) return errno;
    if (pipe2(from_keeper, O_CLOEXEC) != 0) {
        int failure = errno;
        close(to_keeper[0]);
        close(to_keeper[1]);
        return failure;
    }
    int from[5] = {streams[0], streams[1], streams[2], to_keeper[0], from_keeper[1]};
    // No signal handler of the caller may run in the keeper.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    *keeper = _Fork();
    if (*keeper == 0) begin(path, arguments, environment, folder, from, grace);
    int failure = *keeper < 0 ? errno : 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    close(to_keeper[0]);
    close(from_keeper[1]);
    if (failure != 0) {
        close(to_keeper[1]);
        close(from_keeper[0]);
        return failure;
    }
    *control = to_keeper[1];
    *report = from_keeper[0];
    return 0;
}
