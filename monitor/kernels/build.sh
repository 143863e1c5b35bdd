#!/bin/sh
# Makes bench.spv of bench.cl (Debian: apt install clang-15 llvm-spirv-15 spirv-tools).
set -e
# Unoptimised, which the driver does: optimised, LLVM's order of blocks is not SPIR-V's.
cd "$(dirname "$0")"
clang-15 -c -target spir64 -cl-std=CL2.0 -Xclang -finclude-default-header -O1 -Xclang -disable-llvm-passes -emit-llvm bench.cl -o bench.bc
llvm-spirv-15 --spirv-max-version=1.0 bench.bc -o bench.spv
rm bench.bc
spirv-val bench.spv
