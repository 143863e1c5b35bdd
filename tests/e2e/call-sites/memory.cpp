// Allocates memory of all kinds at lines that the test knows by their marks.
//
//   memory
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <level_zero/ze_api.h>
#include <thread>
#include <vector>

#define OK(call)                                                                                              \
    if (ze_result_t result = (call); result != ZE_RESULT_SUCCESS) {                                           \
        std::fprintf(stderr, "%s: %#x\n", #call, result);                                                     \
        std::exit(1);                                                                                         \
    }

static ze_context_handle_t context;
static ze_device_handle_t device;
static const ze_device_mem_alloc_desc_t on_device = {ZE_STRUCTURE_TYPE_DEVICE_MEM_ALLOC_DESC, nullptr, 0, 0};
static const ze_host_mem_alloc_desc_t on_host = {ZE_STRUCTURE_TYPE_HOST_MEM_ALLOC_DESC, nullptr, 0};

// Lines are those of code that zetop has looked at while the program was there, for which a busy machine takes seconds.
static void wait_for_zetop() {
    std::this_thread::sleep_for(std::chrono::milliseconds(3000));
}

// Through which two functions allocate: their lines are the ones to name.
static __attribute__((noinline)) void *through_helper(size_t bytes) {
    void *memory = nullptr;
    OK(zeMemAllocDevice(context, &on_device, bytes, 64, device, &memory)); // MARK helper
    return memory;
}

static __attribute__((noinline)) void *weights() {
    void *memory = through_helper(1 << 20); // MARK weights
    asm volatile("" ::: "memory");
    return memory;
}

static __attribute__((noinline)) void *scratch() {
    void *memory = through_helper(64 << 10); // MARK scratch
    asm volatile("" ::: "memory");
    return memory;
}

static __attribute__((noinline)) void *staging() {
    void *memory = nullptr;
    OK(zeMemAllocHost(context, &on_host, 256 << 10, 64, &memory)); // MARK staging
    return memory;
}

static __attribute__((noinline)) void *both() {
    void *memory = nullptr;
    OK(zeMemAllocShared(context, &on_device, &on_host, 8 << 10, 64, device, &memory)); // MARK both
    return memory;
}

// Two pages of virtual memory, which are there while they are mapped.
static __attribute__((noinline)) void mapped() {
    size_t page = 0;
    void *start = nullptr;
    ze_physical_mem_handle_t physical;
    OK(zeVirtualMemQueryPageSize(context, device, 1, &page));
    ze_physical_mem_desc_t desc = {ZE_STRUCTURE_TYPE_PHYSICAL_MEM_DESC, nullptr, 0, 2 * page};
    OK(zePhysicalMemCreate(context, device, &desc, &physical));
    OK(zeVirtualMemReserve(context, nullptr, 2 * page, &start));
    for (int i = 0; i < 2; i++) {
        void *at = static_cast<char *>(start) + i * page;
        OK(zeVirtualMemMap(context, at, page, physical, i * page, ZE_MEMORY_ACCESS_ATTRIBUTE_READWRITE)); // MARK mapped
    }
    for (int i = 0; i < 2; i++)
        OK(zeVirtualMemUnmap(context, static_cast<char *>(start) + i * page, page));
    OK(zeVirtualMemFree(context, start, 2 * page));
    OK(zePhysicalMemDestroy(context, physical));
}

int main() {
    OK(zeInit(0));
    uint32_t one = 1;
    ze_driver_handle_t driver;
    OK(zeDriverGet(&one, &driver));
    one = 1;
    OK(zeDeviceGet(driver, &one, &device));
    ze_context_desc_t desc = {ZE_STRUCTURE_TYPE_CONTEXT_DESC, nullptr, 0};
    OK(zeContextCreate(driver, &desc, &context));
    wait_for_zetop();
    std::vector<void *> kept, pinned;
    for (int i = 0; i < 3; i++)
        kept.push_back(weights());
    for (int i = 0; i < 50; i++)
        OK(zeMemFree(context, scratch()));
    for (int i = 0; i < 4; i++)
        pinned.push_back(staging());
    for (int i = 0; i < 3; i++)
        OK(zeMemFree(context, pinned[i]));
    OK(zeMemFree(context, both()));
    mapped();
    wait_for_zetop();
    // A free that fails changes nothing.
    int nothing;
    zeMemFree(context, &nothing);
    // Ends with three blocks of weights and one of staging.
    return 0;
}
