"""Compares what zetop says (JSON) with what the programs say themselves. Prints a line for each check."""
import json
import sys
import zetop_trace


def load(path):
    with open(path) as f:
        return json.load(f)


def say(ok, text):
    print(("ok    " if ok else "WRONG ") + text, flush=True)


def launches(j):
    return sum(k["launches"] for k in j["device"]["kernels"]), sum(k["timed"] for k in j["device"]["kernels"])


def calls(j, name):
    return sum(a["calls"] for a in j["host"]["apis"] if a["name"] == name)


def failed(kind, error, trace):
    """What was to be read is not there, or not what it should be: that is a result, too."""
    print(f"WRONG check.py {' '.join(sys.argv[1:])}: {kind.__name__}: {error}", flush=True)


sys.excepthook = failed
what, *rest = sys.argv[1:]
if what == "trained":
    # The same result with zetop as without, and as fast.
    ranks, plain, ours = int(rest[0]), rest[1:3], rest[3:5]

    def read(path):
        lines = open(path).read().splitlines()
        return (sorted(line for line in lines if line.startswith("result")), max((float(line.split()[1]) for line in lines if line.startswith("steps/s")), default=0))
    runs = [read(path) for path in plain + ours]
    results = [result for result, _ in runs]
    say(len(results[0]) == ranks and all(result == results[0] for result in results), f"losses and weights of {ranks} ranks, 2 runs plain and 2 under zetop: the same, bit for bit; {results[0][0] if results[0] else 'none'}")
    rates = [rate for _, rate in runs]
    a, b = max(rates[:2]), max(rates[2:])
    say(b >= 0.97 * a, f"steps/s: plain {rates[:2]}, zetop {rates[2:]}; the better ones {b / a - 1:+.2%}")
