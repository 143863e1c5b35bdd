"""The rounds of torture.sh, inside the lab.

Usage: torture.py ZETOP SEED SECONDS [DEVICE]...

Each round draws a program, how it meets zetop, and how both end. Held against a plain run of the same program, or known beforehand:

crashes  a program that ended by a signal that nobody sent, or a zetop that did
hangs    either that did not end in time
results  output or exit status other than plain
counts   launches that are not those made, figures that do not add up, invalid timestamps
"""

import json
import os
import random
import signal
import sys
import tempfile
import time

from check import DEVICES, HERE, MODES, PYTHON, QUEUES
from running import Ended, Running

LIMIT = 120  # seconds for one program
PLAIN_LIMIT = 30  # the same without zetop
KINDS = ["crashes", "hangs", "results", "counts"]
PATIENCE = 3  # seconds that a zetop is left stopped at most


def programs(device):
    """Name, command, environment, launches of the kernel if they are known beforehand."""
    environment = DEVICES[device]
    found = []
    for mode, title in enumerate(MODES):
        found.append((f"backlog {title}", ["/opt/backlog", str(mode), "1500", "1000"], {"SHIM_KNS": "300000"}, 1501))
    for wait in range(4):
        found.append((f"destroyed {wait}", ["/opt/destroyed", "2", str(wait)], {"SHIM_KNS": "300000"}, None))
    found.append(("graph", ["/opt/forked_graph", "40"], {}, 200))
    found.append(("empty", ["/opt/empty", "2"], {}, None))
    found.append(("filtered", ["/opt/filtered", "300"], {}, None))
    if os.path.exists(PYTHON):
        for adapter in (0, 1):
            adapters = {"SYCL_UR_USE_LEVEL_ZERO_V2": str(adapter)}
            for queue in QUEUES:
                name = f"V{adapter + 1} {queue}"
                folder = os.path.join(HERE, "programs")
                found.append((f"{name}", [PYTHON, f"{folder}/sycl_queue.py", "1200", queue, "1"], adapters, 1201))
                found.append((f"{name} two queues", [PYTHON, f"{folder}/sycl_two_queues.py", "600", queue, "1"], adapters, 1204))
                found.append((f"{name} dropped", [PYTHON, f"{folder}/sycl_two_queues.py", "1000", queue, "1", "drop"], adapters, 1002))
    return [(name, command, {**environment, **more}, launches) for name, command, more, launches in found]


