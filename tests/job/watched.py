#!/usr/bin/env python3
"""What `zetop watch` of a folder costs while 32 ranks write into it: its dashboard in a terminal of 160x48, processor time by thread.

Usage: tests/job/watched.py ZETOP WATCH [RUNS]
WATCH is `cargo bench -p zetop-figures --bench watch --no-run`'s program, which writes the recordings.
"""
import fcntl, os, pathlib, pty, shutil, signal, struct, subprocess, sys, tempfile, termios, threading, time

RANKS, BEFORE, LOOKED_AT = 32, 20, 60


def by_thread(pid):
    """Milliseconds of processor time of each thread."""
    spent = {}
    for task in pathlib.Path(f"/proc/{pid}/task").iterdir():
        try:
            name = (task / "comm").read_text().strip()
            spent[name] = spent.get(name, 0) + int((task / "schedstat").read_text().split()[0]) / 1e6
        except OSError:
            pass
    return spent


def drain(screen):
    try:
        while os.read(screen, 65536):
            pass
    except OSError:
        pass


def once(zetop, watch):
    folder = tempfile.mkdtemp(prefix="zetop-watched")
    writer = subprocess.Popen([watch, "grow", folder, str(RANKS), str(BEFORE + LOOKED_AT + 20)], stdout=subprocess.DEVNULL)
    while len(os.listdir(folder)) < RANKS:
        time.sleep(0.05)
    started = time.monotonic()
    pid, screen = pty.fork()
    if pid == 0:
        os.environ["TERM"] = "xterm-256color"
        os.execv(zetop, [zetop, "watch", folder])
    fcntl.ioctl(screen, termios.TIOCSWINSZ, struct.pack("HHHH", 48, 160, 0, 0))
    threading.Thread(target=drain, args=(screen,), daemon=True).start()
    # Ranks have written something, and what they had written is read.
    time.sleep(BEFORE)
    before, begun = by_thread(pid), time.monotonic()
    time.sleep(LOOKED_AT)
    spent = {name: ms - before.get(name, 0) for name, ms in by_thread(pid).items()}
    seconds = time.monotonic() - begun
    load = os.getloadavg()[0]
    os.kill(pid, signal.SIGTERM)
    os.waitpid(pid, 0)
    writer.kill()
    writer.wait()
    shutil.rmtree(folder)
    threads = ", ".join(f"{name} {ms:.0f}" for name, ms in sorted(spent.items(), key=lambda one: -one[1]) if ms >= 1)
    print(f"{sum(spent.values()) / seconds / 10:.2f} % of a core for {seconds:.0f} s at load {load:.1f} (ms: {threads})", flush=True)


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    for _ in range(int(sys.argv[3]) if len(sys.argv) > 3 else 3):
        once(os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2]))
