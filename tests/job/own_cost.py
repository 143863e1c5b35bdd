#!/usr/bin/env python3
"""What zetop itself uses: its dashboard of 120x40 in a terminal, by thread, beside `zetop demo`, with 2,000 kernels, and with
200 processes.

Usage: tests/job/own_cost.py ZETOP WORKLOAD SIMULATOR [SECONDS]
WORKLOAD is `ze-workload`, SIMULATOR `libze_sim.so`. Of each case, the first seconds, in which everything is found, are left out.
"""
import fcntl, os, pathlib, pty, signal, struct, sys, termios, threading, time

from watched import by_thread, drain

PROCESSES, BEFORE = 200, 15


def once(name, arguments, seconds):
    pid, screen = pty.fork()
    if pid == 0:
        os.environ["TERM"] = "xterm-256color"
        os.execv(arguments[0], arguments)
    fcntl.ioctl(screen, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
    threading.Thread(target=drain, args=(screen,), daemon=True).start()
    time.sleep(BEFORE)
    # Threads that end take their time with them: the process has it all.
    ticks = lambda: sum(map(int, pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[11:13])) * 10
    before, all_before, begun = by_thread(pid), ticks(), time.monotonic()
    time.sleep(seconds)
    spent = {name: ms - before.get(name, 0) for name, ms in by_thread(pid).items()}
    took, whole = time.monotonic() - begun, ticks() - all_before
    memory = [line.split()[1] for line in pathlib.Path(f"/proc/{pid}/status").read_text().splitlines() if line.startswith("VmHWM")]
    load = os.getloadavg()[0]
    os.kill(pid, signal.SIGTERM)
    os.waitpid(pid, 0)
    threads = ", ".join(f"{name} {ms:.0f}" for name, ms in sorted(spent.items(), key=lambda one: -one[1]) if ms >= 1)
    print(
        f"{name}: {whole / took / 10:.2f} % of a core for {took:.0f} s at load {load:.1f}, "
        f"{int(memory[0]) / 1024:.0f} MiB at most (ms: {threads})",
        flush=True,
    )


if __name__ == "__main__":
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    zetop, workload, simulator = map(os.path.abspath, sys.argv[1:4])
    seconds = int(sys.argv[4]) if len(sys.argv) > 4 else 60
    os.environ["ZE_ENABLE_ALT_DRIVERS"] = simulator
    once("demo", [zetop, "demo"], seconds)
    once("2,000 kernels", [zetop, "--no-history", "--", workload, "kernel-names", "n=2000", "rounds=100000", "pause_us=300"], seconds)
    script = f"for i in $(seq {PROCESSES}); do {workload} calls threads=1 rate=50 calls={(seconds + BEFORE + 30) * 50 // 4} & done; wait"
    once(f"{PROCESSES} processes", [zetop, "--no-history", "--", "sh", "-c", script], seconds)
