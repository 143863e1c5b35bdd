// A program of the CUDA driver API with known answers: work N | ask | profiler N | attachable N | queued N | devices N |
// peers N | filtered N | both N | attachable-both N | attachable-frees N | fork N | reset N | illegal N | pageable N | grids N | threads N |
// captures N | capturing N | regraph N | elsewhere N | batch N | disabled N | far N | stack N | waits legacy|blocking|event|host.
// Like the CUDA runtime it asks the driver for its functions, but for the first.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

typedef int R;
static R (*get)(const char *, void **, int, uint64_t, int *);
#define F(result, name, ...) static result (*name)(__VA_ARGS__);
F(R, cuMemAlloc, void **, size_t) F(R, cuMemAllocHost, void **, size_t) F(R, cuMemAllocManaged, void **, size_t, unsigned)
F(R, cuMemFree, void *) F(R, cuMemFreeHost, void *) F(R, cuMemcpyHtoD, void *, const void *, size_t)
F(R, cuMemcpyDtoH, void *, const void *, size_t) F(R, cuMemcpyDtoDAsync, void *, const void *, size_t, void *)
F(R, cuMemsetD8, void *, unsigned char, size_t) F(R, cuModuleLoadData, void **, const void *)
F(R, cuModuleGetFunction, void **, void *, const char *) F(R, cuCtxGetCurrent, void **) F(R, cuStreamQuery, void *)
F(R, cuLaunchKernel, void *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, void *, void **, void **)
F(R, cuStreamBeginCapture, void *, int) F(R, cuStreamEndCapture, void *, void **) F(R, cuCtxSynchronize, void)
F(R, cuGraphInstantiateWithFlags, void **, void *, unsigned long long) F(R, cuGraphLaunch, void *, void *)
F(R, cuDeviceGetCount, int *) F(R, cuCtxSetCurrent, void *) F(R, cuDevicePrimaryCtxRetain, void **, int)
F(R, cuMemcpyHtoDAsync, void *, const void *, size_t, void *) F(R, cuGraphGetNodes, void *, void **, size_t *)
F(R, cuMemcpy3DBatchAsync, size_t, void *, unsigned long long, void *) F(R, cuGraphExecDestroy, void *)
F(R, cuGraphNodeSetEnabled, void *, void *, unsigned) F(R, cuEventCreate, void **, unsigned) F(R, cuEventRecord, void *, void *) F(R, cuStreamWaitEvent, void *, void *, unsigned)
F(R, cuLaunchHostFunc, void *, void (*)(void *), void *)
F(R, cuMemcpyBatchAsync, void **, void **, size_t *, size_t, void *, size_t *, size_t, void *)
F(R, cuDevicePrimaryCtxReset, int) F(R, cuStreamDestroy, void *) F(R, cuMemcpyPeer, void *, void *, void *, void *, size_t)

static void load(void) {
#define L(name) get(#name, (void **)&name, 13000, 0, 0);
    L(cuMemAlloc) L(cuMemAllocHost) L(cuMemAllocManaged) L(cuMemFree) L(cuMemFreeHost) L(cuMemcpyHtoD) L(cuMemcpyDtoH)
    L(cuMemcpyDtoDAsync) L(cuMemsetD8) L(cuModuleLoadData) L(cuModuleGetFunction) L(cuCtxGetCurrent) L(cuStreamQuery)
    L(cuLaunchKernel) L(cuStreamBeginCapture) L(cuStreamEndCapture) L(cuCtxSynchronize) L(cuGraphInstantiateWithFlags)
    L(cuGraphLaunch) L(cuDeviceGetCount) L(cuCtxSetCurrent) L(cuDevicePrimaryCtxRetain) L(cuDevicePrimaryCtxReset)
    L(cuStreamDestroy) L(cuMemcpyPeer) L(cuMemcpyHtoDAsync) L(cuGraphGetNodes) L(cuEventCreate) L(cuEventRecord)
    L(cuStreamWaitEvent) L(cuLaunchHostFunc) L(cuMemcpyBatchAsync) L(cuGraphNodeSetEnabled) L(cuMemcpy3DBatchAsync)
    L(cuGraphExecDestroy)
}
static void *kernel(const char *name) {
    void *m, *f;
    cuModuleLoadData(&m, "");
    cuModuleGetFunction(&f, m, name);
    return f;
}
static void launch(void *f, int n, void *stream) {
    for (int i = 0; i < n; i++) cuLaunchKernel(f, 4, 2, 1, 64, 1, 1, 512, stream, 0, 0);
}

