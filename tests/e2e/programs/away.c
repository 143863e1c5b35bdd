// Takes away, or writes over, what is mapped of files whose path contains a text, some time after its first call:
// `away MICROSECONDS unmap|overwrite TEXT`. Says how many mappings that were.
#define _GNU_SOURCE
#include <level_zero/ze_api.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define MOST 64

static int delay, overwrite;
static const char *text;

static void *take(void *nothing) {
    usleep(delay);
    char line[4096];
    unsigned long start[MOST], end[MOST];
    int found = 0;
    FILE *maps = fopen("/proc/self/maps", "r");
    while (found < MOST && fgets(line, sizeof line, maps))
        if (strstr(line, text) && sscanf(line, "%lx-%lx", start + found, end + found) == 2)
            found++;
    fclose(maps);
    printf("%d\n", found);
    fflush(stdout);
    for (int i = 0; i < found; i++) {
        void *at = (void *)start[i];
        size_t length = end[i] - start[i];
        if (!overwrite)
            munmap(at, length);
        else if (!mprotect(at, length, PROT_READ | PROT_WRITE | PROT_EXEC))
            memset(at, 0xcc, length);
    }
    return nothing;
}

int main(int count, char **values) {
    if (count < 4)
        return 2;
    delay = atoi(values[1]);
    overwrite = !strcmp(values[2], "overwrite");
    text = values[3];
    uint32_t one = 1;
    ze_driver_handle_t driver;
    ze_device_handle_t device;
    if (zeInit(0) || zeDriverGet(&one, &driver) || zeDeviceGet(driver, &one, &device))
        return 3;
    pthread_t thread;
    pthread_create(&thread, 0, take, 0);
    for (int i = 0; i < 1000; i++) {
        ze_device_properties_t properties = {ZE_STRUCTURE_TYPE_DEVICE_PROPERTIES};
        zeDeviceGetProperties(device, &properties);
        usleep(1000);
    }
    return 0;
}
