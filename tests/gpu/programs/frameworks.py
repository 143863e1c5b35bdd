"""One small computation in a framework: frameworks.py cupy|triton|jax."""
import sys

which = sys.argv[1]
if which == "cupy":
    import cupy as cp

    a = cp.arange(1 << 20, dtype=cp.float32)
    print("cupy", float((a * 2 + 1).sum()), float(cp.RawKernel("extern \"C\" __global__ void f(float *a) { a[threadIdx.x] += 1; }", "f")((1,), (32,), (a,)) or a[:32].sum()))
elif which == "triton":
    import torch
    import triton
    import triton.language as tl

    @triton.jit
    def add(x, y, n, B: tl.constexpr):
        at = tl.program_id(0) * B + tl.arange(0, B)
        tl.store(y + at, tl.load(x + at, mask=at < n) + 1, mask=at < n)

    x = torch.arange(4096, device="cuda", dtype=torch.float32)
    y = torch.empty_like(x)
    for _ in range(10):
        add[(4,)](x, y, 4096, B=1024)
    print("triton", y.sum().item())
else:
    import os

    os.environ["XLA_PYTHON_CLIENT_PREALLOCATE"] = "false"
    import jax
    import jax.numpy as jnp

    f = jax.jit(lambda x: (x @ x.T).sum())
    print("jax", float(f(jnp.ones((256, 256)))))
