// A stand-in libnvidia-ml.so.1 for the devices of driver.c, in the state that its environment names:
// NVML_STUB_MIG        GPU 0 is in MIG mode, and device 0 a part of it
// NVML_STUB_DENIED     the library cannot be initialised
// NVML_STUB_HANGS      initialising it never ends
// NVML_STUB_LACKS      a device tells its UUID, and nothing else
// NVML_STUB_USED=MIB   memory in use, of 80 GiB
// NVML_STUB_REASONS=N  clock event reasons, and 1200 MHz instead of 1980 if there are some
// NVML_STUB_OTHER=MIB  process 1 holds that much
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { OK, INVALID = 2, UNSUPPORTED = 3, NO_PERMISSION = 4, NOT_FOUND = 6, TOO_SMALL = 7 };
typedef unsigned long long u64;
typedef void *Device;
#define MIB (1ull << 20)
#define TOTAL (80ull << 30)
#define RESERVED (600 * MIB)

static u64 set(const char *name) { return getenv(name) ? strtoull(getenv(name), 0, 0) : 0; }
static int lacks(void) { return getenv("NVML_STUB_LACKS") != 0; }
// Handles are 1 + the device's number; parts of a GPU have 0x100 more.
static int is_part(Device d) { return (size_t)d >= 0x100; }

int nvmlInit_v2(void) {
    while (getenv("NVML_STUB_HANGS"))
        pause();
    return getenv("NVML_STUB_DENIED") ? NO_PERMISSION : OK;
}
int nvmlShutdown(void) { return OK; }
const char *nvmlErrorString(int result) { return result ? "error" : "success"; }
int nvmlSystemGetDriverVersion(char *version, unsigned length) { return snprintf(version, length, "580.95.05") < 0; }
int nvmlDeviceGetCount_v2(unsigned *n) { *n = 1; return OK; }
int nvmlDeviceGetHandleByIndex_v2(unsigned i, Device *device) { *device = (Device)1; return i ? INVALID : OK; }
int nvmlDeviceGetMigMode(Device device, unsigned *now, unsigned *pending) {
    *now = *pending = getenv("NVML_STUB_MIG") != 0;
    return OK;
}

int nvmlDeviceGetHandleByUUID(const char *uuid, Device *device) {
    unsigned byte, part = strncmp(uuid, "MIG-", 4) == 0;
    // Each of driver.c's is one byte, again and again.
    if (strlen(uuid) != 40 || sscanf(uuid + 38, "%2x", &byte) != 1 || byte < 0x10 || byte > 0x11) return NOT_FOUND;
    if (part != (getenv("NVML_STUB_MIG") && byte == 0x10)) return NOT_FOUND;
    *device = (Device)(size_t)(1 + byte - 0x10 + (part ? 0x100 : 0));
    return OK;
}
int nvmlDeviceIsMigDeviceHandle(Device d, unsigned *is) { *is = is_part(d); return OK; }
int nvmlDeviceGetDeviceHandleFromMigDeviceHandle(Device d, Device *whole) {
    *whole = (Device)((size_t)d - 0x100);
    return is_part(d) ? OK : INVALID;
}

struct Memory { unsigned version; u64 total, reserved, free, used; };
int nvmlDeviceGetMemoryInfo_v2(Device d, struct Memory *m) {
    if (lacks()) return UNSUPPORTED;
    m->total = is_part(d) ? TOTAL / 8 : TOTAL;
    m->reserved = RESERVED;
    m->used = set("NVML_STUB_USED") * MIB;
    m->free = m->total - m->reserved - m->used;
    return OK;
}

struct Utilization { unsigned gpu, memory; };
int nvmlDeviceGetUtilizationRates(Device d, struct Utilization *u) {
    u->gpu = 97; u->memory = 40;
    return is_part(d) || lacks() ? UNSUPPORTED : OK;
}
int nvmlDeviceGetClockInfo(Device d, int type, unsigned *mhz) {
    *mhz = type == 2 ? 2619 : set("NVML_STUB_REASONS") ? 1200 : 1980;
    return is_part(d) || lacks() ? UNSUPPORTED : OK;
}
int nvmlDeviceGetMaxClockInfo(Device d, int type, unsigned *mhz) {
    *mhz = type == 2 ? 2619 : 1980;
    return is_part(d) || lacks() ? UNSUPPORTED : OK;
}
int nvmlDeviceGetPowerUsage(Device d, unsigned *mw) { *mw = 412500; return is_part(d) || lacks() ? UNSUPPORTED : OK; }
int nvmlDeviceGetEnforcedPowerLimit(Device d, unsigned *mw) { *mw = 700000; return is_part(d) || lacks() ? UNSUPPORTED : OK; }
int nvmlDeviceGetTemperature(Device d, int sensor, unsigned *c) { *c = 61; return is_part(d) || lacks() ? UNSUPPORTED : OK; }
int nvmlDeviceGetTemperatureThreshold(Device d, int which, unsigned *c) { *c = 87; return is_part(d) || lacks() ? UNSUPPORTED : OK; }
int nvmlDeviceGetCurrentClocksThrottleReasons(Device d, u64 *reasons) {
    *reasons = set("NVML_STUB_REASONS");
    return is_part(d) || lacks() ? UNSUPPORTED : OK;
}
int nvmlDeviceGetCurrentClocksEventReasons(Device d, u64 *reasons) { return nvmlDeviceGetCurrentClocksThrottleReasons(d, reasons); }
int nvmlDeviceGetPcieThroughput(Device d, int counter, unsigned *kb) {
    *kb = counter ? 3400000 : 1200000;
    return is_part(d) || lacks() ? UNSUPPORTED : OK;
}

// Of zetop's children, which is the program: it has a context on each device.
static unsigned child(void) {
    char path[64];
    unsigned pid = 0;
    snprintf(path, sizeof path, "/proc/self/task/%d/children", getpid());
    FILE *file = fopen(path, "r");
    if (file) {
        if (fscanf(file, "%u", &pid) != 1) pid = 0;
        fclose(file);
    }
    return pid;
}

struct Process { unsigned pid; u64 memory; unsigned instance, compute; };
int nvmlDeviceGetComputeRunningProcesses_v3(Device d, unsigned *count, struct Process *all) {
    if (lacks()) return UNSUPPORTED;
    unsigned pid = child(), n = 0, room = all ? *count : 0;
    struct Process found[2];
    if (pid) found[n++] = (struct Process){pid, 500 * MIB, ~0u, ~0u};
    if (set("NVML_STUB_OTHER")) found[n++] = (struct Process){1, set("NVML_STUB_OTHER") * MIB, ~0u, ~0u};
    *count = n;
    if (room < n) return n ? TOO_SMALL : OK;
    memcpy(all, found, n * sizeof *all);
    return OK;
}

struct Field { unsigned id, scope; long long time, latency; int type; int result; u64 value; };
int nvmlDeviceGetFieldValues(Device d, int n, struct Field *fields) {
    static u64 asked;
    asked++;
    for (int i = 0; i < n; i++) {
        // All links together; KiB.
        int known = (fields[i].id == 138 || fields[i].id == 139) && fields[i].scope == ~0u;
        fields[i].result = known && !lacks() ? OK : UNSUPPORTED;
        fields[i].value = asked * (fields[i].id == 138 ? 1000000 : 2000000);
    }
    return OK;
}