// From now on, starting a thread kills the process.
static int no_more_threads(void) {
    struct sock_filter rules[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone, 1, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone3, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = {sizeof rules / sizeof *rules, rules};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}

// The other API in the same process: copies of 4 KiB to the first device, as level_zero.h declares all of this.
static void *ze_list, *ze_device_memory, *ze_host_memory;
static R (*ze_copy)(void *, void *, const void *, size_t, void *, uint32_t, void **);
static R ze_begin(void) {
    void *ze = dlopen("libze_loader.so.1", RTLD_NOW);
    if (!ze) return -1;
#define ZE(name) ((R (*)())dlsym(ze, #name))
    void *driver, *device, *context;
    uint32_t one = 1;
    struct { uint32_t stype; void *next; uint32_t flags; } of_context = {13, 0, 0};
    struct { uint32_t stype; void *next; uint32_t ordinal, index, flags, mode, priority; } of_queue = {14, 0, 0, 0, 0, 1, 0};
    struct { uint32_t stype; void *next; uint32_t flags, ordinal; } of_device = {21, 0, 0, 0};
    struct { uint32_t stype; void *next; uint32_t flags; } of_host = {22, 0, 0};
    R status = ZE(zeInit)(0);
    if (!status) status = ZE(zeDriverGet)(&one, &driver);
    if (!status) status = ZE(zeDeviceGet)(driver, &one, &device);
    if (!status) status = ZE(zeContextCreate)(driver, &of_context, &context);
    if (!status) status = ZE(zeMemAllocDevice)(context, &of_device, (size_t)4096, (size_t)64, device, &ze_device_memory);
    if (!status) status = ZE(zeMemAllocHost)(context, &of_host, (size_t)4096, (size_t)64, &ze_host_memory);
    if (!status) status = ZE(zeCommandListCreateImmediate)(context, device, &of_queue, &ze_list);
    ze_copy = (R (*)(void *, void *, const void *, size_t, void *, uint32_t, void **))dlsym(ze, "zeCommandListAppendMemoryCopy");
    return status;
}
static R ze_copies(int n) {
    R status = 0;
    for (int i = 0; i < n && !status; i++) status = ze_copy(ze_list, ze_device_memory, ze_host_memory, 4096, 0, 0, 0);
    return status;
}

// What the program's own profiler sees: kernels, those of the length that they have by its clock, and how many buffers came
// from a thread that is not the program's.
static int seen, as_long, from_elsewhere;
static pthread_t self;
// Three ticks a ns.
static uint64_t own_clock(void) {
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    return 3 * (t.tv_sec * 1000000000ull + t.tv_nsec);
}
static void requested(uint8_t **b, size_t *size, size_t *most) { *b = aligned_alloc(8, 1 << 20); *size = 1 << 20; *most = 0; }
static void completed(void *c, uint32_t s, uint8_t *b, size_t size, size_t valid) {
    R (*next)(uint8_t *, size_t, void **) = dlsym(dlopen("libcupti.so.13", RTLD_NOW), "cuptiActivityGetNextRecord");
    for (void *r = 0; !next(b, valid, &r);) {
        // CUpti_ActivityKernel9: start and end.
        uint64_t *stamps = (uint64_t *)r + 2;
        seen++, as_long += stamps[1] - stamps[0] == 3 * 1000;
    }
    from_elsewhere += !pthread_equal(self, pthread_self());
    free(b);
}

// Copies of malloc'd memory behind a kernel each, and how long they took by the program's own clock.
static int pageable(int n, void *longer) {
    void *device;
    char *heap = malloc(1 << 20);
    memset(heap, 7, 1 << 20);
    cuMemAlloc(&device, 1 << 20);
    long took[2] = {0, 0};
    for (int i = 0; i < 2 * n; i++) {
        launch(longer, 1, 0);
        struct timespec from, to;
        clock_gettime(CLOCK_MONOTONIC_RAW, &from);
        i % 2 ? cuMemcpyDtoH(heap, device, 1 << 20) : cuMemcpyHtoD(device, heap, 1 << 20);
        clock_gettime(CLOCK_MONOTONIC_RAW, &to);
        took[i % 2] += (to.tv_sec - from.tv_sec) * 1000000000l + to.tv_nsec - from.tv_nsec;
    }
    printf("to device %ld from device %ld\n", took[0], took[1]);
    return 0;
}

// A kernel that takes 8,192 ns with its data in the cache and 32,768 without, another one before each, and a set; then
// both twice from a graph.
static int copy_grids(int n, void *copy, void *shorter) {
    void *device, *graph, *exec;
    unsigned elements = 65536;
    void *of[] = {&device, &device, &elements};
    cuMemAlloc(&device, 65536);
    for (int i = 0; i < n; i++) {
        launch(shorter, 1, 0);
        cuMemsetD8(device, 3, 65536);
        cuLaunchKernel(copy, 4, 2, 1, 64, 1, 1, 0, i % 2 ? (void *)3 : 0, of, 0);
    }
    cuStreamBeginCapture((void *)5, 0);
    launch(shorter, 1, (void *)5);
    cuLaunchKernel(copy, 4, 2, 1, 64, 1, 1, 0, (void *)5, of, 0);
    cuStreamEndCapture((void *)5, &graph);
    cuGraphInstantiateWithFlags(&exec, graph, 0);
    for (int i = 0; i < 2; i++) cuGraphLaunch(exec, (void *)5);
    cuCtxSynchronize();
    printf("%d copied\n", ((char *)device)[65535]);
    return 0;
}

// Pages of their own, each known to the one before alone.
static void **first_page;
static void **page(void) { return mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0); }

