"""Eager inference of 36 small layers, each pass timed, while cupti_phases.c takes the process through CUPTI's states. Prints the
times of passes by state, the lower quarter of each phase in their order, and the longest pass during each call of CUPTI's."""
import bisect
import collections
import os
import time

import torch
from torch import nn

torch.manual_seed(0)
net = nn.Sequential(*[nn.Linear(128, 128) for _ in range(36)]).cuda().eval()
data = torch.randn(8, 128, device="cuda")


def log():
    with open(os.environ["PHASES_LOG"]) as f:
        return [line.split() for line in f]


passes, now = [], time.monotonic_ns
with torch.no_grad():
    for _ in range(500):
        net(data)
    torch.cuda.synchronize()
    open(os.environ["PHASES_GO"], "w").close()
    end = time.monotonic() + 50
    while time.monotonic() < end and not any("end" in line for line in log()):
        for _ in range(1000):
            begin = now()
            net(data)
            passes.append((begin, now()))
            if len(passes) % 20 == 0:
                torch.cuda.synchronize()

phases = [line for line in log() if line[0] == "P"]
begins = [int(line[1]) for line in phases]
by_name, by_phase = collections.defaultdict(list), collections.defaultdict(list)
for begin, end in passes:
    first, last = bisect.bisect(begins, begin) - 1, bisect.bisect(begins, end) - 1
    if first == last and first >= 0 and phases[first][2] != "-":
        by_name[phases[first][2]].append((end - begin) / 1e3)
        by_phase[first].append((end - begin) / 1e3)
for name, times in by_name.items():
    times.sort()
    print(f"{name:10} n {len(times):5} p10 {times[len(times) // 10]:8.1f} median {times[len(times) // 2]:8.1f} p99 {times[len(times) * 99 // 100]:8.1f} longest {times[-1]:8.1f} us a pass")
print("phases:", " ".join(f"{phases[at][2]}:{sorted(times)[len(times) // 4]:.0f}" for at, times in by_phase.items()))
for line in log():
    if line[0] == "S":
        begin, end = int(line[1]), int(line[2])
        meanwhile = [(b - a) / 1e3 for a, b in passes if a < end and b > begin]
        print(f"{line[3]:9} result {line[4]} took {(end - begin) / 1e3:9.1f} us; longest pass meanwhile {max(meanwhile, default=0):9.1f}")
