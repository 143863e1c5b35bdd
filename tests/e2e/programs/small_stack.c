// First calls on little stack: in a signal handler on an alternate stack of 8 KiB, between pages that nobody may touch; and in
// a child that was forked by a thread with the smallest stack there is.
#define _GNU_SOURCE
#include <level_zero/ze_api.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SMALL = 8192 };

static ze_driver_handle_t driver;

static void call(int signal) {
    (void)signal;
    ze_api_version_t version;
    zeDriverGetApiVersion(driver, &version);
}

static void *on_alternate_stack(void *unused) {
    (void)unused;
    char *pages = mmap(NULL, 3 * SMALL, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    mprotect(pages + SMALL, SMALL, PROT_READ | PROT_WRITE);
    stack_t stack = {.ss_sp = pages + SMALL, .ss_size = SMALL};
    sigaltstack(&stack, NULL);
    raise(SIGUSR1);
    return NULL;
}

static void *in_a_child(void *status) {
    pid_t child = fork();
    if (child == 0) {
        call(0);
        _exit(4);
    }
    waitpid(child, status, 0);
    return NULL;
}

int main(void) {
    uint32_t one = 1;
    if (zeInit(0) || zeDriverGet(&one, &driver)) return 1;
    struct sigaction action = {.sa_handler = call, .sa_flags = SA_ONSTACK};
    sigaction(SIGUSR1, &action, NULL);
    pthread_t thread;
    pthread_create(&thread, NULL, on_alternate_stack, NULL);
    pthread_join(thread, NULL);
    pthread_attr_t smallest;
    pthread_attr_init(&smallest);
    pthread_attr_setstacksize(&smallest, PTHREAD_STACK_MIN);
    int status = 0;
    pthread_create(&thread, &smallest, in_a_child, &status);
    pthread_join(thread, NULL);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 4) return 2;
    puts("done");
    return 0;
}
