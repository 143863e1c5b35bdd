"""How long submissions of SYCL V2 take while zetop is attached, beside plain runs by turns: submissions.py ZETOP [DEVICE]...

Without the time in which the thread could have run but had no processor (schedstat), so that it does not matter what else the
machine does, and without the attach and the detach, which stop the program for some milliseconds. Run in the lab:
tests/real-driver/lab.sh -- python3 tests/real-driver/submissions.py ZETOP bmg ptl
"""

import os
import statistics
import subprocess
import sys
import time

from check import DEVICES, HERE, PYTHON, Running

PAIRS = 6
# After the attach and before the detach, s.
MARGIN, ATTACHED = 0.05, 0.9


def mapped(pid):
    with open(f"/proc/{pid}/maps") as maps:
        return "libzetop_" in maps.read()


def run(device, zetop):
    """The longest submission, ms, from shortly after the attach until shortly before the detach, or of a plain run's time like that."""
    command = [PYTHON, os.path.join(HERE, "programs", "sycl_two_queues.py"), "1500", "default", "1"]
    environment = {**DEVICES[device], "SYCL_UR_USE_LEVEL_ZERO_V2": "1", "SUBMISSIONS": "all"}
    with Running(command, environment) as program:
        program.line()
        time.sleep(0.3)
        pid = program.process.pid
        begin = time.monotonic()
        if zetop:
            null = subprocess.DEVNULL
            attach = [zetop, "-p", str(pid), "--duration", "1", "--json", "/dev/null"]
            watcher = subprocess.Popen(attach, stdout=null, stderr=null)
            while program.is_running() and not mapped(pid):
                time.sleep(0.001)
            begin = time.monotonic()
            watcher.wait()
        _, _, err = program.finish()
    took = [line.split()[1:] for line in err.splitlines() if line.startswith("submission ")]
    inside = [float(ms) for at, ms in took if begin + MARGIN <= float(at) <= begin + ATTACHED]
    if not inside:
        sys.exit("the program ended too early")
    return max(inside)


def main():
    zetop, devices = sys.argv[1], sys.argv[2:] or ["bmg", "ptl"]
    for device in devices:
        sides = [], []
        for _ in range(PAIRS):
            for side, program in zip(sides, (None, zetop)):
                side.append(run(device, program))
        plain, attached = map(statistics.median, sides)
        all_of = ["/".join(f"{ms:.2f}" for ms in side) for side in sides]
        print(
            f"{device}: longest submission, median of {PAIRS} pairs: plain {plain:.2f} ms, attached {attached:.2f} ms, "
            f"{attached - plain:+.2f} ({all_of[0]}, {all_of[1]})",
            flush=True,
        )


main()
