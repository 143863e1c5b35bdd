"""Submits kernels to a SYCL queue, one every PERIOD ms, and says how long that took.

Usage: sycl_queue.py COUNT PROPERTIES PERIOD_MS [sync]     (PROPERTIES: default, in_order, enable_profiling, or two with a comma)
With enable_profiling it asks for its own timestamps, as a program that measures itself does.
"""

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
properties = [name for name in names.split(",") if name != "default"]
device = "level_zero:gpu"
queue = dpctl.SyclQueue(device, property=properties) if properties else dpctl.SyclQueue(device)
kernel = dpctl.program.create_program_from_spirv(queue, SPIN).get_sycl_kernel("spin")
buffer = dpctl.memory.MemoryUSMDevice(1 << 20, queue=queue)
queue.submit(kernel, [buffer], [1024], [64])
print("ready", flush=True)

events = []
longest = 0.0
begin = time.monotonic()
for _ in range(count):
    time.sleep(period)
    before = time.monotonic()
    event = queue.submit_async(kernel, [buffer], [1024], [64])
    longest = max(longest, time.monotonic() - before)
    if "sync" in sys.argv[4:]:
        event.wait()
    events.append(event)
submitted = time.monotonic() - begin
queue.wait()
done = time.monotonic() - begin
print(f"{count + 1} kernels")
if "enable_profiling" in properties:
    right = sum(event.profiling_info_end > event.profiling_info_start for event in events)
    print(f"{right} of {count} with timestamps")
print(
    f"figures submit_ms {submitted * 1e3:.2f} longest_append_ms {longest * 1e3:.2f} all_ms {done * 1e3:.2f}",
    file=sys.stderr,
)
