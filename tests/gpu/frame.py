"""The dashboard in a terminal of 120x40 (or of $SIZE: 48x160 is 48 rows), driven by keys: frame.py SECONDS KEYS COMMAND...

Runs COMMAND there, waits SECONDS, types KEYS one by one (with a second between them), and ends with q and y.
"""
import fcntl
import os
import pty
import select
import struct
import sys
import termios
import time

seconds, keys, command = float(sys.argv[1]), sys.argv[2], sys.argv[3:]
pid, terminal = pty.fork()
if pid == 0:
    os.environ.update(TERM="xterm-256color", COLORTERM="truecolor")
    time.sleep(0.2)
    os.execvp(command[0], command)
fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", *map(int, os.environ.get("SIZE", "40x120").split("x")), 0, 0))


def drain(until):
    while time.time() < until:
        ready, _, _ = select.select([terminal], [], [], max(0, until - time.time()))
        if ready:
            try:
                if not os.read(terminal, 1 << 16):
                    return
            except OSError:
                return


drain(time.time() + seconds)
for key in keys.replace("<Enter>", "\r").replace("<Esc>", "\x1b") + "qy":
    try:
        os.write(terminal, key.encode())
    except OSError:
        break
    drain(time.time() + 1.0)
drain(time.time() + 3)
try:
    os.kill(pid, 15)
except ProcessLookupError:
    pass
