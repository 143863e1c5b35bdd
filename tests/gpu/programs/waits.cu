// A pageable copy of 1 MiB whose stream has to wait for a kernel of 200 ms, in its own stream or in another, or for the
// host: waits own|legacy|blocking|event|host. With `small`: pageable copies of 4 KiB to 1 MiB both ways, with what the
// program itself waits for each.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>
#include <cuda_runtime.h>

__global__ void spin(unsigned long long ns) {
    unsigned long long start, now;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(start));
    do asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
    while (now - start < ns);
}
static void sleeps(void *) { std::this_thread::sleep_for(std::chrono::milliseconds(200)); }

int main(int, char **argv) {
    const char *which = argv[1];
    const size_t bytes = 1 << 20;
    char *device, *heap = (char *)malloc(bytes);
    memset(heap, 1, bytes);
    cudaMalloc(&device, bytes);
    cudaStream_t blocking, other, quiet;
    cudaStreamCreate(&blocking), cudaStreamCreate(&other), cudaStreamCreateWithFlags(&quiet, cudaStreamNonBlocking);
    cudaEvent_t event;
    cudaEventCreate(&event);
    spin<<<1, 1>>>(1000);
    cudaDeviceSynchronize();
    if (!strcmp(which, "small")) {
        for (size_t size = 4096; size <= bytes; size *= 4)
            for (int back = 0; back < 2; back++) {
                auto start = std::chrono::steady_clock::now();
                for (int i = 0; i < 200; i++)
                    back ? cudaMemcpy(heap, device, size, cudaMemcpyDeviceToHost) : cudaMemcpy(device, heap, size, cudaMemcpyHostToDevice);
                double ns = std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - start).count() / 200;
                printf("      %s %zu: the program waits %.0f ns, %.2f GB/s\n", back ? "device->heap" : "heap->device", size, ns, size / ns);
            }
        return 0;
    }
    cudaStream_t in = 0;
    if (!strcmp(which, "own")) spin<<<1, 1, 0, in = quiet>>>(200000000);
    if (!strcmp(which, "legacy")) spin<<<1, 1, 0, blocking>>>(200000000);
    if (!strcmp(which, "blocking")) spin<<<1, 1>>>(200000000), in = blocking;
    if (!strcmp(which, "event")) spin<<<1, 1, 0, other>>>(200000000), cudaEventRecord(event, other), cudaStreamWaitEvent(in = quiet, event, 0);
    if (!strcmp(which, "host")) cudaLaunchHostFunc(in = quiet, sleeps, nullptr);
    cudaMemcpyAsync(device, heap, bytes, cudaMemcpyHostToDevice, in);
    cudaDeviceSynchronize();
    printf("%s\n", cudaGetErrorName(cudaGetLastError()));
    return 0;
}
