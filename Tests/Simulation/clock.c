/* A clock for one program: LD_PRELOAD=clock.so SIMULATED_TIME=seconds-since-1970 PROGRAM

   The clock of the calendar begins at that second and goes on from there; the monotonic clock stays
   the real one. A file that is touched is dated by the simulated clock. What the kernel dates by
   itself, such as a new file, is not, so whoever starts the program dates that afterwards.

   The environment is read and never changed: a program may look for its arguments beside it. */

#define _GNU_SOURCE
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static long ahead; /* Seconds from the real clock to the simulated one. */

static int real_clock(clockid_t clock, struct timespec *now) {
    return (int)syscall(SYS_clock_gettime, clock, now);
}

__attribute__((constructor)) static void begin(void) {
    const char *text = getenv("SIMULATED_TIME");
    struct timespec now;
    if (text != NULL && real_clock(CLOCK_REALTIME, &now) == 0) {
        ahead = strtol(text, NULL, 10) - now.tv_sec;
    }
}

int clock_gettime(clockid_t clock, struct timespec *now) {
    int result = real_clock(clock, now);
    if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) {
        now->tv_sec += ahead;
    }
    return result;
}

time_t time(time_t *seconds) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (seconds != NULL) {
        *seconds = now.tv_sec;
    }
    return now.tv_sec;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
    struct timespec exact;
    (void)zone;
    if (clock_gettime(CLOCK_REALTIME, &exact) != 0) {
        return -1;
    }
    now->tv_sec = exact.tv_sec;
    now->tv_usec = exact.tv_nsec / 1000;
    return 0;
}

/* The times to set: those given, where "now" means the simulated now. */
static const struct timespec *dated(const struct timespec given[2], struct timespec room[2]) {
    for (int which = 0; which < 2; which += 1) {
        if (given != NULL && given[which].tv_nsec != UTIME_NOW) {
            room[which] = given[which];
        } else {
            clock_gettime(CLOCK_REALTIME, &room[which]);
        }
    }
    return room;
}

int futimens(int file, const struct timespec times[2]) {
    struct timespec room[2];
    return (int)syscall(SYS_utimensat, file, NULL, dated(times, room), 0);
}

int utimensat(int folder, const char *path, const struct timespec times[2], int flags) {
    struct timespec room[2];
    return (int)syscall(SYS_utimensat, folder, path, dated(times, room), flags);
}
