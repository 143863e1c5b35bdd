"""Array work through dpnp for SECONDS. The pretend device executes no kernel, so only shapes and counts are printed.

Usage: sycl_arrays.py SECONDS | sycl_arrays.py xROUNDS
"""

import sys
import time

import dpnp

a = dpnp.ones((64, 64), dtype="f4", device="level_zero:gpu")
b = dpnp.ones((64, 64), dtype="f4", device="level_zero:gpu")
c = a + b
print("ready", flush=True)
limit = sys.argv[1]
end = time.monotonic() + (1e9 if limit.startswith("x") else float(limit))
rounds = 0
while time.monotonic() < end and not (limit.startswith("x") and rounds >= int(limit[1:])):
    c = dpnp.sqrt(a * b + c)
    c.sycl_queue.wait()
    rounds += 1
print(c.shape, c.dtype, "rounds" if not limit.startswith("x") else f"{rounds} rounds")
