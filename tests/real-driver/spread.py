"""What a program says of its own speed, in plain runs and under zetop by turns.

Load makes plain runs longer as well. So a figure is judged by the spread of the plain runs beside it: it is slow only when every
run under zetop was worse than every plain one, by more than is wanted, and wrong if by as much as a wait for the device takes.
"""

import statistics
from typing import Callable, NamedTuple


class Limit(NamedTuple):
    """How much longer than a plain run's something may take."""

    wanted: Callable[[float], float]
    # What a wait for the device, or for a thread of zetop's, would exceed; none where load alone does as well.
    wrong: Callable[[float], float] | None


# A wait for one kernel of these programs takes 10 ms, and one for each kernel triples submitting.
ALLOWED = {
    "submit_ms": Limit(lambda plain: 0.05 * plain, lambda plain: 0.25 * plain),
    "longest_append_ms": Limit(lambda plain: 3, lambda plain: 6),
    "other_thread_ms": Limit(lambda plain: 1, lambda plain: 6),
}
TITLES = {"submit_ms": "submit", "longest_append_ms": "longest append", "other_thread_ms": "other thread's", "slept": "sleeps"}


class Spread:
    def __init__(self, allowed=None):
        self.allowed = allowed or ALLOWED
        self.turns = []

    def add(self, plain, under):
        """The figures of a pair of runs, by name; those that a run does not have are None."""
        self.turns.append((plain, under))

    def figures(self, name):
        """Of the plain runs, and of those under zetop."""
        sides = [[turn[side][name] for turn in self.turns] for side in (0, 1)]
        return sides if self.turns and None not in sides[0] + sides[1] else None

    def slow(self):
        """By name: what every run under zetop took longer for than is wanted."""
        return self.beyond({name: limit.wanted for name, limit in self.allowed.items()})

    def wrong(self):
        """By name: what every run under zetop took so much longer for that something must have waited."""
        return self.beyond({name: limit.wrong for name, limit in self.allowed.items() if limit.wrong})

    def beyond(self, limits):
        found = {}
        for name, allowed in limits.items():
            sides = self.figures(name)
            if sides is None:
                continue
            plain, under = sides
            limit = max(plain) + allowed(max(plain))
            if min(under) > limit:
                runs = "at least" if len(under) > 1 else "is"
                found[name] = f"{name} {runs} {min(under):.2f}, plain {min(plain):.2f} to {max(plain):.2f}"
        return found

    def note(self):
        """Medians, with what is outside of the limits."""
        parts, outside = [], []
        for name, title in ((name, title) for name, title in TITLES.items() if name in self.allowed):
            sides = self.figures(name)
            if sides is None:
                continue
            plain, under = map(statistics.median, sides)
            ratio = f" ({under / plain:.3f})" if name == "submit_ms" and plain else ""
            parts.append(f"{title} {plain:.2f} -> {under:.2f}{' ms' if name.endswith('_ms') else ''}{ratio}")
            if under > plain + self.allowed[name].wanted(plain):
                outside.append(title)
        note = ", ".join(parts)
        if len(self.turns) > 1 and note:
            note += f", {len(self.turns)} turns"
        return note + (f" (outside: {', '.join(outside)})" if outside else "")
