#!/usr/bin/env bash
# Makes all that a release of zetop consists of, from this checkout, for Linux with glibc 2.17 or newer on x86-64 and on aarch64:
# of each a tarball, .deb, .rpm, wheel and an SBOM, and checksums of them all. Nothing is uploaded.
#
# Usage: release.sh [FOLDER]     (default: target/dist)
#
# The first call installs zig, cargo-zigbuild and maturin from PyPI into target/release-tools. dpkg-deb and rpmbuild (package rpm)
# make the distributions' packages. Two calls at the same commit make the same bytes: docs/src/install.md says how far.
set -euo pipefail
cd "$(dirname "$0")"
root=$PWD
stop() { echo "release.sh: $*" >&2; exit 1; }

# manylinux2014 has it, and CentOS 7.
glibc=2.17
[ "$(uname -m)" = x86_64 ] || stop "builds on x86-64 only"
for tool in dpkg-deb rpmbuild readelf objcopy strip python3 aarch64-linux-gnu-{gcc,objcopy,strip}; do
    command -v $tool >/dev/null || stop "$tool is missing (apt-get install dpkg rpm binutils python3-venv gcc-aarch64-linux-gnu)"
done
[ -d "$(rustc --print sysroot)/lib/rustlib/aarch64-unknown-linux-gnu" ] || stop "rustup target add aarch64-unknown-linux-gnu"
out=$(realpath -m "${1:-target/dist}")
rm -rf "$out"
target=$(realpath -m "${CARGO_TARGET_DIR:-target/release-build}")
export CARGO_TARGET_DIR=$target CARGO_INCREMENTAL=0

version=$(sed -n '/^\[workspace.package\]/,/^\[/s/^version = "\(.*\)"/\1/p' Cargo.toml)
commit=$(git rev-parse HEAD)
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH
ZETOP_COMMIT=${commit:0:12}
if [ -n "$(git status --porcelain --untracked-files=no)" ]; then
    echo "release.sh: files differ from commit $ZETOP_COMMIT: not for others" >&2
    ZETOP_COMMIT+=+changes
fi
[ "$(git describe --tags --exact-match 2>/dev/null)" = "v$version" ] || echo "release.sh: $ZETOP_COMMIT has no tag v$version" >&2
export ZETOP_COMMIT

# Versions are fixed: the bytes depend on them.
tools=$root/target/release-tools
if ! [ -e "$tools/ready" ]; then
    rm -rf "$tools"
    python3 -m venv "$tools"
    "$tools/bin/pip" install -q --disable-pip-version-check -r .ci/release-tools.txt
    touch "$tools/ready"
fi
export PATH=$tools/bin:$PATH

# Neither the user's folders nor this machine's are in what is shipped.
cargo_home=${CARGO_HOME:-$HOME/.cargo}
# The last one that fits a path counts.
export RUSTFLAGS="--remap-path-prefix=$root=/zetop --remap-path-prefix=$target=/target --remap-path-prefix=$cargo_home=/cargo"
export CFLAGS="-ffile-prefix-map=$root=/zetop -ffile-prefix-map=$target=/target -ffile-prefix-map=$cargo_home=/cargo -g0"

