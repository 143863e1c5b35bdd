#!/usr/bin/env bash
# Puts Intel's own Level Zero GPU driver, the newest loader, their headers and Python into a Debian sid tree, with a pretend
# i915 device, so that the real driver runs on a machine that has no Intel GPU. SYCL (dpctl, dpnp) comes from PyPI.
#
# Usage: setup.sh [DIR]     (default: target/real-driver; about 3 minutes the first time, 4 GB; needs root)
#   ZETOP_MIRROR   another Debian mirror
#   ZETOP_SYCL=no  without dpctl and dpnp (3 GB less)
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
dir=${1:-$here/../../target/real-driver}
mirror=${ZETOP_MIRROR:-http://deb.debian.org/debian}
# What the checks were written with. Debian sid moves on: run.sh says when the driver is another one.
packages=libze-intel-gpu1,libze1,libze-dev,gcc,libc6-dev,libdrm-dev,intel-opencl-icd,libffi8,libhwloc15,libbz2-1.0,liblzma5,python3,python3-venv
sycl="dpctl==0.22.1 dpnp==0.20.0"

[ "$(id -u)" = 0 ] || { echo "setup.sh: needs root (chroot, debootstrap)" >&2; exit 2; }
command -v debootstrap >/dev/null || { apt-get update -qq && apt-get install -y -qq debootstrap >/dev/null; }
mkdir -p "$dir"
dir=$(cd "$dir" && pwd)
if [ ! -e "$dir/.ready" ]; then
    rm -rf "${dir:?}"/*
    debootstrap --variant=minbase --include="$packages" sid "$dir" "$mirror" >"$dir.log" 2>&1 || { tail -20 "$dir.log" >&2; exit 1; }
    touch "$dir/.ready"
fi
if [ "${ZETOP_SYCL:-}" != no ] && [ ! -e "$dir/opt/sycl/.ready" ]; then
    # The host's certificates and pip settings: the tree has none.
    cp -L /etc/resolv.conf "$dir/etc/resolv.conf"
    certificates=${PIP_CERT:-/etc/ssl/certs/ca-certificates.crt}
    [ -e "$certificates" ] && cp "$certificates" "$dir/opt/certificates.crt"
    if chroot "$dir" sh -c "python3 -m venv /opt/sycl && env -u PIP_FIND_LINKS PIP_CERT=/opt/certificates.crt SSL_CERT_FILE=/opt/certificates.crt \
        /opt/sycl/bin/pip install -q --no-cache-dir --only-binary=:all: $sycl" >"$dir.log" 2>&1; then
        touch "$dir/opt/sycl/.ready"
    else
        tail -3 "$dir.log" >&2
        echo "setup.sh: no dpctl and dpnp: the SYCL checks will be skipped" >&2
        rm -rf "$dir/opt/sycl"
    fi
fi
cp "$here"/device/fake-i915.c "$here"/programs/*.[ch] "$dir/opt/"
chroot "$dir" gcc -O1 -w -shared -fPIC -I/usr/include/libdrm -o /opt/fake-i915.so /opt/fake-i915.c
for program in "$here"/programs/*.c; do
    name=$(basename "$program" .c)
    chroot "$dir" gcc -O2 -Wall -pthread -Wno-unused-function -Wno-missing-braces -o "/opt/$name" "/opt/$name.c" -lze_loader
done
