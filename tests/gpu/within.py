#!/usr/bin/env python3
"""What an attach costs a program whose host is the bottleneck, beside the same process before it: within.py ZETOP FOLDER [PROCESSES]
[WHAT...]. Two processes differ by up to 40 % on such machines, so each is its own baseline. After a detach CUPTI stays in the
process, so only what comes before the first attach is plain."""

import os
import statistics
import subprocess
import sys
import time

ZETOP, W = sys.argv[1:3]
PROCESSES = int(sys.argv[3]) if len(sys.argv) > 3 else 5
PROGRAM = os.path.join(os.path.dirname(os.path.abspath(__file__)), "programs", "steady.py")
# Name, and the options of zetop; None: it is not attached.
PHASES = [("plain", None), ("attached", []), ("detached", None), ("attached --exact", ["--exact"]), ("attached --no-device", ["--no-device"])]
LASTS = 3.0
# What an attach and a detach do at once is not in a phase.
EDGE = 0.4


def phase(pid, options):
    """When it began and ended."""
    if options is None:
        begin = time.monotonic()
        time.sleep(LASTS)
        return begin, time.monotonic()
    zetop = subprocess.Popen([ZETOP, "--no-tui", "--no-history", "--json", f"{W}/within.json", *options, "--duration", str(LASTS), "-p", str(pid)],
                             stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    end = time.time() + 20
    while ".blk" not in open(f"/proc/{pid}/maps").read() and zetop.poll() is None and time.time() < end:
        time.sleep(0.01)
    begin = time.monotonic()
    while ".blk" in open(f"/proc/{pid}/maps").read() and zetop.poll() is None:
        time.sleep(0.01)
    ended = time.monotonic()
    zetop.wait(timeout=60)
    return begin, ended


def process(what):
    """Median times of a pass by phase."""
    stop = f"{W}/stop"
    if os.path.exists(stop):
        os.remove(stop)
    program = subprocess.Popen([sys.executable, PROGRAM, what, "until", stop], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        assert program.stdout.readline().strip() == "ready"
        time.sleep(0.5)
        times = [(name, *phase(program.pid, options)) for name, options in PHASES]
        open(stop, "w").close()
        lines = [tuple(map(float, line.split())) for line in program.stdout.read().splitlines()]
        passes = {"inference": 100, "decode": 64, "training": 10}[what] / 1e3
        inside = lambda begin, end: [ms for at, ms in lines if at - ms * passes >= begin + EDGE and at <= end - EDGE / 2]
        around = {name: max((ms for at, ms in lines if begin - 0.5 <= at <= end + 0.5), default=0) for name, begin, end in times}
        return {name: (inside(begin, end), around[name]) for name, begin, end in times}
    finally:
        program.kill()
        program.wait()


for what in sys.argv[4:] or ["inference", "decode", "training"]:
    runs = [process(what) for _ in range(PROCESSES)]
    print(f"      {what}: {PROCESSES} processes, each its own baseline: time of a pass beside plain, median of groups (tenth of them that is fastest); ms", flush=True)
    for name, _ in PHASES:
        tenth = lambda of: sorted(of)[len(of) // 10]
        rows = [(statistics.median(run[name][0]) / statistics.median(run["plain"][0]) - 1, tenth(run[name][0]) / tenth(run["plain"][0]) - 1)
                for run in runs if run[name][0] and run["plain"][0]]
        each = " ".join(f"{median:+.1%}({fast:+.1%})" for median, fast in rows)
        middle = [statistics.median(of) for of in zip(*rows)] if rows else [float("nan")] * 2
        ms = statistics.median(statistics.median(run[name][0]) for run in runs if run[name][0])
        print(f"      {name:22} {middle[0]:+6.1%} ({middle[1]:+6.1%})  {ms:8.4f} ms; each: {each}", flush=True)
