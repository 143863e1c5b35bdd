// Programs in trouble: trouble reset|illegal|fork|none. The output is the same with and without zetop.
#include <cstdio>
#include <cstring>
#include <cuda_runtime.h>
#include <sys/wait.h>
#include <unistd.h>
__global__ void empty() {}
__global__ void bad() { *(volatile int *)16 = 1; }
int main(int, char **argv) {
    int n = -1;
    cudaError_t e = cudaGetDeviceCount(&n);
    printf("devices %d %s\n", n, cudaGetErrorName(e));
    if (e || !strcmp(argv[1], "none")) return 0;
    for (int i = 0; i < 100; i++) empty<<<1, 1>>>();
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    if (!strcmp(argv[1], "reset")) printf("%s\n", cudaGetErrorName(cudaDeviceReset()));
    if (!strcmp(argv[1], "illegal")) bad<<<1, 1>>>();
    if (!strcmp(argv[1], "fork")) {
        fflush(stdout);
        if (!fork()) {
            void *p;
            printf("child %s\n", cudaGetErrorName(cudaMalloc(&p, 16)));
            fflush(stdout);
            _exit(0);
        }
        wait(0);
    }
    for (int i = 0; i < 100; i++) empty<<<1, 1>>>();
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    return 4;
}
