#!/usr/bin/env python3
"""What a session leaves, on a real GPU: letsgo.py ZETOP FOLDER. A line per check, as tests/gpu/run.sh has them."""

import json
import os
import signal
import subprocess
import sys
import time

ZETOP, W = sys.argv[1:3]
PROGRAM = f"{W}/letsgo"


def check(good, text):
    print(("ok    " if good else "WRONG ") + text, flush=True)


class Program:
    def __init__(self, *arguments):
        self.process = subprocess.Popen([PROGRAM, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.first = self.process.stdout.readline().strip()

    def order(self, order):
        try:
            self.process.stdin.write(order + "\n")
            self.process.stdin.flush()
            return self.process.stdout.readline().strip()
        except OSError as error:
            return str(error)

    def profile(self):
        self.order("on")
        self.order("launch")
        return self.order("off")

    def is_attached(self):
        try:
            return ".blk" in open(f"/proc/{self.process.pid}/maps").read()
        except OSError:
            return False

    def end(self):
        self.process.stdin.close()
        try:
            return self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.process.kill()
            return "hangs"


def until(what, limit=20):
    end = time.monotonic() + limit
    while time.monotonic() < end:
        if what():
            return True
        time.sleep(0.01)
    return False


def attach(program):
    path = f"{W}/letsgo.json"
    if os.path.exists(path):
        os.remove(path)
    zetop = subprocess.Popen([ZETOP, "--no-tui", "--no-history", "--json", path, "-p", str(program.process.pid)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    if not until(program.is_attached):
        check(False, "no attach within 20 s")
    # The file is mapped shortly before CUPTI is started and all is in place, of which nothing tells.
    time.sleep(1.5)

    def detach():
        zetop.send_signal(signal.SIGTERM)
        zetop.wait(30)
        until(lambda: not program.is_attached())
        return figures(path)

    return detach


def figures(path):
    try:
        return json.load(open(path))["device"]
    except (OSError, ValueError) as error:
        return {"timed": -1, "untimed": -1, "untimed_reasons": str(error)}


def operations(device):
    return f"{device['timed']} timed, {device['untimed']} untimed {device['untimed_reasons'] or ''}"


def own_profiler():
    for mode in ("registered", "own"):
        program = Program(mode)
        if program.first != "ready":
            check(False, f"{mode}: {program.first}")
            continue
        if mode == "own":
            program.order("register")
        said = [program.profile()]
        program.order("on")
        detach = attach(program)
        program.order("launch")
        said += [program.order("off"), program.profile()]
        device = detach()
        said += [program.profile()]
        check(said == ["100 records"] * 4, f"its own CUPTI, {mode} before: {said} before, across, during and after an attach")
        check(device["timed"] == 0 and device["untimed"] >= 200, f"and zetop counts meanwhile: {operations(device)}")
        status = program.end()
        check(status == 0, f"it ends with {status}")
    program = Program("own")
    detach = attach(program)
    program.order("launch")
    program.order("register")
    said = [program.profile()]
    time.sleep(2)
    program.order("launch")
    device = detach()
    said += [program.profile()]
    check(said == ["100 records"] * 2, f"its own CUPTI, registered during an attach: {said}, and after it without registering again")
    check(device["timed"] == 200 and device["untimed"] == 100, f"zetop has it before and after: {operations(device)}")
    detach = attach(program)
    program.order("launch")
    check(True, f"the next attach says: {operations(detach())}")
    program.end()
    program = Program("own")
    for attempt in range(2):
        detach = attach(program)
        program.order("launch")
        device = detach()
        check((device["timed"], device["untimed"]) == (100, 0), f"a CUPTI that nobody uses, attach {attempt + 1}: {operations(device)}")
    program.end()


def taken_back():
    """A detach at any moment while CUPTI is given to the program and taken back, which begins 0.5 s after it is done."""
    program = Program("own")
    failed, rounds = [], 12
    for round in range(rounds):
        detach = attach(program)
        if round == 0:
            program.order("register")
        during = program.profile()
        time.sleep(0.4 + 0.04 * round)
        detach()
        after = program.profile()
        # Nobody but zetop uses CUPTI then: one that was left on, or off, shows in what the next attach counts.
        detach = attach(program)
        program.order("launch")
        device = detach()
        good = (during, after) == ("100 records", "100 records") and device["timed"] + device["untimed"] == 100
        if not good:
            failed.append(f"round {round}: {during}, {after}, {operations(device)}")
    status = program.end()
    check(not failed and status == 0, f"{rounds} detaches while CUPTI is given and taken back: {failed or 'its 100 records each time, 100 operations in the next attach'} ({status})")


def run(*arguments):
    path = f"{W}/letsgo.json"
    if os.path.exists(path):
        os.remove(path)
    try:
        done = subprocess.run([ZETOP, "--no-tui", "--no-history", "--json", path, "--", PROGRAM, *arguments], capture_output=True, text=True, timeout=100, check=False)
    except subprocess.TimeoutExpired:
        return None, "hangs", {}
    try:
        return done.returncode, done.stdout.strip(), json.load(open(path))
    except (OSError, ValueError) as error:
        return done.returncode, done.stdout.strip() + done.stderr[-300:] + str(error), {}


def ends():
    plain = subprocess.run([PROGRAM, "forks", "200"], capture_output=True, text=True, timeout=100, check=False).stdout.strip()
    status, said, _ = run("forks", "200")
    check(said == plain, f"200 forked children that exit and _exit: {said} ({status}), without zetop {plain}")
    for mode in ("quits", "exits"):
        status, said, found = run(mode, "2000")
        calls = sum(api["calls"] for api in found.get("host", {}).get("apis", []) if api["name"].startswith("cuLaunchKernel"))
        device = found.get("device", {"timed": -1, "untimed": -1, "untimed_reasons": said})
        check(status == 5 and device["timed"] + device["untimed"] >= calls >= 2001, f"{mode}: {operations(device)} of {calls} launches ({status})")


def cycles():
    # An attach takes half a second to a second.
    seconds = int(os.environ.get("CYCLES_SECONDS", "95"))
    program = Program("plugins", f"{W}/plugin.so", str(seconds + 5))
    done, failed, begun = 0, 0, time.monotonic()
    while done + failed < 200 and time.monotonic() - begun < seconds and program.process.poll() is None:
        zetop = subprocess.run([ZETOP, "--no-tui", "--no-history", "--duration", "0.01", "-p", str(program.process.pid)], capture_output=True, text=True, timeout=60, check=False)
        done, failed = done + (zetop.returncode == 0), failed + (zetop.returncode != 0)
        if zetop.returncode and program.process.poll() is None:
            print("      " + zetop.stderr.strip()[-200:])
    took = time.monotonic() - begun
    last = program.process.stdout.readline().strip()
    status = program.end()
    check(done >= min(200, seconds) and not failed and status == 0 and last == "ended well", f"{done} attaches in {took:.0f} s around a plugin that comes and goes, {failed} failed: {last} ({status})")


own_profiler()
taken_back()
ends()
cycles()
