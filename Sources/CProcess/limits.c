#define _GNU_SOURCE
#include "CProcess.h"

#include <dlfcn.h>
#include <errno.h>
#include <malloc.h>
#include <pthread.h>

void cprocess_share_memory(void) { mallopt(M_ARENA_MAX, 1); }

// MARK: - Threads that come later

// The threads that do the work of one queue of Dispatch: how many are running, and how many are owed.
typedef struct {
    void *(*start)(void *);
    void *queue;
    pthread_attr_t attributes;
    int running;
    int owed;
} worker_group;

typedef int (*creator)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);

// Dispatch runs all its queues on a dozen root queues.
static worker_group groups[32];
static int group_count;
static pthread_mutex_t groups_lock = PTHREAD_MUTEX_INITIALIZER;

static creator usual_create(void) { return (creator)dlsym(RTLD_NEXT, "pthread_create"); }

static void *work(void *context) {
    worker_group *group = context;
    void *result = group->start(group->queue);
    pthread_mutex_lock(&groups_lock);
    group->running--;
    pthread_mutex_unlock(&groups_lock);
    return result;
}

// Creates a thread of the group; the lock of the groups is held.
static int make_worker(worker_group *group, const pthread_attr_t *attributes) {
    pthread_t thread;
    int failure = usual_create()(&thread, attributes, work, group);
    if (failure == 0) group->running++;
    return failure;
}

// Returns the group of `queue`, which is added if it is missing; NULL if there are too many.
static worker_group *group_of(
    void *queue, void *(*start)(void *), const pthread_attr_t *attributes) {
    for (int index = 0; index < group_count; index++) {
        if (groups[index].queue == queue && groups[index].start == start) return &groups[index];
    }
    if (group_count == sizeof groups / sizeof *groups) return NULL;
    groups[group_count] = (worker_group){start, queue, *attributes, 0, 0};
    return &groups[group_count++];
}

#if !__has_feature(address_sanitizer) && !__has_feature(thread_sanitizer)
// Replaces the function of the C library, for every library of the process.
//
// In that function Dispatch waits, with the work that it has just received, until a thread can be
// created: that may be for ever, although other threads could do the work. A detached thread, which
// nobody can wait for, may as well begin later. So Dispatch is told that the thread was created, and
// the existing threads do the work; `cprocess_make_owed_threads` creates it when that is possible.
int pthread_create(
    pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *argument) {
    int state = PTHREAD_CREATE_JOINABLE;
    if (attributes) pthread_attr_getdetachstate(attributes, &state);
    if (state != PTHREAD_CREATE_DETACHED || !argument) {
        return usual_create()(thread, attributes, start, argument);
    }
    pthread_mutex_lock(&groups_lock);
    worker_group *group = group_of(argument, start, attributes);
    int failure = group ? make_worker(group, attributes) : 0;
    if (group && failure == EAGAIN) {
        group->owed++;
        failure = 0;
    }
    pthread_mutex_unlock(&groups_lock);
    if (!group) return usual_create()(thread, attributes, start, argument);
    *thread = pthread_self();
    return failure;
}
#endif

bool cprocess_make_owed_threads(void) {
    bool is_stuck = false;
    pthread_mutex_lock(&groups_lock);
    for (int index = 0; index < group_count; index++) {
        worker_group *group = &groups[index];
        while (group->owed > 0 && make_worker(group, &group->attributes) == 0) group->owed--;
        if (group->owed > 0 && group->running == 0) is_stuck = true;
    }
    pthread_mutex_unlock(&groups_lock);
    return !is_stuck;
}
