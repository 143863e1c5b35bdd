// A pretend i915 render node for Intel's GPU driver, by LD_PRELOAD: open, ioctl and mmap of /dev/dri/renderD128 end here.
//
// Buffers are memfds. Each hardware context has a worker that interprets the driver's command streams: jumps, register and
// memory writes, semaphores, arithmetic, PIPE_CONTROL and walkers with their timestamps. A walker executes nothing; it takes
// SHIM_KNS ns. Blits and copy kernels move nothing. SHIM_WRAPS: the lower 32 bits of the device's clock, which are all that a
// timestamp has before Xe2, begin again at 0 that many ms after the program's start. Which GPU it pretends to be: SHIM_DEVID,
// SHIM_REV, SHIM_LMEM (GB of its own memory), SHIM_TOPO (slices x subslices x EUs), SHIM_CCS (compute engines); lab.sh has sets
// that work.
//
// Xe2 (Battlemage, Lunar Lake) has a walker of 40 dwords, one more before the post-sync data, and 64-bit timestamps.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include <drm/drm.h>
#include <drm/i915_drm.h>
static int dbg = -1;
#define LOG(l, ...)                                                                                                    \
    do {                                                                                                               \
        if (dbg < 0) {                                                                                                 \
            char *e = getenv("SHIM_DEBUG");                                                                            \
            dbg = e ? atoi(e) : 0;                                                                                     \
        }                                                                                                              \
        if (dbg >= l) {                                                                                                \
            fprintf(stderr, "shim: " __VA_ARGS__);                                                                     \
        }                                                                                                              \
    } while (0)
