#!/usr/bin/env python3
"""Runs odd programs under zetop, kills and stops both at random, and compares counts. See tests/soak.sh.

What must hold:
- the program says what it says without zetop, and ends as it does without;
- under `zetop PROGRAM`, the calls that zetop counted are those of the program's own ledger; with the program killed,
  between those begun and those that returned;
- under `zetop -p PID`, they are at least those between the first figures and the order to leave, unless a note says
  that the loader was initialised meanwhile, and at most those between start and end of that zetop;
- with CUDA, each launch is timed or untimed, the program's own profiler has all records, and a program that runs all the
  time does not grow;
- nobody hangs, and nothing stays in /dev/shm and /tmp.
"""

import collections
import fcntl
import glob
import json
import mmap
import os
import random
import re
import signal
import struct
import subprocess
import sys
import tempfile
import time

ZETOP, PROGRAM, SIMULATOR = sys.argv[1:4]
SECONDS = float(sys.argv[4]) * 60
SEED = int(sys.argv[5])
# The folder of the stand-in driver and CUPTI, and of the plugin.
CUDA = sys.argv[6] if len(sys.argv) > 6 else None
FUNCTION = "cuLaunchKernel" if CUDA else "zeDriverGetApiVersion"
PATIENCE = 90
# A child that was there before the attach is not watched; there is one at a time, and it makes no more calls.
CHILD = 5000

did = collections.Counter()
failures = []
notes = collections.Counter()


class Ledger:
    def __init__(self, folder):
        self.path = os.path.join(folder, "ledger")
        with open(self.path, "wb") as file:
            file.write(bytes(16))
        self.file = open(self.path, "r+b")
        self.map = mmap.mmap(self.file.fileno(), 16)

    def errors(self):
        try:
            return open(self.path + ".stderr").read()
        except OSError:
            return ""

    def begun(self):
        return struct.unpack_from("Q", self.map, 0)[0]

    def returned(self):
        return struct.unpack_from("Q", self.map, 8)[0]


def fail(what, detail=""):
    failures.append(f"{what}: {detail}")
    print(f"FAILED seed {SEED} run {did['runs']}: {what}: {detail}", flush=True)


def calls(figures):
    return sum(api["calls"] for api in figures["host"]["apis"] if api["name"] == FUNCTION)


def last_line(path):
    try:
        lines = [line for line in open(path) if line.endswith("\n")]
        return json.loads(lines[-1]) if lines else None
    except (OSError, ValueError):
        return None


def stacks(pid):
    """Where its threads and those of its children are, if there is a gdb."""
    text = ""
    for one in [pid] + children(pid):
        command = ["gdb", "-p", str(one), "-batch", "-ex", "thread apply all bt 12"]
        try:
            text += subprocess.run(command, capture_output=True, text=True, timeout=60, check=False).stdout
        except (OSError, subprocess.TimeoutExpired) as error:
            text += str(error)
    return "\n".join(line for line in text.splitlines() if line.startswith(("#", "Thread")))


def wait(process, what):
    try:
        return process.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        fail("hangs", f"{what}, pid {process.pid}: {stacks(process.pid)}")
        process.kill()
        process.wait()
        return None


def environment(simulated):
    env = {k: v for k, v in os.environ.items() if not k.startswith(("ZE_", "ZETOP_", "ZESIM_"))}
    if CUDA:
        env |= {"LD_LIBRARY_PATH": CUDA, "SOAK_PLUGIN": f"{CUDA}/plugin.so"}
        env |= {"SLOW_FLUSH_US": str(random.choice([0, 0, 1000, 20000])), "SLOW_ENABLE_MS": str(random.choice([0, 0, 30]))}
    elif simulated:
        env["ZE_ENABLE_ALT_DRIVERS"] = SIMULATOR
    return env


def check_program(ledger, out, status, seed, killed):
    text = open(out).read()
    errors = ledger.errors()
    if errors:
        fail("words in the program's stderr", repr(errors[:300]))
    if killed:
        did["programs killed"] += 1
        return
    if status != seed % 50 or text != f"done {seed}, failed 0\n":
        fail("program differs", f"status {status} instead of {seed % 50}, said {text!r}")


# What these programs do that may cost calls, and the note that says so. Under `zetop PROGRAM` nothing does.
LAUNCHED = []
# The loader was initialised, for the first time or again, and the probe sees that at its next look.
ATTACHED = [re.compile(r"initialised \d+ times by the program while zetop was attached: calls of up to 0\.1 s each are missing")]


def reasons(figures, known):
    """Notes that say why calls are missing, by the reasons that can apply."""
    return [note for note in figures["quality"]["notes"] if any(reason.fullmatch(note) for reason in known)]


def children(pid):
    try:
        return [int(p) for p in open(f"/proc/{pid}/task/{pid}/children").read().split()]
    except OSError:
        return []


def program_of(zetop):
    """The program that a zetop has started: its other children are helpers of its own, and what is about to become the program."""
    for pid in children(zetop.pid):
        try:
            if os.path.samefile(f"/proc/{pid}/exe", PROGRAM):
                return pid
        except OSError:
            pass
    return None


