"""Programs that a check starts: each in a session of its own, so that a time limit ends it with all that it has started."""

import os
import re
import signal
import subprocess
import sys
import threading
import time

LIMIT = 180  # seconds for one program: load may be high


def members(session):
    """Processes of a session, zombies left out."""
    found = []
    for name in os.listdir("/proc"):
        if not name.isdigit():
            continue
        try:
            with open(f"/proc/{name}/stat") as file:
                fields = file.read().rpartition(")")[2].split()
        except OSError:
            continue  # it has ended meanwhile
        if int(fields[3]) == session and fields[0] not in "ZX":
            found.append(int(name))
    return found


def end_session(session):
    """Kills what is in it, whatever process group that is in, until there is nothing: it may fork meanwhile."""
    while found := members(session):
        for process in found:
            try:
                os.kill(process, signal.SIGKILL)
            except ProcessLookupError:
                pass
        time.sleep(0.01)


class Running:
    """A program that is running; at the end of the `with` block nothing of it is left."""

    def __init__(self, command, environment, limit=LIMIT):
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(
            command,
            env={**os.environ, **environment},
            stdin=subprocess.DEVNULL,
            stdout=pipe,
            stderr=pipe,
            text=True,
            errors="replace",
            start_new_session=True,
        )
        self.limit, self.is_late = limit, False
        # Whoever reads from its pipes waits for all that have them open: the limit must not depend on those.
        self.watch = threading.Timer(limit, self.end)
        self.watch.daemon = True
        self.watch.start()

    def end(self):
        self.is_late = True
        end_session(self.process.pid)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.watch.cancel()
        end_session(self.process.pid)
        self.process.communicate()

    def line(self):
        """Its next line; empty at its end."""
        return self.process.stdout.readline()

    def is_running(self):
        return self.process.poll() is None

    def finish(self):
        """What else it wrote, and how it ended."""
        out, err = self.process.communicate()
        self.watch.cancel()
        return f"none within {self.limit} s" if self.is_late else self.process.returncode, out, err


class Load:
    """Keeps all processors busy in the `with` block."""

    def __enter__(self):
        spin = [sys.executable, "-c", "while True: pass"]
        self.busy = [subprocess.Popen(spin, start_new_session=True) for _ in range(os.cpu_count() or 1)]

    def __exit__(self, *_):
        for process in self.busy:
            process.kill()
            process.wait()


def figure_of(text, name):
    """What programs have said of a figure: the largest, where each of several processes says one."""
    found = re.findall(rf"figures.* {name} ([0-9.]+)", text)
    return max(map(float, found)) if found else None


class Ended:
    """A program that has ended."""

    def __init__(self, command, environment, limit=LIMIT):
        with Running(command, environment, limit) as running:
            self.status, self.out, self.err = running.finish()

    def figure(self, name):
        return figure_of(self.err, name)
