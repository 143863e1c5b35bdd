// A Level Zero program: calls N PAUSE_US [LOADER [GATE]]. N calls of one function through the loader that it is linked with, and as
// many of another one through a second loader, if one is named, once the file GATE is there. It ends early when the file is there that
// CALLS_END names. Says what was preloaded by its environment.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

extern int zeInit(uint32_t), zeDriverGet(uint32_t *, void **), zeDeviceGet(void *, uint32_t *, void **);

typedef int (*init_t)(uint32_t);
typedef int (*drivers_t)(uint32_t *, void **);

static drivers_t second(const char *path) {
    void *loader = dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND);
    if (!loader) puts(dlerror()), exit(1);
    init_t init = (init_t)dlsym(loader, "zeInit");
    if (init == zeInit || init(0)) puts("no second loader"), exit(1);
    return (drivers_t)dlsym(loader, "zeDriverGet");
}

int main(int argc, char **argv) {
    uint32_t one = 1;
    void *driver, *other;
    const char *later = argc > 4 ? argv[4] : 0, *end = getenv("CALLS_END");
    if (zeInit(0) || zeDriverGet(&one, &driver)) return puts("no driver"), 1;
    drivers_t drivers = argc > 3 && !later ? second(argv[3]) : 0;
    printf("ready\n"), fflush(stdout);
    for (int i = 0; i < atoi(argv[1]) && (!end || access(end, F_OK)); i++) {
        uint32_t devices = 0;
        if (later && !drivers && !access(later, F_OK)) drivers = second(argv[3]);
        if (zeDeviceGet(driver, &devices, 0)) return 2;
        one = 1;
        if (drivers && drivers(&one, &other)) return 3;
        usleep(atoi(argv[2]));
    }
    printf("preloaded: %s\n", getenv("LD_PRELOAD") ? getenv("LD_PRELOAD") : "nothing");
    return 0;
}