def stop_for_a_while(rng, pid, what):
    try:
        os.kill(pid, signal.SIGSTOP)
        time.sleep(rng.uniform(0.01, 0.6))
        os.kill(pid, signal.SIGCONT)
        did[f"{what} stopped"] += 1
    except ProcessLookupError:
        pass


def launch(rng, folder):
    ledger, out, figures = Ledger(folder), os.path.join(folder, "out"), os.path.join(folder, "json")
    seed, seconds = rng.randrange(1, 1 << 30), rng.uniform(0.05, 3)
    command = [ZETOP, "--no-tui", "--json", figures] + ([] if CUDA else ["--sim"])
    if rng.random() < 0.3:
        command += ["--interval", "0.05"]
    command += ["--", PROGRAM, ledger.path, str(seed), str(seconds)]
    with open(out, "w") as stdout, open(os.path.join(folder, "err"), "w") as stderr:
        zetop = subprocess.Popen(command, stdout=stdout, stderr=stderr, env=environment(False))
    did["launched"] += 1
    fate = rng.choice(["none", "none", "stop zetop", "stop program", "kill program", "kill zetop"])
    time.sleep(rng.uniform(0, seconds))
    program = program_of(zetop)
    if fate == "stop zetop":
        stop_for_a_while(rng, zetop.pid, "zetop")
    elif fate == "stop program" and program:
        stop_for_a_while(rng, program, "program")
    elif fate == "kill program" and program:
        try:
            os.kill(program, rng.choice([signal.SIGKILL, signal.SIGTERM]))
        except ProcessLookupError:
            program = None
    elif fate == "kill zetop":
        did["zetop killed"] += 1
        zetop.kill()
        zetop.wait()
        end = time.monotonic() + PATIENCE
        while program and os.path.exists(f"/proc/{program}") and time.monotonic() < end:
            time.sleep(0.02)
        if program and os.path.exists(f"/proc/{program}"):
            return fail("hangs", "the program whose zetop was killed")
        text = open(out).read()
        if program and text != f"done {seed}, failed 0\n":
            fail("program differs", f"its zetop was killed; it said {text!r}")
        return None
    status = wait(zetop, "zetop")
    if status is None:
        return None
    killed = fate == "kill program" and status < 0
    check_program(ledger, out, status, seed, killed)
    found = last_line(figures)
    if found is None:
        return fail("no figures", open(os.path.join(folder, "err")).read()[-500:])
    # A child of a program that was killed goes on for a while, after zetop has ended.
    low, high = (ledger.returned() - CHILD, ledger.begun()) if killed else (ledger.begun(), ledger.begun())
    counted = calls(found)
    did["calls"] += ledger.returned()
    # `exit` in a handler on top of a launch: that has begun, but does not return.
    low -= 1 if CUDA else 0
    if not low <= counted <= high:
        said = reasons(found, LAUNCHED)
        if counted < low and said:
            notes[said[0]] += 1
        else:
            fail("counts differ", f"zetop {counted}, ledger {low} to {high}, {fate}, notes {found['quality']['notes']}")
    else:
        did["counts exact"] += 1
    operations = found["device"]["timed"] + found["device"]["untimed"]
    # The call that a handler's exit has interrupted may be counted as either.
    if CUDA and not killed and not counted - 1 <= operations <= counted + 1:
        fail("operations differ", f"zetop {operations} of {counted} launches, {fate}, {found['device']['untimed_reasons']}")
    return None


def attach(rng, folder):
    ledger, out = Ledger(folder), os.path.join(folder, "out")
    seed, seconds = rng.randrange(1, 1 << 30), rng.uniform(1, 6)
    with open(out, "w") as stdout:
        command = [PROGRAM, ledger.path, str(seed), str(seconds)]
        program = subprocess.Popen(command, stdout=stdout, env=environment(True))
    did["started plain"] += 1
    killed = False
    while program.poll() is None:
        killed |= attach_once(rng, folder, ledger, program)
        time.sleep(rng.uniform(0, 0.3))
    status = wait(program, "program")
    if status is not None:
        check_program(ledger, out, status, seed, killed)
    did["calls"] += ledger.returned()


