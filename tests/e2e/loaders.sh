#!/usr/bin/env bash
# Fetches other Level Zero loaders than the installed one for the tests in tests/e2e/tests/e2e/loaders.rs:
# those of Debian trixie and sid, each with the dynamic linker and the C library that it was built for.
#
# Usage: loaders.sh DIR       (10 MB to download; no root; needs apt-get and Debian's archive keyring)
# Then:  ZETOP_LOADERS=DIR cargo test -p zetop-e2e
#
#   DIR/1.20.6/    ld-linux-x86-64.so.2, libc.so.6, libze_loader.so.1, ... : run a program with
#                  DIR/1.20.6/ld-linux-x86-64.so.2 --library-path DIR/1.20.6 PROGRAM
set -euo pipefail
mkdir -p "${1:?usage: loaders.sh DIR}"
dir=$(cd "$1" && pwd)
mirror=${ZETOP_MIRROR:-http://deb.debian.org/debian}

# An apt of its own, so that this machine's package lists stay as they are. Signatures are checked as always.
private_apt() { # SUITE
    apt=$dir/.apt-$1
    mkdir -p "$apt"/{state/lists/partial,cache/archives/partial}
    : >"$apt/status"
    echo "deb $mirror $1 main" >"$apt/sources.list"
    options=(-o "Dir::State=$apt/state" -o "Dir::State::status=$apt/status" -o "Dir::Cache=$apt/cache"
        -o "Dir::Etc::sourcelist=$apt/sources.list" -o Dir::Etc::sourceparts=/dev/null -o Dir::Etc::trusted=/dev/null
        -o "APT::Architecture=amd64" -o "APT::Architectures=amd64" -o "APT::Sandbox::User="
        -o "Dir::Etc::trustedparts=/usr/share/keyrings")
    apt-get "${options[@]}" -qq update
}

for suite in trixie sid; do
    private_apt "$suite"
    work=$(mktemp -d "$dir/.work.XXXXXX")
    (cd "$work" && apt-get "${options[@]}" -qq download libze1 libc6 libstdc++6 libgcc-s1)
    for package in "$work"/*.deb; do dpkg-deb -x "$package" "$work/root"; done
    loader=$(find "$work/root" -name 'libze_loader.so.*.*.*' -printf '%f\n' | head -n 1)
    version=${loader#libze_loader.so.}
    rm -rf "${dir:?}/$version"
    mkdir "$dir/$version"
    # one flat folder: links keep working, since they point to files beside them
    find "$work/root/usr/lib/x86_64-linux-gnu" -maxdepth 1 -name '*.so*' -exec cp -P {} "$dir/$version/" \;
    rm -rf "$work" "$apt"
    "$dir/$version/ld-linux-x86-64.so.2" --library-path "$dir/$version" --list "$dir/$version/libze_loader.so.1" >/dev/null
    echo "$dir/$version: loader of Debian $suite"
done