#define FREQ 19200000ull
static int devid = 0x9a49, rev = 1, lmem = 0, nsl = 1, nss = 6, neu = 16;
static void __attribute__((constructor)) cfg(void) {
    char *e;
    if ((e = getenv("SHIM_DEVID")))
        devid = strtol(e, 0, 16);
    if ((e = getenv("SHIM_REV")))
        rev = strtol(e, 0, 0);
    if ((e = getenv("SHIM_LMEM")))
        lmem = atoi(e);
    if ((e = getenv("SHIM_TOPO")))
        sscanf(e, "%dx%dx%d", &nsl, &nss, &neu);
}
static char isfake[4096];
static pthread_mutex_t mx = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t job_done = PTHREAD_COND_INITIALIZER;
// `jobs`: how many of those in flight use it. A closed buffer stays until these are done, as in the kernel.
struct bo {
    int used, memfd;
    size_t size;
    char *map;
    int user, closed, jobs;
};
#define NBO 65536
static struct bo bos[NBO];
static uint32_t nextbo = 1, nextctx = 1, nextvm = 1;
static uint64_t ns(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC_RAW, &t);
    return t.tv_sec * 1000000000ull + t.tv_nsec;
}
static uint64_t ticks_until_now(void) { return (unsigned __int128)ns() * FREQ / 1000000000ull; }
static uint64_t first_tick;
static void __attribute__((constructor)) set_clock(void) {
    char *wraps = getenv("SHIM_WRAPS");
    if (wraps)
        first_tick = -atol(wraps) * (long)(FREQ / 1000) - ticks_until_now();
}
static uint64_t ticks(void) { return (first_tick + ticks_until_now()) & ((1ull << 36) - 1); }
static uint32_t newbo(size_t sz, void *user) {
    pthread_mutex_lock(&mx);
    uint32_t h = nextbo;
    while (bos[h].used) {
        h++;
        if (h >= NBO)
            h = 1;
    }
    nextbo = h + 1;
    if (nextbo >= NBO)
        nextbo = 1;
    struct bo *b = &bos[h];
    b->used = 1;
    b->size = sz;
    b->user = !!user;
    if (user) {
        b->map = user;
        b->memfd = -1;
    } else {
        b->memfd = memfd_create("bo", MFD_CLOEXEC);
        ftruncate(b->memfd, sz);
        b->map = (char *)syscall(SYS_mmap, 0, sz, PROT_READ | PROT_WRITE, MAP_SHARED, b->memfd, 0);
    }
    pthread_mutex_unlock(&mx);
    return h;
}
// With `mx` held: frees a closed buffer that no job uses.
static void release(struct bo *b) {
    if (!b->closed || b->jobs)
        return;
    if (!b->user) {
        syscall(SYS_munmap, b->map, b->size);
        syscall(SYS_close, b->memfd);
    }
    memset(b, 0, sizeof *b);
}
static void closebo(uint32_t h) {
    if (h >= NBO)
        return;
    pthread_mutex_lock(&mx);
    struct bo *b = &bos[h];
    if (b->used && !b->closed) {
        b->closed = 1;
        // Memory of the program's is freed next: the kernel waits then, until the device is done with it.
        while (b->user && b->jobs)
            pthread_cond_wait(&job_done, &mx);
        release(b);
    }
    pthread_mutex_unlock(&mx);
}
/* ---------- command streamer ---------- */
struct ex {
    uint64_t off;
    size_t size;
    char *map;
    uint32_t h;
};
static __thread struct ex *exo;
static __thread int nex;
// A lane's registers. Not in thread-local memory, which the C library takes from the stack of every thread.
#define REGS (0x400000 / 4)
static __thread uint32_t *regs;
static long kns = 30000, semms = 20000;
static void __attribute__((constructor)) cfg2(void) {
    char *e;
    if ((e = getenv("SHIM_KNS")))
        kns = atol(e);
    if ((e = getenv("SHIM_SEMMS")))
        semms = atol(e);
}
static void kspin(void) {
    if (kns > 200000) {
        struct timespec q = {kns / 1000000000, kns % 1000000000};
        nanosleep(&q, 0);
    } else {
        uint64_t t = ns();
        while (ns() - t < (uint64_t)kns)
            ;
    }
}
static uint64_t canon(uint64_t a) { return a & 0xffffffffffffull; }
static void *tr(uint64_t a, size_t n) {
    a = canon(a);
    for (int i = 0; i < nex; i++)
        if (a >= exo[i].off && a + n <= exo[i].off + exo[i].size)
            return exo[i].map + (a - exo[i].off);
    LOG(1, "untranslated gpu addr %lx\n", a);
    return NULL;
}
static uint32_t rdreg(uint32_t r) {
    if (r == 0x2358 || r == 0x22358)
        return (uint32_t)ticks();
    if (r == 0x235c || r == 0x2235c)
        return ticks() >> 32;
    if (r == 0x23a8 || r == 0x223a8)
        return (uint32_t)ticks();
    if (r == 0x23ac || r == 0x223ac)
        return ticks() >> 32;
    if (r / 4 < REGS)
        return regs[r / 4];
    return 0;
}
static long cnt_cmds, cnt_walk, cnt_pc, cnt_srm, cnt_sdi, cnt_exec;
static void run(uint64_t a) {
    uint64_t stack[8];
    int sp = 0;
    long guard = 0;
    for (; guard < 5000000; guard++) {
        uint32_t *d = tr(a, 4);
        if (!d) {
            LOG(0, "batch fetch fault at %lx\n", a);
            return;
        }
        uint32_t h = d[0];
        uint32_t type = h >> 29, len;
        cnt_cmds++;
        if (type == 0) {
            uint32_t op = (h >> 23) & 0x3f;
            if (op < 0x10) {
                if (op == 0x0a) {
                    if (sp) {
                        a = stack[--sp];
                        continue;
                    }
                    return;
                }
                if (h && op)
                    LOG(3, "MI op %02x\n", op);
                a += 4;
                continue;
            }
            len = (h & 0xff) + 2;
            uint64_t ad = ((uint64_t)d[2] << 32) | d[1];
            LOG(3, "@%lx MI op %02x len %u %08x %08x %08x %08x\n", a, op, len, h, d[1], d[2], d[3]);
            switch (op) {
            case 0x31: {
                uint64_t t = canon(((uint64_t)d[2] << 32) | (d[1] & ~3u));
                if (h & (1 << 22)) {
                    if (sp < 8)
                        stack[sp++] = a + 12;
                }
                a = t;
                continue;
            }
            case 0x20: {
                cnt_sdi++;
                int q = (h >> 21) & 1;
                uint32_t *p = tr(ad & ~3ull, q ? 8 : 4);
                if (p) {
                    p[0] = d[3];
                    if (q)
                        p[1] = d[4];
                }
                break;
            }
            case 0x22: {
                for (uint32_t i = 1; i + 1 < len; i += 2) {
                    uint32_t r = d[i] & 0x7ffffc;
                    if (r / 4 < REGS)
                        regs[r / 4] = d[i + 1];
                }
                break;
            }
            case 0x24: {
                cnt_srm++;
                uint64_t m = ((uint64_t)d[3] << 32) | d[2];
                uint32_t *p = tr(m & ~3ull, 4);
                if (p)
                    *p = rdreg(d[1] & 0x7ffffc);
                break;
            }
            case 0x29: {
                uint64_t m = ((uint64_t)d[3] << 32) | d[2];
                uint32_t *p = tr(m & ~3ull, 4);
                uint32_t r = d[1] & 0x7ffffc;
                if (p && r / 4 < REGS)
                    regs[r / 4] = *p;
                break;
            }
            case 0x2a: {
                uint32_t r = d[2] & 0x7ffffc;
                if (r / 4 < REGS)
                    regs[r / 4] = rdreg(d[1] & 0x7ffffc);
                break;
            }
            case 0x26: {
                uint32_t ps = (h >> 14) & 3;
                if (ps) {
                    uint64_t *p = tr(ad & ~7ull, 8);
                    if (p) {
                        if (ps == 1)
                            *p = ((uint64_t)d[4] << 32) | d[3];
                        else
                            *p = ticks();
                    }
                }
                break;
            }
            case 0x1c: {
                uint64_t m = ((uint64_t)d[3] << 32) | d[2];
                volatile uint32_t *p = tr(m & ~3ull, 4);
                uint32_t c = (h >> 12) & 7;
                uint32_t v = d[1];
                uint64_t t0 = ns();
                if (p)
                    for (;;) {
                        uint32_t x = *p;
                        int ok = c == 0   ? x > v
                                 : c == 1 ? x >= v
                                 : c == 2 ? x < v
                                 : c == 3 ? x <= v
                                 : c == 4 ? x == v
                                          : x != v;
                        if (ok)
                            break;
                        if (ns() - t0 > (uint64_t)semms * 1000000ull) {
                            LOG(0, "semaphore wait timeout op %u want %u have %u\n", c, v, x);
                            break;
                        }
                        usleep(20);
                    }
                break;
            }
            case 0x2f: {
                uint32_t *p = tr(ad & ~3ull, 4);
                uint32_t aop = (h >> 8) & 0xff;
                if (p) {
                    if (aop == 5)
                        (*p)++;
                    else if (aop == 6)
                        (*p)--;
                    else if (aop == 7)
                        *p += d[3];
                    else
                        LOG(1, "atomic op %x\n", aop);
                }
                break;
            }
            case 0x1a: {
                uint64_t A = 0, B = 0, ACC = 0;
                int ZF = 0, CF = 0;
                for (uint32_t i = 1; i < len; i++) {
                    uint32_t w = d[i], o = w >> 20, x = (w >> 10) & 0x3ff, y = w & 0x3ff;
#define GPR(n) (*(uint64_t *)&regs[(0x2600 + 8 * (n)) / 4])
                    uint64_t v = y < 16      ? GPR(y)
                                 : y == 0x31 ? ACC
                                 : y == 0x32 ? (ZF ? ~0ull : 0)
                                 : y == 0x33 ? (CF ? ~0ull : 0)
                                             : 0;
                    switch (o) {
                    case 0:
                        break;
                    case 0x080:
                    case 0x480:
                        if (o == 0x480)
                            v = ~v;
                        if (x == 0x20)
                            A = v;
                        else
                            B = v;
                        break;
                    case 0x081:
                        if (x == 0x20)
                            A = 0;
                        else
                            B = 0;
                        break;
                    case 0x481:
                        if (x == 0x20)
                            A = 1;
                        else
                            B = 1;
                        break;
                    case 0x100:
                        ACC = A + B;
                        CF = ACC < A;
                        ZF = !ACC;
                        break;
                    case 0x101:
                        ACC = A - B;
                        CF = A < B;
                        ZF = !ACC;
                        break;
                    case 0x102:
                        ACC = A & B;
                        ZF = !ACC;
                        break;
                    case 0x103:
                        ACC = A | B;
                        ZF = !ACC;
                        break;
                    case 0x104:
                        ACC = A ^ B;
                        ZF = !ACC;
                        break;
                    case 0x180:
                        if (x < 16)
                            GPR(x) = v;
                        break;
                    case 0x580:
                        if (x < 16)
                            GPR(x) = ~v;
                        break;
                    default:
                        LOG(1, "alu op %x\n", o);
                    }
                }
                break;
            }
            default:
                LOG(1, "unhandled MI op %02x\n", op);
            }
            a += 4ull * len;
            continue;
        }
        if (type == 3) {
            if (((h >> 27) & 3) == 1) {
                a += 4;
                continue;
            }
            len = (h & 0xff) + 2;
            LOG(3, "@%lx GFX %08x len %u\n", a, h, len);
            if ((h >> 16) == 0x7a00) {
                cnt_pc++;
                uint32_t ps = (d[1] >> 14) & 3;
                uint64_t ad = ((uint64_t)d[3] << 32) | d[2];
                if (ps) {
                    uint64_t *p = tr(ad & ~7ull, 8);
                    if (p) {
                        if (ps == 1)
                            *p = ((uint64_t)d[5] << 32) | d[4];
                        else if (ps == 3)
                            *p = ticks();
                    }
                }
            } else if ((h >> 16) == 0x7105) {
                cnt_walk++;
                kspin();
            } else if ((h >> 16) == 0x7208) {
                cnt_walk++;
                uint64_t g0 = ticks();
                kspin();
                uint32_t *ps = d + 26 + (len > 39);
                uint32_t op = ps[0] & 3;
                uint64_t ad = ((uint64_t)ps[2] << 32) | ps[1];
                LOG(2, "walker len %u postsync op %u addr %lx imm %x:", len, op, ad, ps[3]);
                if (dbg >= 2) {
                    for (int i = 22; i < len; i++)
                        fprintf(stderr, " %x", d[i]);
                    fputc(10, stderr);
                }
                if (op == 1) {
                    uint64_t *p = tr(ad & ~7ull, 8);
                    if (p)
                        *p = ((uint64_t)ps[4] << 32) | ps[3];
                } else if (op == 3 && len > 39) {
                    uint64_t *p = tr(ad & ~7ull, 32);
                    if (p) {
                        p[0] = p[1] = g0;
                        p[2] = p[3] = ticks();
                    }
                } else if (op == 3) {
                    uint32_t *p = tr(ad & ~3ull, 16);
                    if (p) {
                        p[0] = p[1] = (uint32_t)g0;
                        p[2] = p[3] = (uint32_t)ticks();
                    }
                }
            }
            a += 4ull * len;
            continue;
        }
        if (type == 5) {
            len = (h & 0xff) + 2;
            LOG(2, "type5 %08x\n", h);
            a += 4ull * len;
            continue;
        }
        if (type == 2) {
            len = (h & 0xff) + 2;
            LOG(2, "BLT %08x\n", h);
            a += 4ull * len;
            continue;
        }
        LOG(0, "bad command %08x at %lx\n", h, a);
        return;
    }
}
static void stats(void) __attribute__((destructor));
static void stats(void) {
    if (cnt_exec)
        LOG(1, "stats: execbufs %ld cmds %ld walkers %ld pipe_controls %ld srm %ld sdi %ld\n", cnt_exec, cnt_cmds,
            cnt_walk, cnt_pc, cnt_srm, cnt_sdi);
}