def attach_once(rng, folder, ledger, program):
    """One zetop on the program. True when the program was killed."""
    figures = os.path.join(folder, "json")
    if os.path.exists(figures):
        os.remove(figures)
    errors = os.path.join(folder, "err")
    before = ledger.returned()
    command = [ZETOP, "-p", str(program.pid), "--no-tui", "--interval", "0.02", "--json", figures]
    with open(errors, "w") as stderr:
        zetop = subprocess.Popen(command, stderr=stderr, env=environment(False))
    end = time.monotonic() + PATIENCE
    while zetop.poll() is None and last_line(figures) is None and time.monotonic() < end:
        time.sleep(0.005)
    attached = ledger.begun()
    if zetop.poll() is not None:
        reason = re.sub(r"\b\d+\b", "N", open(errors).read().strip())
        did["attach refused"] += 1
        notes[f"refused: {reason[:110]}"] += 1
        return False
    did["attached"] += 1
    time.sleep(rng.uniform(0, 0.5))
    fate = rng.choice(["leave", "leave", "leave", "kill zetop", "stop zetop", "stop program", "kill program"])
    if fate == "kill zetop":
        did["zetop killed"] += 1
        zetop.kill()
        zetop.wait()
        return False
    if fate == "stop zetop":
        stop_for_a_while(rng, zetop.pid, "zetop")
    if fate == "stop program":
        stop_for_a_while(rng, program.pid, "program")
    if fate == "kill program" and rng.random() < 0.3 and program.poll() is None:
        program.kill()
        wait(zetop, "zetop")
        return True
    ordered = ledger.returned()
    lived = program.poll() is None
    try:
        zetop.send_signal(rng.choice([signal.SIGINT, signal.SIGTERM]))
    except ProcessLookupError:
        pass
    if wait(zetop, "zetop") is None:
        return False
    after, found = ledger.begun(), last_line(figures)
    if found is None:
        fail("no figures", open(errors).read()[-500:])
        return False
    counted = calls(found)
    did["detached"] += 1
    low, high = max(0, ordered - attached - CHILD), after - before
    if counted > high:
        fail("counted too much", f"zetop {counted}, ledger at most {high}")
    elif lived and counted < low:
        said = reasons(found, ATTACHED)
        if said:
            notes[said[0]] += 1
        else:
            fail("counted too little", f"zetop {counted}, ledger at least {low}, notes {found['quality']['notes']}")
    else:
        did["counts within"] += 1
    return False


class Keeper:
    """A program that runs under zetop all the time. Its memory is flat."""

    def __init__(self, folder):
        self.ledger = Ledger(folder)
        command = [ZETOP, "--no-tui", "--json", os.path.join(folder, "json"), "--", PROGRAM]
        command += [self.ledger.path, "7", str(SECONDS), "keeps"]
        self.zetop = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment(True))
        self.early, self.looked = None, False

    def resident(self):
        for pid in children(self.zetop.pid):
            try:
                # Not the pages of the process file, which are touched little by little.
                return int(re.search(r"RssAnon:\s*(\d+)", open(f"/proc/{pid}/status").read()).group(1))
            except (OSError, AttributeError):
                pass
        return None

    def look(self, part):
        if part > 0.3 and self.early is None:
            self.early = self.resident()
        if part > 0.9 and not self.looked and self.early and (now := self.resident()):
            if now > self.early + 8192:
                fail("memory grows", f"{self.early} KB, then {now} KB")
            print(f"a program that runs all the time: {self.early} KB, then {now} KB", flush=True)
            self.looked = True

    def end(self):
        if wait(self.zetop, "the zetop of the program that runs all the time") not in (None, 7):
            fail("program differs", f"status {self.zetop.returncode} of the one that runs all the time")


def lives(folder):
    """Whether a zetop has this folder: another one than ours, which runs beside the soak. It has locked it."""
    for path in (folder, os.path.join(folder, "options")):
        try:
            opened = os.open(path, os.O_RDONLY)
        except OSError:
            continue
        try:
            fcntl.flock(opened, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
        except OSError:
            pass
        finally:
            os.close(opened)
    return False


def leftovers():
    found = [p for place in ("/dev/shm", "/tmp") for p in glob.glob(f"{place}/zetop-*")]
    # Not what `zetop doctor` unpacks for users without a home, which is to stay, and nothing of other people's.
    ours = re.compile(r"zetop-[0-9a-f]{32}")
    return [path for path in found if ours.fullmatch(os.path.basename(path)) and not lives(path)]


def clean_up():
    """The next zetop cleans up after those that were killed."""
    subprocess.run([ZETOP, "--no-tui", "true"], stderr=subprocess.DEVNULL, check=False)


def main():
    rng = random.Random(SEED)
    was_there = set(leftovers())
    started = time.monotonic()
    reported = started
    kept = tempfile.TemporaryDirectory(prefix="soak-")
    keeper = Keeper(kept.name) if CUDA else None
    while time.monotonic() - started < SECONDS:
        did["runs"] += 1
        with tempfile.TemporaryDirectory(prefix="soak-") as folder:
            (launch if rng.random() < 0.6 else attach)(rng, folder)
        if keeper:
            keeper.look((time.monotonic() - started) / SECONDS)
        if time.monotonic() - reported > 60:
            reported = time.monotonic()
            print(f"{reported - started:.0f} s: {dict(did)}, {len(failures)} failed", flush=True)
    if keeper:
        keeper.end()
    kept.cleanup()
    clean_up()
    left = [path for path in leftovers() if path not in was_there]
    if left:
        # What nobody has signed goes after a minute.
        time.sleep(65)
        clean_up()
        left = [path for path in left if os.path.exists(path)]
    if left:
        fail("left behind", left)
    print(f"soak: {time.monotonic() - started:.0f} s, seed {SEED}")
    for what, number in sorted(did.items()):
        print(f"  {number:>12,}  {what}")
    for what, number in notes.most_common():
        print(f"  {number:>12,}  said by zetop: {what}")
    print(f"{len(failures)} failed")
    for failure in failures[:50]:
        print(f"  {failure}")
    return 1 if failures else 0


sys.exit(main())
