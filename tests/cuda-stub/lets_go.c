// Programs that change while zetop is there, or end in odd ways: plugin FILE | remapped FILE | forks N | handler US | exits N |
// quits N | profiles N | own | registered | memory | slow | late | released | handled | busy | plugins FILE. What takes orders reads them from its
// standard input, a line each.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <malloc.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

typedef int R;
extern R cuInit(unsigned), cuCtxSynchronize(void), cuModuleGetFunction(void **, void *, const char *);
extern R cuLaunchKernel(void *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, void *, void **, void **);
extern R cuMemsetD8Async(void *, unsigned char, size_t, void *);
extern R cuMemAlloc_v2(void **, size_t), cuDevicePrimaryCtxReset_v2(int), cuDevicePrimaryCtxRelease_v2(int);
extern R cuMemMap(void *, size_t, size_t, unsigned long long, unsigned long long), cuMemUnmap(void *, size_t);
extern R cuptiActivityRegisterCallbacks(void *, void *), cuptiActivityEnable(unsigned), cuptiActivityDisable(unsigned);
extern R cuptiActivityFlushAll(unsigned), cuptiFinalize(void);
extern R cuptiActivityGetNextRecord(uint8_t *, size_t, void **);
extern int stub_is_enabled(void);
struct launch { void *f; unsigned grid[3], block[3], shared; void *stream, **params; };
extern R cuLaunchCooperativeKernelMultiDevice(struct launch *, unsigned, unsigned), cuCtxGetDevice(int *);
extern R cuStreamBeginCapture_v2(void *, int), cuStreamEndCapture(void *, void **), cuGraphLaunch(void *, void *);
extern R cuGraphInstantiateWithFlags(void **, void *, unsigned long long);

static void *kernel;
static void launch(int n) {
    while (n--) cuLaunchKernel(kernel, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0);
}
static char line[256];
static int order(void) { return fgets(line, sizeof line, stdin) != 0; }

