/* A program that marks ranges by NVTX, in numbers that zetop's tests know. Its argument says what it does:
     nested N      N steps, each with forward (a kernel of its own inside) and backward
     bad           ranges that never end, end twice, and have odd names
     names N       N different names
     threads N     N threads, each with 100 steps; every step is ended by another thread as well
     fork          a child in the middle of a range
     work N        N steps, each with two kernels in forward, a copy of 4 KiB in load and a wait; three kernels in no range
     cost N        what a range takes, ns, and what it takes without a tool (a call through a null pointer's test)
   It makes a call of the API that it is linked with (-DCUDA, -DZE), so that zetop shows the process. */
#define _GNU_SOURCE
#ifdef REAL_NVTX
#include <nvtx3/nvToolsExt.h>
#define nvtx_initialize()
#else
#include "nvtx.h"
#endif
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#ifdef CUDA
extern int cuInit(unsigned), cuDeviceGet(int *, int), cuDevicePrimaryCtxRetain(void **, int), cuCtxSetCurrent(void *);
extern int cuModuleGetFunction(void **, void *, const char *), cuStreamSynchronize(void *);
extern int cuLaunchKernel(void *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, void *, void **, void **);
extern int cuMemAlloc_v2(unsigned long long *, size_t), cuMemcpyHtoD_v2(unsigned long long, const void *, size_t);
static void use_api(void) { cuInit(0); }
#elif defined(ZE)
extern int zeInit(unsigned);
static void use_api(void) { zeInit(0); }
#else
static void use_api(void) {}
#endif

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1e9 + t.tv_nsec;
}

static nvtxEventAttributes_t attributes(void)
{
    nvtxEventAttributes_t of;
    memset(&of, 0, sizeof of);
    of.version = NVTX_VERSION;
    of.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
    return of;
}

static void sleep_us(int us)
{
    double end = now() + us * 1e3;
    while (now() < end) {
    }
}

static void nested(int steps)
{
    nvtxDomainHandle_t domain = nvtxDomainCreateA("library");
    nvtxEventAttributes_t of = attributes();
    of.messageType = NVTX_MESSAGE_TYPE_REGISTERED;
    of.message.registered = nvtxDomainRegisterStringA(domain, "kernel");
    for (int step = 0; step < steps; step++) {
        char name[32];
        snprintf(name, sizeof name, "step %d", step);
        nvtxRangePushA(name);
        nvtxRangePushA("forward");
        nvtxDomainRangePushEx(domain, &of);
        sleep_us(20);
        nvtxDomainRangePop(domain);
        nvtxRangePop();
        nvtxRangePushW(L"backward");
        sleep_us(10);
        nvtxRangePop();
        nvtxMarkA("loss");
        nvtxRangePop();
    }
}

static void bad(void)
{
    nvtxEventAttributes_t of = attributes();
    nvtxRangePushA("never ends");
    nvtxRangePushA("<b>&\"html\"</b>\n\x1b[31m");
    nvtxRangePop();
    nvtxRangePushA("not utf-8: \xff\xfe");
    nvtxRangePop();
    nvtxRangePushEx(&of); /* without a name */
    nvtxRangePop();
    nvtxRangePushA(NULL);
    nvtxRangePop();
    char longest[2000];
    memset(longest, 'x', sizeof longest - 1);
    longest[sizeof longest - 1] = 0;
    nvtxRangePushA(longest);
    nvtxRangePop();
    nvtxRangeId_t twice = nvtxRangeStartA("ended twice");
    nvtxRangeEnd(twice);
    nvtxRangeEnd(twice);
    nvtxRangeEnd(12345678);
    nvtxRangeStartA("started and left");
    for (int deep = 0; deep < 100; deep++)
        nvtxRangePushA("deep");
    for (int deep = 0; deep < 100; deep++)
        nvtxRangePop();
}

