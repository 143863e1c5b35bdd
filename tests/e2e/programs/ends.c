// N children that call exit, while another thread appends: prints how many hung, or ended otherwise. `ends N`
// A signal handler calls exit after US microseconds of appends: ends with 6. `ends handler US`
#include <level_zero/ze_api.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#define CHECK(call)                                         \
    do {                                                    \
        ze_result_t result = (call);                        \
        if (result != ZE_RESULT_SUCCESS) {                  \
            fprintf(stderr, "%s: %#x\n", #call, result);    \
            exit(3);                                        \
        }                                                   \
    } while (0)

static ze_context_handle_t context;
static ze_command_list_handle_t list;
static void *memory;

static void start(void) {
    uint32_t one = 1;
    ze_driver_handle_t driver;
    ze_device_handle_t device;
    CHECK(zeInit(0));
    CHECK(zeDriverGet(&one, &driver));
    CHECK(zeDeviceGet(driver, &one, &device));
    ze_context_desc_t of_context = {ZE_STRUCTURE_TYPE_CONTEXT_DESC};
    CHECK(zeContextCreate(driver, &of_context, &context));
    ze_command_queue_desc_t of_queue = {ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC};
    of_queue.mode = ZE_COMMAND_QUEUE_MODE_ASYNCHRONOUS;
    CHECK(zeCommandListCreateImmediate(context, device, &of_queue, &list));
    ze_host_mem_alloc_desc_t of_memory = {ZE_STRUCTURE_TYPE_HOST_MEM_ALLOC_DESC};
    CHECK(zeMemAllocHost(context, &of_memory, 4096, 64, &memory));
}

static void append(void) {
    unsigned char pattern = 1;
    CHECK(zeCommandListAppendMemoryFill(list, memory, &pattern, 1, 64, NULL, 0, NULL));
}

static void *work(void *stop) {
    while (!*(volatile int *)stop) append(), usleep(500);
    return NULL;
}

static void leave(int signal) { (void)signal, exit(6); }

static int is_left(int us) {
    struct itimerval at = {{0, 0}, {0, us}};
    start();
    // The first append of all takes longest.
    append();
    signal(SIGALRM, leave);
    setitimer(ITIMER_REAL, &at, NULL);
    for (;;) append();
}

int main(int count, char **arguments) {
    if (count > 2 && !strcmp(arguments[1], "handler")) return is_left(atoi(arguments[2]));
    int n = count > 1 ? atoi(arguments[1]) : 0, hung = 0, wrong = 0, stop = 0;
    start();
    pthread_t thread;
    pthread_create(&thread, NULL, work, &stop);
    usleep(50000);
    for (int i = 0; i < n && !hung; i++) {
        pid_t child = fork();
        if (!child) exit(7);
        int status = 0, waited = 0;
        while (waited < 6000 && !waitpid(child, &status, WNOHANG)) usleep(10000), waited++;
        if (waited == 6000) hung++, kill(child, SIGKILL), waitpid(child, &status, 0);
        wrong += !hung && WEXITSTATUS(status) != 7;
        usleep(1000 + i % 7 * 1000);
    }
    stop = 1, pthread_join(thread, NULL);
    usleep(100000);
    printf("hung %d wrong %d\n", hung, wrong);
    return 0;
}
