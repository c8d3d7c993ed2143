#!/usr/bin/env bash
# Packs everything that a machine without LLVM needs to compile, run, test, fuzz
# and measure programs, GPUs included: build/tc-self-contained.tar.xz. It contains
# tc/, a build folder (bin/, lib/, gen/) with the tests' programs, and the models
# if they are here: `tar xf ...; tc/test/suite/suite.py` runs all of them,
# `BUILD=. tc/scripts/fuzz.sh` the fuzzers.
source "$(dirname "$0")/env.sh"
scripts/static.sh
ninja -C "$build" --quiet tc_python
pack=$PWD/$build/tc-self-contained.tar.xz
tests=(test/suite test/exec test/loop test/passes test/dialects test/fuzz
       test/faults test/conformance test/interp/kernels.mlir test/gpu/sizes.mlir
       test/gpu/owners.mlir test/gpu/block_owners.mlir test/gpu/owned_base.mlir scripts/env.sh scripts/fuzz.sh bench examples LICENSE
       README.md)
# The Python package, whose worker is the compiler above.
rm -rf "$build/pack" && mkdir -p "$build/pack/python"
cp -r python-bindings/tc "$build/pack/python/tc"
cp "$build/python/tc/_core.abi3.so" "$build/pack/python/tc/"
mkdir "$build/pack/python/tc/bin"
ln -sf ../../../bin/tc-compile "$build/pack/python/tc/bin/tc-worker"
tar --transform 's,^,tc/,S' --exclude=__pycache__ \
  -C "$PWD/$build/self-contained" -c bin lib gen test \
  -C "$PWD" "${tests[@]}" -C "$PWD/$build/pack" python |
  xz -T0 -3 >"$pack.part"
mv "$pack.part" "$pack"
size=$(stat -c %s "$pack")
echo "$pack: $((size >> 20)) MiB"
[ "$size" -le $((64 << 20)) ]
# What was packed knows all programs and runs one.
check=$(mktemp -d)
trap 'rm -rf "$check"' EXIT
tar xJf "$pack" -C "$check"
"$check/tc/test/suite/suite.py" --filter='^kernels/gpu_owners$' --targets=cpu
