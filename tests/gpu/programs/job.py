"""A rank of a job: torchrun --nproc-per-node N job.py MODE [ARGUMENT].

train STEPS: DDP of a net with random weights; steps per second of each 2 s, and at the end the loss and a sum of all weights.
reduce: all_reduce of several sizes, a line for each with the bus bandwidth that it measured itself, as nccl-tests define it.
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
os.environ.setdefault("CUBLAS_WORKSPACE_CONFIG", ":4096:8")
torch.cuda.set_device(int(os.environ["LOCAL_RANK"]))
dist.init_process_group("nccl")


def say(text):
    """One write, so that lines of two ranks do not mix."""
    os.write(1, f"{text}\n".encode())


def reduce_all():
    for size in (1 << 16, 1 << 20, 1 << 26, 1 << 30):
        data = torch.ones(size // 4, device="cuda")
        times = 50 if size < 1 << 28 else 15
        for _ in range(5):
            dist.all_reduce(data)
        torch.cuda.synchronize()
        began, ended = (torch.cuda.Event(enable_timing=True) for _ in range(2))
        took = float("inf")
        # The best of three, as nccl-tests' are steady once it is warm.
        for _ in range(3):
            # PyTorch takes longer to launch a small one than the devices take to do it: they are all launched behind a kernel
            # that does nothing for some 10 ms, and follow each other without waiting for the host.
            torch.cuda._sleep(20_000_000)
            # The first one waits for the last rank.
            dist.all_reduce(data)
            began.record()
            for _ in range(times):
                dist.all_reduce(data)
            ended.record()
            torch.cuda.synchronize()
            took = min(took, began.elapsed_time(ended) / 1e3 / times)
        if rank == 0:
            ranks = dist.get_world_size()
            say(f"{size} {2 * (ranks - 1) / ranks * size / took / 1e9:.3f}")


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
        say(f"steps/s {number / (time.perf_counter() - start):.1f}")


def train(number):
    torch.manual_seed(0)
    torch.use_deterministic_algorithms(True)
    layers = [torch.nn.Linear(2048, 2048) for _ in range(8)]
    net = torch.nn.Sequential(*(module for layer in layers for module in (layer, torch.nn.ReLU()))).cuda()
    net = torch.nn.parallel.DistributedDataParallel(net, device_ids=[torch.cuda.current_device()])
    optimizer = torch.optim.SGD(net.parameters(), lr=1e-2, momentum=0.9)
    torch.manual_seed(1 + rank)
    data = torch.randn(2048, 2048, device="cuda")
    wanted = torch.randn(2048, 2048, device="cuda")

    def step():
        optimizer.zero_grad(set_to_none=True)
        loss = torch.nn.functional.mse_loss(net(data), wanted)
        loss.backward()
        optimizer.step()
        torch.cuda.synchronize()
        return loss

    for _ in range(20):
        step()
    dist.barrier()
    start = since = time.perf_counter()
    before = 0
    for done in range(1, number + 1):
        loss = step()
        now = time.perf_counter()
        if now - since >= 2:
            if rank == 0:
                say(f"rate {time.time():.2f} {(done - before) / (now - since):.2f}")
            since, before = now, done
    took = time.perf_counter() - start
    total = sum(weights.double().sum() for weights in net.parameters()).item()
    if rank == 0:
        say(f"steps/s {number / took:.2f}")
    say(f"result {rank} loss {loss.item().hex()} weights {total.hex()}")


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
elif mode == "train":
    train(int(sys.argv[2]))
else:
    steps(1_000_000 if mode == "attach" else 400, mode)
dist.destroy_process_group()
