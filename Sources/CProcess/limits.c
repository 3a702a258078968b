#include "CProcess.h"

#include <malloc.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/mman.h>

static void *wait_for_mutex(void *mutex) {
    pthread_mutex_lock(mutex);
    pthread_mutex_unlock(mutex);
    return NULL;
}

int cprocess_try_threads(int wanted, size_t bytes, bool *has_memory) {
    pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    *has_memory = false;
    pthread_t *threads = malloc((size_t)wanted * sizeof *threads);  // Freed below.
    if (!threads) return 0;
    pthread_mutex_lock(&mutex);
    int count = 0;
    while (count < wanted && !pthread_create(&threads[count], NULL, wait_for_mutex, &mutex)) {
        count++;
    }
    void *memory = mmap(
        NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    *has_memory = memory != MAP_FAILED;
    if (*has_memory) munmap(memory, bytes);
    pthread_mutex_unlock(&mutex);
    for (int index = 0; index < count; index++) pthread_join(threads[index], NULL);
    free(threads);
    return count;
}

void cprocess_share_memory(void) { mallopt(M_ARENA_MAX, 1); }
