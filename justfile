# The commands of CONTRIBUTING.md, by name: `just` lists them (https://just.systems). Each can be typed without just.

[private]
default:
    @just --list

# what CI runs: formatting, lints, tests; installs what is missing (as root)
ci:
    .ci/run

# all tests; what fails is run once more, alone
test:
    .ci/test

# formatting and lints
lint:
    cargo fmt --all --check
    cargo clippy --workspace --all-targets -- -D warnings

# the documentation of all crates, without a warning
docs:
    .ci/docs

# the packages of a release, tried: just release --twice
release *arguments:
    .ci/release {{ arguments }}

# the book, in target/book
book:
    mdbook build docs

# each crate can be packaged
packages:
    .ci/packages

# lock-free pieces of the probes in many orders of their threads' steps
models:
    cargo test -p zetop-models

# unit tests under miri, where nightly has it
miri:
    .ci/miri

# each fuzz target for a minute, or for as many seconds
fuzz seconds="60":
    .ci/fuzz {{ seconds }}

# docs/src/reference.md as the options are now
reference:
    ZETOP_BLESS=1 cargo test -p zetop --test app reference::

# the oldest Rust that the manifest promises
msrv:
    .ci/msrv

# licences, advisories and sources of dependencies
deny:
    cargo deny check

# accept the dashboard's frames as they are drawn now; look at each before you commit it
bless:
    ZETOP_BLESS=1 INSTA_UPDATE=always cargo test -p zetop-present --test frames

# random programs under zetop: just soak 30, just soak --cuda 30
soak *arguments="30":
    tests/soak.sh {{ arguments }}

# Intel's own driver on a pretend device: just real-driver --table bmg
real-driver *arguments:
    sudo tests/real-driver/run.sh {{ arguments }}

# on a machine with an NVIDIA GPU: all parts, or one of them: just gpu cost
gpu *parts:
    cargo build --release
    tests/gpu/run.sh target/release/zetop {{ parts }}

# what zetop costs: before and after a change to the hot path, on a quiet machine
overhead:
    cargo bench -p zetop-e2e --bench overhead

# what calls cost when a lot is in flight
in-flight *arguments:
    cargo bench -p zetop-e2e --bench in_flight -- {{ arguments }}

# size and speed of recordings
recording:
    cargo bench -p zetop-figures --bench recording

# the Level Zero loaders of Debian trixie and sid, for `ZETOP_LOADERS=FOLDER cargo test -p zetop-e2e loaders`
loaders folder:
    tests/e2e/loaders.sh {{ folder }}