// One line, one round of so many calls through a pointer that is four pages away from this program's data, or on its stack.
static int kept(int n, int is_far) {
    R (*volatile on_stack)(int *) = cuDeviceGetCount;
    cuDeviceGetCount = 0;
    if (is_far) {
        void **last = first_page = page();
        for (int i = 0; i < 3; i++) last = *last = page();
        last[7] = (void *)on_stack;
        on_stack = 0;
    }
    printf("ready\n");
    long total = 0;
    char line[64];
    while (fgets(line, sizeof line, stdin)) {
        int count;
        for (int i = 0; i < n; i++) {
            void **last = first_page;
            for (int page = 0; is_far && page < 3; page++) last = *last;
            R (*call)(int *) = is_far ? (R (*)(int *))last[7] : on_stack;
            call(&count);
        }
        printf("done %ld\n", total += n);
    }
    return 0;
}

static void *the_copy, *copied_memory;
static R (*own_launch)(void *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, void *, void **, void **);
static void launch_copy(int n, void *stream, R (*with)(void *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, void *, void **, void **)) {
    unsigned elements = 65536;
    void *of[] = {&copied_memory, &copied_memory, &elements};
    for (int i = 0; i < n; i++) with(the_copy, 4, 2, 1, 64, 1, 1, 0, stream, of, 0);
}
static void replay(void *graph) {
    void *exec;
    size_t nodes = 0;
    cuGraphGetNodes(graph, 0, &nodes);
    cuGraphInstantiateWithFlags(&exec, graph, 0);
    for (int i = 0; i < 2; i++) cuGraphLaunch(exec, (void *)5);
    printf("a graph of %zu\n", nodes);
}
static void *own_stream(void *n) { return launch_copy((long)n, 0, own_launch), NULL; }
// Launches in the default streams of three threads, one after the other, and then captured ones in this thread's.
static int threads(int n) {
    R (*begin)(void *, int), (*end)(void *, void **);
    get("cuLaunchKernel", (void **)&own_launch, 13000, 2, 0);
    get("cuStreamBeginCapture", (void **)&begin, 13000, 2, 0), get("cuStreamEndCapture", (void **)&end, 13000, 2, 0);
    cuMemAlloc(&copied_memory, 65536);
    for (int t = 0; t < 3; t++) {
        pthread_t thread;
        pthread_create(&thread, 0, own_stream, (void *)(long)n), pthread_join(thread, 0);
    }
    void *graph;
    begin(0, 0);
    launch_copy(n, 0, own_launch);
    printf("end %d\n", end(0, &graph));
    replay(graph);
    return 0;
}
// A capture that somebody tries to end elsewhere goes on.
static int captures(int n) {
    void *graph, *none;
    cuMemAlloc(&copied_memory, 65536);
    cuStreamBeginCapture((void *)5, 0);
    printf("elsewhere %d\n", cuStreamEndCapture((void *)6, &none));
    launch_copy(n, (void *)5, cuLaunchKernel);
    printf("end %d\n", cuStreamEndCapture((void *)5, &graph));
    replay(graph);
    return 0;
}
static void nothing(void *data) {}
// A copy of malloc'd memory that has to wait until others are done, 100 s later by the device's stamps.
static int waits(const char *which, void *kernel) {
    void *device, *event;
    char *heap = calloc(1, 1 << 20);
    cuMemAlloc(&device, 1 << 20), cuEventCreate(&event, 0);
    launch(kernel, 1, (void *)4);
    if (!strcmp(which, "legacy")) cuMemcpyHtoD(device, heap, 1 << 20);
    // What the legacy default stream waits for, streams wait for that come after it.
    if (!strcmp(which, "blocking")) launch(kernel, 1, 0), cuMemcpyHtoDAsync(device, heap, 1 << 20, (void *)5);
    if (!strcmp(which, "event")) {
        cuEventRecord(event, (void *)4), cuStreamWaitEvent((void *)33, event, 0);
        cuMemcpyHtoDAsync(device, heap, 1 << 20, (void *)33);
    }
    if (!strcmp(which, "host")) cuLaunchHostFunc((void *)35, nothing, 0), cuMemcpyHtoDAsync(device, heap, 1 << 20, (void *)35);
    return 0;
}
// Copies in batches of three.
static int batches(int n) {
    void *device, *pinned;
    cuMemAlloc(&device, 3 << 20), cuMemAllocHost(&pinned, 3 << 20);
    void *to[] = {device, (char *)device + (1 << 20), (char *)device + (2 << 20)};
    void *from[] = {pinned, (char *)pinned + (1 << 20), (char *)pinned + (2 << 20)};
    size_t sizes[] = {1 << 20, 1 << 20, 1 << 20};
    // CUDA_MEMCPY3D_BATCH_OP: from and to (a pointer each), 64 x 8 x 2 bytes.
    struct { struct { long type; char *pointer; size_t row, layer; long location; } from, to; size_t width, height, depth; long order; } volumes[2] = {0};
    for (int i = 0; i < 2; i++) {
        volumes[i].from.type = volumes[i].to.type = 1, volumes[i].from.pointer = pinned, volumes[i].to.pointer = device;
        volumes[i].width = 64, volumes[i].height = 8, volumes[i].depth = 2;
    }
    for (int i = 0; i < n; i++) {
        cuMemcpyBatchAsync(to, from, sizes, 3, 0, 0, 0, (void *)5);
        cuMemcpy3DBatchAsync(2, volumes, 0, (void *)5);
    }
    return 0;
}

