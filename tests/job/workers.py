#!/usr/bin/env python3
"""How long `zetop -p` of a shell with 40 workers, which make 200 calls a second each, takes until all 40 have calls, and to leave them.

Usage: tests/job/workers.py ZETOP WORKLOAD SIMULATOR [ROUNDS]
WORKLOAD and SIMULATOR: target/release/ze-workload and target/release/libze_sim.so of `cargo build --release -p zetop-workloads -p ze-sim`.
"""
import json, os, signal, subprocess, sys, time

WORKERS = 40


def once(zetop, workload, simulator):
    environment = dict(os.environ, ZE_ENABLE_ALT_DRIVERS=simulator, W=workload)
    script = f"for n in $(seq {WORKERS}); do $W calls threads=1 calls=100000000 rate=200 > /dev/null & done; wait"
    shell = subprocess.Popen(["sh", "-c", script], env=environment, start_new_session=True)
    # Their start is not what is measured.
    time.sleep(5)
    load, begun = os.getloadavg()[0], time.monotonic()
    attached = subprocess.Popen([zetop, "--no-tui", "--interval", "0.1", "-p", str(shell.pid)],
                                stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    for line in attached.stdout:
        processes = json.loads(line)["processes"]
        if sum(1 for process in processes if process["calls"] > 0) == WORKERS:
            break
    there = time.monotonic() - begun
    begun = time.monotonic()
    attached.send_signal(signal.SIGTERM)
    attached.stdout.read()
    attached.wait()
    left = time.monotonic() - begun
    os.killpg(shell.pid, signal.SIGKILL)
    shell.wait()
    print(f"all after {there:.2f} s, left after {left:.2f} s, load {load:.1f}", flush=True)


if __name__ == "__main__":
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    for _ in range(int(sys.argv[4]) if len(sys.argv) > 4 else 3):
        once(*(os.path.abspath(path) for path in sys.argv[1:4]))
        time.sleep(5)
