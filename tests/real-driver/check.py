"""zetop on Intel's real driver: launch, attach, a backlog that shows every wait, SYCL. Runs inside the lab (see run.sh).

Usage: check.py ZETOP [DEVICE]...      (default: tgl dg2; also adl rpl mtl arl bmg lnl ptl)
       check.py --table ZETOP [DEVICE]...   prints the figures as the table of docs/src/results/intel-driver.md

A check fails on what load can't change: output, exit status, counts. How long submitting takes is held against plain runs
beside it (spread.py): it is said to be slow if each of six runs under zetop was worse than each of six plain ones, and fails only
if by as much as a wait takes. What load can change fails only in each of several tries: that a program has ended before zetop
left it, or made no call meanwhile, that it was not attached to in time, that too little was timed. An attach is tried again with
twice the work, and then four times.

With --table each backlog runs at least three times plain and under zetop, by turns; the medians are printed, with what is
outside of these limits: submitting 5 % longer, the longest append 3 ms longer, another thread's longest call 1 ms longer.
"""

import json
import os
import re
import signal
import sys
import tempfile
import time
from contextlib import nullcontext

from running import Ended, Load, Running, figure_of
from spread import ALLOWED, Limit, Spread

HERE = os.path.dirname(os.path.abspath(__file__))
PYTHON = "/opt/sycl/bin/python"
TRIES = 3
PATIENCE = 6  # pairs of runs, where a figure is not good enough
DEVICES = {
    "tgl": {},
    "adl": {"SHIM_DEVID": "46a6"},
    "rpl": {"SHIM_DEVID": "a7a0"},
    "mtl": {"SHIM_DEVID": "7d55"},
    "arl": {"SHIM_DEVID": "7d51"},
    "dg2": {"SHIM_DEVID": "56a0", "SHIM_LMEM": "8", "SHIM_TOPO": "8x4x16", "SHIM_REV": "8"},
    "bmg": {"SHIM_DEVID": "e20b", "SHIM_LMEM": "8", "SHIM_TOPO": "5x4x8"},
    "lnl": {"SHIM_DEVID": "64a0", "SHIM_TOPO": "2x4x8", "SHIM_CCS": "1"},
    "ptl": {"SHIM_DEVID": "b080", "SHIM_TOPO": "3x4x8", "SHIM_CCS": "1"},
}
MODES = [
    "in-order",
    "in-order, counter-based timestamp events",
    "in-order, pool timestamp events",
    "out-of-order",
    "out-of-order, pool timestamp events",
]
# Where every event stalls the device, kernels of lists that are recorded once are timed only so.
EXACT = {device: ["--exact"] for device in ("tgl", "adl", "rpl")}
HOLDS_UP = "would hold up other kernels"
# Kernels have timestamps of 32 bits.
TIMESTAMPS_WRAP = ["tgl", "adl", "rpl", "mtl", "arl", "dg2"]
QUEUES = ["default", "in_order", "enable_profiling", "in_order,enable_profiling"]
# Adapter and queue of a program with two.
TWO_QUEUES = [(1, "default")]
SYNCHRONOUS = ["tgl", "dg2", "mtl"]
OWN = ["copy_us", "kernel_us", "launch_us", "timed_kernel_us", "timed_launch_us", "event_ticks"]
# A query and a barrier per copy gave 1.4; the host's part of launch_us depends on what else the machine does.
OWN_LIMIT = Limit(lambda plain: 0.1 * plain, lambda plain: 0.3 * plain)
JUDGED = {figure: OWN_LIMIT for figure in ["copy_us", "kernel_us", "event_ticks"]}
# Submitting to two queues while zetop is attached: what a thread does that waits for zetop is to sleep, and nothing else there
# makes it sleep. A thread that waits for zetop's waits 8 ms there.
SUBMITTING = {
    "longest_append_ms": Limit(lambda plain: 1, lambda plain: 6),
    "slept": Limit(lambda plain: 16, None),
}
APPEND = "zeCommandListAppendLaunchKernel"
# What zetop says when it came too late, on a busy machine.
ENDED = ["ended or was replaced", "is ending", "has ended"]
# What it says of a program that had no processor for seconds.
HELD_UP = ["offered no safe point within", "was stopped or held up for so long", "the end of the helper thread"]

