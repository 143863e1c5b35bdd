// Launches with known counts: kernels <threads> <launches> [graph|SECONDS]. Prints what it did.
#include <atomic>
#include <csignal>
#include <cstdio>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <thread>
#include <vector>
#include <cuda_runtime.h>

#define CHECK(call)                                                              \
    do {                                                                         \
        cudaError_t error = (call);                                                \
        if (error != cudaSuccess) {                                                \
            fprintf(stderr, "%s: %s\n", #call, cudaGetErrorString(error));           \
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

static std::atomic<bool> enough{false};

int main(int argc, char **argv) {
    int threads = argc > 1 ? atoi(argv[1]) : 1, launches = argc > 2 ? atoi(argv[2]) : 1000;
    bool graph = argc > 3 && !strcmp(argv[3], "graph");
    double seconds = argc > 3 ? atof(argv[3]) : 0;
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
    if (seconds > 0) {
        // Rounds of a cheap call and of a launch, each with its cost, until the time is up or SIGUSR1 comes.
        auto clock = [] { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); };
        double end = clock() + seconds, best = 1e9, last = 0;
        long rounds = 0;
        signal(SIGUSR1, [](int) { enough = true; });
        printf("ready\n"), fflush(stdout);
        while (clock() < end && !enough) {
            double start = clock();
            for (int i = 0; i < 1000; i++) cudaStreamQuery(0);
            last = (clock() - start) * 1e6;
            if (last < best) best = last;
            for (int i = 0; i < 10; i++) empty<<<1, 32>>>();
            CHECK(cudaDeviceSynchronize());
            rounds++;
        }
        // What the call costs afterwards: the shortest of many, as before.
        double sum = 1e9;
        for (int i = 0; i < 5000; i++) {
            double start = clock();
            for (int j = 0; j < 1000; j++) cudaStreamQuery(0);
            last = (clock() - start) * 1e6;
            sum = last < sum ? last : sum;
        }
        printf("rounds %ld best cudaStreamQuery %.1f ns at the end %.1f ns\n", rounds, best, sum);
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
