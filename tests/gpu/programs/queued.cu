// How long kernels wait in their streams, and what they need: queued. A stream gets kernels of 1 ms faster than it runs
// them; events before each say when it began. Prints the mean wait in ns, and what the runtime says of the kernel.
#include <chrono>
#include <cstdio>
#include <vector>
#include <cuda_runtime.h>

__global__ void spin(unsigned long long ns, int *out) {
    __shared__ int fixed[512];
    extern __shared__ int dynamic[];
    fixed[threadIdx.x] = dynamic[threadIdx.x] = threadIdx.x;
    unsigned long long start, now;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(start));
    do asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
    while (now - start < ns);
    if (out) *out = fixed[now & 31] + dynamic[now & 31];
}

int main() {
    const int n = 40;
    auto now = [] { return std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now().time_since_epoch()).count(); };
    cudaStream_t busy, idle;
    cudaStreamCreate(&busy), cudaStreamCreate(&idle);
    cudaEvent_t base, before[n];
    cudaEventCreate(&base);
    for (auto &e : before) cudaEventCreate(&e);
    spin<<<1, 32, 4096, busy>>>(1000, nullptr);
    cudaDeviceSynchronize();
    cudaEventRecord(base, busy);
    cudaEventSynchronize(base);
    double start = now(), sum = 0;
    std::vector<double> given(n);
    for (int i = 0; i < n; i++) {
        cudaEventRecord(before[i], busy);
        given[i] = now() - start;
        spin<<<2, 32, 4096, busy>>>(1000000, nullptr);
    }
    cudaDeviceSynchronize();
    for (int i = 0; i < n; i++) {
        float ms;
        cudaEventElapsedTime(&ms, base, before[i]);
        sum += ms * 1e6 - given[i];
    }
    cudaFuncAttributes a;
    cudaFuncGetAttributes(&a, spin);
    printf("queued %.0f registers %d static %zu dynamic 4096 local %zu launches %d\n", sum / (n + 1), a.numRegs, a.sharedSizeBytes, a.localSizeBytes, n + 1);
    return 0;
}
