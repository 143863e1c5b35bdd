// The same for CUDA, on the stand-in driver and CUPTI: plugins opened and closed, contexts reset, streams by the thousand,
// forks, handlers, a profiler of its own. Driven by tests/soak/run.py.
//
//   cuda LEDGER SEED SECONDS [keeps]
//
// The ledger counts launches: begun, and returned. SOAK_PLUGIN names a plugin. It prints one line and ends with status
// SEED % 50, in one way or another; with "keeps", it does nothing by which its memory may grow by itself.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern int cuInit(unsigned), cuModuleGetFunction(void **, void *, const char *), cuCtxGetDevice(int *);
extern int cuLaunchKernel(void *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, void *, void **, void **);
extern int cuStreamCreate(void **, unsigned), cuStreamDestroy_v2(void *), cuMemAlloc_v2(void **, size_t), cuMemFree_v2(void *);
extern int cuDevicePrimaryCtxReset_v2(int), cuptiActivityRegisterCallbacks(void *, void *), cuptiActivityEnable(unsigned);
extern int cuptiActivityDisable(unsigned), cuptiActivityFlushAll(unsigned), cuptiActivityGetNextRecord(uint8_t *, size_t, void **);

static struct ledger {
    _Atomic uint64_t begun, returned;
} *ledger;
static void *kernel;
static atomic_int failed;
static int status;

static void launch(unsigned n, void *stream) {
    while (n--) {
        atomic_fetch_add(&ledger->begun, 1);
        if (cuLaunchKernel(kernel, 1, 1, 1, 1, 1, 1, 0, stream, 0, 0)) failed = 1;
        atomic_fetch_add(&ledger->returned, 1);
    }
}

static void on_alarm(int signal) {
    (void)signal;
    int device = 0;
    cuCtxGetDevice(&device);
}
static void end(int signal) {
    (void)signal;
    exit(status);
}

static void *thread(void *n) {
    launch((uintptr_t)n, (void *)((uintptr_t)n % 8 + 8));
    return NULL;
}
static void threads(unsigned *seed) {
    pthread_t all[6];
    unsigned n = 1 + rand_r(seed) % 6;
    for (unsigned i = 0; i < n; i++)
        if (pthread_create(&all[i], NULL, thread, (void *)(uintptr_t)(rand_r(seed) % 2000))) failed = 2;
    for (unsigned i = 0; i < n; i++) pthread_join(all[i], NULL);
}

static void child(unsigned *seed) {
    unsigned how = rand_r(seed) % 4;
    pid_t pid = fork();
    if (pid == 0) {
        if (how == 0) _exit(0);
        if (how == 1) exit(0);
        if (how == 2) execl("/bin/true", "true", (char *)NULL);
        kill(getpid(), SIGKILL);
    }
    int result;
    while (pid > 0 && waitpid(pid, &result, 0) < 0) {
    }
}

static void streams(unsigned *seed) {
    for (unsigned n = rand_r(seed) % 3000; n--;) {
        void *stream;
        cuStreamCreate(&stream, 0);
        launch(1, stream);
        cuStreamDestroy_v2(stream);
    }
}

static void plugin(void) {
    void *opened = dlopen(getenv("SOAK_PLUGIN"), RTLD_NOW | RTLD_LOCAL);
    int (*work)(void) = opened ? (int (*)(void))dlsym(opened, "plugin_work") : NULL;
    if (!work || work()) failed = 3;
    if (opened) dlclose(opened);
}

static void memory(unsigned *seed) {
    void *p;
    for (int i = 0; i < 8; i++) cuMemAlloc_v2(&p, 4096);
    if (rand_r(seed) % 2) cuMemFree_v2(p);
    cuDevicePrimaryCtxReset_v2(0);
}

static atomic_long records;
static void take(uint8_t **buffer, size_t *size, size_t *most) {
    *buffer = aligned_alloc(64, 1 << 16);
    *size = 1 << 16;
    *most = 0;
}
static void give(void *context, uint32_t stream, uint8_t *buffer, size_t size, size_t valid) {
    (void)context, (void)stream, (void)size;
    for (void *record = NULL; !cuptiActivityGetNextRecord(buffer, valid, &record);) records++;
    free(buffer);
}
// Its own profiler has a record of each launch, whatever zetop does meanwhile.
static void profile(unsigned *seed) {
    static int registered;
    unsigned n = rand_r(seed) % 500;
    if (!registered || rand_r(seed) % 2) cuptiActivityRegisterCallbacks(take, give);
    registered = 1;
    records = 0;
    cuptiActivityEnable(10);
    launch(n, NULL);
    cuptiActivityDisable(10);
    cuptiActivityFlushAll(1);
    if (records != n) {
        fprintf(stderr, "%ld records of %u launches\n", (long)records, n);
        failed = 4;
    }
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + t.tv_nsec / 1e9;
}

int main(int argc, char **argv) {
    if (argc < 4) return 99;
    unsigned seed = strtoul(argv[2], NULL, 10), own = seed;
    double until = now() + atof(argv[3]);
    int keeps = argc > 4;
    int fd = open(argv[1], O_RDWR);
    ledger = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    close(fd);
    if (ledger == MAP_FAILED || cuInit(0)) return 98;
    cuModuleGetFunction(&kernel, NULL, "short_1000");
    status = own % 50;
    int handles = rand_r(&seed) % 2, profiles = !keeps && rand_r(&seed) % 2;
    if (handles) {
        struct sigaction action = {.sa_handler = on_alarm, .sa_flags = SA_RESTART};
        struct itimerval every = {{0, 3000}, {0, 3000}};
        sigaction(SIGALRM, &action, NULL);
        setitimer(ITIMER_REAL, &every, NULL);
    }
    while (now() < until) {
        switch (rand_r(&seed) % 8) {
            case 0: threads(&seed); break;
            case 1: child(&seed); break;
            case 2: streams(&seed); break;
            case 3: plugin(); break;
            case 4: memory(&seed); break;
            case 5: if (profiles) profile(&seed); break;
            case 6: usleep(rand_r(&seed) % 20000); break;
            default: launch(rand_r(&seed) % 3000, NULL);
        }
    }
    struct itimerval never = {{0, 0}, {0, 0}};
    setitimer(ITIMER_REAL, &never, NULL);
    printf("done %u, failed %d\n", own, failed);
    fflush(stdout);
    if (rand_r(&seed) % 3 == 0) {
        // From a handler, on top of a launch.
        struct itimerval soon = {{0, 0}, {0, 1 + rand_r(&seed) % 3000}};
        signal(SIGALRM, end);
        setitimer(ITIMER_REAL, &soon, NULL);
        for (;;) launch(1, NULL);
    }
    if (rand_r(&seed) % 3 == 0) _exit(status);
    return status;
}
