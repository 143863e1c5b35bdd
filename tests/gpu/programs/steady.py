"""What a program whose host is the bottleneck needs: steady.py inference|decode|training [profile] [wait FILE] [until FILE]

inference: passes of 36 small layers without gradients; decode: tokens of a transformer with random weights, one at a time;
training: steps of a network whose kernels are long. With `profile`, under torch.profiler. With `wait`, the program says
"ready" when it is warm, and goes on when there is such a file. With `until`, it says "ready" and then, of each group of passes, when
it ended (CLOCK_MONOTONIC, s) and the time of a pass in ms, until there is such a file. Prints the median and the least time of a pass over groups of
passes, in ms, the processor time of a pass, and a sum that has to be the same each time.
"""
import hashlib
import os
import sys
import time

import torch
from torch import nn

what = sys.argv[1]
torch.manual_seed(0)
torch.backends.cudnn.benchmark = False
torch.use_deterministic_algorithms(False)


class Decoder(nn.Module):
    """Attends to a cache of fixed length, as decoding does."""

    def __init__(self, width=256, heads=4, layers=6, length=512, words=1000):
        super().__init__()
        self.heads, self.length = heads, length
        self.words = nn.Embedding(words, width)
        self.layers = nn.ModuleList(
            nn.ModuleDict({"norm": nn.LayerNorm(width), "qkv": nn.Linear(width, 3 * width), "out": nn.Linear(width, width),
                           "norm2": nn.LayerNorm(width), "up": nn.Linear(width, 4 * width), "down": nn.Linear(4 * width, width)})
            for _ in range(layers))
        self.last = nn.Linear(width, words)
        self.cache = torch.zeros(layers, 2, 1, heads, length, width // heads, device="cuda")

    def forward(self, token, at):
        x = self.words(token)
        for layer, cache in zip(self.layers, self.cache):
            q, k, v = (part.view(1, 1, self.heads, -1).transpose(1, 2) for part in layer["qkv"](layer["norm"](x)).chunk(3, -1))
            cache[0][:, :, at:at + 1], cache[1][:, :, at:at + 1] = k, v
            y = nn.functional.scaled_dot_product_attention(q, cache[0][:, :, :at + 1], cache[1][:, :, :at + 1])
            x = x + layer["out"](y.transpose(1, 2).reshape(1, 1, -1))
            x = x + layer["down"](nn.functional.gelu(layer["up"](layer["norm2"](x))))
        return self.last(x).argmax(-1)


if what == "inference":
    net = nn.Sequential(*[nn.Linear(128, 128) for _ in range(36)]).cuda().eval()
    data = torch.randn(8, 128, device="cuda")
    groups, passes, warm = 40, 100, 300

    def once(_):
        return net(data)
elif what == "decode":
    net = Decoder().cuda().eval()
    groups, passes, warm = 12, 64, 64
    token, seen = torch.zeros(1, 1, dtype=torch.long, device="cuda"), []

    def once(n):
        global token
        token = net(token, n % net.length)
        seen.append(token)
        return token
else:
    net = nn.Sequential(*[nn.Sequential(nn.Linear(2048, 2048), nn.GELU()) for _ in range(12)]).cuda()
    optimizer = torch.optim.AdamW(net.parameters(), foreach=True)
    data = torch.randn(512, 2048, device="cuda")
    groups, passes, warm = 20, 10, 20

    def once(_):
        optimizer.zero_grad(set_to_none=True)
        loss = net(data).square().mean()
        loss.backward()
        optimizer.step()
        return loss


def run():
    times, used = [], time.process_time()
    for group in range(groups):
        start = time.perf_counter()
        for n in range(passes):
            result = once(warm + group * passes + n)
        torch.cuda.synchronize()
        times.append((time.perf_counter() - start) / passes * 1e3)
    used = (time.process_time() - used) / (groups * passes) * 1e3
    return sorted(times), used, result


with torch.set_grad_enabled(what == "training"):
    for n in range(warm):
        once(n)
    torch.cuda.synchronize()
    if "wait" in sys.argv:
        print("ready", flush=True)
        while not os.path.exists(sys.argv[sys.argv.index("wait") + 1]):
            time.sleep(0.02)
    if "until" in sys.argv:
        print("ready", flush=True)
        end, group, lines = sys.argv[sys.argv.index("until") + 1], 0, []
        while not os.path.exists(end):
            start = time.perf_counter()
            for n in range(passes):
                once(warm + group * passes + n)
            torch.cuda.synchronize()
            now = time.perf_counter()
            lines.append(f"{now:.6f} {(now - start) / passes * 1e3:.5f}")
            group += 1
            if what == "decode":
                seen.clear()
        print("\n".join(lines), flush=True)
        sys.exit()
    if "profile" in sys.argv:
        from torch.profiler import ProfilerActivity, profile

        with profile(activities=[ProfilerActivity.CUDA]):
            times, used, result = run()
    else:
        times, used, result = run()
values = torch.cat(seen).cpu() if what == "decode" else result.detach().float().cpu()
digest = hashlib.sha256(values.numpy().tobytes()).hexdigest()[:16]
print("median", round(times[len(times) // 2], 5), "least", round(times[0], 5), "processor", round(used, 5), "sum", digest, flush=True)
