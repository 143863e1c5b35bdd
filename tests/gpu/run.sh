#!/usr/bin/env bash
# All checks that need an NVIDIA GPU, with nvcc and PyTorch: tests/gpu/run.sh [ZETOP]. Prints one line per check.
cd "$(dirname "$0")"
Z=$(realpath "${1:-../../target/release/zetop}")
W=$(mktemp -d)
trap 'rm -rf "$W"' EXIT
date -u +%F
nvidia-smi --query-gpu=name,driver_version --format=csv,noheader
nvcc --version | tail -1
python3 -c 'import torch; print("PyTorch", torch.__version__)' 2>&1
CUPTI=$(python3 -c 'import nvidia, glob; print(glob.glob(list(nvidia.__path__)[0] + "/cu13/lib/libcupti.so.13")[0])' 2>/dev/null)
for p in copies kernels overhead trouble; do
    nvcc -O2 -arch=native -cudart static -o "$W/$p" "programs/$p.cu" -lcuda -ldl || exit 1
done
nvcc -O2 -arch=native -cudart shared -o "$W/kernels_shared" programs/kernels.cu -lcuda
zetop() { timeout 120 "$Z" --no-tui "$@" 2>"$W/err"; }

echo "== copies, beside cudaEvents in the same run (within 2 %)"
zetop --json "$W/copies.json" -- "$W/copies" > "$W/copies.txt"
python3 check.py copies "$W/copies.json" "$W/copies.txt"
grep -E '^(finding|never freed)' "$W/err"

echo "== kernels: static and shared runtime, threads, graphs"
while read -r wanted command; do
    # shellcheck disable=SC2086
    zetop --json "$W/k.json" -- $W/$command > "$W/out"
    # shellcheck disable=SC2086
    $W/$command | diff - "$W/out" > /dev/null || echo "WRONG output of $command"
    python3 check.py kernels "$W/k.json" "$wanted" "$command"
done <<'LIST'
2000 kernels 1 1000
16000 kernels 8 1000
3000 kernels 1 1000 graph
2000 kernels_shared 1 1000
LIST

echo "== trouble: same output and status"
for t in none reset illegal fork; do
    "$W/trouble" $t > "$W/plain"; a=$?
    zetop --json "$W/t.json" -- "$W/trouble" $t > "$W/out"; b=$?
    if [ $a = $b ] && diff "$W/plain" "$W/out" > /dev/null; then echo "ok    $t ($a)"; else echo "WRONG $t: $a $b"; cat "$W/out"; fi
    python3 check.py show "$W/t.json" $t
done
CUDA_VISIBLE_DEVICES= "$W/trouble" none > "$W/plain"
CUDA_VISIBLE_DEVICES= zetop -- "$W/trouble" none | diff - "$W/plain" > /dev/null && echo "ok    no device is visible" || echo "WRONG no device is visible"

echo "== frameworks: same output"
for f in cupy triton jax; do
    timeout 100 python3 programs/frameworks.py $f > "$W/plain" 2>/dev/null
    zetop --json "$W/f.json" -- python3 programs/frameworks.py $f > "$W/out"
    diff "$W/plain" "$W/out" > /dev/null && echo "ok    $(cat "$W/out")" || { echo "WRONG $f"; tail -3 "$W/err"; }
    python3 check.py show "$W/f.json" $f
done

echo "== training step: beside torch.profiler"
python3 programs/train.py 20 profile > "$W/profile" 2>/dev/null; cat "$W/profile"
python3 programs/train.py 100 | sed 's/^/      plain: /'
for n in 20 40 100; do zetop --json "$W/train$n.json" -- python3 programs/train.py $n | sed "s/^/      zetop, $n steps: /"; done
zetop --no-device -- python3 programs/train.py 100 | sed 's/^/      zetop --no-device: /'
python3 programs/train.py 100 | sed 's/^/      plain again: /'
read -r n us < <(awk '/^profiler:/{print $3, $5}' "$W/profile")
python3 check.py difference "$W/train20.json" "$W/train40.json" "$n" "$us"
zetop --json "$W/tp.json" -- python3 programs/train.py 20 profile > "$W/profile2"; sed 's/^/      under zetop: /' "$W/profile2"
read -r m _ < <(awk '/^profiler:/{print $3, $5}' "$W/profile2")
[ "$n" = "$m" ] && echo "ok    torch.profiler under zetop: $m kernels as without" || echo "WRONG torch.profiler under zetop: $m kernels, without $n"
grep -i error "$W/err" | head -3
python3 check.py show "$W/tp.json" "torch.profiler under zetop"

echo "== attach and detach"
"$W/kernels" 1 1 45 > "$W/out" & K=$!
until grep -q ready "$W/out" 2>/dev/null; do sleep 0.1; done
start=$(date +%s%N)
zetop --json "$W/a.json" --duration 2 -p $K > /dev/null; tail -2 "$W/err"
python3 check.py show "$W/a.json" "static runtime, 2 s"
n=0; while kill -0 $K 2>/dev/null && [ $n -lt 200 ] && [ $(($(date +%s%N) - start)) -lt 38000000000 ]; do zetop --duration 0.01 -p $K > /dev/null && n=$((n + 1)); done
wait $K; echo "      status $? after $n cycles: $(tail -1 "$W/out"); plain: $("$W/kernels" 1 1 2 | tail -1)"
python3 programs/train.py 5 loop 12 > "$W/out" 2>&1 & K=$!
until grep -q ready "$W/out" 2>/dev/null; do sleep 0.2; done
zetop --json "$W/a.json" --duration 3 -p $K > /dev/null; grep -iE 'attach|took' "$W/err" | head -3
python3 check.py show "$W/a.json" "PyTorch, 3 s"
zetop --json "$W/a.json" --duration 2 -p $K > /dev/null
python3 check.py show "$W/a.json" "PyTorch again, 2 s"
wait $K; echo "      status $?: $(tail -1 "$W/out")"

echo "== cost in ns"
for t in 1 8; do
    echo "plain                 $("$W/overhead" $t)"
    echo "zetop --no-device     $(zetop --no-device -- "$W/overhead" $t)"
    echo "zetop                 $(zetop -- "$W/overhead" $t)"
    echo "CUPTI kernel records  $("$W/overhead" $t "$CUPTI" 10)"
    echo "CUPTI kernels, copies $("$W/overhead" $t "$CUPTI" 10 1 2 22)"
    echo "CUPTI API records     $("$W/overhead" $t "$CUPTI" 4)"
done
