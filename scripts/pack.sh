#!/usr/bin/env bash
# Packs what a machine without LLVM needs to compile and run programs, GPUs
# included: build/tc-self-contained.tar.xz, with the tools in bin/.
source "$(dirname "$0")/env.sh"
scripts/setup.sh static
cmake --preset "$preset" -DTC_STATIC=ON >/dev/null
ninja -C "$build" self-contained
pack=$build/tc-self-contained.tar.xz
tar -C "$build" --transform 's,^self-contained,bin,' -c self-contained |
  xz -T0 -3 >"$pack"
size=$(stat -c %s "$pack")
echo "$pack: $((size >> 20)) MiB"
[ "$size" -le $((64 << 20)) ]
