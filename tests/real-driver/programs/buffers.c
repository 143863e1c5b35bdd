// Whether the pretend device keeps buffers that are closed while its work is in flight, as the kernel does: a batch waits for
// a word, the buffers are closed, and only then may it go on. No Level Zero here, only what Intel's driver asks of the kernel.
#include <fcntl.h>
#include <libdrm/i915_drm.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { CONTROL, TARGET, BATCH, PAGE = 4096 };
#define ADDRESS(at) (((at) + 1ull) << 20)

static int device;

static void ask(unsigned long request, void *argument) {
    if (ioctl(device, request, argument)) {
        perror("ioctl");
        exit(1);
    }
}

static uint32_t created(void) {
    struct drm_i915_gem_create create = {.size = PAGE};
    ask(DRM_IOCTL_I915_GEM_CREATE, &create);
    return create.handle;
}

static uint32_t programs(void *memory) {
    struct drm_i915_gem_userptr user = {.user_ptr = (uintptr_t)memory, .user_size = PAGE};
    ask(DRM_IOCTL_I915_GEM_USERPTR, &user);
    return user.handle;
}

static volatile uint32_t *mapped(uint32_t handle) {
    struct drm_i915_gem_mmap map = {.handle = handle, .size = PAGE};
    ask(DRM_IOCTL_I915_GEM_MMAP, &map);
    return (volatile uint32_t *)(uintptr_t)map.addr_ptr;
}

static void *closed(void *handle) {
    struct drm_gem_close close = {.handle = (uintptr_t)handle};
    ask(DRM_IOCTL_GEM_CLOSE, &close);
    return 0;
}

static volatile int done;

static void *closed_by_thread(void *handle) {
    closed(handle);
    done = 1;
    return 0;
}

// Waits until the first word of CONTROL is not 0; then writes 7 to TARGET and 1 to the second word of CONTROL.
static void submit(uint32_t *handles, volatile uint32_t *batch) {
    const uint32_t commands[] = {
        0x1c << 23 | 5 << 12 | 2, 0, ADDRESS(CONTROL), 0, 0x20 << 23 | 2, ADDRESS(TARGET), 0, 7,
        0x20 << 23 | 2, ADDRESS(CONTROL) + 4, 0, 1, 0x0a << 23};
    memcpy((void *)batch, commands, sizeof commands);
    struct drm_i915_gem_exec_object2 objects[3] = {};
    for (int at = 0; at < 3; at++)
        objects[at] = (struct drm_i915_gem_exec_object2){.handle = handles[at], .offset = ADDRESS(at)};
    struct drm_i915_gem_execbuffer2 execute = {.buffers_ptr = (uintptr_t)objects, .buffer_count = 3};
    ask(DRM_IOCTL_I915_GEM_EXECBUFFER2, &execute);
}

int main(void) {
    device = open("/dev/dri/renderD128", O_RDWR);
    for (int of_program = 0; of_program < 2; of_program++) {
        volatile uint32_t *memory = aligned_alloc(PAGE, PAGE);
        *memory = 0;
        uint32_t handles[3] = {created(), of_program ? programs((void *)memory) : created(), created()};
        volatile uint32_t *control = mapped(handles[CONTROL]);
        submit(handles, mapped(handles[BATCH]));
        closed((void *)(uintptr_t)handles[BATCH]);
        pthread_t thread;
        pthread_create(&thread, 0, of_program ? closed_by_thread : closed, (void *)(uintptr_t)handles[TARGET]);
        if (!of_program)
            pthread_join(thread, 0);
        usleep(50000); // so that a close that should wait has the time not to
        int early = of_program && done;
        control[0] = 1;
        while (!control[1])
            usleep(100);
        if (of_program)
            pthread_join(thread, 0);
        if (early || (of_program && *memory != 7)) {
            puts("memory of the program's was let go of too early");
            return 1;
        }
        closed((void *)(uintptr_t)handles[CONTROL]);
    }
    puts("closed buffers outlive what is in flight");
    return 0;
}
