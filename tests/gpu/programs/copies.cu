// Copies of every kind with cudaEvents around them. Prints, for each, the GB/s that the events give. With `copies SECONDS`
// only pageable ones of 64 MiB, for so long.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>

#define CHECK(call)                                                              \
    do {                                                                         \
        cudaError_t error = (call);                                                \
        if (error != cudaSuccess) {                                                \
            fprintf(stderr, "%s: %s\n", #call, cudaGetErrorString(error));           \
            exit(1);                                                             \
        }                                                                        \
    } while (0)

// Keeps the stream busy while the copies are given to it: they then follow each other as fast as the device can, and the
// first event is right before the first of them.
__global__ void hold(long long ticks) {
    for (long long start = clock64(); clock64() - start < ticks;) {}
}

static void time_copies(const char *name, void *to, const void *from, size_t bytes, int count, cudaMemcpyKind kind) {
    cudaEvent_t start, end;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&end));
    // The runtime's and the driver's first copy of a kind takes longer, before it begins.
    CHECK(cudaMemcpyAsync(to, from, 4096, kind, 0));
    CHECK(cudaDeviceSynchronize());
    // In one row between two events: what lies between the copies then counts least. Pageable ones are not given to the
    // device before their turn.
    if (!strstr(name, "heap")) hold<<<1, 1>>>(10000000);
    CHECK(cudaEventRecord(start));
    for (int i = 0; i < count; i++) CHECK(cudaMemcpyAsync(to, from, bytes, kind, 0));
    CHECK(cudaEventRecord(end));
    CHECK(cudaEventSynchronize(end));
    float total;
    CHECK(cudaEventElapsedTime(&total, start, end));
    printf("%s %zu %d %.4f\n", name, bytes, count, bytes * (double)count / total / 1e6);
}

__attribute__((noinline)) static void upload(char *to, const char *from, double seconds) {
    auto now = [] { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); };
    for (double end = now() + seconds; now() < end;) CHECK(cudaMemcpy(to, from, 64 << 20, cudaMemcpyHostToDevice));
}

int main(int argc, char **argv) {
    const size_t most = 256u << 20;
    char *device, *other, *pinned, *managed;
    char *pageable = (char *)malloc(most);
    CHECK(cudaMalloc(&device, most));
    CHECK(cudaMalloc(&other, most));
    CHECK(cudaMallocHost(&pinned, most));
    CHECK(cudaMallocManaged(&managed, 1 << 20));
    memset(pageable, 1, most);
    memset(pinned, 2, most);
    if (argc > 1) return upload(device, pageable, atof(argv[1])), 0;
    for (size_t bytes = 1 << 20; bytes <= most; bytes <<= 4) {
        // So many that what lies between the first event and the first of them, and at the end, does not count.
        const int count = bytes <= 16 << 20 ? 200 : 20;
        time_copies("heap-device", device, pageable, bytes, count, cudaMemcpyHostToDevice);
        time_copies("host-device", device, pinned, bytes, count, cudaMemcpyHostToDevice);
        time_copies("device-heap", pageable, device, bytes, count, cudaMemcpyDeviceToHost);
        time_copies("device-host", pinned, device, bytes, count, cudaMemcpyDeviceToHost);
        time_copies("device-device", other, device, bytes, count, cudaMemcpyDeviceToDevice);
    }
    CHECK(cudaMemset(device, 0, most));
    CHECK(cudaMemsetAsync(other, 0, 4096, 0));
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFree(device));
    CHECK(cudaFreeHost(pinned));
    // left to leak: other, managed
    return 0;
}
