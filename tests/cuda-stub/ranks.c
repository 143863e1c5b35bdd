// A rank of a job that does collective operations as NCCL does: `ranks VERSION STEPS START DELAY_US WORK_US`.
//
// It opens the profiler by NCCL's name, and tells it of each operation behind the launch of its kernel, as versions 1 to 6 of
// the interface have it; to an older NCCL (version 0) there is none. With CHURN, that many communicators are made and ended first, each in the middle of an operation,
// and KEPT stay. ALSO (from version 5 on): `group`, each kernel does two operations; `graph`, each operation is done twice more in a
// graph, of which NCCL tells in a thread of CUDA's; `threads`, another thread has a communicator of its own, and one more tells
// all the time how far the proxy is; `abort`, the communicator ends in another thread while the last kernel runs; `late`, one
// kernel is over long before the profiler is told what it was. Steps are 20 ms apart from a moment on that rank 0 writes to the file START once all are there. This rank comes DELAY_US after each, of
// which WORK_US is the time of a kernel of its own; a kernel waits until all ranks have come, 8 ms after the step, and takes 1 ms.
// It says for how many steps it was 2 ms late or more.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef int R;
extern R cuInit(unsigned), cuDeviceGet(int *, int), cuDevicePrimaryCtxRetain(void **, int), cuCtxSetCurrent(void *);
extern R cuModuleGetFunction(void **, void *, const char *), cuCtxSynchronize(void);
extern R cuStreamBeginCapture_v2(void *, int), cuStreamEndCapture(void *, void **);
extern R cuGraphInstantiateWithFlags(void **, void *, unsigned long long), cuGraphLaunch(void *, void *);
extern R cuLaunchKernel(void *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, void *, void **, void **);

struct v1 { uint8_t type; void *parent; int rank; const char *name; uint64_t hash, sequence; uint8_t function; const void *send;
            void *receive; size_t count; int root; uint8_t datatype; uint32_t op; size_t traffic; uint8_t channels, warps, algorithm, protocol; };
struct v2 { uint8_t type; void *parent; int rank; const char *name; uint64_t hash, sequence; const char *function; const void *send;
            void *receive; size_t count; int root; const char *datatype; size_t traffic; uint8_t channels, warps; const char *algorithm, *protocol; };
struct v3 { uint8_t type; void *parent; int rank; const char *name; uint64_t hash, sequence; const char *function; const void *send;
            void *receive; size_t count; int root; const char *datatype; uint8_t channels, warps; const char *algorithm, *protocol; };
struct v4 { uint8_t type; void *parent; int rank; uint64_t sequence; const char *function; const void *send; void *receive;
            size_t count; int root; const char *datatype; uint8_t channels, warps; const char *algorithm, *protocol; };
struct v5 { uint64_t type; void *parent; int rank; uint64_t sequence; const char *function; const void *send; void *receive;
            size_t count; int root; const char *datatype; uint8_t channels, warps; const char *algorithm, *protocol; void *group; };
struct plugin {
    const char *name;
    R (*init)();
    R (*start)(void *, void **, void *);
    R (*stop)(void *);
    R (*record)(void *, int, void *);
    R (*finalize)(void *);
};

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + t.tv_nsec * 1e-9;
}
static void until(double at) {
    double left = at - now();
    if (left > 0) nanosleep(&(struct timespec){(time_t)left, (long)((left - (time_t)left) * 1e9)}, 0);
}

// Returns the file's number once it is there: a minute later at most.
static double number_in(const char *path) {
    double number = 0;
    for (int i = 0; i < 6000; i++, until(now() + 0.01)) {
        FILE *file = fopen(path, "r");
        int found = file && fscanf(file, "%lf;", &number) == 1;
        if (file) fclose(file);
        if (found) return number;
    }
    exit(9);
}
static void write_number(const char *path, double number) {
    char new[4096];
    snprintf(new, sizeof new, "%s.new", path);
    FILE *file = fopen(new, "w");
    fprintf(file, "%.9f;", number), fclose(file), rename(new, path);
}
static double agreed_start(const char *path, int rank, int ranks) {
    char ready[4000];
    snprintf(ready, sizeof ready, "%s.%d", path, rank);
    if (rank) return write_number(ready, 1), number_in(path);
    for (int other = 1; other < ranks; other++) snprintf(ready, sizeof ready, "%s.%d", path, other), number_in(ready);
    return write_number(path, now() + 0.5), number_in(path);
}

