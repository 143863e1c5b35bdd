// What calls cost here, in ns: overhead [threads [LIBCUPTI KIND...]]. The driver API is asked for by
// cuGetProcAddress, as the runtime does. `floor` is a function of this program that does two rdtsc around the call
// and counts for its thread. With LIBCUPTI, these kinds of activity records are on: what CUPTI alone costs.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <thread>
#include <vector>
#include <algorithm>
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

static CUresult (*get_current)(CUcontext *) = nullptr;
struct alignas(64) Counters { volatile unsigned long long calls, ticks, most; };
static thread_local Counters counters;
__attribute__((noinline)) static CUresult floor_of(CUcontext *c) {
    unsigned long long start = __rdtsc();
    CUresult r = get_current(c);
    unsigned long long ticks = __rdtsc() - start;
    counters.calls++, counters.ticks += ticks;
    if (ticks > counters.most) counters.most = ticks;
    return r;
}
static void requested(unsigned char **b, size_t *size, size_t *most) { *b = (unsigned char *)aligned_alloc(8, 1 << 20), *size = 1 << 20, *most = 0; }
static void completed(CUcontext, unsigned, unsigned char *b, size_t, size_t) { free(b); }

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
    if (!get_current) return 1;
    std::vector<double> current(threads, 1e9), query(threads, 1e9), floor(threads, 1e9), launch(threads, 1e9);
    std::vector<std::thread> all;
    for (int t = 0; t < threads; t++)
        all.emplace_back([&, t] {
            cudaFree(0);
            cudaStream_t s;
            cudaStreamCreate(&s);
            CUcontext c;
            for (int round = 0; round < 7; round++) {
                current[t] = std::min(current[t], ns(200000, [&] { get_current(&c); }));
                floor[t] = std::min(floor[t], ns(200000, [&] { floor_of(&c); }));
                query[t] = std::min(query[t], ns(20000, [&] { cudaStreamQuery(s); }));
                launch[t] = std::min(launch[t], ns(1000, [&] { empty<<<1, 32, 0, s>>>(); }));
                cudaStreamSynchronize(s);
            }
        });
    for (auto &t : all) t.join();
    auto worst = [](const std::vector<double> &v) { return *std::max_element(v.begin(), v.end()); };
    printf("threads %d cuCtxGetCurrent %.1f floor %.1f cudaStreamQuery %.1f launch %.0f\n", threads, worst(current), worst(floor), worst(query), worst(launch));
    return 0;
}
