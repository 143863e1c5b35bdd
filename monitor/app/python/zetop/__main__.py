"""Makes `python -m zetop` the program that this package has put beside the interpreter."""

import os
import sys
import sysconfig


def folders():
    yield sysconfig.get_path("scripts")
    # `pip install --user`, and `pip install --target`, which has its programs beside the packages.
    yield sysconfig.get_path("scripts", f"{os.name}_user")
    yield os.path.join(os.path.dirname(os.path.dirname(__file__)), "bin")


def main():
    for folder in folders():
        program = os.path.join(folder, "zetop")
        if os.access(program, os.X_OK):
            os.execv(program, [program, *sys.argv[1:]])
    sys.exit("zetop: the package is here, but not its program: install it again (pip install --force-reinstall zetop)")


if __name__ == "__main__":
    main()
