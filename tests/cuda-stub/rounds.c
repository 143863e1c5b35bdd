// A program that does the same again and again, or not: `rounds MODE STEPS`.
//
//   train     each step launches `own_work_3000` (3 us) and `backward` twelve times in turns, then `update`; reads a figure back every tenth
//   requests  each request launches `layer` and `norm` in turns, 2 to 14 times as it happens, then `sample`
//   one       launches `alone`
//
// A pause of 2 ms follows each step.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

extern int cuInit(unsigned), cuDeviceGet(int *, int), cuDevicePrimaryCtxRetain(void **, int), cuCtxSetCurrent(void *);
extern int cuModuleGetFunction(void **, void *, const char *), cuCtxSynchronize(void);
extern int cuLaunchKernel(void *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, void *, void **, void **);
extern int cuMemAlloc_v2(unsigned long long *, size_t), cuMemcpyDtoH_v2(void *, unsigned long long, size_t);

static const char *const names[] = {"own_work_3000", "backward", "update", "layer", "norm", "sample", "alone"};
static void *kernels[7];

static void launch(const char *name) {
    int at = 0;
    while (strcmp(names[at], name)) at++;
    cuLaunchKernel(kernels[at], 4, 1, 1, 64, 1, 1, 0, 0, 0, 0);
}

int main(int count, char **arguments) {
    int device, steps = count > 2 ? atoi(arguments[2]) : 0;
    void *context;
    cuInit(0), cuDeviceGet(&device, 0), cuDevicePrimaryCtxRetain(&context, device), cuCtxSetCurrent(context);
    for (int at = 0; at < 7; at++) cuModuleGetFunction(&kernels[at], 0, names[at]);
    unsigned long long memory;
    char figure[8];
    cuMemAlloc_v2(&memory, sizeof figure);
    for (int step = 0; step < steps; step++) {
        if (!strcmp(arguments[1], "train")) {
            for (int layer = 0; layer < 12; layer++) launch("own_work_3000"), launch("backward");
            launch("update");
            if (step % 10 == 9) cuMemcpyDtoH_v2(figure, memory, sizeof figure);
        } else if (!strcmp(arguments[1], "requests")) {
            for (int layer = 0; layer < 2 + step * 7919 % 13; layer++) launch("layer"), launch("norm");
            launch("sample");
        } else {
            launch("alone");
        }
        cuCtxSynchronize();
        nanosleep(&(struct timespec){0, 2000000}, 0);
    }
    puts("done");
}