struct job {
    struct job *next;
    struct ex *t;
    int n;
    uint64_t start;
};
struct lane {
    uint64_t key;
    pthread_t th;
    pthread_mutex_t m;
    pthread_cond_t c;
    struct job *head, **tail;
    int used;
};
static struct lane lanes[64];
static void *worker(void *v) {
    struct lane *l = v;
    regs = calloc(REGS, sizeof *regs);
    if (!regs)
        abort();
    for (;;) {
        pthread_mutex_lock(&l->m);
        while (!l->head)
            pthread_cond_wait(&l->c, &l->m);
        struct job *j = l->head;
        l->head = j->next;
        if (!l->head)
            l->tail = &l->head;
        pthread_mutex_unlock(&l->m);
        exo = j->t;
        nex = j->n;
        run(j->start);
        pthread_mutex_lock(&mx);
        for (int i = 0; i < j->n; i++) {
            bos[j->t[i].h].jobs--;
            release(&bos[j->t[i].h]);
        }
        pthread_cond_broadcast(&job_done);
        pthread_mutex_unlock(&mx);
        free(j->t);
        free(j);
    }
    return 0;
}
static int do_exec(struct drm_i915_gem_execbuffer2 *e) {
    struct job *j = calloc(1, sizeof *j);
    j->t = malloc(sizeof(struct ex) * (e->buffer_count + 1));
    struct drm_i915_gem_exec_object2 *o = (void *)e->buffers_ptr;
    pthread_mutex_lock(&mx);
    cnt_exec++;
    for (unsigned i = 0; i < e->buffer_count; i++) {
        struct bo *b = &bos[o[i].handle];
        b->jobs++;
        j->t[j->n++] = (struct ex){canon(o[i].offset), b->size, b->map, o[i].handle};
    }
    int bi = (e->flags & I915_EXEC_BATCH_FIRST) ? 0 : j->n - 1;
    j->start = j->t[bi].off + e->batch_start_offset;
    uint64_t key = e->rsvd1;
    struct lane *l = 0;
    for (int i = 0; i < 64; i++) {
        if (lanes[i].used && lanes[i].key == key) {
            l = &lanes[i];
            break;
        }
        if (!lanes[i].used) {
            l = &lanes[i];
            l->used = 1;
            l->key = key;
            pthread_mutex_init(&l->m, 0);
            pthread_cond_init(&l->c, 0);
            l->tail = &l->head;
            pthread_create(&l->th, 0, worker, l);
            break;
        }
    }
    pthread_mutex_unlock(&mx);
    pthread_mutex_lock(&l->m);
    *l->tail = j;
    l->tail = &j->next;
    pthread_cond_signal(&l->c);
    pthread_mutex_unlock(&l->m);
    return 0;
}
/* ---------- ioctls ---------- */
static int q_item(struct drm_i915_query_item *it) {
    char buf[512];
    memset(buf, 0, sizeof buf);
    int n = 0;
    switch (it->query_id) {
    case DRM_I915_QUERY_TOPOLOGY_INFO:
    case 6: {
        struct drm_i915_query_topology_info *t = (void *)buf;
        t->max_slices = nsl;
        t->max_subslices = nss;
        t->max_eus_per_subslice = neu;
        t->subslice_offset = 1;
        t->subslice_stride = 1;
        t->eu_offset = 1 + nsl;
        t->eu_stride = (neu + 7) / 8;
        t->data[0] = (1 << nsl) - 1;
        for (int i = 0; i < nsl; i++)
            t->data[1 + i] = (1 << nss) - 1;
        int k = nsl * nss * t->eu_stride;
        memset(t->data + 1 + nsl, 0xff, k);
        n = sizeof *t + 1 + nsl + k;
        break;
    }
    case DRM_I915_QUERY_ENGINE_INFO: {
        struct drm_i915_query_engine_info *t = (void *)buf;
        int k = 0;
        t->engines[k].engine.engine_class = I915_ENGINE_CLASS_RENDER;
        t->engines[k++].flags = 1;
        t->engines[k].engine.engine_class = I915_ENGINE_CLASS_COPY;
        t->engines[k++].flags = 1;
        if (lmem || getenv("SHIM_CCS")) {
            int nc = getenv("SHIM_CCS") ? atoi(getenv("SHIM_CCS")) : 4;
            for (int i = 0; i < nc; i++) {
                t->engines[k].engine.engine_class = 4;
                t->engines[k].engine.engine_instance = i;
                t->engines[k].logical_instance = i;
                t->engines[k++].flags = 1;
            }
        }
        t->num_engines = k;
        n = sizeof *t + k * sizeof(struct drm_i915_engine_info);
        break;
    }
    case DRM_I915_QUERY_MEMORY_REGIONS: {
        struct drm_i915_query_memory_regions *t = (void *)buf;
        t->num_regions = 1;
        t->regions[0].region.memory_class = I915_MEMORY_CLASS_SYSTEM;
        t->regions[0].probed_size = t->regions[0].unallocated_size = 8ull << 30;
        if (lmem) {
            t->num_regions = 2;
            t->regions[1].region.memory_class = I915_MEMORY_CLASS_DEVICE;
            t->regions[1].probed_size = t->regions[1].unallocated_size = (uint64_t)lmem << 30;
            t->regions[1].probed_cpu_visible_size = t->regions[1].unallocated_cpu_visible_size = (uint64_t)lmem << 30;
        }
        n = sizeof *t + t->num_regions * sizeof(struct drm_i915_memory_region_info);
        break;
    }
    default:
        LOG(1, "query %llu unsupported\n", it->query_id);
        it->length = -EINVAL;
        return 0;
    }
    if (it->length == 0) {
        it->length = n;
        return 0;
    }
    if (it->length < n) {
        it->length = -EINVAL;
        return 0;
    }
    memcpy((void *)it->data_ptr, buf, n);
    it->length = n;
    return 0;
}
static int fail(int e) {
    errno = e;
    return -1;
}
static int fake_ioctl(int fd, unsigned long req, void *arg) {
    unsigned nr = _IOC_NR(req);
    if (_IOC_TYPE(req) != 'd')
        return fail(ENOTTY);
    if (nr == 0) {
        struct drm_version *v = arg;
        v->version_major = 1;
        v->version_minor = 6;
        const char *n = "i915";
        if (v->name && v->name_len)
            memcpy(v->name, n, v->name_len < 5 ? v->name_len : 5);
        v->name_len = 4;
        v->date_len = 0;
        v->desc_len = 0;
        return 0;
    }
    if (req == DRM_IOCTL_GEM_CLOSE) {
        closebo(((struct drm_gem_close *)arg)->handle);
        return 0;
    }
    if (req == DRM_IOCTL_PRIME_FD_TO_HANDLE) {
        struct drm_prime_handle *p = arg;
        struct stat st;
        if (fstat(p->fd, &st))
            return -1;
        uint32_t h = newbo(4096, NULL);
        struct bo *b = &bos[h];
        syscall(SYS_munmap, b->map, 4096);
        syscall(SYS_close, b->memfd);
        b->memfd = dup(p->fd);
        b->size = st.st_size;
        b->map = (char *)syscall(SYS_mmap, 0, b->size, PROT_READ | PROT_WRITE, MAP_SHARED, b->memfd, 0);
        p->handle = h;
        return 0;
    }
    if (req == DRM_IOCTL_PRIME_HANDLE_TO_FD) {
        struct drm_prime_handle *p = arg;
        if (p->handle >= NBO || !bos[p->handle].used || bos[p->handle].user)
            return fail(EINVAL);
        p->fd = dup(bos[p->handle].memfd);
        return 0;
    }
    if (nr < DRM_COMMAND_BASE || nr >= DRM_COMMAND_END) {
        LOG(1, "drm ioctl nr %x unhandled\n", nr);
        return fail(EINVAL);
    }
    switch (nr - DRM_COMMAND_BASE) {
    case DRM_I915_GETPARAM: {
        drm_i915_getparam_t *g = arg;
        int v;
        switch (g->param) {
        case I915_PARAM_CHIPSET_ID:
            v = devid;
            break;
        case I915_PARAM_REVISION:
            v = rev;
            break;
        case I915_PARAM_HAS_EXEC_SOFTPIN:
            v = 1;
            break;
        case I915_PARAM_EU_TOTAL:
            v = nsl * nss * neu;
            break;
        case I915_PARAM_SUBSLICE_TOTAL:
            v = nsl * nss;
            break;
        case I915_PARAM_CS_TIMESTAMP_FREQUENCY:
            v = FREQ;
            break;
        case I915_PARAM_OA_TIMESTAMP_FREQUENCY:
            v = FREQ;
            break;
        case I915_PARAM_HAS_SCHEDULER:
            v = 0xf;
            break;
        case I915_PARAM_MMAP_GTT_VERSION:
            v = 4;
            break;
        case I915_PARAM_HAS_USERPTR_PROBE:
            v = 1;
            break;
        case I915_PARAM_SLICE_MASK:
            v = (1 << nsl) - 1;
            break;
        case I915_PARAM_SUBSLICE_MASK:
            v = (1 << nss) - 1;
            break;
        case I915_PARAM_HAS_POOLED_EU:
            v = 0;
            break;
        default:
            LOG(1, "getparam %d unsupported\n", g->param);
            return fail(EINVAL);
        }
        *g->value = v;
        LOG(2, "getparam %d = %d\n", g->param, v);
        return 0;
    }
    case DRM_I915_QUERY: {
        struct drm_i915_query *q = arg;
        struct drm_i915_query_item *it = (void *)q->items_ptr;
        for (unsigned i = 0; i < q->num_items; i++)
            q_item(&it[i]);
        return 0;
    }
    case DRM_I915_GEM_CONTEXT_CREATE: {
        ((struct drm_i915_gem_context_create *)arg)->ctx_id = nextctx++;
        return 0;
    }
    case DRM_I915_GEM_CONTEXT_DESTROY:
        return 0;
    case DRM_I915_GEM_CONTEXT_SETPARAM:
        return 0;
    case DRM_I915_GEM_CONTEXT_GETPARAM: {
        struct drm_i915_gem_context_param *p = arg;
        LOG(2, "ctx getparam %llu\n", p->param);
        switch (p->param) {
        case I915_CONTEXT_PARAM_GTT_SIZE:
            p->value = 1ull << 48;
            return 0;
        case I915_CONTEXT_PARAM_PERSISTENCE:
            p->value = 1;
            return 0;
        case I915_CONTEXT_PARAM_VM:
            p->value = 1;
            return 0;
        case I915_CONTEXT_PARAM_SSEU:
            return fail(EINVAL);
        default:
            p->value = 0;
            return 0;
        }
    }
    case DRM_I915_GEM_VM_CREATE: {
        ((struct drm_i915_gem_vm_control *)arg)->vm_id = nextvm++;
        return 0;
    }
    case DRM_I915_GEM_VM_DESTROY:
        return 0;
    case DRM_I915_GEM_CREATE: {
        struct drm_i915_gem_create *c = arg;
        c->size = (c->size + 4095) & ~4095ull;
        c->handle = newbo(c->size, NULL);
        LOG(2, "create %llx -> %u\n", c->size, c->handle);
        return 0;
    }
    case DRM_I915_GEM_CREATE_EXT: {
        struct drm_i915_gem_create_ext *c = arg;
        c->size = (c->size + 4095) & ~4095ull;
        c->handle = newbo(c->size, NULL);
        LOG(2, "create_ext %llx -> %u\n", c->size, c->handle);
        return 0;
    }
    case DRM_I915_GEM_USERPTR: {
        struct drm_i915_gem_userptr *u = arg;
        u->handle = newbo(u->user_size, (void *)u->user_ptr);
        LOG(2, "userptr %llx+%llx -> %u\n", u->user_ptr, u->user_size, u->handle);
        return 0;
    }
    case DRM_I915_GEM_MMAP_GTT: {
        struct drm_i915_gem_mmap_offset *m = arg;
        m->offset = (uint64_t)m->handle << 32;
        return 0;
    }
    case DRM_I915_GEM_MMAP: {
        struct drm_i915_gem_mmap *m = arg;
        struct bo *b = &bos[m->handle];
        void *p = (void *)syscall(SYS_mmap, 0, m->size, PROT_READ | PROT_WRITE, MAP_SHARED, b->memfd, m->offset);
        if (p == MAP_FAILED)
            return -1;
        m->addr_ptr = (uint64_t)p;
        return 0;
    }
    case DRM_I915_GEM_EXECBUFFER2:
        return do_exec(arg);
    case DRM_I915_GEM_WAIT:
    case DRM_I915_GEM_SET_DOMAIN:
    case DRM_I915_GEM_SET_TILING:
    case DRM_I915_GEM_SW_FINISH:
    case DRM_I915_GEM_MADVISE:
        return 0;
    case DRM_I915_GEM_BUSY:
        ((struct drm_i915_gem_busy *)arg)->busy = 0;
        return 0;
    case DRM_I915_GET_RESET_STATS: {
        struct drm_i915_reset_stats *r = arg;
        r->reset_count = r->batch_active = r->batch_pending = 0;
        return 0;
    }
    case DRM_I915_REG_READ: {
        struct drm_i915_reg_read *r = arg;
        LOG(3, "reg_read %llx\n", r->offset);
        uint32_t o = r->offset & ~7ull;
        if (o == 0x2358) {
            r->val = ticks();
            return 0;
        }
        return fail(EINVAL);
    }
    case DRM_I915_GEM_GET_APERTURE: {
        struct drm_i915_gem_get_aperture *a = arg;
        a->aper_size = a->aper_available_size = 4ull << 30;
        return 0;
    }
    default:
        LOG(1, "i915 ioctl nr 0x%x unhandled\n", nr - DRM_COMMAND_BASE);
        return fail(EINVAL);
    }
}
/* ---------- interposers ---------- */
static int match(const char *p) {
    if (strncmp(p, "/dev/dri/renderD", 16))
        return 0;
    int k = atoi(p + 16) - 128;
    char *e = getenv("SHIM_NDEV");
    return k >= 0 && k < (e ? atoi(e) : 1);
}
static int do_open(const char *p, int fl, mode_t m, int dfd) {
    if (p && match(p)) {
        int fd = syscall(SYS_openat, AT_FDCWD, "/dev/null", O_RDWR | O_CLOEXEC, 0);
        if (fd >= 0 && fd < 4096)
            isfake[fd] = 1;
        LOG(1, "fake open %s -> %d\n", p, fd);
        return fd;
    }
    return syscall(SYS_openat, dfd, p, fl, m);
}
#define MODE                                                                                                           \
    mode_t m = 0;                                                                                                      \
    if (fl & (O_CREAT | O_TMPFILE)) {                                                                                  \
        va_list a;                                                                                                     \
        va_start(a, fl);                                                                                               \
        m = va_arg(a, mode_t);                                                                                         \
        va_end(a);                                                                                                     \
    }
