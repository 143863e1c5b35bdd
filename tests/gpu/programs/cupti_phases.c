// Takes a running program through CUPTI's states, from a thread of its own: loaded, records of kernels on, off again, and with
// PHASES_MODE=finalize, finalised. Loaded by CUDA_INJECTION64_PATH; begins when there is a file PHASES_GO, and writes what it did
// to PHASES_LOG: "P time name" where a phase begins ("-": none), "S begin end call result" for each call. Times are
// CLOCK_MONOTONIC in ns, as Python's time.monotonic_ns has them.
#include <cupti.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static FILE *out;

static long now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000000000L + t.tv_nsec;
}

static void pause_ms(long ms) {
    struct timespec t = {ms / 1000, ms % 1000 * 1000000};
    nanosleep(&t, NULL);
}

static void CUPTIAPI requested(uint8_t **buffer, size_t *size, size_t *most) {
    *size = 1 << 20;
    *buffer = aligned_alloc(64, *size);
    *most = 0;
}

static void CUPTIAPI completed(CUcontext context, uint32_t stream, uint8_t *buffer, size_t size, size_t valid) {
    (void)context, (void)stream, (void)size;
    CUpti_Activity *record = NULL;
    while (cuptiActivityGetNextRecord(buffer, valid, &record) == CUPTI_SUCCESS) {
    }
    free(buffer);
}

static void phase(const char *name, long ms) {
    fprintf(out, "P %ld %s\n", now(), name);
    fflush(out);
    pause_ms(ms);
    fprintf(out, "P %ld -\n", now());
    fflush(out);
}

#define CALL(name, call)                                              \
    do {                                                              \
        long begin = now();                                           \
        int result = call;                                            \
        fprintf(out, "S %ld %ld %s %d\n", begin, now(), name, result); \
        pause_ms(30);                                                 \
    } while (0)

static void *run(void *unused) {
    int finalizes = strcmp(getenv("PHASES_MODE"), "finalize") == 0;
    while (access(getenv("PHASES_GO"), F_OK) != 0)
        pause_ms(20);
    phase("plain", 800);
    for (int i = 0; i < 6; i++) {
        if (i == 0 || finalizes)
            CALL("register", cuptiActivityRegisterCallbacks(requested, completed));
        phase("loaded", 300);
        CALL("enable", cuptiActivityEnable(CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL));
        phase("on", 500);
        CALL("disable", cuptiActivityDisable(CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL));
        CALL("flush", cuptiActivityFlushAll(0));
        phase("off", 400);
        if (finalizes) {
            CALL("finalize", cuptiFinalize());
            phase("finalised", 400);
        }
    }
    phase("end", 0);
    return unused;
}

int InitializeInjection(void) {
    pthread_t thread;
    out = fopen(getenv("PHASES_LOG"), "w");
    return out != NULL && pthread_create(&thread, NULL, run, NULL) == 0;
}
