"""Two SYCL queues whose kernels and copies wait for each other, and says how long submitting took. It holds few events.

Usage: sycl_two_queues.py COUNT PROPERTIES PERIOD_MS [drop]     (PROPERTIES as in sycl_queue.py)
With `drop` it has one queue and no dependencies, and lets each event go at once.
With SUBMISSIONS in its environment it says of each submission when it began (monotonic, s) and how long it took (ms), without the
time in which the thread had no processor.
"""

import os
import resource
import struct
import sys
import time

import dpctl
import dpctl.memory
import dpctl.program

# The kernel of lab.h: one buffer argument, empty body.
SPIN = struct.pack(
    "<42I",
    *(0x07230203, 0x00010000, 0, 10, 0, 0x20011, 4, 0x20011, 6, 0x3000E, 2, 2),
    *(0x5000F, 6, 6, 0x6E697073, 0, 0x20013, 1, 0x30016, 3, 32, 0x40020, 4, 5, 3, 0x40021, 5, 1, 4),
    *(0x50036, 1, 6, 0, 5, 0x30037, 4, 7, 0x200F8, 8, 0x100FD, 0x10038),
)

count, names, period = int(sys.argv[1]), sys.argv[2], float(sys.argv[3]) / 1e3
drops = "drop" in sys.argv[4:]
properties = [name for name in names.split(",") if name != "default"]
device = "level_zero:gpu"
first, second = (dpctl.SyclQueue(device, property=properties) if properties else dpctl.SyclQueue(device) for _ in range(2))
kernel = dpctl.program.create_program_from_spirv(first, SPIN).get_sycl_kernel("spin")
one, other = (dpctl.memory.MemoryUSMDevice(1 << 20, queue=queue) for queue in (first, second))
host = dpctl.memory.MemoryUSMHost(1 << 20, queue=first)
longest, slept = 0.0, 0
submissions = []
# Open all the time: ns on a processor, ns of waiting for one, number of times.
schedstat = os.open("/proc/thread-self/schedstat", os.O_RDONLY) if "SUBMISSIONS" in os.environ else None


def waited():
    """How long this thread has waited for a processor, s."""
    return int(os.pread(schedstat, 100, 0).split()[1]) / 1e9 if schedstat is not None else 0


def timed(call, *arguments):
    """Submits something; the longest, and how often the thread has slept in there, are known afterwards."""
    global longest, slept
    delayed = waited()
    before, sleeps = time.monotonic(), resource.getrusage(resource.RUSAGE_THREAD).ru_nvcsw
    event = call(*arguments)
    took = time.monotonic() - before
    longest = max(longest, took)
    if schedstat is not None:
        submissions.append((before, took - (waited() - delayed)))
    slept += resource.getrusage(resource.RUSAGE_THREAD).ru_nvcsw - sleeps
    return event


def work(rounds):
    last, right = [], 0
    for number in range(rounds):
        time.sleep(period)
        if drops:
            timed(first.submit_async, kernel, [one], [1024], [64])
            continue
        event = timed(first.submit_async, kernel, [one], [1024], [64], last)
        event = timed(second.submit_async, kernel, [other], [1024], [64], [event])
        if number % 8 == 7 and "enable_profiling" in properties:
            event.wait()
            right += event.profiling_info_end > event.profiling_info_start
        last = [timed(first.memcpy_async, one, host, 1 << 18, [event])]
        if number % 16 == 15:
            last[0].wait()
    first.wait()
    second.wait()
    return right


work(2)
print("ready", flush=True)
longest, slept = 0.0, 0
begin = time.monotonic()
right = work(count)
submitted = time.monotonic() - begin
print(f"{count if drops else 2 * count} kernels, {right} with timestamps")
print(f"figures longest_append_ms {longest * 1e3:.2f} slept {slept} all_ms {submitted * 1e3:.2f}", file=sys.stderr)
for at, took in submissions:
    print(f"submission {at:.6f} {took * 1e3:.3f}", file=sys.stderr)
