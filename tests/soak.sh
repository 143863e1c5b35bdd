#!/usr/bin/env bash
# Random programs under zetop, for as long as you like: threads, forks, signals, closed descriptors, cancelled threads,
# dlclose; either side killed and stopped at random; attach and detach. Counts are compared with a ledger that the
# program keeps by itself. Prints what it did and what failed; status 1 when something did.
#
#   tests/soak.sh [--cuda] [MINUTES [SEED]]      30 minutes by default; not part of CI
#
# Needs a C compiler, python3 and the Level Zero loader (Debian: libze1). With --cuda, programs are CUDA's, on the stand-in
# driver and CUPTI of tests/cuda-stub, with a profiler of their own; that needs no loader. ZETOP names another binary than
# the one that is built here.
set -euo pipefail
cd "$(dirname "$0")/.."
cuda=
[ "${1:-}" = --cuda ] && cuda=1 && shift
minutes=${1:-30}
seed=${2:-$RANDOM}
if [ -z "${ZETOP:-}" ]; then
    cargo build -q -p zetop
    ZETOP=$PWD/target/debug/zetop
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
if [ "$cuda" ]; then
    library=(cc -O1 -shared -fPIC -Wl,-Bsymbolic)
    stub=tests/cuda-stub
    "${library[@]}" -Wl,-soname,libcuda.so.1 -o "$work/libcuda.so.1" $stub/driver.c -ldl -lpthread
    "${library[@]}" -Wl,-soname,libcupti.so.13 -o "$work/libcupti.so.13" $stub/cupti.c -ldl -lpthread
    "${library[@]}" -o "$work/plugin.so" $stub/plugin.c -L"$work" -l:libcuda.so.1
    cc -O1 -g -Wall -Wextra -pthread -o "$work/program" tests/soak/cuda.c -L"$work" -l:libcuda.so.1 -l:libcupti.so.13 -ldl
    python3 tests/soak/run.py "$ZETOP" "$work/program" none "$minutes" "$seed" "$work"
    exit
fi
python3 -c 'import ctypes; ctypes.CDLL("libze_loader.so.1")' 2>/dev/null || {
    echo "soak: no Level Zero loader here (Debian: apt-get install libze1)" >&2
    exit 1
}
cc -O1 -g -Wall -Wextra -pthread -o "$work/program" tests/soak/program.c -ldl
simulator=$("$ZETOP" doctor --json | python3 -c 'import json, sys; print(json.load(sys.stdin)["simulator"])' || true)
[ -e "$simulator" ] || { echo "soak: zetop doctor unpacked no simulator" >&2; exit 1; }
python3 tests/soak/run.py "$ZETOP" "$work/program" "$simulator" "$minutes" "$seed"
