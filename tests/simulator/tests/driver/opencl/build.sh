#!/bin/sh
# Makes kernels.spv (Debian: apt install clang-15 llvm-spirv-15).
set -e
cd "$(dirname "$0")"
clang-15 -c -target spir64 -cl-std=CL2.0 -Xclang -finclude-default-header -O1 -emit-llvm kernels.cl -o kernels.bc
llvm-spirv-15 kernels.bc -o kernels.spv
rm kernels.bc
