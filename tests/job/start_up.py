#!/usr/bin/env python3
"""What zetop adds to a short program: until its first output, and until its end, with the processor time of all that runs.

Usage: tests/job/start_up.py ZETOP SIMULATOR|- [ROUNDS] -- PROGRAM [ARGUMENT...]
SIMULATOR is `libze_sim.so`, for a program of Level Zero. The program and `zetop PROGRAM` take turns; medians are printed.
"""
import os, statistics, subprocess, sys, time


def once(command):
    """Milliseconds until the first byte on stdout, until the end, and of processor time."""
    output, end = os.pipe()
    begun = time.perf_counter()
    process = subprocess.Popen(command, stdout=end, stderr=subprocess.DEVNULL)
    os.close(end)
    os.read(output, 1)
    first = time.perf_counter() - begun
    while os.read(output, 65536):
        pass
    _, _, used = os.wait4(process.pid, 0)
    process.returncode = 0
    whole = time.perf_counter() - begun
    os.close(output)
    return [1e3 * seconds for seconds in (first, whole, used.ru_utime + used.ru_stime)]


def main(arguments):
    if "--" not in arguments[2:] or arguments[-1] == "--":
        sys.exit(__doc__)
    at = arguments.index("--")
    (zetop, simulator, *rounds), program = arguments[:at], arguments[at + 1 :]
    if simulator != "-":
        os.environ["ZE_ENABLE_ALT_DRIVERS"] = os.path.abspath(simulator)
    watched = [zetop, "--no-tui", "--no-history", "--", *program]
    results = [[], []]
    for _ in range(int(rounds[0]) if rounds else 41):
        for result, command in zip(results, (program, watched)):
            result.append(once(command))
    plain, under = ([statistics.median(one) for one in zip(*result)] for result in results)
    load = os.getloadavg()[0]
    for name, one, other in zip(("first output", "end", "processor time"), plain, under):
        print(f"{name}: {one:.2f} ms, under zetop {other:.2f} ms: {other - one:.2f} ms more (load {load:.1f})")


if __name__ == "__main__":
    main(sys.argv[1:])
