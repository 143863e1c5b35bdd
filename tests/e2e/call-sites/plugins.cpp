// Allocates memory in plugins, each of which is unloaded before the next one comes: mostly to the same addresses. Prints where the
// allocating function of each was. Built with NAME, it is such a plugin.
//
//   plugins (PLUGIN FUNCTION MiB)...
#include <cstdio>
#include <cstdlib>
#include <level_zero/ze_api.h>

#define OK(call)                                                                                              \
    if (ze_result_t result = (call); result != ZE_RESULT_SUCCESS) {                                           \
        std::fprintf(stderr, "%s: %#x\n", #call, result);                                                     \
        std::exit(1);                                                                                         \
    }

#ifdef NAME
extern "C" void *NAME(ze_context_handle_t context, ze_device_handle_t device, size_t bytes) {
    ze_device_mem_alloc_desc_t desc = {ZE_STRUCTURE_TYPE_DEVICE_MEM_ALLOC_DESC, nullptr, 0, 0};
    void *memory = nullptr;
    OK(zeMemAllocDevice(context, &desc, bytes, 64, device, &memory));
    asm volatile("" ::: "memory");
    return memory;
}
#else
#include <chrono>
#include <dlfcn.h>
#include <thread>

using Allocate = void *(*)(ze_context_handle_t, ze_device_handle_t, size_t);

static void wait_for_zetop() {
    std::this_thread::sleep_for(std::chrono::milliseconds(1000));
}

int main(int count, char **words) {
    OK(zeInit(0));
    uint32_t one = 1;
    ze_driver_handle_t driver;
    OK(zeDriverGet(&one, &driver));
    one = 1;
    ze_device_handle_t device;
    OK(zeDeviceGet(driver, &one, &device));
    ze_context_desc_t desc = {ZE_STRUCTURE_TYPE_CONTEXT_DESC, nullptr, 0};
    ze_context_handle_t context;
    OK(zeContextCreate(driver, &desc, &context));
    wait_for_zetop();
    for (int at = 1; at + 2 < count; at += 3) {
        void *plugin = dlopen(words[at], RTLD_NOW);
        if (plugin == nullptr) {
            std::fprintf(stderr, "%s\n", dlerror());
            return 1;
        }
        auto allocate = reinterpret_cast<Allocate>(dlsym(plugin, words[at + 1]));
        std::printf("%p\n", reinterpret_cast<void *>(allocate));
        size_t bytes = static_cast<size_t>(std::atoi(words[at + 2])) << 20;
        allocate(context, device, bytes);
        wait_for_zetop();
        allocate(context, device, bytes);
        wait_for_zetop();
        dlclose(plugin);
    }
    return 0;
}
#endif
