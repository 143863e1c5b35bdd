#!/bin/sh
# Makes NAME.spv (Level Zero) and NAME.ptx (CUDA) of bench.cl and double.cl. Debian: apt install clang-15 llvm-spirv-15 spirv-tools
set -e
cd "$(dirname "$0")"
for name in bench double; do
    # Unoptimised, which the driver does: optimised, LLVM's order of blocks is not SPIR-V's.
    clang-15 -c -target spir64 -cl-std=CL2.0 -Xclang -finclude-default-header -O1 -Xclang -disable-llvm-passes -emit-llvm $name.cl -o $name.bc
    llvm-spirv-15 --spirv-max-version=1.0 $name.bc -o $name.spv
    rm $name.bc
    spirv-val $name.spv
    # For the oldest GPUs that drivers still know: a driver compiles it for the GPU that is there.
    clang-15 -S -target nvptx64-nvidia-cuda -Xclang -target-cpu -Xclang sm_50 -cl-std=CL2.0 -cl-no-stdinc -include nvptx.h -Wall -Werror -O2 $name.cl -o $name.ptx
    grep -q '^\.address_size 64' $name.ptx
done