class Torture:
    def __init__(self, zetop, seed):
        self.zetop, self.random = zetop, random.Random(seed)
        self.folder = tempfile.mkdtemp(prefix="torture-")
        self.wrong = dict.fromkeys(KINDS, 0)
        self.rounds, self.detaches, self.refused, self.seen, self.plain = 0, 0, 0, {}, {}

    def works(self, name, command, environment):
        """False if it does not end well without zetop: the pretend device can't do all that a program may want."""
        if name not in self.plain:
            plain = Ended(command, environment, PLAIN_LIMIT)
            self.plain[name] = (plain.status, plain.out)
            if plain.status != 0:
                print(f"left out: {name}: plain, it ended with {plain.status}", flush=True)
        return self.plain[name][0] == 0

    def report(self, kind, round_, why):
        self.wrong[kind] += 1
        print(f"{kind}: round {self.rounds}, {round_}: {why}", flush=True)

    def judge(self, round_, name, ended, sent=()):
        """How a program ended, and what it wrote. `sent`: signals that it was sent."""
        status, out, err = ended
        if isinstance(status, str):
            return self.report("hangs", round_, status)
        if -status in sent:
            return None
        if status < 0:
            return self.report("crashes", round_, f"signal {-status}; {err.strip()[-300:]!r}")
        if (status, out) != self.plain[name]:
            self.report("results", round_, f"{(status, out)}, plain {self.plain[name]}; {err.strip()[-300:]!r}")
        return None

    def figures(self, round_, path, launches):
        try:
            with open(path) as file:
                report = json.load(file)
        except (OSError, ValueError) as error:
            return self.report("counts", round_, f"no report: {error}")
        device, quality = report["device"], report["quality"]
        if sum(device["untimed_reasons"].values()) != device["untimed"] or quality["invalid_timestamps"]:
            self.report("counts", round_, f"untimed {device['untimed']}, {device['untimed_reasons']}, invalid {quality['invalid_timestamps']}")
        found = sum(kernel["launches"] for kernel in device["kernels"] if kernel["name"] == "spin")
        if launches is not None and found != launches:
            self.report("counts", round_, f"{found} launches, not {launches}")
        operations = sum(kernel["launches"] for kernel in device["kernels"])
        if device["timed"] + device["untimed"] < operations:
            self.report("counts", round_, f"{device['timed']} timed + {device['untimed']} untimed, but {operations} launches")
        return None

    def zetop_ended(self, round_, status, err, may_fail):
        if isinstance(status, str):
            self.report("hangs", round_, f"zetop: {status}")
        elif status < 0 or status == 101 or "panicked" in err:
            self.report("crashes", round_, f"zetop ended with {status}: {err.strip()[-300:]!r}")
        elif status != 0 and ("instead of attaching" in err or "it was left as it was" in err or "nothing of it stays there" in err):
            # Left alone, and said so.
            self.refused += 1
            print(f"refused: round {self.rounds}, {round_}: {err.strip()[-300:]!r}", flush=True)
        elif status != 0 and not may_fail:
            self.report("results", round_, f"zetop ended with {status}: {err.strip()[-300:]!r}")

    def launch(self, round_, name, command, environment, launches):
        path = os.path.join(self.folder, "launch.json")
        under = Ended([self.zetop, "--json", path, "--", *command], environment, LIMIT)
        self.judge(round_, name, (under.status, under.out, under.err))
        self.figures(round_, path, launches)

    def launch_and_end(self, round_, name, command, environment):
        """The program is killed, or zetop is, at a random moment."""
        with Running([self.zetop, "--json", os.path.join(self.folder, "end.json"), "--", *command], environment, LIMIT) as zetop:
            time.sleep(self.random.uniform(0.05, 2))
            number = self.random.choice([signal.SIGTERM, signal.SIGKILL, signal.SIGINT])
            if zetop.is_running():
                os.kill(zetop.process.pid, number)
            # With a killed zetop, the program goes on and holds the pipes.
            status, _, err = zetop.finish()
        if isinstance(status, str):
            self.report("hangs", round_, status)
        elif status < 0 and -status != number:
            self.report("crashes", round_, f"zetop ended with {status} after signal {number}: {err.strip()[-300:]!r}")

    def attach(self, round_, name, command, environment):
        """zetop comes and goes until the program ends, by itself or by a signal."""
        with Running(command, environment, LIMIT) as program:
            first, sent, pid = "", set(), program.process.pid
            if "forked_graph" not in command[0]:
                first = program.line()
            ends = time.monotonic() + self.random.uniform(0.3, 4) if self.random.random() < 0.2 else None
            while program.is_running():
                self.attach_once(round_, pid, program)
                if ends and time.monotonic() > ends and program.is_running():
                    number = self.random.choice([signal.SIGTERM, signal.SIGKILL])
                    sent.add(number)
                    os.kill(pid, number)
                    break
            status, out, err = program.finish()
        self.judge(round_, name, (status, first + out, err), sent)

    def attach_once(self, round_, pid, program):
        path = os.path.join(self.folder, "attach.json")
        if os.path.exists(path):
            os.remove(path)
        seconds = self.random.uniform(0.05, 0.8)
        command = [self.zetop, "-p", str(pid), "--duration", f"{seconds:.2f}", "--json", path]
        time.sleep(self.random.choice([0, 0, 0.01, 0.1]))
        with Running(command, {}, LIMIT) as zetop:
            how = self.random.choice(["stay", "stay", "stay", "terminate", "kill", "stop", "stop and kill"])
            if how != "stay":
                time.sleep(self.random.uniform(0, 0.9))
                self.disturb(zetop, how)
            status, _, err = zetop.finish()
        self.detaches += 1
        # Before it is ready to be asked to end, the signal ends it.
        if ("kill" in how and status == -signal.SIGKILL) or (how == "terminate" and status == -signal.SIGTERM):
            return
        # It may have come too late, or been asked to end before it was there.
        self.zetop_ended(round_, status, err, may_fail=how == "terminate" or not program.is_running() or "ended" in err or "is ending" in err)
        if status == 0 and os.path.exists(path):
            self.figures(round_, path, None)

    def disturb(self, zetop, how):
        def send(number):
            if zetop.is_running():
                os.kill(zetop.process.pid, number)

        if how == "terminate":
            send(signal.SIGTERM)
        if "stop" in how:
            send(signal.SIGSTOP)
            time.sleep(self.random.uniform(0.05, PATIENCE))
            send(signal.SIGKILL if "kill" in how else signal.SIGCONT)
        elif how == "kill":
            send(signal.SIGKILL)

    def round(self, device):
        name, command, environment, launches = self.random.choice(programs(device))
        how = self.random.choice(["launch", "launch and end", "attach", "attach", "attach"])
        round_ = f"{device}, {name}, {how}"
        if not self.works(f"{device} {name}", command, environment):
            return
        self.rounds += 1
        self.seen[how] = self.seen.get(how, 0) + 1
        name = f"{device} {name}"
        if how == "launch":
            self.launch(round_, name, command, environment, launches)
        elif how == "attach":
            self.attach(round_, name, command, environment)
        else:
            self.launch_and_end(round_, name, command, environment)

    def summary(self, device):
        counts = ", ".join(f"{self.wrong[kind]} {'wrong ' if kind in ('results', 'counts') else ''}{kind}" for kind in KINDS)
        rounds = ", ".join(f"{count} {how}" for how, count in sorted(self.seen.items()))
        print(f"torture {device}: {self.rounds} rounds ({rounds}), {self.detaches} attaches, {self.refused} refused: {counts}", flush=True)
        return sum(self.wrong.values())


def main():
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    zetop, seed, seconds, *devices = sys.argv[1:]
    wrong = 0
    for device in devices or ["tgl", "bmg"]:
        if device not in DEVICES:
            sys.exit(f"no device {device}: one of {' '.join(DEVICES)}")
        print(f"torture {device}: seed {seed}", flush=True)
        torture, end = Torture(zetop, seed), time.monotonic() + float(seconds)
        while time.monotonic() < end:
            torture.round(device)
        wrong += torture.summary(device)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
