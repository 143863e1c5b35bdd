// Operations of which it is not documented whether, and how many, records CUPTI has of them: operations
// batch|host|2d|3d|peer|set|streams|disabled.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
__global__ void empty() {}

int main(int, char **argv) {
    const char *which = argv[1];
    auto is = [&](const char *name) { return !strcmp(which, name); };
    const size_t bytes = 1 << 20;
    char *device, *other, *pinned, *pinned_too, *heap = (char *)calloc(1, bytes), *heap_too = (char *)calloc(1, bytes);
    cudaMalloc(&device, bytes), cudaMalloc(&other, bytes), cudaMallocHost(&pinned, bytes), cudaMallocHost(&pinned_too, bytes);
    cudaStream_t s;
    cudaStreamCreate(&s);
    // So that there is something in any case.
    empty<<<1, 1, 0, s>>>();
    if (is("batch")) {
        // The driver's own, of CUDA 13: the runtime's has had several signatures.
        int (*batch)(void **, void **, size_t *, size_t, void *, size_t *, size_t, cudaStream_t) = nullptr;
        cudaDriverEntryPointQueryResult found;
        cudaGetDriverEntryPointByVersion("cuMemcpyBatchAsync", (void **)&batch, 13000, cudaEnableDefault, &found);
        void *to[4], *from[4];
        size_t sizes[4], first = 0;
        // CUmemcpyAttributes: in the order of the stream (1).
        unsigned attributes[6] = {1};
        for (int i = 0; i < 4; i++) to[i] = device + i * 4096, from[i] = pinned + i * 4096, sizes[i] = 4096;
        for (int i = 0; batch && i < 10; i++) printf("%d ", batch(to, from, sizes, 4, attributes, &first, 1, s));
    }
    if (is("host")) {
        cudaMemcpy(heap, heap_too, bytes, cudaMemcpyHostToHost);
        cudaMemcpy(pinned, pinned_too, bytes, cudaMemcpyHostToHost);
        cudaMemcpyAsync(pinned, pinned_too, bytes, cudaMemcpyDefault, s);
        cudaMemcpyAsync(heap, heap_too, bytes, cudaMemcpyDefault, s);
    }
    if (is("2d")) {
        cudaMemcpy2D(device, 1024, heap, 512, 500, 100, cudaMemcpyHostToDevice);
        cudaMemcpy2DAsync(device, 1024, pinned, 512, 500, 100, cudaMemcpyHostToDevice, s);
        cudaMemcpy2DAsync(other, 1024, device, 512, 500, 100, cudaMemcpyDeviceToDevice, s);
        cudaMemcpy2D(heap, 512, device, 1024, 500, 100, cudaMemcpyDeviceToHost);
    }
    if (is("3d")) {
        cudaMemcpy3DParms p = {};
        p.srcPtr = make_cudaPitchedPtr(pinned, 128, 128, 64), p.dstPtr = make_cudaPitchedPtr(device, 128, 128, 64);
        p.extent = make_cudaExtent(100, 64, 8), p.kind = cudaMemcpyHostToDevice;
        cudaMemcpy3D(&p), cudaMemcpy3DAsync(&p, s);
    }
    if (is("peer")) cudaMemcpyPeer(other, 0, device, 0, bytes), cudaMemcpyPeerAsync(other, 0, device, 0, bytes, s);
    if (is("set")) {
        cudaMemset(device, 1, bytes), cudaMemset(device, 1, 1), cudaMemset(device, 1, 0);
        cudaMemset2D(device, 1024, 1, 500, 100), cudaMemset2DAsync(device, 1024, 1, 1024, 100, s);
    }
    if (is("streams")) {
        empty<<<1, 1>>>(), empty<<<1, 1, 0, cudaStreamLegacy>>>(), empty<<<1, 1, 0, cudaStreamPerThread>>>();
        cudaMemcpyAsync(device, pinned, bytes, cudaMemcpyDefault, cudaStreamPerThread);
    }
    if (is("disabled")) {
        cudaGraph_t graph;
        cudaGraphExec_t exec;
        cudaGraphNode_t nodes[2];
        size_t n = 2;
        cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
        empty<<<1, 1, 0, s>>>(), empty<<<2, 1, 0, s>>>();
        cudaStreamEndCapture(s, &graph);
        cudaGraphGetNodes(graph, nodes, &n);
        cudaGraphInstantiate(&exec, graph, 0);
        cudaGraphLaunch(exec, s);
        cudaGraphNodeSetEnabled(exec, nodes[0], 0);
        for (int i = 0; i < 5; i++) cudaGraphLaunch(exec, s);
    }
    cudaDeviceSynchronize();
    printf("%s\n", cudaGetErrorName(cudaGetLastError()));
    return 0;
}
