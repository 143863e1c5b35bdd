// A stand-in libcupti.so.13 that records what the stand-in driver does. Like the real one it knows one client: buffers
// go to the functions that were registered last. It is slow if SLOW_ENABLE_MS or SLOW_FLUSH_US say so, the latter with its
// lock. While the file ENABLE_HOLD is there, whoever switches a first kind of record on stays there, but for the first thread. At the program's exit it takes itself down; whoever is inside then, or calls it afterwards, ends the process with a
// message.
#define _GNU_SOURCE
#include "stub.h"
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

typedef int R;
typedef void (*requested_t)(uint8_t **, size_t *, size_t *);
typedef void (*completed_t)(void *, uint32_t, uint8_t *, size_t, size_t);
static uint64_t (*stamp_clock)(void);
static requested_t requested;
static completed_t completed;
static int enabled[64];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int inside, taken_down;
// In the calling thread, which may be in exit by a signal handler.
static __thread int here;
static void fail(const char *what) {
    write(2, what, strlen(what));
    abort();
}
static void take_down(void) {
    __atomic_store_n(&taken_down, 1, __ATOMIC_SEQ_CST);
    if (__atomic_load_n(&inside, __ATOMIC_SEQ_CST) > here) fail("stand-in CUPTI: taken down while it is called\n");
}
// A child has none of the threads that were inside.
static void forked(void) { inside = here; }
static void enter(void) {
    static int registered;
    if (!__atomic_exchange_n(&registered, 1, __ATOMIC_SEQ_CST)) atexit(take_down), pthread_atfork(0, 0, forked);
    here++;
    __atomic_fetch_add(&inside, 1, __ATOMIC_SEQ_CST);
    if (__atomic_load_n(&taken_down, __ATOMIC_SEQ_CST)) fail("stand-in CUPTI: called after it was taken down\n");
}
static void leave(void) { __atomic_fetch_sub(&inside, 1, __ATOMIC_SEQ_CST), here--; }
static void slow(const char *name, int us) {
    const char *how = getenv(name);
    if (how) usleep(atoi(how) * us);
}
// How many kinds of records are switched on.
int stub_is_enabled(void) {
    int n = 0;
    for (int i = 0; i < 64; i++) n += enabled[i];
    return n;
}

// With CUPTI_STUB_BUFFERS, kernels have a buffer of their own, and it comes before the one of what they waited for.
static struct buffer { uint8_t *at; size_t size, used; uint64_t end; } buffers[2];
static struct buffer *buffer_of(uint32_t kind) {
    return &buffers[getenv("CUPTI_STUB_BUFFERS") ? kind != OP_KERNEL : 0];
}

// As CUPTI 12 and 13 lay them out, as far as they are read.
struct __attribute__((packed, aligned(8))) kernel {
    uint32_t kind; uint8_t cache, shared; uint16_t registers; uint32_t partitioned[2];
    uint64_t start, end, completed; uint32_t device, context, stream; int32_t grid[3], block[3];
    int32_t fixed_shared, dynamic_shared; uint32_t local, local_total, correlation; int64_t grid_id;
    const char *name; void *reserved; uint64_t queued, submitted, launch, node, rest[12];
};
struct __attribute__((packed, aligned(8))) memcpy_ {
    uint32_t kind; uint8_t copy, src, dst, flags; uint64_t bytes, start, end; uint32_t device, context, stream;
    uint32_t correlation, runtime, pad; void *reserved; uint64_t node, rest[4];
};
struct __attribute__((packed, aligned(8))) peer {
    uint32_t kind; uint8_t copy, src, dst, flags; uint64_t bytes, start, end; uint32_t device, context, stream;
    uint32_t from, from_context, to, to_context, correlation; void *reserved; uint64_t node, rest[2];
};
struct __attribute__((packed, aligned(8))) memset_ {
    uint32_t kind, value; uint64_t bytes, start, end; uint32_t device, context, stream, correlation;
    uint16_t flags, memory; uint32_t pad; void *reserved; uint64_t node, rest[3];
};
union record { uint32_t kind; struct kernel k; struct memcpy_ c; struct peer p; struct memset_ s; };

#define PLACE(r) r.device = op->device, r.context = op->context, r.stream = op->stream, r.correlation = op->correlation, r.node = op->node;