# What is known to be missing, by check and what of it: printed, not counted. Whoever mends one takes its line out.
KNOWN = {
    # Out-of-order lists with events from before that have no timestamps: these devices stall for no signal, so that one
    # behind the operation would cost the program something. They are left untimed.
    r"SYCL (attach|two queues) V1 (bmg|lnl|ptl) (default|in_order)": {"coverage"},
    r"dpnp attach (bmg|lnl|ptl)": {"coverage"},
}


class Checks:
    def __init__(self, zetop, with_table=False):
        self.with_table = with_table
        self.zetop, self.failed, self.known, self.slow, self.passed, self.skipped = zetop, [], [], [], 0, []
        self.folder = tempfile.mkdtemp(prefix="check-")
        self.table = []

    def report(self, name, wrong, note, said=None, slow=None):
        """`wrong`: what failed, by what of the check it is. `slow`: what takes longer than is wanted, which fails nothing.
        `said`: what was written to stderr, by whom."""
        expected = next((what for pattern, what in KNOWN.items() if re.fullmatch(pattern, name)), set())
        unexpected = {what: why for what, why in wrong.items() if what not in expected}
        if unexpected:
            self.failed.append(f"{name} ({'; '.join(wrong.values())})")
            print(f"FAILED  {name}: {'; '.join(wrong.values())} ({note})", flush=True)
            for who, text in (said or {}).items():
                for line in text.strip().splitlines()[-20:]:
                    print(f"        {who}: {line[:300]}", flush=True)
        elif wrong:
            self.known.append(name)
            print(f"known   {name}: {'; '.join(wrong.values())} ({note}); known to be missing", flush=True)
        else:
            self.passed += 1
            if slow:
                self.slow.append(name)
            print(f"{'slow' if slow else 'ok':7} {name}: {'; '.join([*(slow or {}).values(), note])}", flush=True)

    def skip(self, name, reason):
        self.skipped.append(name)
        print(f"skipped {name}: {reason}", flush=True)

    def read(self, path):
        """A run's report, which goes, so that no later run is judged by it."""
        try:
            with open(path) as file:
                report = json.load(file)
        except (OSError, ValueError):
            return None
        os.remove(path)
        return report

    def launch(self, name, command, environment, kernels, device):
        """Runs a program plain and under zetop by turns, and compares."""
        path, spread, turn, slow, untimed = os.path.join(self.folder, "launch.json"), Spread(), 0, {}, 0
        while True:
            plain = Ended(command, environment)
            under = Ended([self.zetop, "--json", path, "--", *command], {**environment, "SHIM_YIELDS": "1"})
            report = self.read(path)
            wrong = self.compared(plain, under, report, kernels)
            if set(wrong) == {"coverage"} and (untimed := untimed + 1) < TRIES:
                continue
            if wrong:
                break
            turn += 1
            spread.add(*({figure: run.figure(figure) for figure in ALLOWED} for run in (plain, under)))
            wrong, slow = spread.wrong(), spread.slow()
            # An event that is not signalled is not asked about, where the probe has found out how events look. That may
            # fail for a program whose events lie in memory unevenly: once more, then.
            yields = under.figure("yields_of_zetop")
            if yields:
                wrong["yields"] = f"the driver has given the processor away {yields:.0f} times on zetop's thread"
            enough = TRIES if self.with_table and spread.note() else 1
            if turn >= PATIENCE or (not wrong and not slow and turn >= enough):
                break
        note = ", ".join(part for part in (spread.note(), quality(report) if report else "") if part)
        self.report(name, wrong, note, {"plain": plain.err, "under zetop": under.err}, slow)
        self.table.append((device, name, note))

    def compared(self, plain, under, report, kernels):
        """Output, status and counts, which load can't change, and coverage."""
        wrong = {}
        if plain.status != 0:
            wrong["plain"] = f"the plain run ended with {plain.status}"
        if under.status != plain.status:
            wrong["status"] = f"exit status {under.status}, plain {plain.status}"
        if under.out != plain.out:
            wrong["output"] = f"output {under.out!r}, plain {plain.out!r}"
        if report is None:
            return {**wrong, "report": "no report"}
        return {**wrong, **self.counts(report, kernels)}

    def tried(self, command, environment, path, kernels, options=()):
        """Plain and under zetop, again where too little was timed: what was wrong, the report, and both runs."""
        for _ in range(TRIES):
            plain = Ended(command, environment)
            under = Ended([self.zetop, *options, "--json", path, "--", *command], environment)
            report = self.read(path)
            wrong = self.compared(plain, under, report, kernels)
            if set(wrong) != {"coverage"}:
                break
        return wrong, report, plain, under

    def counts(self, report, kernels):
        wrong = {}
        calls = sum(api["calls"] for api in report["host"]["apis"] if api["name"].startswith(APPEND))
        launches = sum(kernel["launches"] for kernel in report["device"]["kernels"] if kernel["name"] == "spin")
        if kernels is not None:
            if calls != kernels:
                wrong["calls"] = f"{calls} calls of {APPEND}, not {kernels}"
            if launches != kernels:
                wrong["launches"] = f"{launches} launches of the kernel, not {kernels}"
        wrong.update(covered(report, 100))
        return wrong

    def attach(self, name, command, environment, least, device, work):
        """Starts a program with so much to do, attaches for a second, lets it end."""
        for factor in (1, 2, 4):
            wrong, note, said, _ = self.attached([str(work * factor) if word == "WORK" else word for word in command], environment, least)
            if not wrong or set(wrong) - {"short", "coverage"}:
                break
        self.report(name, wrong, note, said)
        self.table.append((device, name, note))

    def attached(self, command, environment, least, options=()):
        # A second one, left alone, at the same time: what it prints is what the first must print.
        with Running(command, environment) as program, Running(command, environment) as alone:
            wrong, first = {}, program.line()
            if first.strip() != "ready":
                wrong["plain"] = f"the program said {first!r}"
            time.sleep(0.3)
            path = os.path.join(self.folder, "attach.json")
            pid = program.process.pid
            zetop = Ended([self.zetop, *options, "-p", str(pid), "--duration", "1", "--json", path], {})
            running = program.is_running()
            (status, out, err), (_, expected, other_err) = program.finish(), alone.finish()
        if zetop.status != 0 and status == 0 and any(word in zetop.err for word in ENDED):
            wrong["short"] = "the program ended during the attach"
        elif zetop.status != 0 and any(word in zetop.err for word in HELD_UP):
            wrong["short"] = "the program was not attached to in time"
        elif zetop.status != 0:
            wrong["status"] = f"zetop ended with {zetop.status}"
        if not running:
            wrong["short"] = "the program ended before the detach"
        if status != 0:
            wrong["program"] = f"the program ended with {status}"
        if first + out != expected:
            wrong["output"] = f"output {first + out!r}, plain {expected!r}"
        report, note = self.read(path), ""
        if report is not None:
            if not report["host"]["calls"]:
                wrong["short"] = "no call seen"
            wrong.update(covered(report, least))
            note = f"{report['host']['calls']} calls, {quality(report)}"
        elif "short" not in wrong:
            wrong["report"] = "no report"
        return wrong, note, {"program": err, "zetop": zetop.err, "alone": other_err}, report


