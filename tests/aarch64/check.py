"""zetop for aarch64 under qemu-user: the demonstration, and launches on the simulated GPU whose counts are compared with what the
programs themselves say, exactly.

Usage: check.py ZETOP ZE_WORKLOAD, inside of inside.sh
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

zetop, workload = sys.argv[1:]
work = Path(tempfile.mkdtemp())
# qemu is slow, and the machine may be busy.
LIMIT = 600

# Calls of one thread and of many, errors, kernels, copies of each kind, lists that are executed again.
WORKLOADS = ["calls", "errors", "saxpy", "launches", "copies", "lists", "short-threads"]


def run(command):
    done = subprocess.run(command, timeout=LIMIT, text=True, capture_output=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}: status {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def expected(lines):
    """The program's own lines: `expect call FUNCTION calls=N errors=N` and its like."""
    for line in lines.splitlines():
        words = line.split()
        if words[:1] == ["expect"] and words[1] in ("call", "kernel", "transfer", "fill"):
            numbers = dict(word.split("=") for word in words if "=" in word)
            yield words[1], words[2:-len(numbers)], {key: int(value) for key, value in numbers.items()}


def total(rows, key, of):
    return sum(row[key] for row in rows if of(row))


def found(figures, kind, names):
    host, device = figures["host"]["apis"], figures["device"]
    if kind == "call":
        of = lambda row: row["name"] == names[0]
        return {"calls": total(host, "calls", of), "errors": total(host, "errors", of)}
    if kind == "kernel":
        return {"launches": total(device["kernels"], "launches", lambda row: row["name"] == names[0])}
    if kind == "transfer":
        of = lambda row: (row["src"], row["dst"]) == tuple(names[:2])
        return {"ops": total(device["transfers"], "ops", of), "bytes": total(device["transfers"], "bytes", of)}
    return {key: device["fills"][key] for key in ("ops", "bytes")}


def demonstration():
    output = work / "demo.json"
    said = run([zetop, "demo", "--no-tui", "--duration", "3", "--json", str(output)])
    figures = json.loads(output.read_text())
    device = figures["device"]
    # It ends with an error if a result is wrong.
    if "results right" not in said or not device["kernels"] or device["coverage_pct"] != 100.0:
        sys.exit(f"demo: {device['coverage_pct']} % of operations timed\n{said}")
    print(f"ok  demo: {device['timed']} operations timed, {device['coverage_pct']} % of all", flush=True)


def launch(name):
    output = work / f"{name}.json"
    said = run([zetop, "--sim=discrete", "--no-tui", "--json", str(output), "--", workload, name])
    figures = json.loads(output.read_text())
    checked = 0
    for kind, names, numbers in expected(said):
        seen = found(figures, kind, names)
        if seen != numbers:
            sys.exit(f"{name}: {kind} {' '.join(names)}: {seen} instead of {numbers}\n{said}")
        checked += 1
    if checked == 0:
        sys.exit(f"{name}: it says nothing to compare with\n{said}")
    print(f"ok  launch of {name}: {checked} exact counts", flush=True)


demonstration()
for name in WORKLOADS:
    launch(name)
