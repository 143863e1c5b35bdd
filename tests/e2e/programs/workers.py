"""Workers of a server in Python: `workers.py METHOD WORKERS MODE [FOLDER]`.

METHOD is multiprocessing's: fork, spawn, forkserver. Modes: `run` starts the workers, each of which makes 100 calls;
`preload` makes 50 calls itself before it forks them; `restart` starts each three times, one after the other; `wait` says
ready, starts the workers for a line of input, and each makes its calls once FOLDER/go is there, and ends with FOLDER/end.
"""

import ctypes
import multiprocessing
import os
import sys
import time

CALLS = 100


class Driver:
    def __init__(self):
        self.ze = ctypes.CDLL("libze_loader.so.1")
        count, self.driver = ctypes.c_uint32(1), ctypes.c_void_p()
        assert self.ze.zeInit(0) == 0
        assert self.ze.zeDriverGet(ctypes.byref(count), ctypes.byref(self.driver)) == 0

    def ask(self):
        """Shows that it is seen; no call that is counted by the tests."""
        count = ctypes.c_uint32(0)
        assert self.ze.zeDriverGet(ctypes.byref(count), None) == 0

    def call(self, times):
        version = ctypes.c_uint32()
        for _ in range(times):
            assert self.ze.zeDriverGetApiVersion(self.driver, ctypes.byref(version)) == 0


inherited = None


def until(path, meanwhile=lambda: None):
    while not os.path.exists(path):
        meanwhile()
        time.sleep(0.005)


def work(folder):
    driver = inherited or Driver()
    if folder:
        until(os.path.join(folder, "go"), driver.ask)
    driver.call(CALLS)
    if folder:
        until(os.path.join(folder, "end"))


def start(context, workers, folder=None):
    started = [context.Process(target=work, args=(folder,)) for _ in range(workers)]
    for one in started:
        one.start()
    return started


def finish(started):
    for one in started:
        one.join()
        assert one.exitcode == 0, one.exitcode


def main():
    global inherited
    method, workers, mode = sys.argv[1], int(sys.argv[2]), sys.argv[3]
    context = multiprocessing.get_context(method)
    if mode == "preload":
        inherited = Driver()
        inherited.call(50)
    if mode == "wait":
        print("ready", flush=True)
        sys.stdin.readline()
        started = start(context, workers, sys.argv[4])
        finish(started)
    elif mode == "restart":
        for _ in range(3):
            finish(start(context, workers))
    else:
        finish(start(context, workers))
    print("done", flush=True)


if __name__ == "__main__":
    main()
