"""`python -m zetop`: becomes the program that the wheel has brought."""

import errno
import os
import sys
import sysconfig


def places():
    """Where pip puts programs: into an environment, a user's folders, or below `--target`."""
    yield sysconfig.get_path("scripts")
    yield sysconfig.get_path("scripts", os.name + "_user")
    yield os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "bin")


def main():
    tried = [os.path.join(place, "zetop") for place in places()]
    for program in filter(os.path.isfile, tried):
        try:
            os.execv(program, [program] + sys.argv[1:])
        except OSError as error:
            # The file is there, so what is missing is the dynamic linker that it names.
            if error.errno == errno.ENOENT:
                sys.exit("zetop: needs a Linux with glibc 2.17 or newer; this one has another C library (musl?)")
            sys.exit("zetop: cannot start {}: {}".format(program, error.strerror))
    sys.exit("zetop: not found in {}: install it again (pip install --force-reinstall zetop)".format(", ".join(tried)))


if __name__ == "__main__":
    main()
