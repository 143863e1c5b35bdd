#!/usr/bin/env bash
# zetop on Intel's real driver (see setup.sh): launch, attach, a backlog that shows every wait, SYCL.
#
# Usage: run.sh [--table] [DEVICE]...     (default: tgl dg2; also adl rpl mtl arl bmg lnl ptl)
#
# Needs root, debootstrap and a Debian mirror, and for SYCL PyPI: where these are not to be had it says so and ends with 77.
# The tree is kept in target/real-driver. ZETOP is the binary to check (default: target/debug/zetop, built first).
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
cd "$here/../.."
skip() { echo "skipped: real driver: $*"; exit 77; }
[ "$(id -u)" = 0 ] || skip "needs root"
[ "$(uname -m)" = x86_64 ] || skip "needs x86-64"
unshare -m true 2>/dev/null || skip "no mount namespaces here"
tests/real-driver/setup.sh target/real-driver || skip "Intel's driver could not be set up (see above)"
driver=$(chroot target/real-driver dpkg-query -W -f '${Version}' libze-intel-gpu1)
echo "real driver: libze-intel-gpu1 $driver, libze1 $(chroot target/real-driver dpkg-query -W -f '${Version}' libze1)"
[ "$driver" = 26.27.39122.14-1 ] || echo "note: the checks were written with libze-intel-gpu1 26.27.39122.14-1"
if [ -z "${ZETOP:-}" ]; then
    cargo build --quiet -p zetop
    ZETOP=$PWD/target/debug/zetop
fi
table=
[ "${1:-}" = --table ] && { table=--table; shift; }
export PYTHONDONTWRITEBYTECODE=1
tests/real-driver/lab.sh -- python3 tests/real-driver/test_check.py
exec tests/real-driver/lab.sh -- python3 tests/real-driver/check.py $table "$ZETOP" "$@"
