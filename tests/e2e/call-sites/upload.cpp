// Copies from malloc'd memory at lines that the test knows by their marks, for some seconds. Built with -O2 and
// without frame pointers; of its functions some are static, some are inlined.
//
//   upload SECONDS
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <level_zero/ze_api.h>
#include <vector>

#define OK(call)                                                                                              \
    if (ze_result_t result = (call); result != ZE_RESULT_SUCCESS) {                                           \
        std::fprintf(stderr, "%s: %#x\n", #call, result);                                                     \
        std::exit(1);                                                                                         \
    }

namespace app {

template <typename T> struct Batch {
    std::vector<T> values;

    // Inlined wherever it is used: its line is the innermost one.
    inline __attribute__((always_inline)) void copy_to(ze_command_list_handle_t list, void *device) const {
        OK(zeCommandListAppendMemoryCopy(list, device, values.data(), values.size() * sizeof(T), nullptr, 0,
                                         nullptr)); // MARK inlined
    }
};

__attribute__((noinline)) void upload_weights(ze_command_list_handle_t list, void *device,
                                              const Batch<float> &batch) {
    batch.copy_to(list, device); // MARK caller of inlined
    asm volatile("" ::: "memory");
}

} // namespace app

// A large frame, and nothing in it that a frame pointer would be needed for.
static __attribute__((noinline)) void upload_rest(ze_command_list_handle_t list, void *device, const void *from,
                                                  size_t bytes) {
    volatile char room[5000];
    room[bytes % sizeof room] = 1;
    OK(zeCommandListAppendMemoryCopy(list, device, from, bytes, nullptr, 0, nullptr)); // MARK static
    room[0] = 0;
}

static __attribute__((noinline)) void allocate(ze_context_handle_t context) {
    ze_host_mem_alloc_desc_t desc = {ZE_STRUCTURE_TYPE_HOST_MEM_ALLOC_DESC, nullptr, 0};
    void *memory = nullptr;
    OK(zeMemAllocHost(context, &desc, 4096, 64, &memory)); // MARK allocation
    OK(zeMemFree(context, memory));
}

int main(int, char **argv) {
    OK(zeInit(0));
    uint32_t one = 1;
    ze_driver_handle_t driver;
    ze_device_handle_t device;
    OK(zeDriverGet(&one, &driver));
    one = 1;
    OK(zeDeviceGet(driver, &one, &device));
    ze_context_desc_t context_desc = {ZE_STRUCTURE_TYPE_CONTEXT_DESC, nullptr, 0};
    ze_context_handle_t context;
    OK(zeContextCreate(driver, &context_desc, &context));
    ze_command_queue_desc_t queue = {};
    queue.stype = ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC;
    queue.mode = ZE_COMMAND_QUEUE_MODE_SYNCHRONOUS;
    ze_command_list_handle_t list;
    OK(zeCommandListCreateImmediate(context, device, &queue, &list));
    app::Batch<float> batch;
    batch.values.resize(1 << 20, 1.0f);
    const size_t bytes = batch.values.size() * sizeof(float);
    ze_device_mem_alloc_desc_t desc = {ZE_STRUCTURE_TYPE_DEVICE_MEM_ALLOC_DESC, nullptr, 0, 0};
    void *there = nullptr;
    OK(zeMemAllocDevice(context, &desc, bytes, 64, device, &there));
    std::printf("ready\n");
    std::fflush(stdout);
    const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(std::atof(argv[1]));
    long rounds = 0;
    while (std::chrono::steady_clock::now() < end) {
        for (int i = 0; i < 3; i++) app::upload_weights(list, there, batch);
        upload_rest(list, there, batch.values.data(), bytes);
        allocate(context);
        rounds++;
    }
    OK(zeMemFree(context, there));
    OK(zeCommandListDestroy(list));
    OK(zeContextDestroy(context));
    std::fprintf(stderr, "%ld rounds\n", rounds);
}
