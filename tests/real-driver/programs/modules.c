// Builds a SPIR-V module with the driver's own compiler, and each of the kernels named.
//
// Usage: modules FILE KERNEL...
#include "lab.h"

int main(int argc, char **argv) {
    if (argc < 3) return printf("usage: modules FILE KERNEL...\n"), 2;
    FILE *file = fopen(argv[1], "rb");
    if (!file) return perror(argv[1]), 1;
    static uint8_t code[1 << 20];
    size_t size = fread(code, 1, sizeof code, file);
    fclose(file);
    start();
    ze_module_desc_t desc = {ZE_STRUCTURE_TYPE_MODULE_DESC, 0, ZE_MODULE_FORMAT_IL_SPIRV, size, code};
    ze_module_handle_t module;
    ze_module_build_log_handle_t log;
    ze_result_t result = zeModuleCreate(context, device, &desc, &module, &log);
    if (result) {
        static char text[1 << 16];
        size_t length = sizeof text;
        zeModuleBuildLogGetString(log, &length, text);
        return printf("zeModuleCreate: 0x%x\n%s\n", result, text), 1;
    }
    for (int i = 2; i < argc; i++) {
        ze_kernel_desc_t kernel_desc = {ZE_STRUCTURE_TYPE_KERNEL_DESC, 0, 0, argv[i]};
        ze_kernel_handle_t built;
        result = zeKernelCreate(module, &kernel_desc, &built);
        printf("%s %s\n", argv[i], result ? "missing" : "built");
        if (result) return 1;
    }
    return 0;
}
