#!/usr/bin/env bash
# All checks that need an NVIDIA GPU, with nvcc and PyTorch: tests/gpu/run.sh [ZETOP [PART...]]. Prints one line per
# check, and their total at the end; the same text is in $OUT/run.txt if OUT is set. Parts: see ALL, those that have never
# been run first. A part that fails, hangs or cannot run does not stop the others. BUDGET (seconds, 570 if it is not set)
# is for all of them: what does not fit is skipped, and said.
ALL=(job letsgo walks cold waits operations copies gaps kernels queued sites python waits_for_device trouble frameworks devices profilers attach training cycles frames cost cupti)
declare -A LIMIT=([job]=420 [letsgo]=320 [training]=260 [cycles]=110 [cost]=560 [frameworks]=150 [frames]=90 [attach]=60 [cupti]=90)

if [ "${1:-}" = --part ]; then
    # Started by ourselves, below.
    part=$2
else
    Z=$(realpath "${1:-$(dirname "$0")/../../target/release/zetop}")
    [ $# -gt 0 ] && shift
    cd "$(dirname "$0")" || exit 1
    [ -x "$Z" ] || { echo "no zetop at $Z: cargo build --release -p zetop"; exit 1; }
    W=$(mktemp -d)
    trap 'rm -rf "$W"' EXIT
    [ -n "${OUT:-}" ] && mkdir -p "$OUT"
    export Z W PYTHONUNBUFFERED=1
    TEXT=${OUT:-$W}/run.txt
    all() {
        date -u +%F
        echo "commit ${COMMIT:-$(git rev-parse --short HEAD 2>/dev/null || echo unknown)}, $("$Z" --version 2>&1 | head -1)"
        timeout 20 nvidia-smi --query-gpu=name,driver_version --format=csv,noheader
        nvcc --version 2>&1 | tail -1
        timeout 60 python3 -c 'import torch; print("PyTorch", torch.__version__)' 2>&1 | tail -1
        timeout 60 "$Z" doctor 2>&1 | head -12 | sed 's/^/      /'
        CUPTI=$(timeout 20 python3 -c 'import nvidia, glob; print(glob.glob(list(nvidia.__path__)[0] + "/cu13/lib/libcupti.so.13")[0])' 2>/dev/null)
        [ -n "$CUPTI" ] || CUPTI=$(find /usr/local/cuda*/ -name 'libcupti.so.1[0-9]' 2>/dev/null | sort -V | tail -1)
        export CUPTI
        # All at once: the compiler takes seconds for each.
        for p in alloc_waits copies kernels overhead trouble queued devices walks cold waits operations; do compile "$p" -cudart static "programs/$p.cu" & done
        compile gaps -cudart static "-I$(dirname "$(find /usr/local/cuda*/ -name cupti.h 2>/dev/null | head -1)")" programs/gaps.cu &
        compile letsgo -cudart static "-I$(dirname "$(find /usr/local/cuda*/ -name cupti.h 2>/dev/null | head -1)")" programs/letsgo.cu &
        cc -O1 -shared -fPIC -o "$W/plugin.so" ../cuda-stub/plugin.c -L"$(dirname "$(find /usr/local/cuda*/ -name libcuda.so -path '*stubs*' 2>/dev/null | head -1)")" -lcuda || echo "WRONG the plugin does not compile"
        compile kernels_shared -cudart shared programs/kernels.cu &
        compile cold_threads -cudart static --default-stream per-thread programs/cold.cu &
        wait
        for part in "$@"; do
            left=$((${BUDGET:-570} - SECONDS))
            limit=${LIMIT[$part]:-60}
            if [ $left -lt 20 ]; then echo "skipped: $part: no time is left"; continue; fi
            [ $limit -gt $left ] && limit=$left
            start=$SECONDS
            # With all that it has started.
            timeout -k 5 $limit bash ./run.sh --part "$part" 2>&1
            status=$?
            [ $status = 0 ] || echo "WRONG part $part ended with $status$([ $status = 124 ] && echo ": longer than $limit s")"
            echo "      $part: $((SECONDS - start)) s"
        done
    }
    compile() {
        name=$1; shift
        nvcc -O2 -arch=native -o "$W/$name" "$@" -lcuda -ldl > "$W/$name.log" 2>&1 || { echo "WRONG $name does not compile"; grep -m3 error "$W/$name.log" || tail -3 "$W/$name.log"; }
    }
    if [ $# -eq 0 ]; then set -- "${ALL[@]}"; fi
    all "$@" 2>&1 | tee "$TEXT"
    echo "total: $(grep -c '^ok' "$TEXT") ok, $(grep -c '^WRONG' "$TEXT") wrong, $(grep -c '^skipped' "$TEXT") skipped; $SECONDS s" | tee -a "$TEXT"
    ! grep -q '^WRONG' "$TEXT"
    exit
fi

zetop() { timeout 120 "$Z" --no-tui --no-history "$@" 2>"$W/err"; }
# Ends the part where a program is not there.
need() { for p in "$@"; do [ -x "$W/$p" ] || { echo "skipped: no program $p"; exit 0; }; done; }
# Waits until a program says that it is ready, or has ended.
ready() { until grep -q ready "$1" 2>/dev/null; do kill -0 "$2" 2>/dev/null || { echo "WRONG it ended before it was ready: $(tail -1 "$1")"; return 1; }; sleep 0.1; done; }
# The program's output is the same with zetop: same JSON PROGRAM..., with zetop's options in OPTIONS.
same() {
    json=$1; shift
    # No figures of an earlier run.
    rm -f "$json"
    "$W/$1" "${@:2}" > "$W/plain" 2>&1; a=$?
    zetop --json "$json" "${OPTIONS[@]}" -- "$W/$1" "${@:2}" > "$W/out" 2>&1; b=$?
    if [ $a = $b ] && diff "$W/plain" "$W/out" > "$W/diff"; then echo "ok    $* ${OPTIONS[*]}: same output ($a)"; else echo "WRONG $* ${OPTIONS[*]}: $a $b"; head -5 "$W/diff"; tail -2 "$W/err"; fi
}
OPTIONS=()

cupti() {
    echo "== what CUPTI costs a program whose host is the bottleneck, without zetop: loaded, records on, off again, finalised"
    headers=$(dirname "$(find /usr/local/cuda*/ -name cupti.h 2>/dev/null | head -1)")
    gcc -O1 -Wall -shared -fPIC -o "$W/phases.so" programs/cupti_phases.c "-I$headers" -I/usr/local/cuda/include "$CUPTI" "-Wl,-rpath,$(dirname "$CUPTI")" || { echo "WRONG cupti_phases does not compile"; return; }
    for mode in keep finalize; do
        echo "      -- $mode"
        rm -f "$W/go" "$W/phases.log"
        PHASES_MODE=$mode PHASES_GO=$W/go PHASES_LOG=$W/phases.log CUDA_INJECTION64_PATH=$W/phases.so timeout 60 python3 programs/cupti_phases.py 2>&1 | sed 's/^/      /'
    done
}

# Processor time and highest memory of a process, until it has ended: usage PID NAME.
usage() {
    local ticks=0 high=0 began=$EPOCHREALTIME seen
    while seen=$(awk '{print $14 + $15}' "/proc/$1/stat" 2>/dev/null) && [ -n "$seen" ] && [ "$(awk '{print $3}' "/proc/$1/stat" 2>/dev/null)" != Z ]; do
        ticks=$seen
        high=$(awk '/VmHWM/{print int($2 / 1024)}' "/proc/$1/status" 2>/dev/null || echo "$high")
        sleep 0.2
    done
    awk -v t="$ticks" -v hz="$(getconf CLK_TCK)" -v b="$began" -v e="$EPOCHREALTIME" -v m="$high" -v n="$2" \
        'BEGIN{printf "      %s: %.2f s of processor time in %.1f s, %.1f %% of a core; %d MiB at most\n", n, t / hz, e - b, 100 * t / hz / (e - b), m}'
}

job() {
    ranks=$(nvidia-smi --list-gpus | wc -l)
    echo "== $ranks ranks: collective operations, who waits for whom"
    [ "$ranks" -ge 2 ] || { echo "skipped: job: one GPU"; return; }
    launch=(python3 -m torch.distributed.run --nproc-per-node "$ranks")
    run=("${launch[@]}" programs/job.py)
    # Before all else, since the first start is slow.
    "${run[@]}" even > /dev/null 2>&1
    echo "      -- training: plain and under zetop in turns"
    for n in 1 2; do
        "${run[@]}" train 800 > "$W/plain$n" 2>"$W/err" || tail -3 "$W/err"
        rm -f "$W/train.json"
        "$Z" --no-tui --no-history --json "$W/train.json" -- "${run[@]}" train 800 > "$W/zetop$n" 2>"$W/err" & K=$!
        usage $K "zetop, $ranks ranks launched"
        wait $K || tail -3 "$W/err"
    done
    python3 check.py trained "$ranks" "$W"/plain[12] "$W"/zetop[12]
    echo "      -- attached to torchrun in mid-run"
    "${run[@]}" train 2600 > "$W/out" 2>"$W/err2" & K=$!
    until [ "$(grep -c rate "$W/out")" -ge 3 ] || ! kill -0 $K 2>/dev/null; do sleep 0.2; done
    began=$EPOCHREALTIME
    rm -f "$W/j.json"
    zetop --json "$W/j.json" --duration 8 -p $K > /dev/null
    echo "      $(tail -1 "$W/err")"
    ended=$EPOCHREALTIME
    wait $K || tail -3 "$W/err2"
    python3 check.py attached "$ranks" "$W/out" "$W/j.json" "$began" "$ended"
    echo "      -- a recording of each rank, watched while it is written"
    folder=${OUT:-$W}/recordings
    rm -rf "$folder"
    "${launch[@]}" --no-python "$Z" --no-tui --no-history --record "$folder/" -- python3 programs/job.py train 1500 > "$W/out" 2>"$W/err2" & K=$!
    until [ "$(find "$folder" -name '*.zetop' 2>/dev/null | wc -l)" -ge "$ranks" ] || ! kill -0 $K 2>/dev/null; do sleep 0.2; done
    (sleep 8; SIZE=48x160 python3 frame.py 7 "${FRAME_KEYS:-S8S}" "$Z" --no-history watch "$folder") > /dev/null 2>&1 & F=$!
    "$Z" --no-tui --no-history watch "$folder" --interval 1 --json "$W/watch.json" > /dev/null 2>"$W/err" & Z1=$!
    usage $Z1 "zetop watch, $ranks recordings"
    wait $Z1 || tail -3 "$W/err"
    wait $K || tail -3 "$W/err2"
    wait $F
    "$Z" --no-history report "$folder" --json "$W/report.json" > /dev/null 2>"$W/err" || tail -3 "$W/err"
    for file in "$folder"/*.zetop; do "$Z" --no-history report "$file" --json "$file.json" > /dev/null 2>"$W/err" || tail -3 "$W/err"; done
    python3 check.py watched "$ranks" "$W/watch.json" "$W/report.json" "$folder"/*.json
    rm -f "$folder"/*.json
    [ -n "${OUT:-}" ] && mv zetop-*.svg "$OUT"
    echo "      -- ranks that are even, and one that is slowed"
    for mode in even host kernels copies; do
        rm -f "$W/j.json"
        record=()
        [ $mode = host ] && [ -n "${OUT:-}" ] && record=(--record "$OUT/straggler.zetop")
        zetop --interval 1 --json "$W/j.json" "${record[@]}" -- "${run[@]}" $mode > "$W/out"
        sed "s/^/      zetop, $mode: /" "$W/out"
        python3 check.py straggler "$W/j.json" $mode
    done
    echo "      -- bandwidth, beside the program's own"
    rm -f "$W/j.json"
    zetop --json "$W/j.json" -- "${run[@]}" reduce > "$W/out"
    python3 check.py reduce "$W/j.json" "$W/out"
    echo "      -- a rank that does not come"
    rm -f "$W/j.json"
    zetop --interval 0.5 --json "$W/j.json" -- "${run[@]}" hang > "$W/out"
    python3 check.py hang "$W/j.json"
}

letsgo() {
    echo "== what a session leaves: a profiler of the program's own, forked children, ends of all kinds, plugins"
    need letsgo
    python3 letsgo.py "$Z" "$W"
}
cold() {
    echo "== --cold: a memset of ours before each launch; results, graphs and captures are the program's own"
    need cold cold_threads
    for p in cold cold_threads; do
        OPTIONS=(--cold=alternate:^stream_copy)
        same "$W/c.json" $p
        python3 check.py cold "$W/c.json" "$W/out" alternate
        OPTIONS=(--cold=^stream_copy)
        same "$W/c.json" $p
        python3 check.py cold "$W/c.json" "$W/out" all
    done
    OPTIONS=()
    # The name of a kernel that was looked up before the attach.
    "$W/kernels" 1 1 6 > "$W/out" & K=$!
    rm -f "$W/c.json"
    ready "$W/out" $K && zetop --cold=empty --json "$W/c.json" --duration 2 -p $K > /dev/null
    python3 check.py flushed "$W/c.json"
    kill -USR1 $K 2>/dev/null; wait $K
}

walks() {
    echo "== --cold: a kernel that reads 15 MB, in the cache and after a flush"
    need walks
    for how in --cold=walk --cold=alternate:walk; do
        OPTIONS=($how)
        same "$W/c.json" walks 200
        python3 check.py walks "$W/c.json" 200 "$how"
    done
    OPTIONS=()
    timeout 100 python3 programs/frameworks.py triton > "$W/plain" 2>/dev/null
    zetop --json "$W/c.json" --cold -- python3 programs/frameworks.py triton > "$W/out"
    diff "$W/plain" "$W/out" > /dev/null && echo "ok    every kernel of Triton's: $(cat "$W/out")" || { echo "WRONG --cold with Triton"; tail -3 "$W/err"; }
    python3 check.py show "$W/c.json" "Triton, cold"
}

waits() {
    echo "== pageable copies whose stream waits 200 ms for others: that is not the copy's time"
    need waits
    for which in own legacy blocking event host; do
        same "$W/w.json" waits $which
        python3 check.py waits "$W/w.json" $which
    done
    echo "== small pageable copies, which return early"
    zetop --json "$W/w.json" -- "$W/waits" small
    python3 check.py transfers "$W/w.json"
}

operations() {
    echo "== one of each operation: all have a record"
    need operations
    for which in batch host 2d 3d peer set streams disabled; do
        same "$W/o.json" operations $which
        python3 check.py covered "$W/o.json" $which
    done
}

copies() {
    echo "== copies, beside cudaEvents in the same run (within 2 %)"
    need copies
    zetop --json "$W/copies.json" --trace "$W/copies.trace" -- "$W/copies" > "$W/copies.txt"
    python3 check.py copies "$W/copies.json" "$W/copies.txt" "$W/copies.trace"
    grep -E '^(finding|never freed)' "$W/err"
}

gaps() {
    echo "== copies in a row: what the events say is the copies and what lies between them"
    need gaps
    "$W/gaps" "$CUPTI" | sed 's/^/      /'
}

sites() {
    echo "== the program's line, with the runtime linked into it"
    nvcc -g -O1 -arch=native -cudart static -o "$W/sites" programs/copies.cu || return
    zetop --json "$W/s.json" -- "$W/sites" 5
    finding=$(grep -m1 '^finding: Allocate' "$W/err")
    case $finding in *'called at copies.cu:'*' in upload'*) echo "ok    $finding" ;; *) echo "WRONG $finding" ;; esac
}

python() {
    echo "== the line of a Python program, under launch and attach"
    line=$(grep -n '# upload$' programs/upload.py | cut -d: -f1)
    place="called at upload.py:$line in Loader.forward"
    zetop --json "$W/p.json" -- python3 programs/upload.py 8
    finding=$(grep -m1 '^finding: Allocate' "$W/err")
    case $finding in *"$place"*) echo "ok    $finding" ;; *) echo "WRONG $finding" ;; esac
    python3 programs/upload.py 25 > /dev/null 2>&1 &
    pid=$!
    sleep 12
    zetop --json "$W/p.json" --duration 6 -p $pid
    finding=$(grep -m1 '^finding: Allocate' "$W/err")
    case $finding in *"$place"*) echo "ok    attached: $finding" ;; *) echo "WRONG attached: $finding" ;; esac
    python3 -c 'import json, sys; q = json.load(open(sys.argv[1]))["quality"]; print("      %d samples, %.1f us, the dearest %.1f us" % (q["samples"], q["sample_avg_ns"] / 1e3, q["sample_max_ns"] / 1e3))' "$W/p.json"
    python3 -c 'import json, sys; [print("      " + line) for f in json.load(open(sys.argv[1]))["findings"] for s in f["sites"][:1] for line in [s["place"], *s["callers"]]]' "$W/p.json"
    wait
}

waits_for_device() {
    echo "== does what --cold asks of the driver wait for kernels that are running?"
    need alloc_waits
    "$W/alloc_waits" | sed 's/^/      /'
}

kernels() {
    echo "== kernels: static and shared runtime, threads, graphs"
    need kernels kernels_shared
    while read -r wanted command; do
        # shellcheck disable=SC2086
        zetop --json "$W/k.json" -- $W/$command > "$W/out"
        # shellcheck disable=SC2086
        $W/$command | diff - "$W/out" > /dev/null || echo "WRONG output of $command"
        python3 check.py kernels "$W/k.json" "$wanted" "$command"
        python3 check.py waited "$W/k.json" "$command"
    done <<'LIST'
2000 kernels 1 1000
16000 kernels 8 1000
3000 kernels 1 1000 graph
2000 kernels_shared 1 1000
LIST
}

queued() {
    echo "== queued time, registers and shared memory"
    need queued
    zetop --json "$W/q.json" -- "$W/queued" > "$W/queued.txt"
    python3 check.py queued "$W/q.json" "$W/queued.txt"
}

trouble() {
    echo "== trouble: same output and status"
    need trouble
    for t in none reset illegal fork; do
        "$W/trouble" $t > "$W/plain"; a=$?
        zetop --json "$W/t.json" -- "$W/trouble" $t > "$W/out"; b=$?
        if [ $a = $b ] && diff "$W/plain" "$W/out" > /dev/null; then echo "ok    $t ($a)"; else echo "WRONG $t: $a $b"; cat "$W/out"; fi
        python3 check.py show "$W/t.json" $t
    done
    CUDA_VISIBLE_DEVICES= "$W/trouble" none > "$W/plain"
    CUDA_VISIBLE_DEVICES= zetop -- "$W/trouble" none | diff - "$W/plain" > /dev/null && echo "ok    no device is visible" || echo "WRONG no device is visible"
}

frameworks() {
    echo "== frameworks: same output"
    for f in cupy triton jax; do
        timeout 100 python3 programs/frameworks.py $f > "$W/plain" 2>/dev/null
        zetop --json "$W/f.json" -- python3 programs/frameworks.py $f > "$W/out"
        diff "$W/plain" "$W/out" > /dev/null && echo "ok    $(cat "$W/out")" || { echo "WRONG $f"; tail -3 "$W/err"; }
        python3 check.py show "$W/f.json" $f
        python3 check.py waited "$W/f.json" $f
        grep -i 'attach' "$W/err" | head -2
    done
}

training() {
    echo "== training step: beside torch.profiler"
    python3 programs/train.py 20 profile > "$W/profile" 2>/dev/null; cat "$W/profile"
    for _ in 1 2 3; do
        python3 programs/train.py 100 | tee -a "$W/plain.txt" | sed 's/^/      plain: /'
        zetop -- python3 programs/train.py 100 | tee -a "$W/zetop.txt" | sed 's/^/      zetop: /'
    done
    python3 check.py slower "$W/plain.txt" "$W/zetop.txt" "$W/profile"
    for n in 20 40; do zetop --json "$W/train$n.json" -- python3 programs/train.py $n | sed "s/^/      zetop, $n steps: /"; done
    read -r n us < <(awk '/^profiler:/{print $3, $5}' "$W/profile")
    python3 check.py difference "$W/train20.json" "$W/train40.json" "$n" "$us"
    python3 check.py show "$W/train40.json" "40 steps"
    python3 check.py waited "$W/train40.json" "40 steps"
    zetop --json "$W/tp.json" -- python3 programs/train.py 20 profile > "$W/profile2"; sed 's/^/      under zetop: /' "$W/profile2"
    read -r m _ < <(awk '/^profiler:/{print $3, $5}' "$W/profile2")
    [ "$n" = "$m" ] && echo "ok    torch.profiler under zetop: $m kernels as without" || echo "WRONG torch.profiler under zetop: $m kernels, without $n"
    grep -i error "$W/err" | head -3
    python3 check.py show "$W/tp.json" "torch.profiler under zetop"
    # It leaves CUPTI with a clock of its own.
    python3 check.py alike "$W/tp.json" "$W/train40.json"
    # Attached to while it warms up: the profiler comes later.
    python3 programs/train.py 20 profile 4 > "$W/profile3" 2>/dev/null & K=$!
    ready "$W/profile3" $K || return
    zetop --json "$W/ta.json" -p $K
    wait $K
    sed 's/^/      attached: /' "$W/profile3"
    read -r m _ < <(awk '/^profiler:/{print $3, $5}' "$W/profile3")
    [ "$n" = "$m" ] && echo "ok    torch.profiler with zetop attached: $m kernels as without" || echo "WRONG torch.profiler with zetop attached: $m kernels, without $n"
    python3 check.py show "$W/ta.json" "torch.profiler, attached"
    # Attached to once the profiler has ended, which zetop did not see: is CUPTI's clock its own?
    rm -f "$W/tl.json"
    python3 programs/train.py 20 profile loop 12 > "$W/profile4" 2>/dev/null & K=$!
    ready "$W/profile4" $K || return
    zetop --json "$W/tl.json" --duration 3 -p $K > /dev/null
    wait $K
    python3 check.py alike "$W/tl.json" "$W/train40.json"
}

attach() {
    echo "== attach and detach"
    python3 programs/train.py 5 loop 14 > "$W/out" 2>&1 & K=$!
    ready "$W/out" $K || return
    # The probe's file is mapped shortly before all is in its place. (Threads of CUPTI's bear the helper's name.)
    before=$(date +%s%N); zetop --duration 2 -p $K > /dev/null & Z1=$!
    until grep -q '\.blk' /proc/$K/maps; do kill -0 $Z1 2>/dev/null || { echo "WRONG no attach: $(tail -1 "$W/err")"; break; }; sleep 0.005; done
    echo "      attach: $((($(date +%s%N) - before) / 1000000)) ms from zetop's start; $(grep -o '/[^ ]*\.so[^ ]*$' /proc/$K/maps | sort -u | wc -l) libraries, $(awk '/VmRSS/{print int($2 / 1024)}' /proc/$K/status) MiB resident"
    wait $Z1
    zetop --json "$W/a.json" --duration 3 -p $K > /dev/null
    python3 check.py show "$W/a.json" "PyTorch, 3 s"
    python3 check.py waited "$W/a.json" "PyTorch, 3 s"
    zetop --json "$W/a.json" --duration 2 -p $K > /dev/null
    python3 check.py show "$W/a.json" "PyTorch again, 2 s"
    wait $K; echo "      status $?: $(tail -1 "$W/out")"
}

cycles() {
    echo "== 200 cycles of attach and detach"
    need kernels
    "$W/kernels" 1 1 100 > "$W/out" & K=$!
    ready "$W/out" $K || return
    zetop --json "$W/a.json" --duration 2 -p $K > /dev/null; tail -2 "$W/err"
    python3 check.py show "$W/a.json" "static runtime, 2 s"
    python3 check.py each "$W/a.json" "static runtime, attached"
    n=0; failed=0; start=$SECONDS
    while kill -0 $K 2>/dev/null && [ $((n + failed)) -lt 200 ] && [ $((SECONDS - start)) -lt 80 ]; do
        if zetop --duration 0.01 -p $K > /dev/null; then n=$((n + 1)); else failed=$((failed + 1)); tail -1 "$W/err"; fi
    done
    echo "      $n cycles in $((SECONDS - start)) s, $failed failed"
    # It ends by itself, and says what calls cost it then.
    kill -USR1 $K; wait $K; echo "      status $?: $(tail -1 "$W/out"); plain: $("$W/kernels" 1 1 2 | tail -1)"
}

cost() {
    echo "== cost in ns"
    need overhead
    for _ in 1 2 3; do
        for t in 1 8; do
            echo "plain | $("$W/overhead" $t)"
            echo "zetop --no-device | $(zetop --no-device -- "$W/overhead" $t)"
            echo "zetop | $(zetop -- "$W/overhead" $t)"
            echo "CUPTI kernel records | $("$W/overhead" $t "$CUPTI" 10)"
            echo "CUPTI kernel, copy and set records | $("$W/overhead" $t "$CUPTI" 10 1 2 22)"
            echo "CUPTI API records | $("$W/overhead" $t "$CUPTI" 4)"
        done
    done | tee "$W/cost"
    python3 check.py cost "$W/cost"
    echo "== cost of programs whose host is the bottleneck"
    python3 -c 'import torch' 2>/dev/null || { echo "skipped: no PyTorch here"; return; }
    python3 cost.py "$Z" "$W" "${PROCESSES:-5}"
}

devices() {
    echo "== all GPUs at once"
    need devices
    zetop --json "$W/d.json" -- "$W/devices" 1000 > "$W/devices.txt"
    cat "$W/devices.txt"
    python3 check.py devices "$W/d.json" 1000 "$W/devices.txt"
}

profilers() {
    echo "== NVIDIA's profilers, started by zetop"
    need kernels
    metrics=(ncu --clock-control none --metrics gpu__time_duration.sum "$W/kernels" 1 3)
    timeout 100 "${metrics[@]}" > "$W/plain" 2>&1; a=$?
    zetop --json "$W/n.json" -- "${metrics[@]}" > "$W/out"; b=$?
    n=$(grep -c gpu__time_duration "$W/plain"); m=$(grep -c gpu__time_duration "$W/out")
    [ $a = $b ] && [ "$n" = "$m" ] && [ "$n" -gt 0 ] && echo "ok    ncu: $m kernels measured as without ($b)" || echo "WRONG ncu: $m kernels, without $n; $a $b"
    nsys=$(command -v nsys || find /opt/nvidia -name nsys -type f 2>/dev/null | head -1)
    [ "$nsys" ] || { echo "skipped: nsys is not here"; return; }
    timeout 100 "$nsys" profile -o "$W/plain" --force-overwrite true "$W/kernels" 1 10 > "$W/plain" 2>&1; a=$?
    zetop --json "$W/n.json" -- "$nsys" profile -o "$W/under" --force-overwrite true "$W/kernels" 1 10 > "$W/out"; b=$?
    [ $a = $b ] && ls "$W"/under.* > /dev/null && echo "ok    nsys: $(cd "$W" && ls plain.* under.* | tr '\n' ' ')($b)" || echo "WRONG nsys: $a $b"
    python3 check.py show "$W/n.json" "under nsys"
}

frames() {
    echo "== frames of the dashboard (to $(realpath "${OUT:-$W}"))"
    here=$(pwd)
    mkdir "$W/frames"
    cp programs/train.py "$W/frames" && cd "$W/frames" || return
    ln -s "$Z" zetop
    python3 "$here/frame.py" 25 "S" ./zetop --no-history python3 train.py 5 loop 60
    python3 "$here/frame.py" 25 "3<Enter>S" ./zetop --no-history python3 train.py 5 loop 60
    ls zetop-*.svg && cp zetop-* "${OUT:-$W}"
    cd "$here" || return
}

cd "$(dirname "$0")" || exit 1
declare -F "$part" > /dev/null || { echo "WRONG there is no part $part"; exit 0; }
$part
# What a part says is in its lines.
exit 0
