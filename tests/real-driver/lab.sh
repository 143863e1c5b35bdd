#!/usr/bin/env bash
# Runs a command on Intel's real Level Zero driver over the pretend device that setup.sh built.
#
# Usage: lab.sh [-d DIR] [-b PATH]... [-D DEVICE] -- COMMAND [ARG...]
#   -d DIR     the tree that setup.sh made (default: target/real-driver)
#   -b PATH    a host file or folder to see at the same path inside (the repository and the current folder always are)
#   -D DEVICE  tgl adl rpl mtl arl dg2 bmg lnl ptl (default: tgl)
#
# The programs are in /opt inside: backlog, own_figures, buffers, modules, questions, completion, again, empty, filtered, destroyed, reused, forked_graph; /opt/sycl/bin/python has dpctl and dpnp.
# The pretend device works asynchronously: a worker per hardware context; a kernel takes SHIM_KNS ns (default 30000);
# semaphores give up after SHIM_SEMMS ms (default 20000); SHIM_DEBUG=1..3 says what it does. Kernels are not executed, and copies on
# compute engines move nothing. Needs root.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
repository=$(cd "$here/../.." && pwd)
dir=$repository/target/real-driver binds=("$repository" "$PWD") device=
while [ $# -gt 0 ]; do
    case $1 in
    -d) dir=$2; shift 2 ;;
    -b) binds+=("$2"); shift 2 ;;
    -D) device=$2; shift 2 ;;
    --) shift; break ;;
    *) break ;;
    esac
done
[ $# -gt 0 ] || { echo "lab.sh: no command; usage: lab.sh [-d DIR] [-b PATH]... [-D DEVICE] -- COMMAND [ARG...]" >&2; exit 2; }
case $device in
"" | tgl) ;;
adl) export SHIM_DEVID=46a6 ;;
rpl) export SHIM_DEVID=a7a0 ;;
mtl) export SHIM_DEVID=7d55 ;;
arl) export SHIM_DEVID=7d51 ;;
dg2) export SHIM_DEVID=56a0 SHIM_LMEM=8 SHIM_TOPO=8x4x16 SHIM_REV=8 ;;
bmg) export SHIM_DEVID=e20b SHIM_LMEM=8 SHIM_TOPO=5x4x8 ;;
lnl) export SHIM_DEVID=64a0 SHIM_TOPO=2x4x8 SHIM_CCS=1 ;;
ptl) export SHIM_DEVID=b080 SHIM_TOPO=3x4x8 SHIM_CCS=1 ;;
*) echo "lab.sh: no device $device: one of tgl adl rpl mtl arl dg2 bmg lnl ptl" >&2; exit 2 ;;
esac
[ -e "$dir/opt/fake-i915.so" ] || { echo "lab.sh: $dir is not set up: run tests/real-driver/setup.sh first" >&2; exit 2; }
[ "$(id -u)" = 0 ] || { echo "lab.sh: needs root (mounts, chroot)" >&2; exit 2; }
LAB_DIR=$(cd "$dir" && pwd) LAB_CWD=$PWD LAB_BINDS=$(printf '%s\n' "${binds[@]}")
export LAB_DIR LAB_CWD LAB_BINDS
# shellcheck disable=SC2016 # the inner shells expand these
# Processes are in a namespace of their own: when the command ends, or this script is killed, nothing of it is left.
exec unshare -m --pid --fork --kill-child bash -c '
    set -e
    mount --make-rprivate /
    # From here on the tree is seen at a place of its own, so that the repository, which holds it, can be bound into it.
    root=$(mktemp -d /tmp/real-driver.XXXXXX)
    trap "rmdir $root" EXIT
    mount --bind "$LAB_DIR" "$root"
    mount -t proc proc "$root/proc"; mount --rbind /dev "$root/dev"; mount -t tmpfs tmpfs "$root/tmp"
    while read -r p; do
        if [ -d "$p" ]; then mkdir -p "$root$p"; else mkdir -p "$(dirname "$root$p")"; : >>"$root$p"; fi
        mount --bind "$p" "$root$p"
    done <<<"$LAB_BINDS"
    set +e
    chroot "$root" env -u LAB_DIR -u LAB_BINDS LD_PRELOAD=/opt/fake-i915.so \
        bash -c '\''cd "$LAB_CWD"; unset LAB_CWD; exec "$@"'\'' run "$@"
    status=$?
    umount -R "$root"
    exit $status' run "$@"
