/* A stand-in for NVTX's headers, version 3, as far as zetop's tests need them: the same names, types and protocol with the tool.
   With -DREAL_NVTX the real ones take its place (pip download nvidia-nvtx-cu12). */
#ifndef NVTX_STAND_IN
#define NVTX_STAND_IN

#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <wchar.h>

typedef uint64_t nvtxRangeId_t;
typedef struct domain *nvtxDomainHandle_t;
typedef struct string *nvtxStringHandle_t;
typedef union {
    const char *ascii;
    const wchar_t *unicode;
    nvtxStringHandle_t registered;
} nvtxMessageValue_t;
enum { NVTX_MESSAGE_UNKNOWN = 0, NVTX_MESSAGE_TYPE_ASCII, NVTX_MESSAGE_TYPE_UNICODE, NVTX_MESSAGE_TYPE_REGISTERED };
typedef struct {
    uint16_t version, size;
    uint32_t category;
    int32_t colorType;
    uint32_t color;
    int32_t payloadType, reserved0;
    uint64_t payload;
    int32_t messageType;
    nvtxMessageValue_t message;
} nvtxEventAttributes_t;
#define NVTX_VERSION 3
#define NVTX_EVENT_ATTRIB_STRUCT_SIZE ((uint16_t)sizeof(nvtxEventAttributes_t))

typedef void (*nvtx_function)(void);
static nvtx_function nvtx_core[15], nvtx_core2[15];
static nvtx_function *nvtx_core_table[] = {
    NULL, &nvtx_core[1], &nvtx_core[2], &nvtx_core[3], &nvtx_core[4], &nvtx_core[5], &nvtx_core[6], &nvtx_core[7],
    &nvtx_core[8], &nvtx_core[9], &nvtx_core[10], &nvtx_core[11], &nvtx_core[12], &nvtx_core[13], &nvtx_core[14], NULL};
static nvtx_function *nvtx_core2_table[] = {
    NULL, &nvtx_core2[1], &nvtx_core2[2], &nvtx_core2[3], &nvtx_core2[4], &nvtx_core2[5], &nvtx_core2[6], &nvtx_core2[7],
    &nvtx_core2[8], &nvtx_core2[9], &nvtx_core2[10], &nvtx_core2[11], &nvtx_core2[12], &nvtx_core2[13], &nvtx_core2[14], NULL};

static int nvtx_table(int module, nvtx_function ***table, unsigned *size)
{
    if (module != 1 && module != 5)
        return 0;
    *table = module == 1 ? nvtx_core_table : nvtx_core2_table;
    *size = 15;
    return 1;
}

static const struct {
    size_t size;
    int (*table)(int, nvtx_function ***, unsigned *);
} nvtx_callbacks = {sizeof(nvtx_callbacks), nvtx_table};

static const void *nvtx_export(uint32_t id)
{
    return id == 1 ? &nvtx_callbacks : NULL;
}

/* As nvtxInit.h has it. The program calls this before it has threads. */
static void nvtx_initialize(void)
{
    const char *path = getenv("NVTX_INJECTION64_PATH");
    void *library = path ? dlopen(path, RTLD_LAZY) : NULL;
    int (*start)(const void *(*)(uint32_t)) = NULL;
    if (library)
        *(void **)&start = dlsym(library, "InitializeInjectionNvtx2");
    if (start && !start(nvtx_export))
        dlclose(library);
}

#define NVTX_CALL(type, without, table, number, types, ...) \
    return table[number] ? ((type(*) types)table[number])(__VA_ARGS__) : (type)without
static inline int nvtxRangePushA(const char *name) { NVTX_CALL(int, -2, nvtx_core, 9, (const char *), name); }
static inline int nvtxRangePushW(const wchar_t *name) { NVTX_CALL(int, -2, nvtx_core, 10, (const wchar_t *), name); }
static inline int nvtxRangePushEx(const nvtxEventAttributes_t *of) { NVTX_CALL(int, -2, nvtx_core, 8, (const nvtxEventAttributes_t *), of); }
static inline int nvtxRangePop(void) { return nvtx_core[11] ? ((int (*)(void))nvtx_core[11])() : -2; }
static inline void nvtxMarkA(const char *name) { NVTX_CALL(void, 0, nvtx_core, 2, (const char *), name); }
static inline nvtxRangeId_t nvtxRangeStartA(const char *name) { NVTX_CALL(nvtxRangeId_t, 0, nvtx_core, 5, (const char *), name); }
static inline void nvtxRangeEnd(nvtxRangeId_t id) { NVTX_CALL(void, 0, nvtx_core, 7, (nvtxRangeId_t), id); }
static inline nvtxDomainHandle_t nvtxDomainCreateA(const char *name) { NVTX_CALL(nvtxDomainHandle_t, 0, nvtx_core2, 12, (const char *), name); }
static inline nvtxStringHandle_t nvtxDomainRegisterStringA(nvtxDomainHandle_t in, const char *name) { NVTX_CALL(nvtxStringHandle_t, 0, nvtx_core2, 10, (nvtxDomainHandle_t, const char *), in, name); }
static inline int nvtxDomainRangePushEx(nvtxDomainHandle_t in, const nvtxEventAttributes_t *of) { NVTX_CALL(int, -2, nvtx_core2, 4, (nvtxDomainHandle_t, const nvtxEventAttributes_t *), in, of); }
static inline int nvtxDomainRangePop(nvtxDomainHandle_t in) { NVTX_CALL(int, -2, nvtx_core2, 5, (nvtxDomainHandle_t), in); }
static inline void nvtxDomainMarkEx(nvtxDomainHandle_t in, const nvtxEventAttributes_t *of) { NVTX_CALL(void, 0, nvtx_core2, 1, (nvtxDomainHandle_t, const nvtxEventAttributes_t *), in, of); }
static inline nvtxRangeId_t nvtxDomainRangeStartEx(nvtxDomainHandle_t in, const nvtxEventAttributes_t *of) { NVTX_CALL(nvtxRangeId_t, 0, nvtx_core2, 2, (nvtxDomainHandle_t, const nvtxEventAttributes_t *), in, of); }
static inline void nvtxDomainRangeEnd(nvtxDomainHandle_t in, nvtxRangeId_t id) { NVTX_CALL(void, 0, nvtx_core2, 3, (nvtxDomainHandle_t, nvtxRangeId_t), in, id); }

#endif
