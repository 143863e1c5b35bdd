#!/usr/bin/env bash
# zetop for aarch64 on another machine: builds the workspace with the cross compiler and its tests, runs unit tests by qemu-user, and
# the demonstration and launches on the simulated GPU, whose counts are compared with the programs' own. Nothing attaches: qemu-user
# has no ptrace. Takes 10 to 30 minutes on two cores the first time, and 5 GB of disk.
#
# Usage: tests/aarch64/run.sh
# 77: it has said what is missing (rustup target add aarch64-unknown-linux-gnu; apt-get install gcc-aarch64-linux-gnu
# libc6-dev-arm64-cross qemu-user).
set -euo pipefail
cd "$(dirname "$0")/../.."

skip() { echo "skipped: aarch64: $*"; exit 77; }
command -v aarch64-linux-gnu-gcc > /dev/null || skip "no aarch64-linux-gnu-gcc"
command -v qemu-aarch64 > /dev/null || skip "no qemu-aarch64"
[ -d "$(rustc --print sysroot)/lib/rustlib/aarch64-unknown-linux-gnu" ] || skip "rustc has no aarch64-unknown-linux-gnu"
tests/aarch64/inside.sh true 2> /dev/null || skip "no binfmt_misc in a user namespace (Linux 6.7), or no overlay"

target=aarch64-unknown-linux-gnu
export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER=aarch64-linux-gnu-gcc
export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_RUNNER=$PWD/tests/aarch64/inside.sh
export RUSTFLAGS="${RUSTFLAGS:-} -D warnings"
# A cargo that takes turns with others may be named.
cargo=${CARGO:-cargo}

"$cargo" build --workspace --bins --lib --target "$target"
"$cargo" build --tests --target "$target" -p zetop
units() {
    "$cargo" test --target "$target" --lib -p zetop-wire -p zetop-probe-core -p zetop-probe-level-zero -p zetop-probe-cuda \
        -p zetop-probe-ranges -p zetop-system -p zetop-inject -p zetop-process -p zetop-figures -p zetop-present -p zetop-bench \
        -p zetop-sensors -- "$@"
}
tests=$(units --list)
# What qemu-user can't do: docs/src/testing.md says it.
UNABLE=()
while read -r name; do
    grep -qF "$name" <<< "$tests" || { echo "tests/aarch64/unable.txt: no test is called $name" >&2; exit 1; }
    UNABLE+=(--skip "$name")
done < <(grep -v '^#\|^$' tests/aarch64/unable.txt)
units "${UNABLE[@]}"

folder=${CARGO_TARGET_DIR:-target}/$target/debug
tests/aarch64/inside.sh python3 tests/aarch64/check.py "$PWD/$folder/zetop" "$PWD/$folder/ze-workload"
