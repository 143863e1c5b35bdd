// Launches with known counts: kernels <threads> <launches> [graph]. Prints what it did.
#include <cstdio>
#include <cstdlib>
#include <thread>
#include <vector>
#include <cuda_runtime.h>

#define CHECK(call)                                                              \
    do {                                                                         \
        cudaError_t e = (call);                                                  \
        if (e != cudaSuccess) {                                                  \
            fprintf(stderr, "%s: %s\n", #call, cudaGetErrorString(e));           \
            exit(1);                                                             \
        }                                                                        \
    } while (0)

__global__ void empty() {}
template <typename T> __global__ void spin(T ns, unsigned long long *out) {
    unsigned long long start, now;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(start));
    do {
        asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
    } while (now - start < ns);
    if (out) *out = now;
}

int main(int argc, char **argv) {
    int threads = argc > 1 ? atoi(argv[1]) : 1, launches = argc > 2 ? atoi(argv[2]) : 1000;
    bool graph = argc > 3;
    CHECK(cudaFree(0));
    if (graph) {
        cudaStream_t s;
        CHECK(cudaStreamCreate(&s));
        cudaGraph_t g;
        cudaGraphExec_t e;
        CHECK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
        empty<<<1, 32, 0, s>>>();
        spin<int><<<1, 1, 0, s>>>(1000, nullptr);
        empty<<<2, 64, 0, s>>>();
        CHECK(cudaStreamEndCapture(s, &g));
        CHECK(cudaGraphInstantiate(&e, g, 0));
        for (int i = 0; i < launches; i++) CHECK(cudaGraphLaunch(e, s));
        CHECK(cudaStreamSynchronize(s));
        printf("graph launches %d nodes 3\n", launches);
        return 0;
    }
    std::vector<std::thread> all;
    for (int t = 0; t < threads; t++)
        all.emplace_back([=] {
            cudaStream_t s;
            CHECK(cudaStreamCreate(&s));
            for (int i = 0; i < launches; i++) {
                empty<<<1, 32, 0, s>>>();
                spin<int><<<1, 1, 0, s>>>(2000, nullptr);
            }
            CHECK(cudaStreamSynchronize(s));
            CHECK(cudaStreamDestroy(s));
        });
    for (auto &t : all) t.join();
    printf("threads %d launches %d\n", threads, 2 * threads * launches);
    return 0;
}
