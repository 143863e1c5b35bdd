#!/usr/bin/env bash
# zetop against programs of all sorts on Intel's real driver, at random: which program, on what, plain or under zetop or attached to
# again and again, stopped and killed zetops, programs that end or are killed at any moment. Says what went wrong, and counts it.
#
# Usage: torture.sh [-s SEED] SECONDS [DEVICE]...     (default: tgl bmg; each for so many seconds)
#
# Needs what run.sh needs, and the tree that setup.sh makes. ZETOP is the binary (default: target/debug/zetop).
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
cd "$here/../.."
seed=$RANDOM
[ "${1:-}" = -s ] && { seed=$2; shift 2; }
case ${1:-} in
'' | *[!0-9]*) echo "usage: torture.sh [-s SEED] SECONDS [DEVICE]..." >&2; exit 2 ;;
esac
[ "$(id -u)" = 0 ] || { echo "skipped: torture: needs root"; exit 77; }
tests/real-driver/setup.sh target/real-driver || { echo "skipped: torture: Intel's driver could not be set up (see above)"; exit 77; }
export PYTHONDONTWRITEBYTECODE=1
exec tests/real-driver/lab.sh -- python3 tests/real-driver/torture.py "${ZETOP:-$PWD/target/debug/zetop}" "$seed" "$@"
