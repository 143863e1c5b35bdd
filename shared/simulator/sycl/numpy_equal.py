"""SYCL's kernels, through dpnp, on the simulated GPU: each result equals NumPy's. Exits with 1 if one does not."""

import sys

import dpctl
import dpnp
import numpy as np

DEVICE = "level_zero:gpu"
random = np.random.default_rng(1)
differing = []


def on_device(array):
    return dpnp.asarray(array, device=DEVICE)


def check(name, compute):
    """`compute` is called with dpnp and arrays on the device, and with NumPy and the same arrays on the host."""
    try:
        got = compute(dpnp, on_device)
        got = dpnp.asnumpy(got) if isinstance(got, dpnp.ndarray) else np.asarray(got)
        want = compute(np, np.asarray)
        same = got.shape == np.shape(want) and np.allclose(got, want, rtol=1e-5, atol=1e-5)
        result = "same" if same else "differs"
    except Exception as error:
        result = "refused: " + str(error).splitlines()[0]
    print(f"{result:8} {name}", flush=True)
    if result != "same":
        differing.append(name)


a, b = random.random(5000, dtype=np.float32), random.random(5000, dtype=np.float32)
d = random.random(5000)
i = (a * 10).astype(np.int32)
m, n = random.random((40, 30), dtype=np.float32), random.random((30, 20), dtype=np.float32)
mi, ni = (m * 10).astype(np.int32), (n * 10).astype(np.int32)

print("device:", dpctl.SyclDevice(DEVICE).name)
check("copy there and back", lambda np, of: of(a))
check("add", lambda np, of: of(a) + of(b))
check("multiply by a number", lambda np, of: of(a) * 3)
check("doubles", lambda np, of: of(d) ** 2 - of(d))
check("remainder of integers", lambda np, of: of(i) % 7)
check("sine", lambda np, of: np.sin(of(a)))
check("square root", lambda np, of: np.sqrt(of(a)))
check("where", lambda np, of: np.where(of(a) > of(b), of(a), of(b)))
check("sum (work-group functions)", lambda np, of: np.sum(of(a)))
check("maximum", lambda np, of: np.max(of(a)))
check("place of the minimum", lambda np, of: np.argmin(of(a)))
check("mean along an axis", lambda np, of: np.mean(of(m), axis=0))
check("standard deviation", lambda np, of: np.std(of(m)))
check("running sum (scan)", lambda np, of: np.cumsum(of(d)))
check("sort (local memory, barriers)", lambda np, of: np.sort(of(a)))
check("unique", lambda np, of: np.unique(of(i)))
check("histogram (atomics)", lambda np, of: np.histogram(of(a), bins=10)[0])
check("transposed and added to", lambda np, of: of(m).T + 1)
check("taken by an index", lambda np, of: of(a)[of([5, 3, 1])])
check("product of matrices of integers", lambda np, of: np.matmul(of(mi), of(ni)))
if "--all" in sys.argv:
    # oneMKL makes machine code for the GPU that it finds, and knows none like this one.
    check("product of matrices of floats (oneMKL)", lambda np, of: np.matmul(of(m), of(n)))

print(f"{len(differing)} differ" if differing else "all are the same")
sys.exit(1 if differing else 0)