// As NCCL looks for one.
static void *profiler(void) {
    const char *name = getenv("NCCL_PROFILER_PLUGIN");
    char file[256] = "libnccl-profiler.so";
    if (name) {
        void *named = dlopen(name, RTLD_NOW | RTLD_LOCAL);
        if (named) return named;
        snprintf(file, sizeof file, "libnccl-profiler-%s.so", name);
    }
    return dlopen(file, RTLD_NOW | RTLD_LOCAL);
}

static struct plugin *plugin;
static int rank, ranks, steps;
static double start;
static void *collective, *context;
static atomic_int is_over;

// An operation as version 5 describes it, at a communicator.
static void *tells(void *communicator, const char *operation, int step, size_t elements) {
    void *handle = 0;
    struct v5 e = {2, 0, rank, step, operation, 0, 0, elements, 0, "ncclFloat32", 4, 16, "RING", "LL", 0};
    plugin->start(communicator, &handle, &e);
    return handle;
}

static void *other_thread(void *unused) {
    void *own = 0;
    int mask = 0;
    cuCtxSetCurrent(context);
    plugin->init(&own, (uint64_t)0xbeef, &mask, "other", 1, ranks, rank, (void *)0);
    for (int step = 0; step < steps; step++) {
        until(start + step * 0.02);
        cuLaunchKernel(collective, 4, 1, 1, 512, 1, 1, 0, (void *)9, 0, 0);
        plugin->stop(tells(own, "Broadcast", step, 1024));
    }
    plugin->finalize(own);
    return 0;
}

// NCCL's proxy: it tells of what it does for operations that others have begun.
static void *proxy(void *communicator) {
    while (!is_over) {
        void *handle = 0;
        struct v5 e = {1 << 3, communicator, rank};
        plugin->start(communicator, &handle, &e);
        if (handle) plugin->record(handle, 8, 0), plugin->stop(handle);
        until(now() + 1e-4);
    }
    return 0;
}

// CUDA's thread that runs the functions of a graph.
static void *in_graph(void *communicator) {
    plugin->stop(tells(communicator, "AllReduce", 0, 262144));
    return 0;
}

static void *aborts(void *communicator) {
    plugin->finalize(communicator);
    return 0;
}

static void joined(void *(*run)(void *), void *with) {
    pthread_t thread;
    pthread_create(&thread, 0, run, with), pthread_join(thread, 0);
}

static void twice_in_a_graph(void *communicator) {
    void *graph, *exec;
    cuStreamBeginCapture_v2((void *)5, 0);
    cuLaunchKernel(collective, 4, 1, 1, 512, 1, 1, 0, (void *)5, 0, 0);
    cuStreamEndCapture((void *)5, &graph);
    cuGraphInstantiateWithFlags(&exec, graph, 0);
    for (int i = 0; i < 2; i++) cuGraphLaunch(exec, (void *)5), joined(in_graph, communicator);
}

