#!/usr/bin/env python3
"""What a call of an attached process costs, alone and beside another one of its tree: processor time by call, zetop's part included.

Usage: tests/job/tree.py ZETOP WORKLOAD SIMULATOR
"""
import json, os, signal, subprocess, sys, time


def processor_time(pid):
    return sum(int(open(f"/proc/{pid}/task/{task}/schedstat").read().split()[0]) for task in os.listdir(f"/proc/{pid}/task"))


def run(zetop, workload, simulator, workers):
    script = f"for n in $(seq {workers}); do $W calls threads=1 calls=900000000 > /dev/null & done; wait"
    environment = dict(os.environ, ZE_ENABLE_ALT_DRIVERS=simulator, W=workload)
    shell = subprocess.Popen(["sh", "-c", script], env=environment, start_new_session=True)
    time.sleep(0.7)
    command = [zetop, "-p", str(shell.pid), "--no-tui", "--exact", "--interval", "0.5"]
    attached = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    first = None
    for number, line in enumerate(attached.stdout):
        processes = json.loads(line)["processes"]
        if len(processes) < workers or not all(process["calls"] for process in processes):
            continue
        now = {process["pid"]: (process["calls"], processor_time(process["pid"])) for process in processes}
        if first is None:
            first = number, now
        elif number >= first[0] + 8:
            break
    attached.terminate()
    attached.wait()
    os.killpg(shell.pid, signal.SIGKILL)
    shell.wait()
    return [round((now[pid][1] - before[1]) / (now[pid][0] - before[0]), 2) for pid, before in first[1].items()]


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    for workers in (1, 2, 1, 2):
        print(f"{workers} workers: ns of processor time by call: {run(*map(os.path.abspath, sys.argv[1:]), workers)}", flush=True)
