// A Level Zero program: calls N PAUSE_US [LOADER]. N calls of one function through the loader that it is linked with, and as
// many of another one through a second loader, if one is named.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

extern int zeInit(uint32_t), zeDriverGet(uint32_t *, void **), zeDeviceGet(void *, uint32_t *, void **);

int main(int argc, char **argv) {
    uint32_t one = 1;
    void *driver, *other;
    if (zeInit(0) || zeDriverGet(&one, &driver)) return puts("no driver"), 1;
    void *loader = argc > 3 ? dlopen(argv[3], RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND) : 0;
    int (*init)(uint32_t) = 0, (*drivers)(uint32_t *, void **) = 0;
    if (argc > 3) {
        if (!loader) return puts(dlerror()), 1;
        init = dlsym(loader, "zeInit"), drivers = dlsym(loader, "zeDriverGet");
        if (init == zeInit || init(0)) return puts("no second loader"), 1;
    }
    printf("ready\n"), fflush(stdout);
    for (int i = 0; i < atoi(argv[1]); i++) {
        uint32_t devices = 0;
        if (zeDeviceGet(driver, &devices, 0)) return 2;
        one = 1;
        if (drivers && drivers(&one, &other)) return 3;
        usleep(atoi(argv[2]));
    }
    return 0;
}
