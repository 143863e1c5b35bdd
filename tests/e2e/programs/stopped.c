// Stops its other threads by a signal, wherever they are, as some garbage collectors do, and meanwhile makes calls for which
// the driver takes no lock. `stopped ROUNDS`
#define _GNU_SOURCE
#include <errno.h>
#include <level_zero/ze_api.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define CHECK(call)                                         \
    do {                                                    \
        ze_result_t result = (call);                        \
        if (result != ZE_RESULT_SUCCESS) {                  \
            fprintf(stderr, "%s: %#x\n", #call, result);    \
            exit(3);                                        \
        }                                                   \
    } while (0)

enum { THREADS = 2 };

static ze_context_handle_t context;
static ze_device_handle_t device;
static void *memory;
static sem_t stopped;
static atomic_int over;

static void stop(int signal) {
    (void)signal;
    int before = errno;
    sem_post(&stopped);
    sigset_t others;
    sigfillset(&others);
    sigdelset(&others, SIGUSR2);
    sigsuspend(&others);
    errno = before;
}

static void go_on(int signal) { (void)signal; }

static ze_event_handle_t event(void) {
    ze_event_pool_desc_t of_pool = {ZE_STRUCTURE_TYPE_EVENT_POOL_DESC, NULL, ZE_EVENT_POOL_FLAG_HOST_VISIBLE, 1};
    ze_event_desc_t of_event = {ZE_STRUCTURE_TYPE_EVENT_DESC, NULL, 0, ZE_EVENT_SCOPE_FLAG_HOST, 0};
    ze_event_pool_handle_t pool;
    ze_event_handle_t made;
    CHECK(zeEventPoolCreate(context, &of_pool, 0, NULL, &pool));
    CHECK(zeEventCreate(pool, &of_event, &made));
    return made;
}

static void *work(void *unused) {
    (void)unused;
    ze_command_queue_desc_t of_queue = {ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC};
    of_queue.mode = ZE_COMMAND_QUEUE_MODE_ASYNCHRONOUS;
    ze_command_list_handle_t list;
    CHECK(zeCommandListCreateImmediate(context, device, &of_queue, &list));
    ze_event_handle_t done = event();
    unsigned char pattern = 1;
    while (!over) {
        for (int i = 0; i < 20; i++) {
            CHECK(zeCommandListAppendMemoryFill(list, memory, &pattern, 1, 64, i == 19 ? done : NULL, 0, NULL));
        }
        CHECK(zeEventHostSynchronize(done, UINT64_MAX));
        CHECK(zeEventHostReset(done));
    }
    return NULL;
}

int main(int count, char **arguments) {
    int rounds = count > 1 ? atoi(arguments[1]) : 300;
    uint32_t one = 1;
    ze_driver_handle_t driver;
    CHECK(zeInit(0));
    CHECK(zeDriverGet(&one, &driver));
    CHECK(zeDeviceGet(driver, &one, &device));
    ze_context_desc_t of_context = {ZE_STRUCTURE_TYPE_CONTEXT_DESC};
    CHECK(zeContextCreate(driver, &of_context, &context));
    ze_host_mem_alloc_desc_t of_memory = {ZE_STRUCTURE_TYPE_HOST_MEM_ALLOC_DESC};
    CHECK(zeMemAllocHost(context, &of_memory, 4096, 64, &memory));
    sem_init(&stopped, 0, 0);
    struct sigaction action = {.sa_handler = stop, .sa_flags = SA_RESTART};
    sigfillset(&action.sa_mask);
    sigaction(SIGUSR1, &action, NULL);
    action.sa_handler = go_on;
    sigaction(SIGUSR2, &action, NULL);
    ze_event_handle_t of_ours = event();
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++) pthread_create(&threads[i], NULL, work, NULL);
    usleep(10000);
    for (int round = 0; round < rounds; round++) {
        for (int i = 0; i < THREADS; i++) pthread_kill(threads[i], SIGUSR1);
        for (int i = 0; i < THREADS; i++) {
            while (sem_wait(&stopped)) continue;
        }
        CHECK(zeEventHostSignal(of_ours));
        CHECK(zeEventHostReset(of_ours));
        for (int i = 0; i < THREADS; i++) pthread_kill(threads[i], SIGUSR2);
        usleep(300);
    }
    over = 1;
    for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
    puts("done");
    return 0;
}
