"""A training step of a small transformer and a small convolutional net with random weights.

train.py [STEPS] [profile]: with `profile`, under torch.profiler, and the number of kernels and their sum is printed.
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
            nn.Conv2d(32, 64, 3, stride=2, padding=1), nn.BatchNorm2d(64), nn.ReLU(),
        )
        layer = nn.TransformerEncoderLayer(64, 4, 256, dropout=0.0, batch_first=True)
        self.encoder = nn.TransformerEncoder(layer, 2)
        self.head = nn.Linear(64, 10)

    def forward(self, x):
        x = self.conv(x).flatten(2).transpose(1, 2)
        return self.head(self.encoder(x).mean(1))


net = Net().to(device)
optimizer = torch.optim.AdamW(net.parameters(), foreach=True)
loss_of = nn.CrossEntropyLoss()
data = torch.randn(16, 3, 64, 64)
labels = torch.randint(0, 10, (16,))


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
    start = time.perf_counter()
    for _ in range(n):
        loss = step()
    torch.cuda.synchronize()
    return (time.perf_counter() - start) / n * 1e3, loss


if profile:
    from torch.profiler import ProfilerActivity
    from torch.profiler import profile as profiler

    with profiler(activities=[ProfilerActivity.CPU, ProfilerActivity.CUDA]) as p:
        ms, loss = run(steps)
    kernels = [e for e in p.events() if e.device_type == torch.autograd.DeviceType.CUDA]
    names = {}
    for e in kernels:
        n, t = names.get(e.name, (0, 0.0))
        names[e.name] = (n + 1, t + e.device_time_total)
    copies = {k: v for k, v in names.items() if k.startswith(("Memcpy", "Memset"))}
    real = {k: v for k, v in names.items() if k not in copies}
    print("profiler kernels", sum(n for n, _ in real.values()), "us", round(sum(t for _, t in real.values()), 1))
    print("profiler copies", sum(n for n, _ in copies.values()))
    ms2, loss = run(steps)
    print("after", round(loss.item(), 6))
else:
    ms, loss = min(run(steps) for _ in range(5))
    print("ms a step", round(ms, 4))
print("loss", round(loss.item(), 6))