#ifdef CUDA
static void work(int steps)
{
    static char from[4096];
    int device;
    void *context, *kernel;
    unsigned long long to;
    cuDeviceGet(&device, 0), cuDevicePrimaryCtxRetain(&context, device), cuCtxSetCurrent(context);
    cuModuleGetFunction(&kernel, 0, "own_work_200000"); /* ns */
    cuMemAlloc_v2(&to, sizeof from);
    for (int step = 0; step < steps; step++) {
        nvtxRangePushA("step");
        nvtxRangePushA("load");
        cuMemcpyHtoD_v2(to, from, sizeof from);
        nvtxRangePop();
        nvtxRangePushA("forward");
        for (int launch = 0; launch < 2; launch++)
            cuLaunchKernel(kernel, 1, 1, 1, 32, 1, 1, 0, 0, 0, 0);
        nvtxRangePop();
        cuStreamSynchronize(0);
        nvtxRangePop();
    }
    for (int launch = 0; launch < 3; launch++)
        cuLaunchKernel(kernel, 1, 1, 1, 32, 1, 1, 0, 0, 0, 0);
    cuStreamSynchronize(0);
}
#else
static void work(int steps) { (void)steps; }
#endif

static nvtxRangeId_t started[64][100];
static pthread_barrier_t all_started;
static int threads;

static void *thread(void *of)
{
    long at = (long)of;
    for (int step = 0; step < 100; step++) {
        nvtxRangePushA("work");
        started[at][step] = nvtxRangeStartA("handed on");
        nvtxRangePop();
        if (step == 50)
            pthread_barrier_wait(&all_started);
    }
    nvtxRangePushA("left open");
    pthread_barrier_wait(&all_started);
    for (int step = 0; step < 100; step++)
        nvtxRangeEnd(started[(at + 1) % threads][step]);
    return NULL;
}

static double cost(int count)
{
    double best = 1e18;
    for (int round = 0; round < 10; round++) {
        double start = now();
        for (int at = 0; at < count; at++) {
            nvtxRangePushA("aten::convolution");
            nvtxRangePop();
        }
        double took = (now() - start) / count;
        best = took < best ? took : best;
    }
    return best;
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "nested";
    int count = argc > 2 ? atoi(argv[2]) : 10;
    nvtx_initialize();
    use_api();
    if (!strcmp(what, "nested")) {
        nested(count);
    } else if (!strcmp(what, "bad")) {
        bad();
    } else if (!strcmp(what, "names")) {
        for (int at = 0; at < count; at++) {
            char name[32];
            for (int digit = 0, left = at; digit < 7; digit++, left /= 26)
                name[digit] = 'a' + left % 26;
            name[7] = 0;
            nvtxRangePushA(name);
            nvtxRangePop();
        }
    } else if (!strcmp(what, "threads")) {
        pthread_t all[64];
        threads = count;
        pthread_barrier_init(&all_started, NULL, threads);
        for (long at = 0; at < threads; at++)
            pthread_create(&all[at], NULL, thread, (void *)at);
        for (int at = 0; at < threads; at++)
            pthread_join(all[at], NULL);
    } else if (!strcmp(what, "fork")) {
        nvtxRangePushA("parent");
        nvtxRangeId_t id = nvtxRangeStartA("parent's");
        pid_t child = fork();
        if (!child) {
            nvtxRangePop();
            nvtxRangeEnd(id);
            for (int at = 0; at < 7; at++) {
                nvtxRangePushA("child");
                nvtxRangePop();
            }
            use_api();
            _exit(0);
        }
        int status = 0;
        waitpid(child, &status, 0);
        nvtxRangePop();
        nvtxRangeEnd(id);
        if (status)
            return 1;
    } else if (!strcmp(what, "work")) {
        work(count);
    } else if (!strcmp(what, "cost")) {
        printf("%.1f ns\n", cost(count));
    }
    puts("done");
    return 0;
}
