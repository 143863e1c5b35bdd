#!/usr/bin/env python3
"""How long `zetop -p PID` takes from the command to the first frame and to the first figure, and from `q` to the prompt.

Usage: attach_times.py ZETOP PID [TIMES [OPTION...]]
In a terminal of 120x40; the first figure is a rate of calls in the header that is not 0. Prints the medians at the end.
"""
import fcntl, os, pty, re, select, signal, statistics, struct, sys, termios, time

LIMIT = 20


def attach(zetop, pid, options):
    begun = time.monotonic()
    child, screen = pty.fork()
    if child == 0:
        os.environ["TERM"] = "xterm-256color"
        os.execv(zetop, [zetop, "-p", pid, *options])
    fcntl.ioctl(screen, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
    seen, frame, figure = b"", None, None
    while figure is None:
        left = begun + LIMIT - time.monotonic()
        if left < 0 or not select.select([screen], [], [], left)[0]:
            os.kill(child, signal.SIGKILL)
            sys.exit(f"no figure within {LIMIT} s: {seen[-500:]!r}")
        try:
            seen += os.read(screen, 65536)
        except OSError:
            sys.exit(f"zetop has ended: {seen[-500:]!r}")
        now = time.monotonic() - begun
        text = re.sub(rb"\x1b\[[0-9;?]*[a-zA-Z]", b" ", seen)
        if frame is None and b"zetop " in text:
            frame = now
        if re.search(rb"[1-9][0-9.]*[kM]? +calls/s", text):
            figure = now
    time.sleep(1)
    drain(screen)
    asked = time.monotonic()
    os.write(screen, b"q")
    while True:
        try:
            if not os.read(screen, 65536):
                break
        except OSError:
            break
    os.waitpid(child, 0)
    return (frame, figure, time.monotonic() - asked), (begun, asked)


def drain(screen):
    while select.select([screen], [], [], 0)[0]:
        os.read(screen, 65536)


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    all_times = []
    for number in range(int(sys.argv[3]) if len(sys.argv) > 3 else 6):
        (frame, figure, left), (begun, asked) = attach(os.path.abspath(sys.argv[1]), sys.argv[2], sys.argv[4:])
        print(
            f"attach {number}: first frame {frame:.3f} s, first figure {figure:.3f} s, from q to the end {left:.3f} s"
            f" (at {begun:.2f} and {asked:.2f})",
            flush=True,
        )
        all_times.append((frame, figure, left))
        time.sleep(1.5)
    later = [statistics.median(column) for column in zip(*all_times[1:])] if len(all_times) > 1 else all_times[0]
    print("medians after the first: first frame {:.3f} s, first figure {:.3f} s, from q to the end {:.3f} s".format(*later))