def covered(report, least):
    """Timed and untimed are all there is, nothing is invalid or lost, and enough is timed."""
    wrong = {}
    device, figures = report["device"], report["quality"]
    if sum(device["untimed_reasons"].values()) != device["untimed"]:
        wrong["reasons"] = f"{device['untimed']} untimed, reasons {device['untimed_reasons']}"
    if device["coverage_pct"] is None or device["coverage_pct"] < least:
        wrong["coverage"] = f"coverage {device['coverage_pct']} %, untimed {device['untimed_reasons']}"
    if figures["invalid_timestamps"]:
        wrong["invalid"] = f"{figures['invalid_timestamps']} invalid timestamps"
    return wrong


def quality(report):
    device = report["device"]
    total = device["timed"] + device["untimed"]
    return f"coverage {device['coverage_pct'] or 0:.1f} % of {total}"


def backlog(checks, device):
    environment = {**DEVICES[device], "SHIM_KNS": "10000000"}
    for mode, title in enumerate(MODES):
        checks.launch(f"backlog {device}: {title}", ["/opt/backlog", str(mode), "40"], environment, 41, device)


def wrapped(checks, device):
    """The device's clock begins again at 0 while kernels of 10 ms run, one of them across it."""
    path = os.path.join(checks.folder, "wrapped.json")
    for after in (300, 600, 1200, 2400, 4800, 9600):
        # The clock wraps within a kernel, unless the program takes longer than `after` ms to submit its first one.
        kernels = max(40, after // 10)
        command, environment = ["/opt/backlog", "2", str(kernels)], {**DEVICES[device], "SHIM_KNS": "10000000", "SHIM_WRAPS": str(after)}
        wrong, report, plain, under = checks.tried(command, environment, path, kernels + 1)
        across = [run.figure("wrapped") for run in (plain, under)]
        if wrong or across == [1, 1]:
            break
    note = f"at {after} ms, kernels across it {across}"
    if not wrong:
        kernel = next(kernel for kernel in report["device"]["kernels"] if kernel["name"] == "spin")
        longest, mean = kernel["max_ns"] / 1e6, kernel["total_ns"] / kernel["timed"] / 1e6
        note += f", kernels of 10 ms took {mean:.1f}, at most {longest:.1f} ms"
        # What is not seen to have wrapped takes 224 s, or no time.
        if f"{kernels} timestamps" not in plain.out or across != [1, 1] or not 9 < mean < 2000 or longest > 100_000:
            wrong["wrapped"] = note
    checks.report(f"wrapped {device}", wrong, note, {"plain": plain.err, "under zetop": under.err})
    checks.table.append((device, f"wrapped {device}", note))


def own_figures(checks, device):
    """A program that times itself: the best of its figures, plain and under zetop by turns, until they agree."""
    name, environment, spread = f"own figures {device}", DEVICES[device], Spread(JUDGED)
    path, notes, said, slow = os.path.join(checks.folder, "own.json"), [], {}, {}
    for _ in range(PATIENCE):
        runs = [Ended(["/opt/own_figures"], environment), Ended([checks.zetop, "--json", path, "--", "/opt/own_figures"], environment)]
        wrong = {"status": f"ended with {run.status}" for run in runs if run.status != 0}
        said = {"plain": runs[0].err, "under zetop": runs[1].err}
        if wrong:
            break
        spread.add(*({figure: run.figure(figure) for figure in OWN} for run in runs))
        wrong, slow = spread.wrong(), spread.slow()
        if not wrong and not slow and not checks.with_table:
            break
    for figure in OWN if spread.turns else []:
        sides = spread.figures(figure)
        plain, under = map(min, sides)
        # The worst plain run, too: the noise that any of these figures has.
        notes.append(f"{figure} {plain:.2f} (to {max(sides[0]) / plain:.2f}) -> {under:.2f} ({under / plain:.2f})")
    checks.report(name, wrong, ", ".join(notes), said, slow)
    checks.table.append((device, name, ", ".join(notes)))


def buffers(checks, device):
    """The pretend device itself: buffers that are closed outlive the work that uses them."""
    ended = Ended(["/opt/buffers"], DEVICES[device])
    wrong = {} if ended.status == 0 else {"status": f"ended with {ended.status}: {ended.out.strip()}"}
    checks.report(f"buffers {device}", wrong, ended.out.strip(), {"program": ended.err})


def modules(checks, device):
    """The kernels of `zetop bench`, through Intel's compiler."""
    kernels = os.path.join(HERE, "..", "..", "monitor", "bench", "kernels", "bench")
    with open(kernels + ".cl") as source:
        names = re.findall(r"__kernel void (\w+)", source.read())
    ended = Ended(["/opt/modules", kernels + ".spv", *names], DEVICES[device])
    wrong = {} if ended.status == 0 and names else {"status": f"ended with {ended.status}: {ended.out.strip()}"}
    checks.report(f"modules {device}", wrong, f"{ended.out.count(' built')} of {len(names)} kernels of zetop bench built", {"program": ended.err})


def again(checks, device):
    """Two lists executed again and again while they are in flight. A list of ours between them would change where they jump,
    in each run (437 to 594 faults). The pretend device has one or two of its own in a plain run now and then: on bmg 3 of 60,
    5 of 60 under zetop."""
    path = os.path.join(checks.folder, "again.json")
    for _ in range(TRIES):
        under = Ended([checks.zetop, "--json", path, "--", "/opt/again", "0", "1000"], {**DEVICES[device], "SHIM_DEBUG": "1"})
        faults = under.err.count("batch fetch fault")
        if not faults:
            break
    report, wrong, note = checks.read(path), {}, ""
    if under.status != 0 or "submitted after" not in under.err:
        wrong["program"] = f"ended with {under.status}"
    if faults:
        wrong["faults"] = f"{faults} batch fetch faults in the last of {TRIES} runs"
    if report is None:
        wrong["report"] = "no report"
    else:
        device_work = report["device"]
        if device_work["timed"] + device_work["untimed"] != 4000:
            wrong["counts"] = f"{device_work['timed']} + {device_work['untimed']} operations, not 4000"
        note = f"1000 rounds, {faults} faults, {quality(report)}"
    checks.report(f"again {device}", wrong, note, {"under zetop": under.err})
    checks.table.append((device, f"again {device}", note))


def empty(checks, device):
    """Of three lists from before the attach, executed by turns, only the one that is not empty counts; one that is filled later is timed."""
    for seconds in (4, 8, 16):
        wrong, note, said, report = checks.attached(["/opt/empty", str(seconds)], DEVICES[device], 0, EXACT.get(device, []))
        if report is not None:
            timed, untimed = report["device"]["timed"], report["device"]["untimed"]
            execute = next((api["calls"] for api in report["host"]["apis"] if api["name"] == "zeCommandQueueExecuteCommandLists"), 0)
            note = f"{execute} executions, {untimed} of a list that is not empty, {timed} of one that was filled later"
            if timed == 0:
                wrong["short"] = "none of a list that was filled between attach and detach"
            # The attach and the detach may be between two calls of a turn, the detach also within one.
            elif abs((execute - timed) / 3 - untimed) > 2:
                wrong["counts"] = note
        if "short" not in wrong or set(wrong) - {"short", "coverage"}:
            break
    checks.report(f"empty {device}", wrong, note, said)
    checks.table.append((device, f"empty {device}", note))


def filtered(checks, device):
    """A program that is killed for system calls that neither it nor its driver makes, soon after its first kernel."""
    path, command = os.path.join(checks.folder, "filtered.json"), ["/opt/filtered", "500"]
    wrong, report, _, under = checks.tried(command, DEVICES[device], path, 2001, EXACT.get(device, []))
    note = quality(report) if report else ""
    checks.report(f"filtered {device}", wrong, note, {"under zetop": under.err})
    checks.table.append((device, f"filtered {device}", note))


def sampled(checks, device):
    """A program that is over the budget: all launches are counted, it reads its own stamps as ever, and zetop times some."""
    path, command = os.path.join(checks.folder, "sampled.json"), ["/opt/filtered", "10000"]
    plain = Ended(command, DEVICES[device])
    under = Ended([checks.zetop, "--budget", "0", "--json", path, "--", *command], DEVICES[device])
    report = checks.read(path)
    wrong, note = checks.compared(plain, under, report, 40001), ""
    if report is not None:
        work = report["device"]
        left, errors = work["untimed_reasons"].get("sampled", 0), [kernel["total_error_pct"] for kernel in work["kernels"]]
        note = f"{work['timed']} timed, {left} sampled, totals within {max(errors, default=0):.1f} %, {quality(report)}"
        if not left or not work["timed"]:
            wrong["sampled"] = note
        # Its lists are recorded once.
        if device in EXACT and work["untimed_reasons"] == {"sampled": left, HOLDS_UP: 10000}:
            wrong.pop("coverage", None)
    checks.report(f"sampled {device}", wrong, note, {"plain": plain.err, "under zetop": under.err})
    checks.table.append((device, f"sampled {device}", note))


def destroyed(checks, device):
    """Pools and events that are made and destroyed all the time, while zetop comes and goes."""
    cycles, tries, wrong, said = 6, 18, {}, {}
    with Running(["/opt/destroyed", "600"], {**DEVICES[device], "SHIM_KNS": "1000000"}, 600) as program:
        if program.line().strip() != "ready":
            wrong["plain"] = "the program is not ready"
        path, done = os.path.join(checks.folder, "destroyed.json"), 0
        while done < cycles and not wrong:
            tries -= 1
            zetop = Ended([checks.zetop, "-p", str(program.process.pid), "--duration", "0.2", "--json", path], {})
            report = checks.read(path)
            is_empty = zetop.status == 0 and report is not None and not report["host"]["calls"]
            was_held_up = is_empty or (zetop.status != 0 and any(word in zetop.err for word in HELD_UP))
            if not program.is_running():
                wrong["program"] = f"the program has ended in cycle {done + 1}"
            elif tries > 0 and was_held_up:
                continue
            elif zetop.status != 0 or report is None:
                wrong["status"] = f"zetop ended with {zetop.status}"
                said["zetop"] = zetop.err
            else:
                wrong.update(covered(report, 50))
            done += 1
        # It need not go on until its time is up.
        program.end()
        status, _, said["program"] = program.finish()
    checks.report(f"destroyed {device}", wrong, f"{cycles} detaches", said)
    checks.table.append((device, f"destroyed {device}", f"{cycles} detaches"))


def graph(checks, device):
    """A capture that goes on at a second list: what is captured there is not executed, and has no event of zetop's in it. The
    same with a pause, in which launches are executed, and with an attach in the middle of it."""
    for how, launched in (("", 50), ("paused", 55)):
        path = os.path.join(checks.folder, "graph.json")
        command = ["/opt/forked_graph", "10", *([how] if how else [])]
        plain, under = Ended(command, DEVICES[device]), Ended([checks.zetop, "--json", path, "--", *command], DEVICES[device])
        wrong = {}
        if plain.status != 0 or (under.status, under.out) != (plain.status, plain.out):
            wrong["output"] = f"{under.out!r}, status {under.status}; plain {plain.out!r}, {plain.status}"
        counts, note = graph_counts(checks.read(path), launched, False)
        name = f"forked graph {device} {how}".strip()
        checks.report(name, {**wrong, **counts}, note, {"plain": plain.err, "under zetop": under.err})
        checks.table.append((device, name, note))
    attached_graph(checks, device)


def attached_graph(checks, device):
    name, path = f"forked graph {device} attach", os.path.join(checks.folder, "graph-attach.json")
    plain = Ended(["/opt/forked_graph", "10", "0.01"], DEVICES[device])
    for seconds in ("4", "8", "16"):
        wrong = {}
        with Running(["/opt/forked_graph", "10", seconds], DEVICES[device]) as program:
            first = program.line()
            zetop = Ended([checks.zetop, "-p", str(program.process.pid), "--json", path], {})
            status, out, err = program.finish()
        if plain.status != 0 or (status, first + out) != (plain.status, plain.out):
            wrong["output"] = f"{first + out!r}, status {status}; plain {plain.out!r}, {plain.status}"
        if zetop.status != 0:
            wrong["status"] = f"zetop ended with {zetop.status}"
        report = checks.read(path)
        counts, note = graph_counts(report, 50, True)
        is_late = zetop.status == 0 and report is not None and launches_of(report) < 50
        is_late = is_late or (zetop.status != 0 and any(word in zetop.err for word in ENDED + HELD_UP))
        wrong.update(counts)
        if "output" in wrong or not is_late:
            break
    checks.report(name, wrong, note, {"plain": plain.err, "zetop": zetop.err, "program": err})
    checks.table.append((device, name, note))


def launches_of(report):
    return sum(kernel["launches"] for kernel in report["device"]["kernels"] if kernel["name"] == "spin")


def graph_counts(report, launched, is_attach):
    """Nothing tells that a capture has spread, until its first list is used again: what may be too much is said."""
    if report is None:
        return {"report": "no report"}, ""
    work, reasons, launches = report["device"], report["device"]["untimed_reasons"], launches_of(report)
    note = f"{launches} launches of {launched}, {reasons.get('graph', 0)} graphs of 10, {quality(report)}"
    said_too_much = [int(of) for of in re.findall(r"at most (\d+) of the operations", " ".join(report["quality"]["notes"]))]
    most = sum(said_too_much) if is_attach else 0
    expected = (launched + most, launched, 10 + most, 10)
    if (launches, work["timed"], work["untimed"], reasons.get("graph")) != expected or sum(said_too_much) > 3:
        return {"counts": f"{note}, untimed {reasons}, {said_too_much} said"}, note
    return {}, note


def dropped(checks, device):
    """Queues with profiling of a program that holds no event: the adapter uses each again for the next kernel."""
    program = os.path.join(HERE, "programs", "sycl_two_queues.py")
    environment = {**DEVICES[device], "SYCL_UR_USE_LEVEL_ZERO_V2": "1"}
    path = os.path.join(checks.folder, "dropped.json")
    for queue in QUEUES[2:]:
        command = [PYTHON, program, "400", queue, "1", "drop"]
        plain = Ended(command, environment)
        for _ in range(TRIES):
            under = Ended([checks.zetop, "--json", path, "--", *command], environment)
            report = checks.read(path)
            wrong = {"output": f"{under.out!r}, plain {plain.out!r}"} if (under.status, under.out) != (0, plain.out) else {}
            wrong.update(covered(report, 95) if report else {"report": "no report"})
            # On a busy machine, the pretend device may not have done a kernel when its event is used again.
            if set(wrong) != {"coverage"}:
                break
        note = quality(report) if report else ""
        checks.report(f"SYCL launch V2 {device} {queue}, events dropped", wrong, note, {"under zetop": under.err})
        checks.table.append((device, f"SYCL launch V2 {device} {queue}, events dropped", note))
        command[2] = "WORK"
        checks.attach(f"SYCL attach V2 {device} {queue}, events dropped", command, environment, 95, device, 2000)


def two_queues(checks, device, adapters):
    """Two queues whose work waits for each other's, attached: coverage, and how long submitting takes."""
    program = os.path.join(HERE, "programs", "sycl_two_queues.py")
    for adapter, queue in adapters:
        name = f"SYCL two queues V{adapter + 1} {device} {queue}"
        environment = {**DEVICES[device], "SYCL_UR_USE_LEVEL_ZERO_V2": str(adapter)}
        spread, wrong, note, said, slow = Spread(SUBMITTING), {}, "", {}, {}
        for turn, work in enumerate((1500, 1500, 1500, 3000, 3000, 6000)):
            # On a busy machine a wait takes long, and shows. For the table, medians on a machine that is as busy as it is.
            with nullcontext() if checks.with_table else Load():
                wrong, note, said, _ = checks.attached([PYTHON, program, str(work), queue, "1"], environment, 95)
            if set(wrong) - {"short", "coverage"}:
                break
            # The one beside it, left alone at the same time, is the plain one.
            sides = (said.pop("alone"), said["program"])
            spread.add(*({figure: figure_of(text, figure) for figure in SUBMITTING} for text in sides))
            wrong.update(spread.wrong())
            slow = spread.slow()
            if not wrong and not slow and (not checks.with_table or turn + 1 == PATIENCE):
                break
        checks.report(name, wrong, f"{spread.note()}, {note}", said, slow)
        checks.table.append((device, name, f"{spread.note()}, {note}"))


def attach(checks, device):
    environment = {**DEVICES[device], "SHIM_KNS": "300000"}
    for mode in (0, 3):
        checks.attach(f"attach {device}: {MODES[mode]}", ["/opt/backlog", str(mode), "WORK", "1000"], environment, 99, device, 2000)


def sycl(checks, device):
    program = os.path.join(HERE, "programs", "sycl_queue.py")
    for adapter in (0, 1):
        environment = {**DEVICES[device], "SYCL_UR_USE_LEVEL_ZERO_V2": str(adapter)}
        for queue in QUEUES:
            name = f"V{adapter + 1} {device} {queue}"
            slow = {**environment, "SHIM_KNS": "10000000"}
            checks.launch(f"SYCL launch {name}", [PYTHON, program, "40", queue, "3"], slow, 41, device)
        for queue in QUEUES:
            name = f"V{adapter + 1} {device} {queue}"
            fast = {**environment, "SHIM_KNS": "300000"}
            checks.attach(f"SYCL attach {name}", [PYTHON, program, "WORK", queue, "1"], fast, 99, device, 2000)
        if device in SYNCHRONOUS:
            # The adapter's lists are synchronous then.
            queue, waits = "default", {**fast, "UR_L0_SERIALIZE": "2"}
            checks.attach(
                f"SYCL attach sync V{adapter + 1} {device} {queue}", [PYTHON, program, "WORK", queue, "1", "sync"], waits, 99, device, 1000
            )


def arrays(checks, device):
    program = os.path.join(HERE, "programs", "sycl_arrays.py")
    environment = {**DEVICES[device], "SHIM_KNS": "100000"}
    checks.launch(f"dpnp launch {device}", [PYTHON, program, "x100"], environment, None, device)
    checks.attach(f"dpnp attach {device}", [PYTHON, program, "WORK"], environment, 99, device, 3)


def main():
    # Whoever ends the checks ends what they have started.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    arguments = [argument for argument in sys.argv[1:] if argument != "--table"]
    if not arguments or any(device not in DEVICES for device in arguments[1:]):
        sys.exit(f"usage: check.py [--table] ZETOP [DEVICE]...   DEVICE: {' '.join(DEVICES)}")
    checks = Checks(arguments[0], "--table" in sys.argv)
    begin = time.monotonic()
    for device in arguments[1:] or ["tgl", "dg2"]:
        buffers(checks, device)
        modules(checks, device)
        backlog(checks, device)
        if device in TIMESTAMPS_WRAP:
            wrapped(checks, device)
        own_figures(checks, device)
        again(checks, device)
        empty(checks, device)
        filtered(checks, device)
        sampled(checks, device)
        attach(checks, device)
        destroyed(checks, device)
        graph(checks, device)
        if os.path.exists(PYTHON):
            sycl(checks, device)
            dropped(checks, device)
            two_queues(checks, device, TWO_QUEUES if device in ("tgl", "dg2") else [*TWO_QUEUES, (0, "default"), (0, "in_order")])
            arrays(checks, device)
        else:
            checks.skip(f"SYCL and dpnp {device}", "dpctl and dpnp are not there (PyPI was out of reach, or ZETOP_SYCL=no)")
    if "--table" in sys.argv:
        print("\n| device | check | figures |\n|---|---|---|")
        for device, name, note in checks.table:
            print(f"| {device} | {name} | {note} |")
    if checks.slow:
        print(f"slow: {', '.join(checks.slow)}")
    # Once more, and why: of a long output only the end may be kept.
    for failed in checks.failed:
        print(f"failed: {failed}")
    print(
        f"real driver: {checks.passed} passed ({len(checks.slow)} slow), {len(checks.failed)} failed, "
        f"{len(checks.known)} known faults, {len(checks.skipped)} skipped, {time.monotonic() - begin:.0f} s"
    )
    sys.exit(1 if checks.failed else 0)


if __name__ == "__main__":
    main()
