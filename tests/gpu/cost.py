#!/usr/bin/env python3
"""What zetop costs programs whose host is the bottleneck: cost.py ZETOP FOLDER [PROCESSES]. Runs of each kind take turns; the
table has medians and minima of their medians and least passes. A line per check, as tests/gpu/run.sh has them."""

import json
import os
import subprocess
import sys
import time

ZETOP, W = sys.argv[1:3]
PROCESSES = int(sys.argv[3]) if len(sys.argv) > 3 else 5
PROGRAM = os.path.join(os.path.dirname(os.path.abspath(__file__)), "programs", "steady.py")
JSON, GO = f"{W}/steady.json", f"{W}/go"
QUIET = ["--no-tui", "--no-history", "--json", JSON]
LIMIT = 100


def check(good, text):
    print(("ok    " if good else "WRONG ") + text, flush=True)


def figures(text):
    words = text.split()
    return {name: words[words.index(name) + 1] for name in ("median", "least", "processor", "sum")}


def alone(before, arguments):
    done = subprocess.run([*before, sys.executable, PROGRAM, *arguments], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, timeout=LIMIT)
    return figures(done.stdout.splitlines()[-1])


def attached(before, arguments, options):
    """As a program that has run for a while, with all that it has loaded."""
    if os.path.exists(GO):
        os.remove(GO)
    program = subprocess.Popen([*before, sys.executable, PROGRAM, *arguments, "wait", GO], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        assert program.stdout.readline().strip() == "ready"
        zetop = subprocess.Popen([ZETOP, *QUIET, *options, "-p", str(program.pid)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        end = time.time() + 20
        while ".blk" not in open(f"/proc/{program.pid}/maps").read() and time.time() < end:
            time.sleep(0.05)
        # What an attach does is over by then.
        time.sleep(1)
        open(GO, "w").close()
        said = program.stdout.read().splitlines()[-1]
        zetop.wait(timeout=LIMIT)
        return figures(said)
    finally:
        program.kill()


def zetop(options):
    return lambda before, arguments: alone([*before, ZETOP, *QUIET, *options, "--"], arguments)


KINDS = {
    "plain": alone,
    "zetop": zetop([]),
    "zetop, attached": lambda before, arguments: attached(before, arguments, []),
    "zetop --exact": zetop(["--exact"]),
    "zetop --no-device": zetop(["--no-device"]),
    "torch.profiler": lambda before, arguments: alone(before, [*arguments, "profile"]),
}


def said_by_zetop():
    with open(JSON) as f:
        j = json.load(f)
    host, device, quality = j["host"], j["device"], j["quality"]
    return {"says": quality["probe_pct_of_wall"], "timed": 100 * host["timed"] / max(host["calls"], 1), "coverage": device["coverage_pct"], "of_kernels": device.get("timed_pct"),
            "kernels": sum(k["launches"] for k in device["kernels"]), "cost": quality.get("cost")}


def compare(what, kinds, limits, before=()):
    """Prints a table, and checks kinds with a limit, in %."""
    runs, said = {kind: [] for kind in kinds}, {}
    for _ in range(PROCESSES):
        for kind in kinds:
            try:
                if os.path.exists(JSON):
                    os.remove(JSON)
                runs[kind].append(KINDS[kind](list(before), [what]))
                if kind.startswith("zetop"):
                    said[kind] = said_by_zetop()
            except Exception as error:
                check(False, f"{what}, {kind}: {type(error).__name__} {error}")
    where = f" on {before[2]}" if before else ""
    median = lambda values: sorted(values)[len(values) // 2]
    of = lambda kind, name: [float(run[name]) for run in runs[kind]]
    if not runs["plain"]:
        return
    plain = {name: (median(of("plain", name)), min(of("plain", name))) for name in ("median", "least", "processor")}
    print(f"      {what}{where}: ms a pass, {PROCESSES} processes each: median of medians, least of medians, least pass; processor time")
    for kind in kinds:
        if not runs[kind]:
            continue
        row = [median(of(kind, "median")), min(of(kind, "median")), min(of(kind, "least")), median(of(kind, "processor"))]
        base = [plain["median"][0], plain["median"][1], plain["least"][1], plain["processor"][0]]
        cells = "  ".join(f"{value:8.4f} ({value / one - 1:+6.1%})" for value, one in zip(row, base))
        more = said.get(kind)
        says = "" if not more else f"  says {more['says'] or 0:.2f} %, calls timed {more['timed']:.1f} %, kernels timed {more['of_kernels']}, coverage {more['coverage']}, {more['kernels']} launches"
        print(f"      {kind:18} {cells}{says}", flush=True)
    same = {run["sum"] for kind in kinds for run in runs[kind]}
    check(len(same) == 1, f"{what}{where}: what it computes is the same in all runs")
    launched = {said[kind]["kernels"] for kind in said if kind in ("zetop", "zetop --exact")}
    if what == "decode" and launched:
        check(len(launched) == 1, f"{what}{where}: as many launches with --exact as without: {launched}")
    for kind, limit in limits.items():
        if runs[kind]:
            added = 100 * (min(of(kind, "median")) / plain["median"][1] - 1)
            check(added <= limit, f"{what}{where}, {kind}: {added:+.2f} % (at most {limit})")


all_kinds = list(KINDS)
compare("inference", all_kinds, {"zetop": 3, "zetop, attached": 3, "zetop --exact": 20})
compare("decode", ["plain", "zetop", "zetop, attached", "zetop --exact"], {"zetop": 3, "zetop, attached": 3})
compare("training", ["plain", "zetop"], {"zetop": 1})
cores = sorted(os.sched_getaffinity(0))[:2]
compare("inference", ["plain", "zetop", "zetop --exact"], {"zetop": 3}, ["taskset", "-c", ",".join(map(str, cores))])
