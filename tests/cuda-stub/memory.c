// Allocates memory of all kinds at lines that the test knows by their marks: memory FOLDER
// Or has another process free what it has allocated, which frees nothing here: memory FOLDER fork
// It begins, goes on and ends when the test has made a file of that name in the folder: what zetop has not seen by then, it may
// have no time for.
#include <stddef.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

typedef int R;
extern R cuInit(unsigned), cuMemAlloc_v2(void **, size_t), cuMemAllocHost_v2(void **, size_t), cuMemFree_v2(void *);
extern R cuMemAllocManaged(void **, size_t, unsigned), cuMemFreeHost(void *), cuCtxGetCurrent(void **);

static __attribute__((noinline)) void *weights(void) {
    void *p;
    cuMemAlloc_v2(&p, 1 << 20); // MARK weights
    return p;
}
static __attribute__((noinline)) void *scratch(void) {
    void *p;
    cuMemAlloc_v2(&p, 64 << 10); // MARK scratch
    return p;
}
static __attribute__((noinline)) void *staging(void) {
    void *p;
    cuMemAllocHost_v2(&p, 256 << 10); // MARK staging
    return p;
}
static __attribute__((noinline)) void *both(void) {
    void *p;
    cuMemAllocManaged(&p, 8 << 10, 1); // MARK both
    return p;
}

static const char *folder;
// A minute at most, should the test have gone.
static void wait_for(const char *name) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    for (int i = 0; i < 6000 && access(path, F_OK); i++) usleep(10000);
}

static int freed_by_a_child(void) {
    void *all[3], *p;
    for (int i = 0; i < 3; i++) all[i] = weights();
    wait_for("goes-on");
    int status, child = fork();
    if (child == 0) {
        cuInit(0);
        cuCtxGetCurrent(&p);
        for (int i = 0; i < 2; i++) cuMemFree_v2(all[i]);
        cuMemFree_v2(scratch());
        wait_for("ends");
        _exit(0);
    }
    waitpid(child, &status, 0);
    return status;
}

int main(int argc, char **argv) {
    void *p, *pinned[4];
    if (argc < 2) return 1;
    folder = argv[1];
    cuInit(0);
    cuCtxGetCurrent(&p);
    wait_for("begins");
    if (argc > 2) return freed_by_a_child();
    for (int i = 0; i < 3; i++) weights();
    for (int i = 0; i < 50; i++) cuMemFree_v2(scratch());
    for (int i = 0; i < 4; i++) pinned[i] = staging();
    for (int i = 0; i < 3; i++) cuMemFreeHost(pinned[i]);
    cuMemFree_v2(both());
    wait_for("ends");
    return 0;
}
