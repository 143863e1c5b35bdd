// What calls cost here, in ns: overhead [threads]. The driver API is asked for by cuGetProcAddress, as the runtime does.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <thread>
#include <vector>
#include <algorithm>
#include <cuda.h>
#include <cuda_runtime.h>

__global__ void empty() {}

template <typename F> static double ns(int calls, F f) {
    auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < calls; i++) f();
    return std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - start).count() / calls;
}

int main(int argc, char **argv) {
    int threads = argc > 1 ? atoi(argv[1]) : 1;
    cudaFree(0);
    CUresult (*get_current)(CUcontext *) = nullptr;
    cudaDriverEntryPointQueryResult found;
    cudaGetDriverEntryPointByVersion("cuCtxGetCurrent", (void **)&get_current, 12000, cudaEnableDefault, &found);
    if (!get_current) return 1;
    std::vector<double> current(threads, 1e9), query(threads, 1e9), launch(threads, 1e9);
    std::vector<std::thread> all;
    for (int t = 0; t < threads; t++)
        all.emplace_back([&, t] {
            cudaFree(0);
            cudaStream_t s;
            cudaStreamCreate(&s);
            CUcontext c;
            for (int round = 0; round < 7; round++) {
                current[t] = std::min(current[t], ns(200000, [&] { get_current(&c); }));
                query[t] = std::min(query[t], ns(20000, [&] { cudaStreamQuery(s); }));
                launch[t] = std::min(launch[t], ns(1000, [&] { empty<<<1, 32, 0, s>>>(); }));
                cudaStreamSynchronize(s);
            }
        });
    for (auto &t : all) t.join();
    auto worst = [](const std::vector<double> &v) { return *std::max_element(v.begin(), v.end()); };
    printf("threads %d cuCtxGetCurrent %.1f cudaStreamQuery %.1f launch %.0f\n", threads, worst(current), worst(query), worst(launch));
    return 0;
}