int main(int count, char **values) {
    if (count < 6) return 2;
    int version = atoi(values[1]), delay = atoi(values[4]), work = atoi(values[5]), device, mask = 0;
    steps = atoi(values[2]), rank = atoi(getenv("RANK")), ranks = atoi(getenv("WORLD_SIZE"));
    const char *also = getenv("ALSO") ? getenv("ALSO") : "";
    pthread_t threads[2];
    void *own, *in_profiler = 0, *handle = 0;
    cuInit(0), cuDeviceGet(&device, 0), cuDevicePrimaryCtxRetain(&context, device), cuCtxSetCurrent(context);
    char name[128];
    snprintf(name, sizeof name, "own_work_%d", work * 1000);
    cuModuleGetFunction(&own, 0, name);
    // It is there until the last rank has come and the data have moved.
    snprintf(name, sizeof name, "ncclDevKernel_AllReduce_Sum_f32_RING_LL_%d", (8000 - delay + 1000) * 1000);
    cuModuleGetFunction(&collective, 0, name);
    void *library = profiler();
    snprintf(name, sizeof name, "ncclProfiler_v%d", version);
    if (library) plugin = dlsym(library, name);
    if (plugin && version < 4) plugin->init(&in_profiler, &mask);
    else if (plugin && version == 4) plugin->init(&in_profiler, &mask, "world", (uint64_t)0xc0ffee, 1, ranks, rank, (void *)0);
    else if (plugin) plugin->init(&in_profiler, (uint64_t)0xc0ffee, &mask, "world", 1, ranks, rank, (void *)0);
    int churn = getenv("CHURN") ? atoi(getenv("CHURN")) : 0, kept = getenv("KEPT") ? atoi(getenv("KEPT")) : 0;
    for (int i = 0; plugin && version >= 5 && i < churn + kept; i++) {
        void *other = 0;
        plugin->init(&other, (uint64_t)0x100000 + i, &mask, "other", 1, ranks, rank, (void *)0);
        cuLaunchKernel(own, 4, 1, 1, 512, 1, 1, 0, 0, 0, 0);
        struct v5 e = {2, 0, rank, 0, "Broadcast", 0, 0, 4, 0, "ncclInt8", 4, 16, "RING", "LL", 0};
        if (other) plugin->start(other, &handle, &e), plugin->stop(handle);
        if (i < churn) plugin->finalize(other);
    }
    start = agreed_start(values[3], rank, ranks);
    int late = 0;
    int has_threads = plugin && !strcmp(also, "threads");
    if (has_threads) pthread_create(&threads[0], 0, other_thread, 0), pthread_create(&threads[1], 0, proxy, in_profiler);
    for (int step = 0; step < steps; step++) {
        until(start + step * 0.02 + (delay - work) * 1e-6);
        if (work) cuLaunchKernel(own, 1, 1, 1, 32, 1, 1, 0, 0, 0, 0), until(start + step * 0.02 + delay * 1e-6);
        late += now() - (start + step * 0.02 + delay * 1e-6) >= 2e-3;
        cuLaunchKernel(collective, 4, 1, 1, 512, 1, 1, 0, 0, 0, 0);
        if (!plugin) continue;
        size_t elements = 262144;
        if (version == 1) {
            struct v1 e = {.type = 2, .rank = rank, .hash = 0xc0ffee, .sequence = step, .function = 4, .count = elements, .datatype = 7, .algorithm = 1};
            plugin->start(in_profiler, &handle, &e);
        } else if (version == 2) {
            struct v2 e = {2, 0, rank, "world", 0xc0ffee, step, "AllReduce", 0, 0, elements, 0, "ncclFloat32", 0, 4, 16, "RING", "LL"};
            plugin->start(in_profiler, &handle, &e);
        } else if (version == 3) {
            struct v3 e = {2, 0, rank, "world", 0xc0ffee, step, "AllReduce", 0, 0, elements, 0, "ncclFloat32", 4, 16, "RING", "LL"};
            plugin->start(in_profiler, &handle, &e);
        } else if (version == 4) {
            struct v4 e = {2, 0, rank, step, "AllReduce", 0, 0, elements, 0, "ncclFloat32", 4, 16, "RING", "LL"};
            plugin->start(in_profiler, &handle, &e);
        } else {
            // Other kinds of events come, too.
            struct v5 other = {1, 0, rank};
            plugin->start(in_profiler, &handle, &other);
            if (!strcmp(also, "late") && step == 3) until(now() + 0.2);
            handle = tells(in_profiler, "AllReduce", step, elements);
            if (!strcmp(also, "group")) plugin->stop(tells(in_profiler, "AllGather", step, elements / 2));
        }
        plugin->stop(handle);
        if (!strcmp(also, "graph")) twice_in_a_graph(in_profiler);
    }
    if (has_threads) is_over = 1, pthread_join(threads[0], 0), pthread_join(threads[1], 0);
    int is_aborted = plugin && !strcmp(also, "abort");
    if (is_aborted) joined(aborts, in_profiler);
    until(start + steps * 0.02 + 0.05);
    cuCtxSynchronize();
    if (plugin && !is_aborted) plugin->finalize(in_profiler);
    printf("rank %d done, late for %d steps\n", rank, late);
    return 0;
}
