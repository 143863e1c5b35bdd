// All GPUs at once, with a stream and a thread for each, and copies from each to the next: ten by way of the host, and,
// where the next one's memory can be reached, five straight: devices <launches>.
#include <cstdio>
#include <cstdlib>
#include <thread>
#include <vector>
#include <cuda_runtime.h>
__global__ void empty() {}
int main(int, char **argv) {
    int launches = atoi(argv[1]), count = 0;
    cudaGetDeviceCount(&count);
    std::vector<char *> memory(count);
    for (int d = 0; d < count; d++) cudaSetDevice(d), cudaMalloc(&memory[d], 64 << 20);
    std::vector<std::thread> all;
    for (int d = 0; d < count; d++)
        all.emplace_back([=] {
            cudaSetDevice(d);
            cudaStream_t s;
            cudaStreamCreate(&s);
            for (int i = 0; i < launches * (d + 1); i++) empty<<<1, 32, 0, s>>>();
            cudaStreamSynchronize(s);
        });
    for (auto &t : all) t.join();
    for (int d = 0; d < count; d++)
        for (int i = 0; i < 10; i++) cudaMemcpyPeer(memory[(d + 1) % count], (d + 1) % count, memory[d], d, 64 << 20);
    int straight = 0;
    for (int d = 0; d < count && count > 1; d++) {
        int next = (d + 1) % count, can = 0;
        cudaDeviceCanAccessPeer(&can, d, next);
        cudaSetDevice(d);
        if (!can || cudaDeviceEnablePeerAccess(next, 0) != cudaSuccess) continue;
        for (int i = 0; i < 5; i++, straight++) cudaMemcpyPeer(memory[next], next, memory[d], d, 64 << 20);
    }
    for (int d = 0; d < count; d++) cudaSetDevice(d), cudaDeviceSynchronize();
    printf("devices %d straight %d %s\n", count, straight, cudaGetErrorName(cudaGetLastError()));
    return 0;
}
