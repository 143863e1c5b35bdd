#!/usr/bin/env bash
# Runs a command in which programs for aarch64 run like any others, by qemu-user. What that needs of the machine is changed in
# namespaces of its own, and nobody else sees it: a binfmt_misc with qemu (Linux 6.7 or newer), and the cross compiler's C library
# where programs look for theirs. (QEMU_LD_PREFIX would do the latter, but also hide / from zetop.)
#
# Usage: tests/aarch64/inside.sh COMMAND...
set -euo pipefail

if [ "${1:-}" != --in ]; then
    exec unshare --user --map-root-user --mount "$0" --in "$@"
fi
shift
mount -t binfmt_misc binfmt_misc /proc/sys/fs/binfmt_misc
magic='\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\xb7\x00'
mask='\xff\xff\xff\xff\xff\xff\xff\x00\xff\xff\xff\xff\xff\xff\xff\xff\xfe\xff\xff\xff'
printf %s ":qemu-aarch64:M::$magic:$mask:$(command -v qemu-aarch64):F" > /proc/sys/fs/binfmt_misc/register

layer=$(mktemp -d)
mount -t tmpfs tmpfs "$layer"
mkdir "$layer/upper" "$layer/work"
ln -s /usr/aarch64-linux-gnu/lib/ld-linux-aarch64.so.1 "$layer/upper/"
ln -s /usr/aarch64-linux-gnu/lib "$layer/upper/aarch64-linux-gnu"
mount -t overlay overlay -o "lowerdir=/usr/lib,upperdir=$layer/upper,workdir=$layer/work" /usr/lib
umount -l "$layer"
rmdir "$layer"
exec "$@"
