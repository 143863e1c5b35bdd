#!/usr/bin/env bash
# zetop's benchmarks on an NVIDIA GPU, as a page of text: tests/gpu/bench.sh [ZETOP [COMMIT]] > tests/gpu/RESULTS-bench-NAME.md
# One that fails does not keep the others from running. About 3 minutes.
Z=$(realpath "${1:-$(dirname "$0")/../../target/release/zetop}")
commit=${2:-$(git rev-parse --short HEAD 2>/dev/null)}
echo "# zetop bench on $(nvidia-smi --query-gpu=name --format=csv,noheader | head -1)"
echo
echo "Driver $(nvidia-smi --query-gpu=driver_version --format=csv,noheader | head -1), $(nproc) cores, $(date -u +%F), zetop ${commit:-of an unknown commit}. Made by \`tests/gpu/bench.sh\`; the tables are zetop's summaries."
for bench in "transfers" "hot-cold" "latency" "parallel" "flops" "matmul" "stride"; do
    echo
    echo "## zetop bench $bench"
    echo
    echo '```text'
    begin=$SECONDS
    # shellcheck disable=SC2086 # a command and its options
    timeout 150 "$Z" bench $bench --full --ascii 2>"${TMPDIR:-/tmp}/bench-error"
    status=$?
    [ $status = 0 ] || { echo "ended with $status:"; grep -v 'steps done' "${TMPDIR:-/tmp}/bench-error" | tail -5; }
    echo '```'
    echo
    echo "$((SECONDS - begin)) s."
done
