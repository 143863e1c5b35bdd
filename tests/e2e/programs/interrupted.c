// Each thread's first call comes from a signal handler that has interrupted `malloc`, in a program with more thread-specific
// keys than glibc has room for in a thread's descriptor. `interrupted KEYS THREADS`
#define _GNU_SOURCE
#include <level_zero/ze_api.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static ze_driver_handle_t driver;
static __thread volatile int done;

static void call(int signal) {
    (void)signal;
    ze_api_version_t version;
    if (!done && zeDriverGetApiVersion(driver, &version) == ZE_RESULT_SUCCESS) done = 1;
}

static void *interrupted(void *number) {
    struct sigevent event = {.sigev_notify = SIGEV_THREAD_ID, .sigev_signo = SIGUSR1};
    event._sigev_un._tid = (pid_t)syscall(SYS_gettid);
    timer_t timer;
    timer_create(CLOCK_MONOTONIC, &event, &timer);
    struct itimerspec once = {.it_value = {0, 60000 + (intptr_t)number % 37 * 1000}};
    timer_settime(timer, 0, &once, NULL);
    void *blocks[64];
    while (!done) {
        for (int i = 0; i < 64; i++) blocks[i] = malloc(1500 + i * 40);
        for (int i = 0; i < 64; i++) free(blocks[i]);
    }
    timer_delete(timer);
    return NULL;
}

int main(int count, char **arguments) {
    int keys = count > 1 ? atoi(arguments[1]) : 40, threads = count > 2 ? atoi(arguments[2]) : 400;
    for (int i = 0; i < keys; i++) {
        pthread_key_t key;
        pthread_key_create(&key, NULL);
    }
    uint32_t one = 1;
    if (zeInit(0) || zeDriverGet(&one, &driver)) return 1;
    struct sigaction action = {.sa_handler = call};
    sigaction(SIGUSR1, &action, NULL);
    for (intptr_t i = 0; i < threads; i++) {
        pthread_t thread;
        if (pthread_create(&thread, NULL, interrupted, (void *)i)) return 1;
        pthread_join(thread, NULL);
    }
    puts("done");
    return 0;
}
