#!/usr/bin/env bash
# SYCL's kernels, through dpctl and dpnp from PyPI, on the simulated GPU: are results NumPy's?
#
# Usage: run.sh [DRIVER [--all]]      (default: target/release/libze_sim.so; 3 GB and 5 minutes the first time)
#   ZESIM_ENGINE=pocl  without Intel's OpenCL engine for CPUs, which comes with dpctl
#   ZETOP_SYCL=DIR     a virtual environment with dpctl and dpnp
#   ZETOP_LOADERS=DIR  what tests/e2e/loaders.sh has made. With the loader of Debian 12 (1.8.12) SYCL crashes, whatever the
#                      driver: it calls zeDeviceGetRootDevice (version 1.7 of the API), which that loader does not have
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
target=$(cd "$here/../../.." && pwd)/target
driver=$(realpath "${1:-$target/release/libze_sim.so}")
[ -e "$driver" ] || { echo "run.sh: no $driver: cargo build --release -p ze-sim" >&2; exit 2; }
sycl=${ZETOP_SYCL:-$target/sycl}
loaders=${ZETOP_LOADERS:-$target/loaders}
if [ ! -x "$sycl/bin/python" ]; then
    python3 -m venv "$sycl"
    "$sycl/bin/pip" install -q --only-binary=:all: dpctl==0.22.1 dpnp==0.20.0
fi
[ -d "$loaders" ] || "$here/../../e2e/loaders.sh" "$loaders"
loader=$(find "$loaders" -mindepth 1 -maxdepth 1 -name '[0-9]*' | sort -V | tail -n 1)
python=$(readlink -f "$sycl/bin/python")
libraries=$loader:$sycl/lib:$(dirname "$(dirname "$python")")/lib:/usr/lib/x86_64-linux-gnu
echo "loader: $(basename "$loader"), driver: $driver"
# The loader comes with the C library that it was built for.
ZE_ENABLE_ALT_DRIVERS=$driver exec "$loader/ld-linux-x86-64.so.2" --argv0 "$sycl/bin/python" \
    --library-path "$libraries" "$python" "$here/numpy_equal.py" "${@:2}"