static uint64_t real_time(void) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return now.tv_sec * 1000000000ull + now.tv_nsec;
}
static void record(const struct op *of) {
    // Stamps are in the units of the clock that was registered last: whole multiples of CUPTI's own, here.
    struct op translated = *of, *op = &translated;
    uint64_t times = stamp_clock ? (stamp_clock() + real_time() / 2) / real_time() : 1;
    op->start *= times, op->end *= times;
    pthread_mutex_lock(&lock);
    if (op->kind < 64 && enabled[op->kind] && requested) {
        struct buffer *buffer = buffer_of(op->kind);
        if (buffer->at && buffer->used + sizeof(union record) > buffer->size) {
            if (completed) completed(0, 0, buffer->at, buffer->size, buffer->used);
            buffer->at = 0;
        }
        if (!buffer->at) {
            size_t most = 0;
            requested(&buffer->at, &buffer->size, &most);
            buffer->used = 0, buffer->end = 0;
        }
        if (buffer->at && buffer->used + sizeof(union record) <= buffer->size) {
            union record *r = (union record *)(buffer->at + buffer->used);
            memset(r, 0, sizeof *r);
            buffer->used += sizeof *r;
            if (op->end > buffer->end) buffer->end = op->end;
            if (op->kind == OP_KERNEL) {
                r->k.kind = op->kind, r->k.start = op->start, r->k.end = op->end;
                for (int i = 0; i < 3; i++) r->k.grid[i] = op->grid[i], r->k.block[i] = op->block[i];
                r->k.name = op->name, r->k.registers = 40, r->k.fixed_shared = 1024, r->k.dynamic_shared = op->shared;
                PLACE(r->k)
            } else if (op->kind == OP_COPY) {
                r->c.kind = op->kind, r->c.src = op->src, r->c.dst = op->dst, r->c.bytes = op->bytes;
                r->c.start = op->start, r->c.end = op->end, r->c.copy = op->way;
                // CUpti_ActivityMemcpy6's copyCount.
                r->c.rest[2] = op->copies ? op->copies : 1;
                PLACE(r->c)
            } else if (op->kind == OP_PEER) {
                r->p.kind = op->kind, r->p.copy = op->way, r->p.src = op->src, r->p.dst = op->dst, r->p.bytes = op->bytes;
                r->p.start = op->start, r->p.end = op->end, r->p.from = op->from, r->p.to = op->to;
                PLACE(r->p)
            } else {
                r->s.kind = op->kind, r->s.bytes = op->bytes, r->s.start = op->start, r->s.end = op->end;
                r->s.memory = op->dst, r->s.value = op->value;
                PLACE(r->s)
            }
        }
    }
    pthread_mutex_unlock(&lock);
}
// With another client in the process CUPTI refuses.
R cuptiActivityRegisterCallbacks(requested_t r, completed_t c) {
    if (getenv("CUPTI_STUB_REFUSES")) return 39;
    enter();
    requested = r; completed = c;
    leave();
    return 0;
}
R cuptiGetContextId(void *context, uint32_t *id) { enter(), leave(); *id = *(uint32_t *)context; return 0; }
R cuptiGetStreamIdEx(void *context, void *stream, uint8_t per_thread, uint32_t *id) {
    void *driver = dlopen("libcuda.so.1", RTLD_NOW);
    *id = ((uint32_t (*)(void *))dlsym(driver, "cuda_stub_stream"))(per_thread && !stream ? (void *)2 : stream);
    return 0;
}
// As cupti_activity.h has it: null is refused, so there is no way back to CUPTI's own clock.
R cuptiActivityRegisterTimestampCallback(uint64_t (*clock)(void)) {
    if (!clock) return 1;
    stamp_clock = clock;
    return 0;
}
R cuptiActivityEnable(unsigned kind) {
    enter();
    slow("SLOW_ENABLE_MS", 1000);
    void *driver = dlopen("libcuda.so.1", RTLD_NOW);
    void (**hook)(const struct op *) = driver ? dlsym(driver, "cuda_stub_activity") : 0;
    if (hook) *hook = record;
    if (kind < 64) enabled[kind] = 1;
    // A minute at most, should the test have gone.
    const char *hold = getenv("ENABLE_HOLD");
    for (int i = 0; hold && gettid() != getpid() && stub_is_enabled() == 1 && i < 6000 && !access(hold, F_OK); i++) usleep(10000);
    leave();
    return hook ? 0 : 15;
}
R cuptiActivityDisable(unsigned kind) {
    enter();
    if (kind < 64) enabled[kind] = 0;
    leave();
    return 0;
}
R cuptiFinalize(void) {
    enter();
    memset(enabled, 0, sizeof enabled);
    requested = 0, completed = 0, stamp_clock = 0;
    leave();
    return 0;
}
// With CUPTI_STUB_LATE, as the real one: a buffer is kept until all in it has completed, unless the flush is forced; then, what
// has not completed has no end.
static int is_late(struct buffer *buffer, unsigned forced) {
    uint64_t now = real_time();
    if (!getenv("CUPTI_STUB_LATE") || !buffer->at || buffer->end <= now) return 0;
    if (!forced) return 1;
    for (union record *r = (union record *)buffer->at; (uint8_t *)r < buffer->at + buffer->used; r++)
        if (r->kind == OP_KERNEL && r->k.end > now) r->k.end = 0;
    return 0;
}
R cuptiActivityFlushAll(unsigned flag) {
    // Who waits for the lock does no harm: a handler that calls exit may be on top of a launch that has it.
    pthread_mutex_lock(&lock);
    enter();
    slow("SLOW_FLUSH_US", 1);
    struct buffer full[2] = {0};
    for (int i = 0; i < 2; i++)
        if (!is_late(&buffers[i], flag)) full[i] = buffers[i], buffers[i].at = 0;
    pthread_mutex_unlock(&lock);
    for (int i = 0; i < 2; i++)
        if (full[i].at && completed) completed(0, 0, full[i].at, full[i].size, full[i].used);
    leave();
    return 0;
}
R cuptiActivityGetNextRecord(uint8_t *b, size_t valid, union record **r) {
    union record *next = *r ? *r + 1 : (union record *)b;
    if ((uint8_t *)(next + 1) > b + valid) return 12;
    *r = next;
    return 0;
}
R cuptiActivityGetNumDroppedRecords(void *c, uint32_t s, size_t *n) { *n = 0; return 0; }
R cuptiGetTimestamp(uint64_t *t) {
    enter();
    leave();
    *t = stamp_clock ? stamp_clock() : real_time();
    return 0;
}
R cuptiGetVersion(uint32_t *v) { *v = 130000; return 0; }
R cuptiSubscribe(void **s, void *callback, void *data) { *s = &lock; return 0; }
R cuptiUnsubscribe(void *s) { return 0; }