int main(int argc, char **argv) {
    const char *mode = argc > 1 ? argv[1] : "work";
    int n = argc > 2 ? atoi(argv[2]) : 100;
    setvbuf(stdout, 0, _IOLBF, 0);
    // By its path, as some Python packages do.
    const char *path = getenv("CUDA_STUB_DRIVER");
    void *driver = dlopen(path ? path : "libcuda.so.1", RTLD_NOW);
    if (!driver) return printf("no driver\n"), 0;
    // Programs read their data first, say.
    const char *wait = getenv("CUDA_STUB_WAIT_MS");
    if (wait) usleep(atoi(wait) * 1000);
    R (*init)(unsigned) = dlsym(driver, "cuInit");
    get = dlsym(driver, "cuGetProcAddress_v2");
    R status = init(0);
    if (status == 3) status = init(0);
    load();
    if (!strcmp(mode, "ask")) {
        int count = -1;
        R counted = cuDeviceGetCount(&count);
        void *f = 0;
        R found = get("cuNoSuchFunction", &f, 13000, 0, 0);
        // a function that this driver has not, though later ones have
        printf("init %d count %d %d found %d %d newer %d other %d\n", status, counted, count, found, f != 0,
               dlsym(driver, "cuMemcpyBatchAsync") != 0, dlsym(driver, "cuda_stub_activity") != 0);
        return 0;
    }
    void *shorter = kernel("short_1000"), *longer = kernel("_ZN2at6native11elementwiseILi20000EEEvPf");
    the_copy = kernel("grid_copy");
    if (!strcmp(mode, "threads")) return threads(n);
    if (!strcmp(mode, "captures")) return captures(n);
    if (!strcmp(mode, "batch")) return batches(n);
    if (!strcmp(mode, "disabled")) {
        // A graph of two kernels, of which one is disabled after the first launch, twice, and enabled before the last.
        void *graph, *exec, *nodes[2];
        size_t two = 2;
        cuStreamBeginCapture((void *)5, 0);
        launch(shorter, 1, (void *)5), launch(longer, 1, (void *)5);
        cuStreamEndCapture((void *)5, &graph);
        cuGraphGetNodes(graph, nodes, &two), cuGraphInstantiateWithFlags(&exec, graph, 0);
        cuGraphLaunch(exec, (void *)5);
        for (int i = 0; i < 2; i++) cuGraphNodeSetEnabled(exec, nodes[0], 0);
        for (int i = 0; i < n; i++) cuGraphLaunch(exec, (void *)5);
        cuGraphNodeSetEnabled(exec, nodes[0], 1);
        cuGraphLaunch(exec, (void *)5);
        return 0;
    }
    if (!strcmp(mode, "waits")) return waits(argv[2], shorter);
    if (!strcmp(mode, "elsewhere")) {
        // In a stream of a context that is not current.
        cuMemAlloc(&copied_memory, 65536);
        launch_copy(n, (void *)257, cuLaunchKernel);
        return 0;
    }
    if (!strcmp(mode, "regraph")) {
        // Rounds: a graph of three kernels is made and launched; it goes, and one of one kernel has its handle; that is
        // launched again.
        void *graph, *exec;
        char line[64];
        printf("ready\n");
        for (int round = 1; fgets(line, sizeof line, stdin); round++) {
            if (round == 2) cuGraphExecDestroy(exec);
            if (round <= 2) {
                cuStreamBeginCapture((void *)5, 0);
                launch(shorter, round == 1 ? 3 : 1, (void *)5);
                cuStreamEndCapture((void *)5, &graph), cuGraphInstantiateWithFlags(&exec, graph, 0);
            }
            printf("done %d\n", cuGraphLaunch(exec, (void *)5));
        }
        return 0;
    }
    if (!strcmp(mode, "capturing")) {
        // A capture begins before anybody attaches; a round's launches go into it.
        void *graph;
        char line[64];
        cuMemAlloc(&copied_memory, 65536);
        cuStreamBeginCapture((void *)5, 0);
        printf("ready\n");
        long total = 0;
        while (fgets(line, sizeof line, stdin)) {
            size_t nodes = 0;
            launch_copy(20, (void *)5, cuLaunchKernel);
            total += 20;
            cuStreamEndCapture((void *)5, &graph);
            cuGraphGetNodes(graph, 0, &nodes);
            printf("done %ld of %ld\n", (long)nodes, total);
            total = 0, cuStreamBeginCapture((void *)5, 0);
        }
        return 0;
    }
    if (!strcmp(mode, "queued")) {
        // Stream 4 is busy, stream 3 is not; what failed and what was captured leaves nothing behind.
        for (int i = 0; i < n; i++) {
            launch(shorter, 1, (void *)3);
            cuLaunchKernel(shorter, 0, 0, 0, 0, 0, 0, 0, (void *)4, 0, 0);
            launch(longer, 1, (void *)4);
        }
        cuStreamDestroy((void *)3), cuStreamDestroy((void *)4);
        return 0;
    }
    if (!strcmp(mode, "devices")) {
        int count = 0;
        cuDeviceGetCount(&count);
        for (int d = 0; d < count; d++) {
            void *context;
            cuDevicePrimaryCtxRetain(&context, d);
            cuCtxSetCurrent(context);
            launch(shorter, (d + 1) * n, 0);
            launch(longer, n, (void *)(long)(3 + 2 * d));
        }
        return 0;
    }
    if (!strcmp(mode, "peers")) {
        void *contexts[2], *memory[2];
        for (int d = 0; d < 2; d++)
            cuDevicePrimaryCtxRetain(&contexts[d], d), cuCtxSetCurrent(contexts[d]), cuMemAlloc(&memory[d], 1 << 20);
        for (int i = 0; i < n; i++) cuMemcpyPeer(memory[1], contexts[1], memory[0], contexts[0], 1 << 20);
        for (int i = 0; i < 2 * n; i++) cuMemcpyPeer(memory[0], contexts[0], memory[1], contexts[1], 1 << 20);
        return 0;
    }
    if (!strcmp(mode, "filtered")) {
        // A thread that collects records has none to wait for, and ends, before the filter comes.
        launch(shorter, n, 0);
        usleep(2500 * 1000);
        if (no_more_threads()) return printf("no filter\n"), 1;
        for (int i = 0; i < 20; i++) launch(shorter, n, 0), usleep(20 * 1000);
        printf("alone\n");
        return 6;
    }
    if (!strcmp(mode, "fork") || !strcmp(mode, "reset") || !strcmp(mode, "illegal")) {
        launch(shorter, n, 0);
        if (*mode == 'r') printf("reset %d\n", cuDevicePrimaryCtxReset(0));
        if (*mode == 'i') launch(kernel("illegal_1"), 1, 0);
        if (*mode == 'f') {
            fflush(stdout);
            int status;
            pid_t child = fork();
            if (!child) {
                void *c = 0;
                for (int i = 0; i < n; i++) cuCtxGetCurrent(&c);
                printf("child %d\n", c != 0);
                fflush(stdout);
                _exit(7);
            }
            waitpid(child, &status, 0);
            printf("child ended %d\n", WEXITSTATUS(status));
        }
        launch(shorter, n, 0);
        printf("then %d\n", cuCtxSynchronize());
        return 5;
    }
    if (!strcmp(mode, "both")) {
        launch(shorter, n, 0);
        R status = ze_begin();
        printf("begin %d copies %d\n", status, status ? status : ze_copies(2 * n));
        launch(shorter, n, 0);
        return 0;
    }
    int both = !strcmp(mode, "attachable-both");
    if (both) {
        R status = ze_begin();
        if (status) return printf("no Level Zero: %x\n", status), 1;
    }
    if (!strcmp(mode, "far") || !strcmp(mode, "stack")) return kept(n, !strcmp(mode, "far"));
    int frees = !strcmp(mode, "attachable-frees");
    if (both || frees || !strcmp(mode, "attachable")) {
        void *early[16], *late;
        int left = frees ? 16 : 0;
        for (int i = 0; i < left; i++) cuMemAlloc(&early[i], 4096);
        printf("ready\n");
        long total = 0;
        char line[64];
        while (fgets(line, sizeof line, stdin)) {
            // One line, one round: so many launches and calls.
            launch(shorter, n, 0);
            if (both) ze_copies(n);
            // Two from before the first round, one of this one, and nothing.
            if (left) cuMemFree(early[--left]), cuMemFree(early[--left]);
            if (frees) cuMemAlloc(&late, 4096), cuMemFree(late), cuMemFree(0);
            void *c;
            for (int i = 0; i < n; i++) cuCtxGetCurrent(&c);
            printf("done %ld\n", total += n);
        }
        return 0;
    }
    void *device, *other, *pinned, *managed, *left;
    if (!strcmp(mode, "pageable")) return pageable(n, longer);
    if (!strcmp(mode, "grids")) return copy_grids(n, kernel("grid_copy"), shorter);
    char *heap = malloc(1 << 20);
    memset(heap, 7, 1 << 20);
    cuMemAlloc(&device, 1 << 20), cuMemAlloc(&other, 1 << 20), cuMemAllocHost(&pinned, 1 << 20);
    cuMemAllocManaged(&managed, 4096, 1), cuMemAlloc(&left, 12345);
    for (int i = 0; i < n; i++) {
        cuMemcpyHtoD(device, heap, 1 << 20);
        cuMemcpyHtoD(device, pinned, 1 << 20);
        cuMemcpyDtoDAsync(other, device, 8192, 0);
        cuMemsetD8(device, 3, 65536);
    }
    cuMemcpyDtoH(heap, device, 1 << 20);
    launch(shorter, n, 0);
    launch(longer, 2 * n, (void *)3);
    void *graph, *exec;
    cuStreamBeginCapture((void *)5, 0);
    launch(shorter, 3, (void *)5);
    cuMemcpyDtoDAsync(other, device, 4096, (void *)5);
    cuStreamEndCapture((void *)5, &graph);
    cuGraphInstantiateWithFlags(&exec, graph, 0);
    for (int i = 0; i < n; i++) cuGraphLaunch(exec, (void *)5);
    cuLaunchKernel(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    cuStreamQuery(0);
    cuCtxSynchronize();
    if (!strcmp(mode, "profiler")) {
        void *cupti = dlopen("libcupti.so.13", RTLD_NOW);
        R (*reg)(void *, void *) = dlsym(cupti, "cuptiActivityRegisterCallbacks");
        R (*enable)(unsigned) = dlsym(cupti, "cuptiActivityEnable"), (*disable)(unsigned) = dlsym(cupti, "cuptiActivityDisable");
        R (*flush)(unsigned) = dlsym(cupti, "cuptiActivityFlushAll");
        int (*is_enabled)(void) = dlsym(cupti, "stub_is_enabled");
        R (*set_clock)(uint64_t (*)(void)) = dlsym(cupti, "cuptiActivityRegisterTimestampCallback");
        self = pthread_self();
        for (int round = 0; round < 2; round++) {
            // torch.profiler has its records stamped by the processor's counter.
            if (!round) set_clock(own_clock);
            reg(requested, completed), enable(10);
            launch(shorter, n, 0);
            // As long as its thread that collects records sleeps at most, and longer.
            usleep(200000);
            disable(10), flush(1);
            printf("the program's profiler saw %d kernels, %d as long as they are, %d buffers from elsewhere\n", seen, as_long, from_elsewhere);
            // Until zetop, if it is there, has come back: a minute at most.
            for (int i = 0; getenv("ZETOP_SESSION") && i < 6000 && is_enabled() < 4; i++) usleep(10000);
            launch(longer, n, 0);
        }
    }
    cuMemFree(device), cuMemFree(other), cuMemFreeHost(pinned), cuMemFree(managed);
    printf("sum %d status %d\n", heap[0] + heap[65536], status);
    return 3;
}
