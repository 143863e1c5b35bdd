"""Tests of the checks themselves: that they end, and what they call wrong."""

import os
import sys
import tempfile
import time
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from running import Ended, Running, members
from spread import Spread

# Leaves a process in a group of its own behind, which holds the pipes open, and then hangs itself.
HANGS = """
import os, time
if os.fork() == 0:
    os.setpgid(0, 0)
    print("child", flush=True)
    time.sleep(100000)
time.sleep(100000)
"""


def figures(submit, append=0.1, other=0.2):
    return {"submit_ms": submit, "longest_append_ms": append, "other_thread_ms": other}


class Limits(unittest.TestCase):
    def test_a_time_limit_ends_all_that_a_program_has_started(self):
        begin = time.monotonic()
        ended = Ended([sys.executable, "-c", HANGS], {}, limit=2)
        self.assertEqual(ended.status, "none within 2 s")
        self.assertLess(time.monotonic() - begin, 100)

    def test_nothing_is_left_of_a_program_that_is_left_early(self):
        with Running([sys.executable, "-c", HANGS], {}) as running:
            self.assertEqual(running.line(), "child\n")
            self.assertTrue(running.is_running())
            self.assertEqual(len(members(running.process.pid)), 2)
        self.assertEqual(members(running.process.pid), [])

    def test_how_a_program_ended_is_known(self):
        ended = Ended(["sh", "-c", "echo out; echo figures submit_ms 3.5 all_ms 4 >&2; exit 3"], {})
        self.assertEqual((ended.status, ended.out, ended.figure("submit_ms")), (3, "out\n", 3.5))
        self.assertIsNone(ended.figure("copy_us"))


class Spreads(unittest.TestCase):
    def test_a_wait_is_wrong(self):
        spread = Spread()
        for plain, under in (124.3, 398.0), (125.8, 402.1), (131.0, 391.7):
            spread.add(figures(plain), figures(under))
        self.assertEqual(list(spread.wrong()), ["submit_ms"])

    def test_a_wait_of_one_kernel_is_wrong(self):
        spread = Spread()
        for _ in range(3):
            spread.add(figures(125), figures(126, append=9.8, other=10.1))
        self.assertEqual(list(spread.wrong()), ["longest_append_ms", "other_thread_ms"])

    def test_load_is_not(self):
        spread = Spread()
        spread.add(figures(124.3), figures(398.0, 43.0, 40.0))
        self.assertEqual(len(spread.wrong()), 3)
        # Each figure needs one good run, not all of them the same one.
        spread.add(figures(131.0), figures(130.0, 10.0, 9.0))
        self.assertEqual(list(spread.wrong()), ["longest_append_ms", "other_thread_ms"])
        spread.add(figures(160.0, 21.0), figures(200.0, 10.0, 0.3))
        self.assertEqual(spread.wrong(), {})

    def test_what_is_longer_than_wanted_is_slow_and_not_wrong(self):
        spread = Spread()
        for _ in range(3):
            spread.add(figures(100), figures(110, append=3.5, other=1.5))
        self.assertEqual(list(spread.slow()), ["submit_ms", "longest_append_ms", "other_thread_ms"])
        self.assertEqual(spread.wrong(), {})
        spread.add(figures(100), figures(104, append=0.2, other=0.3))
        self.assertEqual(spread.slow(), {})

    def test_a_figure_that_a_program_does_not_have_is_not_judged(self):
        spread = Spread()
        self.assertEqual((spread.wrong(), spread.note()), ({}, ""))
        spread.add(figures(None, None, None), figures(None, None, None))
        self.assertEqual((spread.wrong(), spread.note()), ({}, ""))


if __name__ == "__main__":
    unittest.main()
