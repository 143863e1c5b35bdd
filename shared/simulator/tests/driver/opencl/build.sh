#!/bin/sh
# Makes a .spv of each .cl (Debian: apt install clang-15 llvm-spirv-15).
set -e
cd "$(dirname "$0")"
for source in *.cl; do
    name=${source%.cl}
    clang-15 -c -target spir64 -cl-std=CL2.0 -Xclang -finclude-default-header -O1 -emit-llvm "$source" -o "$name.bc"
    llvm-spirv-15 "$name.bc" -o "$name.spv"
    rm "$name.bc"
done