# The wheel, and the binary of all packages, of one architecture: $out/*.whl, $binary.
build() { # TRIPLE, PREFIX of the compiler's and the binutils' names
    local triple=$1 prefix=$2
    # glibc cancels a thread by libgcc's unwinder, and a wrapper's handler has to ask the same one. zig would link another one into
    # the probes.
    local libgcc
    libgcc=$("${prefix}gcc" -print-file-name=libgcc_s.so.1)
    [ -e "$libgcc" ] || stop "libgcc_s.so.1 is missing (apt-get install gcc gcc-aarch64-linux-gnu)"
    export ZETOP_EMBED_FLAGS="$RUSTFLAGS -Clink-arg=$libgcc"

    # maturin runs cargo-zigbuild; all packages get the binary that it has built for the wheel.
    (cd monitor/app && maturin build --locked --profile dist --zig --target "$triple" --compatibility manylinux2014 --out "$out")
    local wheel
    wheel=$(echo "$out"/zetop-*"${triple%%-*}".whl)
    # The demonstration's functions keep their names, and the API's bindings, which findings leave out by name. All names would not
    # fit into a wheel of 8 MB, nor would lines, which name folders of this machine, too.
    binary=$target/$triple/zetop
    "${prefix}objcopy" --strip-all --wildcard --keep-symbol='*zetop_workloads*' --keep-symbol='*level_zero_sys*' \
        "$target/$triple/dist/zetop" "$binary"
    local unpacked=$target/wheel
    rm -rf "$unpacked"
    wheel unpack --dest "$unpacked" "$wheel" >/dev/null
    rm "$wheel"
    cp "$binary" "$unpacked/zetop-$version/zetop-$version.data/scripts/zetop"
    sed -i "s,path+file://$root,path+file:///zetop,g" "$unpacked/zetop-$version/zetop-$version.dist-info/sboms/"*.json
    wheel pack --dest-dir "$out" "$unpacked/zetop-$version" >/dev/null

    # All that is shipped, the libraries inside included, needs no symbol that is newer than the oldest C library.
    local embedded needs probe
    embedded=$(ls -td "$target/$triple"/dist/build/zetop-process-*/out/embed/"$triple"/release | head -n 1)
    needs=$(.ci/needs-glibc "$binary" "$embedded"/lib*.so)
    echo "$needs"
    awk -v most=$glibc '{ split($1, a, "."); split(most, b, "."); if (a[1] > b[1] || a[2] > b[2]) bad = 1 } END { exit bad }' <<<"$needs" ||
        stop "the files above that need more than glibc $glibc can't be shipped"
    for probe in "$embedded"/libzetop_probe_*.so; do
        readelf --dynamic "$probe" | grep 'NEEDED.*libgcc_s.so.1' >/dev/null || stop "$probe has an unwinder of its own"
    done
    "${prefix}strip" -o "$target/stripped" "$binary"
    local size
    size=$(stat -c %s "$target/stripped")
    echo "$triple: $size bytes stripped, $(stat -c %s "$binary") as shipped, wheel $(stat -c %s "$wheel")"
    [ "$size" -le $((16 << 20)) ] || stop "the binary has $size bytes without symbols: 16 MiB at most"
    [ "$(stat -c %s "$wheel")" -le $((8 << 20)) ] || stop "the wheel has $(stat -c %s "$wheel") bytes: 8 MiB at most"

    python3 - "$wheel" "$binary" "$out/zetop-$version-$triple.cdx.json" <<'PY'
import sys, zipfile
wheel, binary, sbom = sys.argv[1:]
with zipfile.ZipFile(wheel) as packed:
    names = packed.namelist()
    inside = next(name for name in names if name.endswith("/scripts/zetop"))
    if packed.read(inside) != open(binary, "rb").read():
        sys.exit("release.sh: the wheel's binary is not the one of the other packages")
    open(sbom, "wb").write(packed.read(next(name for name in names if name.endswith(".cyclonedx.json"))))
PY
}

summary="top for GPU programs on oneAPI Level Zero and CUDA"
description="Starts a program that uses a GPU, or attaches to one that is running, and shows where its time goes:
every call of the GPU's API, every kernel and every copy. Says what to change, in which line, and what that would gain."
homepage=$(sed -n 's/^repository = "\(.*\)"/\1/p' Cargo.toml)

