"""A rank of two: torchrun --nproc-per-node 2 job.py MODE [ARGUMENT].

reduce: all_reduce of several sizes, a line for each with the bus bandwidth that it measured itself, as nccl-tests do.
even, host, kernels, copies: 400 steps of kernels and an all_reduce of 16 MB, of which rank 1 is slower in what the mode names.
hang: rank 1 does not come to the third all_reduce for 12 s.
attach: as even, until it is killed.
"""

import os
import sys
import time

import torch
import torch.distributed as dist

mode = sys.argv[1]
rank = int(os.environ["RANK"])
torch.cuda.set_device(int(os.environ["LOCAL_RANK"]))
dist.init_process_group("nccl")


def reduce_all():
    for size in (1 << 16, 1 << 20, 1 << 26, 1 << 30):
        data = torch.ones(size // 4, device="cuda")
        times = 50 if size < 1 << 28 else 15
        for _ in range(5):
            dist.all_reduce(data)
        torch.cuda.synchronize()
        dist.barrier()
        torch.cuda.synchronize()
        start = time.perf_counter()
        for _ in range(times):
            dist.all_reduce(data)
        torch.cuda.synchronize()
        took = (time.perf_counter() - start) / times
        # 2 (n - 1) / n with n = 2.
        if rank == 0:
            print(f"{size} {size / took / 1e9:.3f}", flush=True)


def steps(number, slow):
    a = torch.randn(2048, 2048, device="cuda")
    b = torch.randn(2048, 2048, device="cuda")
    gradient = torch.ones(4 << 20, device="cuda")
    host = torch.empty(16 << 20, dtype=torch.uint8, pin_memory=True)
    device = torch.empty(16 << 20, dtype=torch.uint8, device="cuda")
    is_slow = rank == 1
    start = time.perf_counter()
    for step in range(number):
        for _ in range(4):
            a @ b
        if is_slow and slow == "kernels":
            for _ in range(30):
                a @ b
        if is_slow and slow == "copies":
            for _ in range(16):
                device.copy_(host, non_blocking=True)
        if is_slow and slow == "host":
            time.sleep(0.005)
        dist.all_reduce(gradient)
        torch.cuda.synchronize()
    if rank == 0:
        print(f"steps/s {number / (time.perf_counter() - start):.1f}", flush=True)


def hang():
    gradient = torch.ones(4 << 20, device="cuda")
    for step in range(4):
        if step == 2 and rank == 1:
            time.sleep(12)
        dist.all_reduce(gradient)
        torch.cuda.synchronize()


if mode == "reduce":
    reduce_all()
elif mode == "hang":
    hang()
else:
    steps(1_000_000 if mode == "attach" else 400, mode)
dist.destroy_process_group()
