// A stand-in libnvidia-ml.so.1 with one GPU, which is in MIG mode when NVML_STUB_MIG is set.
#include <stdlib.h>
int nvmlInit_v2(void) { return 0; }
int nvmlDeviceGetCount_v2(unsigned *n) { *n = 1; return 0; }
int nvmlDeviceGetHandleByIndex_v2(unsigned i, void **device) { *device = 0; return i ? 2 : 0; }
int nvmlDeviceGetMigMode(void *device, unsigned *now, unsigned *pending) {
    *now = *pending = getenv("NVML_STUB_MIG") != 0;
    return 0;
}
