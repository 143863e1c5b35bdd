// Copies in a row between two cudaEvents, with CUPTI's own records of them: gaps LIBCUPTI. What the events say is the
// copies and what lies between them; zetop's bandwidth is of the copies alone. One line for each size and direction.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <dlfcn.h>
#include <cuda_runtime.h>
#include <cupti.h>

// Keeps the stream busy while the copies are given to it: they then follow each other as fast as the device can.
__global__ void hold(long long ticks) {
    for (long long start = clock64(); clock64() - start < ticks;) {}
}
struct Copy { uint64_t start, end; };
static std::vector<Copy> copies;
static CUptiResult (*next)(uint8_t *, size_t, CUpti_Activity **);
static void requested(uint8_t **b, size_t *size, size_t *most) { *b = (uint8_t *)aligned_alloc(8, 1 << 20), *size = 1 << 20, *most = 0; }
static void completed(CUcontext, uint32_t, uint8_t *b, size_t, size_t valid) {
    for (CUpti_Activity *r = nullptr; next(b, valid, &r) == CUPTI_SUCCESS;)
        if (r->kind == CUPTI_ACTIVITY_KIND_MEMCPY) copies.push_back({((CUpti_ActivityMemcpy6 *)r)->start, ((CUpti_ActivityMemcpy6 *)r)->end});
    free(b);
}

int main(int, char **argv) {
    void *cupti = dlopen(argv[1], RTLD_NOW);
    if (!cupti) return fprintf(stderr, "%s\n", dlerror()), 1;
    next = (decltype(next))dlsym(cupti, "cuptiActivityGetNextRecord");
    auto flush = (CUptiResult(*)(uint32_t))dlsym(cupti, "cuptiActivityFlushAll");
    ((CUptiResult(*)(void *, void *))dlsym(cupti, "cuptiActivityRegisterCallbacks"))((void *)requested, (void *)completed);
    ((CUptiResult(*)(int))dlsym(cupti, "cuptiActivityEnable"))(CUPTI_ACTIVITY_KIND_MEMCPY);
    const size_t most = 16u << 20;
    const int count = 200;
    char *device, *other, *pinned;
    cudaMalloc(&device, most), cudaMalloc(&other, most), cudaMallocHost(&pinned, most);
    struct { const char *name; void *to, *from; } ways[] = {
        {"host-device", device, pinned}, {"device-host", pinned, device}, {"device-device", other, device}};
    for (size_t bytes = 1 << 20; bytes <= most; bytes <<= 4)
        for (auto &way : ways) {
            cudaEvent_t a, b;
            cudaEventCreate(&a), cudaEventCreate(&b);
            cudaMemcpyAsync(way.to, way.from, bytes, cudaMemcpyDefault, 0);
            cudaDeviceSynchronize();
            flush(1);
            copies.clear();
            hold<<<1, 1>>>(10000000);
            cudaEventRecord(a);
            for (int i = 0; i < count; i++) cudaMemcpyAsync(way.to, way.from, bytes, cudaMemcpyDefault, 0);
            cudaEventRecord(b);
            cudaEventSynchronize(b);
            flush(1);
            float ms;
            cudaEventElapsedTime(&ms, a, b);
            std::sort(copies.begin(), copies.end(), [](Copy a, Copy b) { return a.start < b.start; });
            if (copies.size() != count) return fprintf(stderr, "%zu records of %d\n", copies.size(), count), 1;
            double busy = 0, between = 0;
            for (int i = 0; i < count; i++) {
                busy += copies[i].end - copies[i].start;
                if (i) between += (double)copies[i].start - copies[i - 1].end;
            }
            double span = copies.back().end - copies.front().start;
            printf("%s %zu MiB: a copy takes %.2f us, between two %.2f us; events %.2f us a copy; records from first start to "
                   "last end %.2f us a copy (%+.1f %% of the events)\n", way.name, bytes >> 20, busy / count / 1e3,
                   between / (count - 1) / 1e3, ms * 1e3 / count, span / count / 1e3, 100 * (span / (ms * 1e6) - 1));
        }
    return 0;
}
