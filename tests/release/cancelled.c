// Threads that are cancelled inside a call of the driver: `cancelled N`. glibc unwinds them with libgcc's unwinder, through
// the wrapper of the probe, whose handler has to ask the same unwinder.
#include <dlfcn.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static sem_t inside;
static int (*launch_host)(void *, void (*)(void *), void *);

static void wait_for_ever(void *unused) {
    (void)unused;
    sem_post(&inside);
    for (;;) pause();
}
static void *thread(void *unused) {
    return launch_host(0, wait_for_ever, 0), unused;
}

int main(int argc, char **argv) {
    void *driver = dlopen("libcuda.so.1", RTLD_NOW);
    if (!driver) return printf("no driver\n"), 1;
    int (*init)(unsigned) = dlsym(driver, "cuInit");
    int (*get)(const char *, void **, int, uint64_t, int *) = dlsym(driver, "cuGetProcAddress_v2");
    int threads = argc > 1 ? atoi(argv[1]) : 20, cancelled = 0;
    init(0);
    get("cuLaunchHostFunc", (void **)&launch_host, 13000, 0, 0);
    sem_init(&inside, 0, 0);
    for (int i = 0; i < threads; i++) {
        pthread_t id;
        void *result = 0;
        pthread_create(&id, 0, thread, 0);
        sem_wait(&inside);
        pthread_cancel(id);
        pthread_join(id, &result);
        cancelled += result == PTHREAD_CANCELED;
    }
    printf("cancelled %d\n", cancelled);
    return 0;
}
