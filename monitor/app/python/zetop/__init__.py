"""zetop is a program: `zetop`, or `python -m zetop`."""
