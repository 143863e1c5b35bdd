// A program that does odd things at random while it calls Level Zero, and keeps its own count of the calls in a
// file that outlives it. Driven by tests/soak/run.py.
//
//   program LEDGER SEED SECONDS
//
// The ledger is shared memory: two counters, of calls begun and of calls that have returned. Nothing of zetop's is
// used to count. It prints one line and ends with status SEED % 50.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

struct ledger {
    _Atomic uint64_t begun, returned;
};

static struct ledger *ledger;
static void *loader, *driver;
static uint32_t (*version)(void *, uint32_t *);
static atomic_int failed;

static void call(void) {
    uint32_t v = 0;
    atomic_fetch_add(&ledger->begun, 1);
    uint32_t result = version(driver, &v);
    atomic_fetch_add(&ledger->returned, 1);
    if (result != 0 || v == 0) failed = 1;
}

static void calls(unsigned n) {
    while (n--) call();
}

static void on_signal(int signal) {
    (void)signal;
    call();
}

struct job {
    unsigned kind, n;
};

static void *thread(void *argument) {
    struct job job = *(struct job *)argument;
    free(argument);
    calls(job.n);
    if (job.kind == 1) pthread_exit(NULL);
    if (job.kind == 2)  // until it is cancelled
        for (;;) {
            call();
            pthread_testcancel();
        }
    return NULL;
}

static void threads(unsigned *seed) {
    pthread_t all[8];
    unsigned kinds[8], n = 1 + rand_r(seed) % 8;
    for (unsigned i = 0; i < n; i++) {
        struct job *job = malloc(sizeof *job);
        job->kind = kinds[i] = rand_r(seed) % 3;
        job->n = rand_r(seed) % 3000;
        if (pthread_create(&all[i], NULL, thread, job)) {
            free(job);
            kinds[i] = 9;
        }
    }
    for (unsigned i = 0; i < n; i++) {
        if (kinds[i] == 9) continue;
        if (kinds[i] == 2) {
            usleep(rand_r(seed) % 3000);
            pthread_cancel(all[i]);
        }
        pthread_join(all[i], NULL);
    }
}

static void child(unsigned *seed) {
    unsigned how = rand_r(seed) % 4, n = rand_r(seed) % 5000;
    pid_t pid = fork();
    if (pid == 0) {
        if (how == 3) {
            execl("/bin/true", "true", (char *)NULL);
            _exit(1);
        }
        calls(n);
        if (how == 0) _exit(0);
        if (how == 1) exit(0);
        kill(getpid(), SIGKILL);
    }
    int status;
    while (pid > 0 && waitpid(pid, &status, 0) < 0) {
    }
}

// Takes a number that was somebody else's, and looks whether it stays what it is.
static void closes(unsigned *seed) {
    int from = 3 + rand_r(seed) % 4;
    for (int fd = from; fd < 256; fd++) close(fd);
    int mine = open("/dev/null", O_RDWR | O_CLOEXEC);
    int same = open("/dev/zero", O_RDONLY | O_CLOEXEC);
    calls(rand_r(seed) % 2000);
    char byte = 1;
    if (read(same, &byte, 1) != 1 || byte != 0) failed = 2;
    if (write(mine, &byte, 1) != 1) failed = 2;
    close(mine);
    close(same);
}

static void reopen(void) {
    void *again = dlopen("libze_loader.so.1", RTLD_NOW | RTLD_LOCAL);
    calls(10);
    if (again) dlclose(again);
}

// Opens and initialises the loader; 0, or the status to end with.
static int load(void) {
    loader = dlopen("libze_loader.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!loader) return 97;
    uint32_t (*init)(uint32_t) = dlsym(loader, "zeInit");
    uint32_t (*drivers)(uint32_t *, void **) = dlsym(loader, "zeDriverGet");
    version = dlsym(loader, "zeDriverGetApiVersion");
    if (init(0)) return 96;
    uint32_t count = 1;
    if (drivers(&count, &driver) || !count) return 95;
    return 0;
}

// Gives the loader up, which may unmap it, and takes it anew. No other thread is there.
static void reload(void) {
    dlclose(loader);
    int status = load();
    if (status) failed = status;
}

int main(int argc, char **argv) {
    if (argc != 4) return 99;
    int fd = open(argv[1], O_RDWR | O_CLOEXEC);
    ledger = mmap(NULL, sizeof *ledger, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (ledger == MAP_FAILED) return 98;
    close(fd);
    // What anybody writes to the program's stderr is looked at; nobody should.
    char errors[4096];
    snprintf(errors, sizeof errors, "%s.stderr", argv[1]);
    if (!freopen(errors, "w", stderr)) return 94;
    unsigned seed = atoi(argv[2]), first = seed;
    double seconds = atof(argv[3]);
    int status = load();
    if (status) return status;
    struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESTART};
    sigaction(SIGALRM, &action, NULL);
    struct timespec start, now;
    clock_gettime(CLOCK_MONOTONIC, &start);
    do {
        switch (rand_r(&seed) % 9) {
        case 0: threads(&seed); break;
        case 1: child(&seed); break;
        case 2: closes(&seed); break;
        case 3: reopen(); break;
        case 4: {
            struct itimerval often = {{0, 500}, {0, 500}}, never = {{0, 0}, {0, 0}};
            setitimer(ITIMER_REAL, &often, NULL);
            calls(5000);
            setitimer(ITIMER_REAL, &never, NULL);
            break;
        }
        case 5: usleep(rand_r(&seed) % 20000); break;
        case 6: reload(); break;
        default: calls(rand_r(&seed) % 20000);
        }
        clock_gettime(CLOCK_MONOTONIC, &now);
    } while (now.tv_sec - start.tv_sec + (now.tv_nsec - start.tv_nsec) / 1e9 < seconds);
    printf("done %u, failed %d\n", first, failed);
    return first % 50;
}
