#!/usr/bin/env bash
# What the GPU can do, by `zetop bench` on CUDA: tests/gpu/bench.sh [ZETOP]. Writes docs/src/results/bench-GPU.md,
# and it and the figures as JSON to $OUT if that is set. BUDGET (seconds, 570 if it is not set) is for all of them: a benchmark
# that takes longer ends with the figures that it has. One that fails does not stop the others. COMMIT names what was
# measured where git does not.
Z=$(realpath "${1:-$(dirname "$0")/../../target/release/zetop}")
cd "$(dirname "$0")" || exit 1
[ -x "$Z" ] || { echo "no zetop at $Z: cargo build --release -p zetop"; exit 1; }
W=$(mktemp -d)
trap 'rm -rf "$W"' EXIT
OUT=${OUT:-$W}
mkdir -p "$OUT"
gpu=$(timeout 20 nvidia-smi --query-gpu=name --format=csv,noheader 2>/dev/null | head -1)
driver=$(timeout 20 nvidia-smi --query-gpu=driver_version --format=csv,noheader 2>/dev/null | head -1)
name=$(echo "${gpu:-unknown}" | sed 's/^NVIDIA //; s/[^A-Za-z0-9]\+/-/g; s/-*$//')
results=bench-$name.md
pages=../../docs/src/results
commit=${COMMIT:-$(git rev-parse --short HEAD 2>/dev/null || echo unknown)}
[ -n "$(git status --porcelain --untracked-files=no 2>/dev/null)" ] && commit="$commit, changed"
failed=0
{
    echo "# What \`zetop bench\` measured on ${gpu:-a GPU that nvidia-smi does not name}"
    echo
    echo "$(date -u +%F), ${gpu:-unknown GPU}, driver ${driver:-unknown}, $(nvcc --version 2>/dev/null | grep -o 'release [0-9.]*' | sed 's/release/CUDA/' || true), $(nproc) cores ($(grep -m1 'model name' /proc/cpuinfo | sed 's/.*: //')); commit $commit, $("$Z" --version 2>&1 | head -1). Made by \`tests/gpu/bench.sh\`."
} > "$W/md"
run() {
    title=$1 limit=$2; shift 2
    left=$((${BUDGET:-570} - SECONDS))
    printf '\n## `zetop bench %s`\n\n' "$*" >> "$W/md"
    if [ $left -lt 15 ]; then failed=$((failed + 1)); echo "skipped: $title: no time is left"; echo "Skipped: no time was left." >> "$W/md"; return; fi
    [ "$limit" -gt $left ] && limit=$left
    start=$SECONDS
    # As by Ctrl-C: it ends with what it has, with status 130.
    timeout -s INT -k 20 "$limit" "$Z" bench "$@" --api cuda --json "$OUT/bench-$title.json" > "$W/out" 2> "$W/err"
    status=$?
    took=$((SECONDS - start))
    { echo '```text'; sed 's/\x1b\[[0-9;?]*[A-Za-z]//g' "$W/out"; echo '```'; } >> "$W/md"
    case $status in
        0) echo "ok    $title: $took s" ;;
        124 | 130) failed=$((failed + 1)); echo "WRONG $title: stopped after $took s with what it had"; printf '\nStopped after %s s.\n' $took >> "$W/md" ;;
        *) failed=$((failed + 1)); echo "WRONG $title: status $status: $(tail -1 "$W/err")"; { printf '\nEnded with %s:\n\n```text\n' $status; tail -5 "$W/err"; echo '```'; } >> "$W/md" ;;
    esac
}
# The longest last: what it takes from the others is least.
run hot-cold 60 hot-cold
run latency 120 latency
run flops 120 flops
run parallel 150 parallel
run transfers 300 transfers
cp "$W/md" "$OUT/$results"
cp "$W/md" "$pages/$results" 2>/dev/null || echo "WRONG $pages/$results cannot be written"
echo "total: $((5 - failed)) of 5 without a fault; $SECONDS s; $results"
[ $failed = 0 ]