int open(const char *p, int fl, ...) { MODE return do_open(p, fl, m, AT_FDCWD); }
int open64(const char *p, int fl, ...) { MODE return do_open(p, fl, m, AT_FDCWD); }
int openat(int d, const char *p, int fl, ...) { MODE return do_open(p, fl, m, d); }
int openat64(int d, const char *p, int fl, ...) { MODE return do_open(p, fl, m, d); }
int close(int fd) {
    if (fd >= 0 && fd < 4096)
        isfake[fd] = 0;
    return syscall(SYS_close, fd);
}
int ioctl(int fd, unsigned long req, ...) {
    va_list a;
    va_start(a, req);
    void *arg = va_arg(a, void *);
    va_end(a);
    if (fd >= 0 && fd < 4096 && isfake[fd]) {
        int r = fake_ioctl(fd, req, arg);
        LOG(3, "ioctl nr %lx -> %d\n", _IOC_NR(req), r);
        return r;
    }
    return syscall(SYS_ioctl, fd, req, arg);
}
static void *do_mmap(void *ad, size_t n, int pr, int fl, int fd, off_t off) {
    if (fd >= 0 && fd < 4096 && isfake[fd] && !(fl & MAP_ANONYMOUS)) {
        uint32_t h = (uint64_t)off >> 32;
        LOG(2, "mmap bo %u n %zx\n", h, n);
        return (void *)syscall(SYS_mmap, ad, n, pr, fl, bos[h].memfd, off & 0xffffffff);
    }
    return (void *)syscall(SYS_mmap, ad, n, pr, fl, fd, off);
}
void *mmap(void *ad, size_t n, int pr, int fl, int fd, off_t off) { return do_mmap(ad, n, pr, fl, fd, off); }
void *mmap64(void *ad, size_t n, int pr, int fl, int fd, off_t off) { return do_mmap(ad, n, pr, fl, fd, off); }

// How often Intel's driver gives the processor away on a thread of zetop's: on a busy machine each time takes milliseconds.
static atomic_ulong yields, other_yields;
static _Thread_local int ours;
int sched_yield(void) {
    if (!ours) {
        char name[16] = "";
        prctl(PR_GET_NAME, name);
        ours = strncmp(name, "zetop-harv", 10) ? 1 : 2;
    }
    if (ours == 2)
        yields++;
    else
        other_yields++;
    return syscall(SYS_sched_yield);
}
static void __attribute__((destructor)) print_yields(void) {
    if (getenv("SHIM_YIELDS"))
        fprintf(stderr, "figures yields_of_zetop %lu yields_of_program %lu\n", yields, other_yields);
}