// A plugin is closed between attach and detach; or memory of the program's own is mapped where it was.
static int plugin(const char *file, int remapped) {
    void *plugin = dlopen(file, RTLD_NOW | RTLD_LOCAL);
    if (!plugin) return puts(dlerror()), 9;
    int (*work)(void) = dlsym(plugin, "plugin_work");
    work();
    unsigned long low = 0, high = 0, from, to;
    FILE *maps = fopen("/proc/self/maps", "r");
    while (fgets(line, sizeof line, maps))
        if (strstr(line, file) && sscanf(line, "%lx-%lx", &from, &to) == 2) low = low ? low : from, high = to;
    fclose(maps);
    puts("ready");
    order(), work(), dlclose(plugin);
    char *memory = 0;
    if (remapped) {
        memory = mmap((void *)low, high - low, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
        if (memory == MAP_FAILED) return puts("the plugin is still there"), 8;
        memset(memory, 1, high - low);
    }
    puts("closed");
    order();
    for (int i = 0; i < 100; i++) cuCtxSynchronize();
    if (memory) memset(memory, 2, high - low);
    puts("ended well");
    return 0;
}

static volatile int worked;
static void *work(void *stop) {
    while (!*(volatile int *)stop) launch(1), worked++, usleep(500);
    return 0;
}
// Until the other thread has made some launches.
static void some_work(void) {
    for (int before = worked; worked - before < 20;) usleep(1000);
}
// Children that call exit, while another thread launches.
static int forks(int n) {
    int hung = 0, wrong = 0, stop = 0;
    pthread_t thread;
    pthread_create(&thread, 0, work, &stop);
    launch(1), usleep(100000);
    for (int i = 0; i < n && !hung; i++) {
        pid_t child = fork();
        if (!child) exit(7);
        int status = 0, k = 0;
        while (k < 2000 && !waitpid(child, &status, WNOHANG)) usleep(10000), k++;
        if (k == 2000) hung++, kill(child, SIGKILL), waitpid(child, &status, 0);
        wrong += !hung && WEXITSTATUS(status) != 7;
        usleep(1000 + i % 7 * 1000);
    }
    stop = 1, pthread_join(thread, 0);
    printf("hung %d wrong %d\n", hung, wrong);
    return 0;
}

static void leave(int signal) { exit(6); }
static void take(uint8_t **buffer, size_t *size, size_t *most) { *buffer = aligned_alloc(64, 1 << 20), *size = 1 << 20, *most = 0; }
static long records;
static void give(void *context, uint32_t stream, uint8_t *buffer, size_t size, size_t valid) {
    for (void *record = 0; !cuptiActivityGetNextRecord(buffer, valid, &record);) records++;
    free(buffer);
}
// The program's own profiler: orders register, on, off, launch, kinds, finalize.
static int own(int registered) {
    if (registered) cuptiActivityRegisterCallbacks(take, give);
    puts("ready");
    while (order()) {
        if (!strncmp(line, "register", 8)) cuptiActivityRegisterCallbacks(take, give);
        if (!strncmp(line, "on", 2)) records = 0, cuptiActivityEnable(10);
        if (!strncmp(line, "off", 3)) cuptiActivityDisable(10), cuptiActivityFlushAll(1);
        if (!strncmp(line, "launch", 6)) launch(100);
        if (!strncmp(line, "finalize", 8)) cuptiFinalize();
        if (!strncmp(line, "kinds", 5)) printf("kinds %d\n", stub_is_enabled());
        else printf("%ld records\n", records);
    }
    return 0;
}

// It profiles itself now and then, while another thread launches.
static int profiles(int n) {
    int stop = 0;
    pthread_t thread;
    pthread_create(&thread, 0, work, &stop);
    while (n--) {
        cuptiActivityRegisterCallbacks(take, give);
        cuptiActivityEnable(10), some_work();
        cuptiActivityDisable(10), cuptiActivityFlushAll(1);
        // Until zetop has CUPTI again: a minute at most.
        for (int i = 0; i < 6000 && stub_is_enabled() < 4; i++) usleep(10000);
        some_work();
    }
    stop = 1, pthread_join(thread, 0);
    return 0;
}

// Memory that goes with its context, and mappings that go together.
static int memory(void) {
    void *p;
    for (int i = 0; i < 20; i++) cuMemAlloc_v2(&p, 1 << 20), cuDevicePrimaryCtxReset_v2(0);
    for (int i = 0; i < 4; i++) cuMemMap((char *)0x700000000000 + (i << 21), 1 << 21, 0, 1, 0);
    cuMemUnmap((void *)0x700000000000, 4 << 21);
    cuMemAlloc_v2(&p, 4096), cuDevicePrimaryCtxRelease_v2(0);
    return 0;
}

// How long the end of a context takes in ms, while CUPTI is busy with what was launched before.
static int slow(void) {
    struct timespec from, to;
    launch(1), usleep(200000);
    clock_gettime(CLOCK_MONOTONIC, &from);
    cuDevicePrimaryCtxReset_v2(0);
    clock_gettime(CLOCK_MONOTONIC, &to);
    printf("%ld\n", (to.tv_sec - from.tv_sec) * 1000 + (to.tv_nsec - from.tv_nsec) / 1000000);
    fflush(stdout), _exit(0);
}

// Kernels of 100 ms. Orders: graph (made before any attach), launch, devices, kinds.
static int late(void) {
    void *graph, *executable, *kernels[3], *stream = (void *)9;
    for (int i = 0; i < 3; i++) cuModuleGetFunction(&kernels[i], 0, "late_100000000");
    cuStreamBeginCapture_v2(stream, 0);
    for (int i = 0; i < 3; i++) cuLaunchKernel(kernels[i], 1, 1, 1, 1, 1, 1, 0, stream, 0, 0);
    cuStreamEndCapture(stream, &graph), cuGraphInstantiateWithFlags(&executable, graph, 0);
    puts("ready");
    while (order()) {
        if (!strncmp(line, "graph", 5)) cuGraphLaunch(executable, stream);
        if (!strncmp(line, "launch", 6)) cuLaunchKernel(kernels[0], 1, 1, 1, 1, 1, 1, 0, stream, 0, 0);
        struct launch both[2] = {{kernels[0], {1, 1, 1}, {1, 1, 1}, 0, stream, 0}, {kernels[1], {1, 1, 1}, {1, 1, 1}, 0, (void *)257, 0}};
        if (!strncmp(line, "devices", 7)) cuLaunchCooperativeKernelMultiDevice(both, 2, 0);
        if (!strncmp(line, "kinds", 5)) printf("kinds %d\n", stub_is_enabled());
        else puts("done");
    }
    return 0;
}

static void *work_on_a_stream(void *stop) {
    void *memory, *stream = (void *)33;
    cuMemAlloc_v2(&memory, 64);
    for (; !*(volatile int *)stop; usleep(500)) cuLaunchKernel(kernel, 1, 1, 1, 1, 1, 1, 0, stream, 0, 0), cuMemsetD8Async(memory, 1, 64, stream);
    return 0;
}
// Another thread submits work all the time. Orders: late (a kernel of 100 ms on another stream), rest (it submits no more), kinds.
static int busy(void) {
    int stop = 0;
    void *kernel;
    pthread_t thread;
    cuModuleGetFunction(&kernel, 0, "late_100000000");
    pthread_create(&thread, 0, work_on_a_stream, &stop);
    puts("ready");
    while (order()) {
        if (!strncmp(line, "late", 4)) cuLaunchKernel(kernel, 1, 1, 1, 1, 1, 1, 0, (void *)9, 0, 0);
        if (!strncmp(line, "rest", 4)) stop = 1, pthread_join(thread, 0);
        if (!strncmp(line, "kinds", 5)) printf("kinds %d\n", stub_is_enabled());
        else puts("done");
    }
    if (!stop) stop = 1, pthread_join(thread, 0);
    return 0;
}

// Lets go of a context that others have, too, while a kernel runs there.
static int released(void) {
    void *kernel;
    cuModuleGetFunction(&kernel, 0, "late_100000000");
    cuLaunchKernel(kernel, 1, 1, 1, 1, 1, 1, 0, (void *)9, 0, 0);
    cuDevicePrimaryCtxRelease_v2(0), usleep(400000);
    return 0;
}

// Handlers that make calls, on top of malloc as a rule, whose lock is in use: there are two threads.
static void call(int signal) {
    int device;
    cuCtxGetDevice(&device);
}
static void *wait_for_end(void *stop) { return order(), *(volatile int *)stop = 1, (void *)0; }
static int handled(void) {
    int stop = 0;
    pthread_t thread;
    struct itimerval every = {{0, 500}, {0, 500}};
    struct sigaction action = {.sa_handler = call, .sa_flags = SA_RESTART};
    sigset_t alarm;
    sigemptyset(&alarm), sigaddset(&alarm, SIGALRM);
    pthread_sigmask(SIG_BLOCK, &alarm, 0);
    pthread_create(&thread, 0, wait_for_end, &stop);
    pthread_sigmask(SIG_UNBLOCK, &alarm, 0);
    sigaction(SIGALRM, &action, 0), setitimer(ITIMER_REAL, &every, 0);
    puts("ready");
    while (!*(volatile int *)&stop) {
        for (int i = 0; i < 2000; i++) malloc_trim(0);
        launch(1);
    }
    pthread_join(thread, 0);
    puts("ended well");
    return 0;
}

// Plugins that come and go all the time.
static int plugins(const char *file) {
    int stop = 0;
    pthread_t thread;
    pthread_create(&thread, 0, wait_for_end, &stop);
    puts("ready");
    while (!*(volatile int *)&stop) {
        void *plugin = dlopen(file, RTLD_NOW | RTLD_LOCAL);
        int (*work)(void) = plugin ? dlsym(plugin, "plugin_work") : 0;
        if (!work || work()) return 8;
        launch(1), dlclose(plugin);
    }
    pthread_join(thread, 0);
    puts("ended well");
    return 0;
}

int main(int argc, char **argv) {
    if (argc < 2) return 1;
    const char *mode = argv[1], *what = argc > 2 ? argv[2] : "0";
    int n = atoi(what);
    setvbuf(stdout, 0, _IOLBF, 0);
    cuInit(0);
    cuModuleGetFunction(&kernel, 0, "short_1000");
    if (!strcmp(mode, "plugin") || !strcmp(mode, "remapped")) return plugin(what, *mode == 'r');
    if (!strcmp(mode, "forks")) return forks(n);
    if (!strcmp(mode, "profiles")) return profiles(n);
    if (!strcmp(mode, "own") || !strcmp(mode, "registered")) return own(*mode == 'r');
    if (!strcmp(mode, "memory")) return memory();
    if (!strcmp(mode, "slow")) return slow();
    if (!strcmp(mode, "late")) return late();
    if (!strcmp(mode, "busy")) return busy();
    if (!strcmp(mode, "released")) return released();
    if (!strcmp(mode, "handled")) return handled();
    if (!strcmp(mode, "plugins")) return plugins(what);
    if (!strcmp(mode, "handler")) {
        struct itimerval at = {{0, 0}, {0, n}};
        signal(SIGALRM, leave);
        setitimer(ITIMER_REAL, &at, 0);
        for (;;) launch(1);
    }
    launch(n);
    if (!strcmp(mode, "quits")) _exit(5);
    exit(5);
}
