/* A stand-in for Intel's ittnotify.h with its static library, as far as zetop's tests need them: the same names, types and
   protocol with the collector. With -DREAL_ITT the real ones take its place (https://github.com/intel/ittapi). */
#ifndef ITT_STAND_IN
#define ITT_STAND_IN

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

typedef struct __itt_domain {
    volatile int flags;
    const char *nameA;
    void *nameW;
    int extra1;
    void *extra2;
    struct __itt_domain *next;
} __itt_domain;
typedef struct __itt_string_handle {
    const char *strA;
    void *strW;
    int extra1;
    void *extra2;
    struct __itt_string_handle *next;
} __itt_string_handle;
typedef struct {
    unsigned long long d1, d2, d3;
} __itt_id;
static const __itt_id __itt_null = {0, 0, 0};
typedef enum { __itt_scope_unknown = 0, __itt_scope_task = 5 } __itt_scope;

static inline __itt_id __itt_id_make(void *of, unsigned long long extra)
{
    __itt_id id = {(unsigned long long)of, extra, 0};
    return id;
}

static void (*itt_task_begin)(const __itt_domain *, __itt_id, __itt_id, __itt_string_handle *);
static void (*itt_task_end)(const __itt_domain *);
static void (*itt_task_begin_overlapped)(const __itt_domain *, __itt_id, __itt_id, __itt_string_handle *);
static void (*itt_task_end_overlapped)(const __itt_domain *, __itt_id);
static void (*itt_frame_begin_v3)(const __itt_domain *, __itt_id *);
static void (*itt_frame_end_v3)(const __itt_domain *, __itt_id *);
static __itt_domain *(*itt_domain_create)(const char *);
static __itt_string_handle *(*itt_string_handle_create)(const char *);
static void (*itt_marker)(const __itt_domain *, __itt_id, __itt_string_handle *, __itt_scope);
/* One that the collector knows nothing of, with what is there without one. */
static void itt_without(void) {}
static void (*itt_sync_prepare)(void) = itt_without;

static struct itt_function {
    const char *name;
    void **pointer;
    void *initial, *without;
    int group;
} itt_functions[] = {
    {"__itt_task_begin", (void **)&itt_task_begin, NULL, NULL, 1},
    {"__itt_task_end", (void **)&itt_task_end, NULL, NULL, 1},
    {"__itt_task_begin_overlapped", (void **)&itt_task_begin_overlapped, NULL, NULL, 1},
    {"__itt_task_end_overlapped", (void **)&itt_task_end_overlapped, NULL, NULL, 1},
    {"__itt_frame_begin_v3", (void **)&itt_frame_begin_v3, NULL, NULL, 1},
    {"__itt_frame_end_v3", (void **)&itt_frame_end_v3, NULL, NULL, 1},
    {"__itt_domain_create", (void **)&itt_domain_create, NULL, NULL, 1},
    {"__itt_string_handle_create", (void **)&itt_string_handle_create, NULL, NULL, 1},
    {"__itt_marker", (void **)&itt_marker, NULL, NULL, 1},
    {"__itt_sync_prepare", (void **)&itt_sync_prepare, NULL, (void *)itt_without, 1},
    {NULL, NULL, NULL, NULL, 0},
};

static struct {
    unsigned char magic[8];
    unsigned long version[3];
    volatile long initialized, mutex_initialized, counter;
    pthread_mutex_t mutex;
    void *lib, *error_handler;
    const char **path;
    struct itt_function *functions;
    void *next, *threads;
    __itt_domain *domains;
    __itt_string_handle *strings;
} itt_global = {.magic = {0xed, 0xab, 0xab, 0xec, 0x0d, 0xee, 0xda, 0x30}, .version = {3, 0, 20180723}, .functions = itt_functions};

/* As _N_(init_ittlib) has it. The program calls this before it has threads. */
static void itt_initialize(void)
{
    const char *path = getenv("INTEL_LIBITTNOTIFY64");
    void (*start)(void *, int) = NULL;
    itt_global.lib = path ? dlopen(path, RTLD_LAZY) : NULL;
    if (itt_global.lib)
        *(void **)&start = dlsym(itt_global.lib, "__itt_api_init");
    if (start)
        start(&itt_global, 0x7fffffff);
    itt_global.initialized = 1;
}

/* From before the collector's start they are the library's own, afterwards the collector's; without one there are none. */
static inline __itt_domain *__itt_domain_create(const char *name)
{
    static __itt_domain off;
    __itt_domain *domain;
    if (itt_global.initialized)
        return itt_domain_create ? itt_domain_create(name) : &off;
    domain = calloc(1, sizeof *domain);
    domain->flags = 1;
    domain->nameA = strdup(name);
    return domain;
}

static inline __itt_string_handle *__itt_string_handle_create(const char *name)
{
    __itt_string_handle *handle;
    if (itt_global.initialized)
        return itt_string_handle_create ? itt_string_handle_create(name) : NULL;
    handle = calloc(1, sizeof *handle);
    handle->strA = strdup(name);
    return handle;
}

#define __itt_task_begin(d, ...) (itt_task_begin && (d)->flags ? itt_task_begin(d, __VA_ARGS__) : (void)0)
#define __itt_task_end(d) (itt_task_end && (d)->flags ? itt_task_end(d) : (void)0)
#define __itt_task_begin_overlapped(d, ...) (itt_task_begin_overlapped ? itt_task_begin_overlapped(d, __VA_ARGS__) : (void)0)
#define __itt_task_end_overlapped(d, i) (itt_task_end_overlapped ? itt_task_end_overlapped(d, i) : (void)0)
#define __itt_frame_begin_v3(d, i) (itt_frame_begin_v3 ? itt_frame_begin_v3(d, i) : (void)0)
#define __itt_frame_end_v3(d, i) (itt_frame_end_v3 ? itt_frame_end_v3(d, i) : (void)0)
#define __itt_marker(d, ...) (itt_marker ? itt_marker(d, __VA_ARGS__) : (void)0)

#endif
