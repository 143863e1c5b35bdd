// Launches that zetop flushes the caches before (`--cold`): counts and results are the same with and without. One version
// is compiled with a default stream per thread.
#include <cstdio>
#include <thread>
#include <cuda_runtime.h>

#define CHECK(call)                                                                                \
    do {                                                                                           \
        cudaError_t error = (call);                                                                \
        if (error != cudaSuccess) printf("%s: %s\n", #call, cudaGetErrorName(error));              \
    } while (0)

extern "C" __global__ void stream_copy(float *to, const float *from, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) to[i] = from[i] + 1;
}
extern "C" __global__ void other(float *to) { to[threadIdx.x] += 1; }

int main() {
    const int n = 3 << 20, launches = 40;
    float *a, *b, result;
    CHECK(cudaMalloc(&a, 4 * n)); CHECK(cudaMalloc(&b, 4 * n));
    CHECK(cudaMemset(a, 0, 4 * n));
    cudaStream_t s, quiet;
    CHECK(cudaStreamCreate(&s)); CHECK(cudaStreamCreateWithFlags(&quiet, cudaStreamNonBlocking));
    // Loaded, so that the first launch, for which zetop allocates memory, is that of the thread below.
    cudaFuncAttributes attributes;
    CHECK(cudaFuncGetAttributes(&attributes, (const void *)stream_copy)); CHECK(cudaFuncGetAttributes(&attributes, (const void *)other));
    CHECK(cudaDeviceSynchronize());
    // A thread captures, another one launches meanwhile: neither may notice the other, or us.
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    size_t nodes = 0;
    CHECK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
    std::thread([=] { stream_copy<<<264, 256, 0, quiet>>>(b, a, n); }).join();
    for (int i = 0; i < 3; i++) stream_copy<<<264, 256, 0, s>>>(b, a, n);
    other<<<1, 32, 0, s>>>(b);
    CHECK(cudaStreamEndCapture(s, &graph));
    CHECK(cudaGraphGetNodes(graph, nullptr, &nodes));
    CHECK(cudaGraphInstantiate(&exec, graph, 0));
    for (int i = 0; i < 10; i++) CHECK(cudaGraphLaunch(exec, s));
    CHECK(cudaDeviceSynchronize());
    // In the default stream, in a blocking one and in threads that come and go.
    for (int i = 0; i < launches; i++) stream_copy<<<264, 256, 0, i % 2 ? s : 0>>>(b, a, n), other<<<1, 32>>>(b);
    CHECK(cudaDeviceSynchronize());
    for (int t = 0; t < 4; t++)
        std::thread([=] {
            for (int i = 0; i < 5; i++) stream_copy<<<264, 256>>>(b, a, n);
            CHECK(cudaStreamSynchronize(0));
        }).join();
    size_t own = 0;
#ifdef CUDA_API_PER_THREAD_DEFAULT_STREAM
    // The default stream of a thread can be captured as well.
    CHECK(cudaStreamBeginCapture(0, cudaStreamCaptureModeThreadLocal));
    stream_copy<<<264, 256>>>(b, a, n);
    CHECK(cudaStreamEndCapture(0, &graph));
    CHECK(cudaGraphGetNodes(graph, nullptr, &own));
#endif
    CHECK(cudaMemcpy(&result, b + n - 1, 4, cudaMemcpyDeviceToHost));
    printf("launches %d graph 30 sets 1 nodes %zu own %zu result %.0f status %s\n", launches + 20 + 1, nodes, own, result,
           cudaGetErrorName(cudaGetLastError()));
    return 0;
}
