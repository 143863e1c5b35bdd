// Ranks that keep step by a barrier of MPI: `mpi_ranks MODULE STEPS SLOW [host]`. In each step every rank launches two kernels;
// that of rank SLOW (-1: of none) takes longer, or with `host` its own work between them; the launch returns when it is complete.
// Level Zero knows nothing of the barrier.
#include <level_zero/ze_api.h>
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static ze_command_list_handle_t list;

__attribute__((noinline)) static void launch(ze_kernel_handle_t kernel) {
    ze_group_count_t groups = {16, 1, 1};
    zeCommandListAppendLaunchKernel(list, kernel, &groups, 0, 0, 0); // launches here
    __asm__ volatile("");
}

// Takes so much processor time, however busy the machine is.
__attribute__((noinline)) static double compute(double seconds) {
    struct timespec now;
    double sum = 1, end = 0;
    do {
        for (int n = 0; n < 100000; n++)
            sum = sum * 1.0000001 + 1e-9; // computes here
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
        if (!end)
            end = now.tv_sec + now.tv_nsec / 1e9 + seconds;
    } while (now.tv_sec + now.tv_nsec / 1e9 < end);
    return sum;
}

int main(int count, char **values) {
    int rank;
    if (count < 4 || MPI_Init(&count, &values) || MPI_Comm_rank(MPI_COMM_WORLD, &rank))
        return 2;
    int is_slow = rank == atoi(values[3]), on_host = count > 4;
    // How long the simulator's kernels take: so long that a busy machine, on which the others wait in turns, adds little.
    setenv("ZESIM_KERNEL_NS", is_slow && !on_host ? "work=90000000,rest=2000000" : "work=30000000,rest=2000000", 1);
    FILE *file = fopen(values[1], "rb");
    static uint8_t bytes[1 << 16];
    size_t size = file ? fread(bytes, 1, sizeof bytes, file) : 0;
    uint32_t one = 1;
    ze_driver_handle_t driver;
    ze_device_handle_t device;
    ze_context_handle_t context;
    ze_module_handle_t module;
    ze_kernel_handle_t kernels[2];
    ze_context_desc_t context_desc = {ZE_STRUCTURE_TYPE_CONTEXT_DESC};
    ze_command_queue_desc_t queue_desc = {ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC, 0, 0, 0, 0, ZE_COMMAND_QUEUE_MODE_SYNCHRONOUS};
    ze_module_desc_t module_desc = {ZE_STRUCTURE_TYPE_MODULE_DESC, 0, ZE_MODULE_FORMAT_IL_SPIRV, size, bytes};
    ze_kernel_desc_t work = {ZE_STRUCTURE_TYPE_KERNEL_DESC, 0, 0, "work"}, rest = {ZE_STRUCTURE_TYPE_KERNEL_DESC, 0, 0, "rest"};
    if (!size || zeInit(0) || zeDriverGet(&one, &driver) || zeDeviceGet(driver, &one, &device) ||
        zeContextCreate(driver, &context_desc, &context) ||
        zeCommandListCreateImmediate(context, device, &queue_desc, &list) ||
        zeModuleCreate(context, device, &module_desc, &module, 0) || zeKernelCreate(module, &work, &kernels[0]) ||
        zeKernelCreate(module, &rest, &kernels[1]) || zeKernelSetGroupSize(kernels[0], 32, 1, 1) ||
        zeKernelSetGroupSize(kernels[1], 32, 1, 1))
        return 3;
    for (int step = 0; step < atoi(values[2]); step++) {
        launch(kernels[0]);
        if (on_host && compute(is_slow ? 0.1 : 0.005) < 0)
            return 4;
        launch(kernels[1]);
        if (on_host) {
            MPI_Barrier(MPI_COMM_WORLD);
            continue;
        }
        // Leaves the processors to the others: with fewer than ranks, the waiting would take longer than the kernels.
        MPI_Request all;
        MPI_Ibarrier(MPI_COMM_WORLD, &all);
        for (int done = 0; !done; usleep(1000))
            MPI_Test(&all, &done, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
