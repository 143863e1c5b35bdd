// What calls cost here, in ns: overhead [threads [LIBCUPTI KIND...]]. All is measured in turns, so that what else the
// machine does meets each alike; of each thread its shortest turn counts, of the threads the median.
//
// `real` is cuCtxGetCurrent in the driver itself, `call` as cuGetProcAddress gives it, as to the runtime: with zetop, its
// wrapper. `floor` is the cheapest wrapper there can be: a function of this program around the real one, with two rdtsc
// and counters of the thread's own. `launch` is cuLaunchKernel of an empty kernel as the program gets it, `direct` the
// driver's own: with zetop, CUPTI records both, and the first has the wrapper's cost besides. With LIBCUPTI, these kinds
// of activity records are on: what CUPTI alone costs.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>
#include <vector>
#include <dlfcn.h>
#include <x86intrin.h>
#include <cuda.h>
#include <cuda_runtime.h>

__global__ void empty() {}

template <typename F> static double ns(int calls, F f) {
    auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < calls; i++) f();
    return std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - start).count() / calls;
}

typedef CUresult (*get_current_t)(CUcontext *);
static get_current_t get_current = nullptr, real = nullptr;
struct alignas(128) Counters { volatile unsigned long long calls, ticks, most; };
static thread_local Counters counters;
typedef CUresult (*launch_t)(CUfunction, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, CUstream,
                             void **, void **);
__attribute__((noinline)) static CUresult floor_of(CUcontext *c) {
    unsigned long long start = __rdtsc();
    CUresult r = real(c);
    unsigned long long ticks = __rdtsc() - start;
    counters.calls++, counters.ticks += ticks;
    if (ticks > counters.most) counters.most = ticks;
    return r;
}
static void requested(unsigned char **b, size_t *size, size_t *most) { *b = (unsigned char *)aligned_alloc(8, 1 << 20), *size = 1 << 20, *most = 0; }
static void completed(CUcontext, unsigned, unsigned char *b, size_t, size_t) { free(b); }

// The driver's own function, also where a stand-in is in front of it.
static void *in_the_driver(const char *name) {
    FILE *maps = fopen("/proc/self/maps", "r");
    char line[4096];
    while (maps && fgets(line, sizeof line, maps)) {
        char *path = strchr(line, '/');
        if (!path || !strstr(path, "/libcuda.so") || strstr(path, "/zetop-")) continue;
        path[strcspn(path, "\n")] = 0;
        void *driver = dlopen(path, RTLD_NOW | RTLD_NOLOAD);
        if (driver) return dlsym(driver, name);
    }
    return nullptr;
}

int main(int argc, char **argv) {
    int threads = argc > 1 ? atoi(argv[1]) : 1;
    cudaFree(0);
    if (argc > 3) {
        void *cupti = dlopen(argv[2], RTLD_NOW);
        if (!cupti) return fprintf(stderr, "%s\n", dlerror()), 1;
        ((int (*)(void *, void *))dlsym(cupti, "cuptiActivityRegisterCallbacks"))((void *)requested, (void *)completed);
        for (int i = 3; i < argc; i++) ((int (*)(int))dlsym(cupti, "cuptiActivityEnable"))(atoi(argv[i]));
    }
    cudaDriverEntryPointQueryResult found;
    cudaGetDriverEntryPointByVersion("cuCtxGetCurrent", (void **)&get_current, 12000, cudaEnableDefault, &found);
    launch_t launch = nullptr, direct = (launch_t)in_the_driver("cuLaunchKernel");
    cudaGetDriverEntryPointByVersion("cuLaunchKernel", (void **)&launch, 12000, cudaEnableDefault, &found);
    real = (get_current_t)in_the_driver("cuCtxGetCurrent");
    cudaFunction_t kernel;
    if (!launch || !direct || cudaGetFuncBySymbol(&kernel, (void *)empty) != cudaSuccess) return fprintf(stderr, "no kernel\n"), 1;
    if (!get_current || !real) return fprintf(stderr, "no driver\n"), 1;
    enum { REAL, CALL, FLOOR, QUERY, LAUNCH, DIRECT, ALL };
    std::vector<std::vector<double>> best(ALL, std::vector<double>(threads, 1e9));
    std::atomic<int> arrived{0};
    // Turns begin together.
    auto meet = [&](int turn) {
        arrived++;
        while (arrived < turn * threads) _mm_pause();
    };
    std::vector<std::thread> all;
    for (int t = 0; t < threads; t++)
        all.emplace_back([&, t] {
            cudaFree(0);
            cudaStream_t s;
            cudaStreamCreate(&s);
            CUcontext c;
            int turn = 0;
            auto measure = [&](int what, int calls, auto f) {
                meet(++turn);
                best[what][t] = std::min(best[what][t], ns(calls, f));
            };
            for (int round = 0; round < 25; round++) {
                measure(REAL, 50000, [&] { real(&c); });
                measure(FLOOR, 50000, [&] { floor_of(&c); });
                measure(CALL, 50000, [&] { get_current(&c); });
                measure(QUERY, 5000, [&] { cudaStreamQuery(s); });
                for (int i = 0; i < 4; i++) {
                    measure(LAUNCH, 250, [&] { launch(kernel, 1, 1, 1, 32, 1, 1, 0, s, nullptr, nullptr); });
                    cudaStreamSynchronize(s);
                    measure(DIRECT, 250, [&] { direct(kernel, 1, 1, 1, 32, 1, 1, 0, s, nullptr, nullptr); });
                    cudaStreamSynchronize(s);
                }
            }
        });
    for (auto &t : all) t.join();
    auto median = [](std::vector<double> v) { std::sort(v.begin(), v.end()); return v[v.size() / 2]; };
    printf("threads %d real %.1f call %.1f floor %.1f query %.1f launch %.0f direct %.0f\n", threads, median(best[REAL]),
           median(best[CALL]), median(best[FLOOR]), median(best[QUERY]), median(best[LAUNCH]), median(best[DIRECT]));
    return 0;
}
