// A kernel that reads 15 MB, LAUNCHES times on a stream, twice in a graph, and LAUNCHES times while another stream is busy.
// Prints a sum that depends on every launch. Usage: walks LAUNCHES
#include <cstdio>
#include <cstdlib>
#define CHECK(call)                                                                                                    \
    do {                                                                                                               \
        cudaError_t error_ = (call);                                                                                   \
        if (error_ != cudaSuccess) {                                                                                   \
            printf("line %d: %s\n", __LINE__, cudaGetErrorString(error_));                                             \
            exit(1);                                                                                                   \
        }                                                                                                              \
    } while (0)

__global__ void walk(const unsigned *from, size_t words, unsigned *sum) {
    unsigned own = 0;
    for (size_t at = blockIdx.x * (size_t)blockDim.x + threadIdx.x; at < words; at += (size_t)gridDim.x * blockDim.x)
        own += from[at];
    atomicAdd(sum, own);
}

__global__ void other(unsigned *count) {
    if (threadIdx.x == 0)
        atomicAdd(count, 1u);
}

int main(int argc, char **argv) {
    int launches = argc > 1 ? atoi(argv[1]) : 100;
    size_t bytes = 15 << 20;
    unsigned *from, *sum, out[2];
    CHECK(cudaMalloc(&from, bytes));
    CHECK(cudaMalloc(&sum, sizeof out));
    CHECK(cudaMemset(from, 1, bytes));
    CHECK(cudaMemset(sum, 0, sizeof out));
    cudaStream_t stream, busy;
    CHECK(cudaStreamCreate(&stream));
    CHECK(cudaStreamCreate(&busy));
    CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < launches; i++)
        walk<<<264, 256, 0, stream>>>(from, bytes / 4, sum);
    cudaGraph_t graph;
    cudaGraphExec_t runs;
    CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    walk<<<264, 256, 0, stream>>>(from, bytes / 4, sum);
    walk<<<264, 256, 0, stream>>>(from, bytes / 4, sum);
    CHECK(cudaStreamEndCapture(stream, &graph));
    CHECK(cudaGraphInstantiate(&runs, graph, 0));
    CHECK(cudaGraphLaunch(runs, stream));
    for (int i = 0; i < launches; i++) {
        other<<<1, 32, 0, busy>>>(sum + 1);
        walk<<<264, 256, 0, stream>>>(from, bytes / 4, sum);
    }
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaMemcpy(out, sum, sizeof out, cudaMemcpyDeviceToHost));
    printf("%d launches, sum %u, %u others\n", launches, out[0], out[1]);
    return 0;
}
