"""A training step of a small transformer and a small convolutional net with random weights.

train.py [STEPS] [profile [WAIT] | loop SECONDS]: with `profile`, under torch.profiler (after so many seconds), and the
number of kernels and their sum is printed; with `loop`, for so many seconds more. Both may be given.
"""
import sys
import time

import torch
from torch import nn

steps = int(sys.argv[1]) if len(sys.argv) > 1 else 20
profile = "profile" in sys.argv[2:]
torch.manual_seed(0)
torch.backends.cudnn.benchmark = False
device = "cuda"


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Sequential(
            nn.Conv2d(3, 32, 3, stride=2, padding=1), nn.BatchNorm2d(32), nn.ReLU(),
            nn.Conv2d(32, 256, 3, stride=2, padding=1), nn.BatchNorm2d(256), nn.ReLU(),
        )
        layer = nn.TransformerEncoderLayer(256, 8, 1024, dropout=0.0, batch_first=True)
        self.encoder = nn.TransformerEncoder(layer, 4)
        self.head = nn.Linear(256, 10)

    def forward(self, x):
        x = self.conv(x).flatten(2).transpose(1, 2)
        return self.head(self.encoder(x).mean(1))


net = Net().to(device)
optimizer = torch.optim.AdamW(net.parameters(), foreach=True)
loss_of = nn.CrossEntropyLoss()
data = torch.randn(32, 3, 128, 128)
labels = torch.randint(0, 10, (32,))


def step():
    x, y = data.to(device), labels.to(device)
    optimizer.zero_grad(set_to_none=True)
    loss = loss_of(net(x), y)
    loss.backward()
    optimizer.step()
    return loss


for _ in range(5):
    loss = step()
torch.cuda.synchronize()


def run(n):
    times = []
    for _ in range(n):
        start = time.perf_counter()
        loss = step()
        torch.cuda.synchronize()
        times.append(time.perf_counter() - start)
    return sorted(times)[n // 2] * 1e3, loss


if profile:
    if len(sys.argv) > 3 and sys.argv[3] != "loop":
        # Time for somebody to attach.
        print("ready", flush=True)
        time.sleep(float(sys.argv[3]))
    from torch.profiler import ProfilerActivity
    from torch.profiler import profile as profiler

    with profiler(activities=[ProfilerActivity.CPU, ProfilerActivity.CUDA]) as p:
        ms, loss = run(steps)
    names = {}
    for e in p.events():
        # Its annotations are ranges, not kernels.
        if e.device_type == torch.autograd.DeviceType.CUDA and not e.name.startswith("Optimizer."):
            n, t = names.get(e.name, (0, 0.0))
            names[e.name] = (n + 1, t + e.device_time_total)
    copies = {k: v for k, v in names.items() if k.startswith(("Memcpy", "Memset"))}
    real = {k: v for k, v in names.items() if k not in copies}
    print("profiler: kernels", sum(n for n, _ in real.values()), "us", round(sum(t for _, t in real.values()), 1),
          "copies and sets", sum(n for n, _ in copies.values()), "median ms a step", round(ms, 4))
    time.sleep(1)
    ms, loss = run(steps)
    print("afterwards: median ms a step", round(ms, 4))
else:
    ms, loss = run(steps)
    print("median ms a step", round(ms, 4))
if "loop" in sys.argv[2:]:
    print("ready", flush=True)
    end = time.time() + float(sys.argv[sys.argv.index("loop") + 1])
    n = 0
    while time.time() < end:
        step()
        torch.cuda.synchronize()
        n += 1
    print("steps", n)
