"""Compares what zetop says (JSON) with what the programs say themselves. Prints a line for each check."""
import json
import sys


def load(path):
    with open(path) as f:
        return json.load(f)


def say(ok, text):
    print(("ok    " if ok else "WRONG ") + text, flush=True)


def launches(j):
    return sum(k["launches"] for k in j["device"]["kernels"]), sum(k["timed"] for k in j["device"]["kernels"])


def calls(j, name):
    return sum(a["calls"] for a in j["host"]["apis"] if a["name"] == name)


what, *rest = sys.argv[1:]
if what == "copies":
    j, events = load(rest[0]), {}
    for line in open(rest[1]):
        kinds, size, count, rate = line.split()
        events[tuple(kinds.split("-")) + (int(size),)] = float(rate)
    for t in j["device"]["transfers"]:
        for s in t["by_size"]:
            rate = events.get((t["src"], t["dst"], s["up_to"]))
            if rate:
                off = s["bandwidth_gbps"] / rate - 1
                say(abs(off) <= 0.02, f"{t['src']}->{t['dst']} {s['up_to'] >> 20} MiB: zetop {s['bandwidth_gbps']:.2f}, "
                    f"cudaEvents {rate:.2f} GB/s ({off:+.1%})")
elif what == "kernels":
    j, wanted = load(rest[0]), int(rest[1])
    n, timed = launches(j)
    say(n == wanted and timed == wanted, f"{rest[2]}: {n} launches, {timed} timed of {wanted}, coverage {j['device']['coverage_pct']} %")
elif what == "difference":
    a, b = load(rest[0]), load(rest[1])
    n = launches(b)[0] - launches(a)[0]
    ns = sum(k["total_ns"] for k in b["device"]["kernels"]) - sum(k["total_ns"] for k in a["device"]["kernels"])
    wanted, us = int(rest[2]), float(rest[3])
    say(n == wanted, f"kernels of 20 steps: zetop {n}, torch.profiler {wanted}")
    say(abs(ns / 1e3 / us - 1) <= 0.01, f"their sum: zetop {ns / 1e3:.1f} us, torch.profiler {us:.1f} us ({ns / 1e3 / us - 1:+.2%})")
elif what == "show":
    j = load(rest[0])
    d = j["device"]
    print(f"      {rest[1]}: calls {j['host']['calls']}, launches {launches(j)[0]}, timed {d['timed']}, untimed {d['untimed']} {d['untimed_reasons']}, coverage {d['coverage_pct']} %")
