// Works, lets itself be killed (seccomp) for system calls that neither it nor its driver makes, and goes on: COUNT
// kernels (2,000) on each of two immediate lists, on one with events that it makes only then, and in a regular list.
// Usage: filtered [COUNT]
#include "lab.h"
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

// How a tool looks at memory, locks files, and looks at processes.
static const int killed[] = {SYS_process_vm_readv, SYS_process_vm_writev, SYS_mincore, SYS_flock,
                             SYS_getdents64, SYS_close_range, SYS_execve};
enum { COUNT = sizeof killed / sizeof *killed };

static void filter(void) {
    struct sock_filter rules[2 * COUNT + 3], *next = rules;
    *next++ = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr));
    for (int i = 0; i < COUNT; i++) {
        *next++ = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, killed[i], 0, 1);
        *next++ = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS);
    }
    *next++ = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    struct sock_fprog program = {next - rules, rules};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program)) {
        perror("filtered");
        exit(1);
    }
}

static void launches(ze_command_list_handle_t list, int count) {
    for (int i = 0; i < count; i++)
        launch(list, 0);
    CHECK(zeCommandListHostSynchronize(list, UINT64_MAX));
}

int main(int argc, char **argv) {
    int count = argc > 1 ? atoi(argv[1]) : 2000;
    start();
    ze_command_list_handle_t in_order = immediate_list(1), out_of_order = immediate_list(0);
    ze_command_list_handle_t with_events = immediate_list(0), regular = regular_list();
    ze_command_queue_desc_t desc = {ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC};
    ze_command_queue_handle_t queue;
    CHECK(zeCommandQueueCreate(context, device, &desc, &queue));
    launches(in_order, 1);
    usleep(5000);
    filter();
    launches(in_order, count);
    launches(out_of_order, count);
    ze_event_pool_handle_t pool = event_pool(HOST_VISIBLE | TIMESTAMPS, count);
    int right = 0;
    for (int i = 0; i < count; i++) {
        ze_event_handle_t event = pool_event(pool, i, HOST);
        launch(with_events, event);
        CHECK(zeEventHostSynchronize(event, UINT64_MAX));
        ze_kernel_timestamp_result_t t = {0};
        CHECK(zeEventQueryKernelTimestamp(event, &t));
        right += is_right(t.context);
    }
    for (int i = 0; i < count; i++)
        launch(regular, 0);
    CHECK(zeCommandListClose(regular));
    CHECK(zeCommandQueueExecuteCommandLists(queue, 1, &regular, 0));
    CHECK(zeCommandQueueSynchronize(queue, UINT64_MAX));
    // On a pretend Lunar Lake, some of ten thousand are not, with zetop and without.
    printf("filtered: %d kernels, timestamps %s\n", 4 * count + 1, right >= count - count / 1000 ? "right" : "wrong");
    return 0;
}