elif what == "attached":
    ranks, j, began, ended = int(rest[0]), load(rest[2]), float(rest[3]), float(rest[4])
    rates = [(float(t), float(r)) for t, r in (line.split()[1:] for line in open(rest[1]) if line.startswith("rate"))]
    inside = sorted(r for t, r in rates if t - 2 >= began + 1 and t <= ended)
    outside = sorted(r for t, r in rates if t <= began or t - 2 >= ended)
    print(f"      steps/s of each 2 s: {[r for _, r in rates]}")
    a, b = outside[len(outside) // 2], inside[len(inside) // 2]
    say(b >= 0.97 * a, f"steps/s: attached {b:.1f}, before and after {a:.1f} ({b / a - 1:+.2%})")
    busy = [p for p in j["processes"] if p["rank"] is not None and p["calls"] > 0]
    say(len(busy) == ranks, f"{len(busy)} ranks have figures")
    print(f"      coverage {j['device']['coverage_pct']} %, untimed {j['device']['untimed_reasons']}")
elif what == "watched":
    ranks, watched, report = int(rest[0]), [json.loads(line) for line in open(rest[1])], load(rest[2])
    single = [load(path) for path in rest[3:]]

    def sums(j):
        d = j["device"]
        return {
            "calls": j["host"]["calls"], "timed": d["timed"], "untimed": d["untimed"],
            "launches": sum(k["launches"] for k in d["kernels"]), "kernel ns": sum(k["total_ns"] for k in d["kernels"]),
            "copies": sum(t["ops"] for t in d["transfers"]), "bytes": sum(t["bytes"] for t in d["transfers"]),
            "collectives": sum(r["count"] for r in j["collectives"] if r["partial"] == 0),
        }
    wanted = {name: sum(sums(j)[name] for j in single) for name in sums(report)}
    # An operation of all ranks is one in a folder, and one of each rank's in its own recording.
    for j, name in ((report, "report of the folder"), (watched[-1], "watch, at its end")):
        found = sums(j)
        differ = {key: (found[key], wanted[key]) for key in wanted if found[key] != wanted[key] and key != "collectives"}
        say(len(single) == ranks and not differ, f"{name}: sums of {len(single)} recordings; {differ or found}")
    print(f"      watch: {len(watched)} moments, calls {[m['host']['calls'] for m in watched]}")
    say(sum(0 < m["host"]["calls"] < wanted["calls"] for m in watched) >= 3, "figures while the recordings were written")
    kernels = [sums(j)["launches"] for j in single]
    say(len(set(kernels)) == 1, f"kernels of each rank: {kernels}")
elif what == "straggler":
    # The rank that is slowed down, and what slows it, are named; of even ranks none is.
    moments = [json.loads(line) for line in open(rest[0])]
    j = moments[-1]
    mode = rest[1]
    for row in j["collectives"]:
        last = [(l["rank"], l["count"]) for l in row["last"]]
        print(f"      {row['operation']} {row['up_to']} x{row['count']} of {row['ranks']}, partial {row['partial']}: time {row['time_ns'] / 1e6:.1f} ms, "
              f"moving {row['moving_ns'] / 1e6:.1f}, waiting {row['waiting_ns'] / 1e6:.1f}, bus {row['bus_gbps']}, {row['algorithm']} {row['protocol']}, last {last}")
    found = [f for f in j["findings"] if f["id"] == "straggler"]
    text = found[0]["text"] + ": " + found[0]["evidence"] if found else "none"
    cause = {"host": "on the host, outside the API", "kernels": "its own kernels take", "copies": "its copies take"}.get(mode)
    if mode == "even":
        say(not found, f"even ranks: straggler {text}")
    else:
        say(bool(found) and "rank 1" in text and cause in text, f"rank 1 slowed in {mode}: {text}")
        named = [m["elapsed_ns"] / 1e9 for m in moments if any(f["id"] == "straggler" for f in m["findings"])]
        reduced = [m["elapsed_ns"] / 1e9 for m in moments if any(r["up_to"] == 16 << 20 for r in m["collectives"])]
        if named and reduced:
            say(named[0] - reduced[0] <= 10, f"named {named[0] - reduced[0]:.1f} s after the first moment with a collective operation")
    counted = sum(r["count"] for r in j["collectives"] if r["operation"] == "AllReduce" and r["up_to"] == 16 << 20)
    say(counted == 400, f"400 all_reduce of 16 MB, {counted} counted")
elif what == "reduce":
    # The bus bandwidth by zetop's table beside the program's own.
    j = load(rest[0])
    table = {r["up_to"]: r for r in j["collectives"] if r["operation"] == "AllReduce"}
    for line in open(rest[1]):
        size, own = line.split()
        row = table.get(int(size))
        if row is None:
            say(False, f"all_reduce of {size} bytes is not in the table: {sorted(table)}")
            continue
        off = 100 * (row["bus_gbps"] / float(own) - 1)
        text = f"all_reduce of {size} bytes: {row['bus_gbps']:.2f} GB/s by zetop, {float(own):.2f} by the program, {off:+.1f} %; {row['count']} times, {row['algorithm']} {row['protocol']}"
        say(abs(off) <= 5, text)
elif what == "hang":
    moments = [json.loads(line) for line in open(rest[0])]
    stuck = [(m["waiting"], f) for m in moments for f in m["findings"] if f["id"] == "stuck"]
    since = stuck[0][0][0]["since_ns"] / 1e9 if stuck else None
    say(bool(stuck) and since < 6, f"a rank that does not come: stuck after {since} s")
    if stuck:
        f = stuck[-1][1]
        print("      " + f["text"] + ": " + f["evidence"] + "; " + ", ".join(s["place"] for s in f["sites"]))
        say("rank 1" not in f["text"] and "rank 1" in f["evidence"] and any("job.py" in s["place"] for s in f["sites"]), "with rank, line and what the other one does")
    say(not any(f["id"] == "stuck" for f in moments[-1]["findings"]), "and gone at the end")
elif what == "copies":
    # Two events around a row of copies have the time between the copies, too. So is the row in zetop's trace, from the
    # first one's start to the last one's end. The table's bandwidth is that of the copies alone.
    j, traced = load(rest[0]), zetop_trace.copies(rest[2])
    table = {(t["src"], t["dst"], s["up_to"]): s["bandwidth_gbps"] for t in j["device"]["transfers"] for s in t["by_size"]}
    for line in open(rest[1]):
        kinds, size, count, rate = line.split()
        (src, dst), size, count, rate = kinds.split("-"), int(size), int(count), float(rate)
        row = [(start, end) for name, bytes, start, end in traced if name == f"{src} -> {dst}" and bytes == size]
        if len(row) != count:
            say(False, f"{src}->{dst} {size >> 20} MiB: {len(row)} copies in the trace, of {count}")
            continue
        ours = size * count / (max(end for _, end in row) - row[0][0])
        off = ours / rate - 1
        say(abs(off) <= 0.02, f"{src}->{dst} {size >> 20} MiB: zetop {ours:.2f}, cudaEvents {rate:.2f} GB/s ({off:+.1%}); "
            f"the copies alone {table.get((src, dst, size), 0):.2f}")
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
elif what == "each":
    # An operation for each launch of a program that is busy throughout; its thread may be in one when zetop leaves.
    j = load(rest[0])
    d, made = j["device"], sum(a["calls"] for a in j["host"]["apis"] if a["name"].startswith("cuLaunchKernel"))
    found = d["timed"] + d["untimed"] - sum(t["ops"] for t in d["transfers"]) - d["fills"]["ops"]
    say(made and abs(found - made) <= 1, f"{rest[1]}: {found} operations of {made} launches, coverage {d['coverage_pct']} %, untimed {d['untimed_reasons']}")
elif what == "queued":
    # steady times of the host, and the runtime's own words
    said = dict(zip(*[iter(open(rest[1]).read().split())] * 2))
    k = next(k for k in load(rest[0])["device"]["kernels"] if k["name"].startswith("spin"))
    wanted, n = float(said["queued"]), k["resources"] or {}
    off = (k["submit_avg_ns"] or 0) / wanted - 1
    say(k["submit_avg_ns"] and abs(off) <= 0.02, f"queued: zetop {k['submit_avg_ns']} ns, events {wanted:.0f} ns ({off:+.2%})")
    ours = {name: n.get(key) for name, key in (("registers", "registers"), ("static", "static_shared_bytes"), ("dynamic", "dynamic_shared_bytes"), ("local", "local_bytes"))}
    # CUPTI counts the registers that are allocated, the runtime those that the compiler used.
    registers = ours.pop("registers") or 0
    say(registers >= int(said["registers"]), f"registers: zetop {registers} allocated, cudaFuncGetAttributes {said['registers']} used")
    say(all(str(v) == said[name] for name, v in ours.items()), f"shared and local memory: zetop {ours}")
    say(k["group_count"] == [2, 1, 1] and k["group_size"] == [32, 1, 1], f"shape: {k['group_count']} of {k['group_size']}")
elif what == "waited":
    j = load(rest[0])
    kernels = j["device"]["kernels"]
    known = [k for k in kernels if k["submit_avg_ns"] is not None]
    print(f"      {rest[1]}: queued time of {sum(k['timed'] for k in known)} of {sum(k['timed'] for k in kernels)} kernels, "
          f"needs of {sum(k['launches'] for k in kernels if k['resources'])}; longest average "
          f"{max((k['submit_avg_ns'] for k in known), default=0) / 1e6:.3f} ms")
elif what == "slower":
    def best(path):
        return min(float(line.split()[-1]) for line in open(path))
    plain, ours = best(rest[0]), best(rest[1])
    theirs = next(float(line.split()[-1]) for line in open(rest[2]) if line.startswith("profiler:"))
    say(ours <= 1.02 * plain, f"median step, best of 3 runs: plain {plain:.3f} ms, zetop {ours:.3f} ms ({ours / plain - 1:+.2%}); torch.profiler {theirs:.3f} ms ({theirs / plain - 1:+.2%})")
elif what == "devices":
    j = load(rest[0])
    for d in j["devices"]:
        print(f"      {d['id']} {d['name']} {d['uuid']} {d['pci_address']} {d['memory_peak_gbps']}")
    n = int(rest[1])
    for k in j["device"]["kernels"]:
        say(k["timed"] == n * (k["device"] + 1), f"device {k['device']}: {k['name']} {k['timed']} timed")
    straight = int(open(rest[2]).read().split()[3])
    peers = [t for t in j["device"]["transfers"] if t["direction"] == "peer"]
    count = len(j["devices"])
    if count > 1:
        ways = sorted((t["src_device"], t["dst_device"]) for t in peers)
        say(ways == sorted((d, (d + 1) % count) for d in range(count)) and all(t["ops"] == 10 + straight // count for t in peers)
            and sum(t["timed"] for t in peers) == straight,
            f"copies between devices: {sum(t['ops'] for t in peers)}, {straight} of them straight and timed; {j['device']['untimed_reasons']}")
    for t in j["device"]["transfers"]:
        print(f"      {t['src']}->{t['dst']} on {t['device']}: {t['src_device']} to {t['dst_device']}, {t['direction']}, {t['ops']} copies, {t['bandwidth_gbps'] or 0:.1f} GB/s")
elif what == "walks":
    # `walks`: launches on a stream, two in a graph, and as many again
    j, n, how = load(rest[0]), int(rest[1]), rest[2]
    kernel = next(k for k in j["device"]["kernels"] if k["name"].startswith("walk"))
    hot, cold, flushes = kernel.get("hot") or {}, kernel.get("cold") or {}, j["device"]["flushes"]
    wanted = 2 * n if "alternate" not in how else n
    say(kernel["launches"] == 2 * n + 2 and cold.get("launches") == wanted and flushes["done"] == wanted,
        f"{how}: {kernel['launches']} launches, {cold.get('launches')} cold, {hot.get('launches')} hot; flushes {flushes}")
    say(not any(f["ops"] > 2 for f in [j["device"]["fills"]]), f"{how}: fills of the program's: {j['device']['fills']['ops']}")
    say(cold.get("min_ns", 0) > 0 and (not hot or cold["avg_ns"] > 1.2 * hot["avg_ns"]),
        f"{how}: cold {cold.get('min_ns', 0) / 1e3:.2f} us and more, {cold.get('avg_ns', 0) / 1e3:.2f} on average; hot {hot.get('min_ns', 0) / 1e3:.2f} and {hot.get('avg_ns', 0) / 1e3:.2f}")
elif what == "cost":
    # rows of `overhead`: what, threads T real R call C floor F query Q launch L; of equal ones the shortest
    rows = {}
    for line in open(rest[0]):
        name, figures = line.split("|")
        f = figures.split()
        f = dict(zip(f[::2], map(float, f[1::2])))
        f["wrapper"] = f["launch"] - f["direct"]
        row = rows.setdefault((name.strip(), f["threads"]), f)
        for key in f:
            row[key] = min(row[key], f[key])
    for t in (1.0, 8.0):
        z, plain = rows[("zetop", t)], rows[("plain", t)]
        kernels, api = rows[("CUPTI kernel records", t)], rows[("CUPTI API records", t)]
        all_records = rows[("CUPTI kernel, copy and set records", t)]["launch"] - plain["launch"]
        ours, floor, theirs = z["call"] - z["real"], z["floor"] - z["real"], api["call"] - plain["call"]
        say(ours <= 1.25 * floor, f"{t:.0f} threads: cuCtxGetCurrent, zetop adds {ours:.1f} ns, the floor {floor:.1f} ({ours / floor:.2f} x)")
        say(ours <= theirs / 4, f"{t:.0f} threads: CUPTI's API records add {theirs:.1f} ns ({ours / theirs:.2f} x)")
        # A process more or less differs by more than the wrapper costs: what that adds is measured in one process.
        ours, theirs = z["wrapper"], kernels["launch"] - plain["launch"]
        say(ours <= 0.25 * theirs, f"{t:.0f} threads: launch, the wrapper adds {ours:.0f} ns to what CUPTI's kernel records add, {theirs:.0f} ({1 + ours / theirs if theirs else 0:.2f} x)")
        print(f"      {t:.0f} threads: launch, plain {plain['launch']:.0f} ns, under zetop {z['launch'] - plain['launch']:.0f} more, "
              f"with CUPTI's records of copies and sets too {all_records:.0f} more")
elif what == "cold":
    # `said` has the program's own counts: launches of the kernel, those from graphs, and sets.
    j, alternate = load(rest[0]), rest[2] == "alternate"
    said = dict(zip(*[iter(open(rest[1]).read().split())] * 2))
    launches_, graph, sets = (int(said[name]) for name in ("launches", "graph", "sets"))
    d, k = j["device"], next(k for k in j["device"]["kernels"] if k["name"].startswith("stream_copy"))
    # One of each two launches; of the last one, if it is alone, either.
    wanted = [launches_ // 2, (launches_ + 1) // 2] if alternate else [launches_]
    done = d["flushes"]["done"]
    say(done in wanted, f"flushed before {done} launches of {wanted[-1]}; not: {d['flushes']['not_done_reasons']}")
    say(d["flushes"]["not_done_reasons"].get("graph", 0) == graph, f"{graph} launches from graphs are said")
    say(d["fills"]["ops"] == sets, f"sets: {d['fills']['ops']}, the program's {sets}: a memset of ours is none")
    say(d["untimed"] == 0, f"untimed {d['untimed']} {d['untimed_reasons']}")
    hot, cold = k["hot"], k["cold"]
    average = lambda of: of["total_ns"] / of["launches"] / 1e3 if of and of["launches"] else 0
    print(f"      hot {average(hot):.1f} us, cold {average(cold):.1f} us")
    if alternate:
        say(average(cold) > 1.2 * average(hot), "cold launches take longer")
elif what == "flushed":
    f = load(rest[0])["device"]["flushes"]
    say(f is not None and f["done"] > 0, f"attached: {f}")
elif what == "waits":
    t = [t for t in load(rest[0])["device"]["transfers"] if t["src"] == "heap"]
    longest = max((t["total_ns"] / max(t["timed"], 1) for t in t), default=None)
    say(longest is not None and longest < 100e6, f"{rest[1]}: a copy of 1 MiB takes {(longest or 0) / 1e3:.1f} us")
elif what == "transfers":
    for t in load(rest[0])["device"]["transfers"]:
        for s in t["by_size"]:
            print(f"      {t['src']}->{t['dst']} up to {s['up_to']}: {s['ops']} copies, {s['bandwidth_gbps'] or 0:.2f} GB/s")
elif what == "covered":
    d = load(rest[0])["device"]
    say(d["untimed"] == 0 and d["timed"] > 0, f"{rest[1]}: timed {d['timed']}, untimed {d['untimed']} {d['untimed_reasons']}; "
        f"copies {[(t['src'], t['dst'], t['ops'], t['bytes']) for t in d['transfers']]}, sets {d['fills']['ops']}, kernels {launches(load(rest[0]))[0]}")
elif what == "alike":
    def mean(path):
        kernels = load(path)["device"]["kernels"]
        timed = sum(k["timed"] for k in kernels)
        return sum(k["total_ns"] for k in kernels) / timed if timed else None
    a, b = mean(rest[0]), mean(rest[1])
    if a is None:
        # Attached to a program that had CUPTI before: it keeps it, and nobody knows whether it is done.
        device = load(rest[0])["device"]
        # What is submitted before zetop has found that out has a reason of its own.
        reasons = device["untimed_reasons"]
        others = {reason: count for reason, count in reasons.items() if reason != "the program uses CUPTI itself"}
        known = set(others) <= {"submitted while CUPTI was started or stopped"} and sum(others.values()) < device["untimed"] / 10
        say(device["untimed"] > 0 and known, f"after torch.profiler, unseen, operations are counted, not timed: {device['untimed']} untimed, {reasons}")
    else:
        say(abs(a / b - 1) < 0.1, f"a kernel takes {a / 1e3:.1f} us before and after torch.profiler, {b / 1e3:.1f} us without")
