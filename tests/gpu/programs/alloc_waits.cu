// Does what `--cold` asks of the driver wait for kernels that are running? Allocates and sets memory while a kernel runs
// that ends only after 2 s, or when it is told to. Prints how long each call took, in us.
#include <chrono>
#include <cstdio>
#include <cstring>
#include <cuda.h>
#include <cuda_runtime.h>

#define CHECK(x) do { int r = (int)(x); if (r) { printf("%s: %d\n", #x, r); return 1; } } while (0)

__global__ void spin(volatile int *stop) {
    unsigned long long start, now;
    asm volatile("mov.u64 %0, %globaltimer;" : "=l"(start));
    do asm volatile("mov.u64 %0, %globaltimer;" : "=l"(now));
    while (!*stop && now - start < 2000000000ull);
}

static double us(std::chrono::steady_clock::time_point from) {
    return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - from).count();
}
#define TIME(name, x) do { auto t = std::chrono::steady_clock::now(); int r = (int)(x); printf("%-28s %10.1f us%s", name, us(t), r ? " failed" : ""); printf(" kernel %s\n", cudaStreamQuery(stream) == cudaErrorNotReady ? "runs" : "has ended"); } while (0)

int main() {
    int *stop;
    CHECK(cudaHostAlloc(&stop, sizeof *stop, cudaHostAllocMapped));
    cudaStream_t blocking, other;
    CHECK(cudaStreamCreate(&blocking));
    CHECK(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking));
    size_t bytes = 60 << 20;
    for (int which = 0; which < 3; which++) {
        cudaStream_t stream = which == 0 ? 0 : which == 1 ? blocking : other;
        printf("-- kernel in %s\n", which == 0 ? "the legacy default stream" : which == 1 ? "a stream" : "a non-blocking stream");
        for (int round = 0; round < 2; round++) {
            *stop = 0;
            spin<<<1, 1, 0, stream>>>(stop);
            CUdeviceptr at = 0, small = 0;
            TIME("cuMemAlloc 60 MiB", cuMemAlloc(&at, bytes));
            TIME("cuMemAlloc 64 B", cuMemAlloc(&small, 64));
            TIME("cuMemsetD8Async same stream", cuMemsetD8Async(at, 0xd7, bytes, stream));
            CUmemAllocationProp prop = {};
            prop.type = CU_MEM_ALLOCATION_TYPE_PINNED;
            prop.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
            CUmemGenericAllocationHandle handle;
            CUdeviceptr range;
            size_t whole = 64 << 20;
            TIME("cuMemCreate", cuMemCreate(&handle, whole, &prop, 0));
            TIME("cuMemAddressReserve", cuMemAddressReserve(&range, whole, 0, 0, 0));
            TIME("cuMemMap", cuMemMap(range, whole, 0, handle, 0));
            CUmemAccessDesc access = {prop.location, CU_MEM_ACCESS_FLAGS_PROT_READWRITE};
            TIME("cuMemSetAccess", cuMemSetAccess(range, whole, &access, 1));
            TIME("cuMemsetD8Async of that", cuMemsetD8Async(range, 0xd7, whole, stream));
            *stop = 1;
            CHECK(cudaStreamSynchronize(stream));
            *stop = 0;
            spin<<<1, 1, 0, stream>>>(stop);
            if (round == 0) TIME("cuMemFree", cuMemFree(at));
            *stop = 1;
            CHECK(cudaStreamSynchronize(stream));
        }
    }
}