# Tarball, .deb and .rpm with $binary and what is in $texts.
packages() { # TRIPLE, the architecture's name in a .deb
    local triple=$1 deb_name=$2 rpm_name=${1%%-*}
    local staged=$target/package
    rm -rf "$staged"
    cp -a "$texts" "$staged"
    install -m 755 "$binary" "$staged/zetop"
    find "$staged" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +

    local name=zetop-$version-$triple
    tar --create --directory "$staged" --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$SOURCE_DATE_EPOCH" \
        --mode=u+rw,go+r-w,a+X --transform "s,^\.,$name," . | gzip -9n >"$out/$name.tar.gz"

    # The tree that both packages install.
    local tree=$target/tree
    rm -rf "$tree"
    install -D -m 755 "$staged/zetop" "$tree/usr/bin/zetop"
    install -D -m 644 "$staged/zetop.1.gz" "$tree/usr/share/man/man1/zetop.1.gz"
    install -D -m 644 "$staged/zetop.bash" "$tree/usr/share/bash-completion/completions/zetop"
    install -D -m 644 "$staged/zetop.fish" "$tree/usr/share/fish/vendor_completions.d/zetop.fish"
    install -D -m 644 "$staged/_zetop" "$tree/usr/share/zsh/site-functions/_zetop"
    for document in README.md CHANGELOG.md; do install -D -m 644 "$document" "$tree/usr/share/doc/zetop/$document"; done
    install -D -m 644 LICENSE "$tree/usr/share/doc/zetop/copyright"

    local deb=$target/deb
    rm -rf "$deb"
    cp -a "$tree" "$deb"
    mkdir "$deb/DEBIAN"
    cat >"$deb/DEBIAN/control" <<END
Package: zetop
Version: $version-1
Architecture: $deb_name
Maintainer: zetop's authors <$homepage>
Homepage: $homepage
Section: devel
Priority: optional
Depends: libc6 (>= $glibc)
Recommends: libze1
Installed-Size: $(du -sk "$tree" | cut -f 1)
Description: $summary
$(sed 's/^/ /' <<<"$description")
END
    find "$deb" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
    dpkg-deb --root-owner-group -Zxz --build "$deb" "$out/zetop_$version-1_$deb_name.deb" >/dev/null

    cat >"$target/zetop.spec" <<END
Name: zetop
Version: $version
Release: 1
Summary: $summary
License: MIT
URL: $homepage
Requires: glibc >= $glibc
AutoReqProv: no
%description
$description
%install
cp -a "$tree/." %{buildroot}
mkdir -p %{buildroot}/usr/share/licenses/zetop
mv %{buildroot}/usr/share/doc/zetop/copyright %{buildroot}/usr/share/licenses/zetop/LICENSE
%files
%defattr(-,root,root)
/usr/bin/zetop
/usr/share/man/man1/zetop.1.gz
/usr/share/bash-completion/completions/zetop
/usr/share/fish/vendor_completions.d/zetop.fish
/usr/share/zsh/site-functions/_zetop
%doc /usr/share/doc/zetop
%license /usr/share/licenses/zetop
END
    # No step that changes the files, and nothing of this machine.
    rpmbuild --quiet -bb --target "$rpm_name" --define "_topdir $target/rpm" --define "_rpmdir $out" \
        --define "_rpmfilename %{NAME}-%{VERSION}-%{RELEASE}.%{ARCH}.rpm" --define "_buildhost release" \
        --define "use_source_date_epoch_as_buildtime 1" --define "clamp_mtime_to_source_date_epoch 1" \
        --define "__os_install_post %{nil}" --define "debug_package %{nil}" --define "_build_id_links none" "$target/zetop.spec"
}

build x86_64-unknown-linux-gnu ""
# What this machine's zetop says of itself is true of the other one.
texts=$target/texts
rm -rf "$texts"
mkdir -p "$texts"
"$binary" man | gzip -9n >"$texts/zetop.1.gz"
"$binary" completions bash >"$texts/zetop.bash"
"$binary" completions zsh >"$texts/_zetop"
"$binary" completions fish >"$texts/zetop.fish"
cp README.md LICENSE CHANGELOG.md "$texts/"
packages x86_64-unknown-linux-gnu amd64
build aarch64-unknown-linux-gnu aarch64-linux-gnu-
packages aarch64-unknown-linux-gnu arm64

# Redirected at once, the file may be one of those that are summed up.
sums=$(cd "$out" && sha256sum ./* | sed 's, \./, ,')
echo "$sums" >"$out/SHA256SUMS"
ls -l "$out"
