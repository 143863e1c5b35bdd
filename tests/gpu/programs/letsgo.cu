// A program that changes while zetop is there: own | registered | forks N | quits N | plugins FILE SECONDS.
// The first two have a profiler of their own (CUPTI names its library) and read orders: register, on, launch, off, kinds.
#include <cupti.h>
#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

__global__ void work(int *to) { atomicAdd(to, 1); }
static int *memory;
static void launch(int n) {
    while (n--) work<<<1, 32>>>(memory);
}

#define CUPTI(name) static decltype(&name) p_##name;
CUPTI(cuptiActivityRegisterCallbacks) CUPTI(cuptiActivityEnable) CUPTI(cuptiActivityDisable) CUPTI(cuptiActivityFlushAll)
CUPTI(cuptiActivityGetNextRecord)
static long records;
static void CUPTIAPI take(uint8_t **buffer, size_t *size, size_t *most) {
    *buffer = (uint8_t *)aligned_alloc(64, 1 << 20), *size = 1 << 20, *most = 0;
}
static void CUPTIAPI give(CUcontext context, uint32_t stream, uint8_t *buffer, size_t size, size_t valid) {
    for (CUpti_Activity *record = 0; p_cuptiActivityGetNextRecord(buffer, valid, &record) == CUPTI_SUCCESS;)
        records += record->kind == CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL;
    free(buffer);
}
static int own(bool registered) {
    void *cupti = dlopen(getenv("CUPTI"), RTLD_NOW);
    if (!cupti) return printf("no CUPTI: %s\n", dlerror()), 9;
#define FIND(name) p_##name = (decltype(p_##name))dlsym(cupti, #name);
    FIND(cuptiActivityRegisterCallbacks) FIND(cuptiActivityEnable) FIND(cuptiActivityDisable) FIND(cuptiActivityFlushAll)
    FIND(cuptiActivityGetNextRecord)
    if (registered) p_cuptiActivityRegisterCallbacks(take, give);
    printf("ready\n");
    char line[64];
    while (fgets(line, sizeof line, stdin)) {
        // Looked up each time, as a program does that loads its profiler when it needs it.
        FIND(cuptiActivityRegisterCallbacks) FIND(cuptiActivityEnable) FIND(cuptiActivityDisable)
        if (!strncmp(line, "register", 8)) p_cuptiActivityRegisterCallbacks(take, give);
        if (!strncmp(line, "on", 2)) records = 0, p_cuptiActivityEnable(CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL);
        if (!strncmp(line, "launch", 6)) launch(100), cudaDeviceSynchronize();
        if (!strncmp(line, "off", 3)) {
            p_cuptiActivityDisable(CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL);
            p_cuptiActivityFlushAll(CUPTI_ACTIVITY_FLAG_FLUSH_FORCED);
        }
        printf("%ld records\n", records);
    }
    return 0;
}

static volatile int stop;
static void *launches(void *) {
    cudaSetDevice(0);
    while (!stop) launch(1), usleep(500);
    return 0;
}
// Children that end by exit and by _exit in turn, while another thread launches.
static int forks(int n) {
    int hung = 0, wrong = 0;
    pthread_t thread;
    pthread_create(&thread, 0, launches, 0);
    for (int i = 0; i < n && hung < 3; i++) {
        pid_t child = fork();
        if (!child) i % 2 ? exit(7) : _exit(7);
        int status = 0, k = 0;
        while (k < 1000 && !waitpid(child, &status, WNOHANG)) usleep(10000), k++;
        if (k == 1000) hung++, kill(child, SIGKILL), waitpid(child, &status, 0);
        else wrong += WEXITSTATUS(status) != 7;
    }
    stop = 1, pthread_join(thread, 0);
    cudaDeviceSynchronize();
    printf("hung %d wrong %d\n", hung, wrong);
    return 0;
}

// A plugin that imports the driver comes and goes.
static int plugins(const char *file, int seconds) {
    printf("ready\n");
    long times = 0;
    for (time_t end = time(0) + seconds; time(0) < end; times++) {
        void *plugin = dlopen(file, RTLD_NOW | RTLD_LOCAL);
        int (*f)() = plugin ? (int (*)())dlsym(plugin, "plugin_work") : 0;
        if (!f || f()) return printf("no plugin: %s\n", dlerror()), 9;
        launch(3);
        usleep(2000);
        dlclose(plugin);
        usleep(2000);
    }
    cudaError_t error = cudaDeviceSynchronize();
    printf("%s\n", times && !error ? "ended well" : cudaGetErrorString(error));
    return 0;
}

int main(int argc, char **argv) {
    const char *mode = argc > 1 ? argv[1] : "";
    setvbuf(stdout, 0, _IOLBF, 0);
    cudaMalloc(&memory, 4);
    launch(1), cudaDeviceSynchronize();
    if (!strcmp(mode, "own") || !strcmp(mode, "registered")) return own(*mode == 'r');
    if (!strcmp(mode, "forks")) return forks(atoi(argv[2]));
    if (!strcmp(mode, "plugins")) return plugins(argv[2], atoi(argv[3]));
    launch(atoi(argv[2]));
    if (!strcmp(mode, "quits")) _exit(5);
    return 5;
}
