#!/usr/bin/env bash
# add_op.sh BUILD ROOT OUT: adds an op to a copy of the sources by a patch,
# says how many files that touches, and compiles what the row alone gives: its
# kind, builder, accessors, and its place in the tables of the rooms.
set -euo pipefail
build=$1 root=$2 out=$3
llvm=/usr/lib/llvm-22
patch=$root/test/dialects/Inputs/add_hypot.patch
rm -rf "$out" && mkdir -p "$out/gen/tc/gen"
cp -r "$root/dialects" "$root/passes" "$root/lib" "$root/include" "$out"
mkdir -p "$out/test/dialects/prim"
(cd "$out" && GIT_CEILING_DIRECTORIES=$(dirname "$out") git apply "$patch")
echo "files touched: $(grep -c '^+++ ' "$patch")"
echo 'include "dialects/prim/PrimOps.td"' >"$out/prim.td"
"$llvm/bin/llvm-tblgen" --dump-json -I"$out" -I"$llvm/include" "$out/prim.td" \
  -o "$out/prim.json"
cp "$build"/gen/tc/gen/* "$out/gen/tc/gen"
"$build/bin/opgen" --dialect=prim --out="$out/gen/tc/gen" --rows \
  --docs="$out" "$out/prim.json"
for source in gen/tc/gen/PrimOps.c gen/tc/gen/PrimInfo.c \
  gen/tc/gen/PrimScalar.c passes/lower/math/expand-math.c; do
  "$llvm/bin/clang" -std=c11 -D_GNU_SOURCE -Wall -Werror -fsyntax-only \
    -I"$out/include" -I"$out/lib" -I"$out" -I"$out/gen" \
    -isystem "$llvm/include" "$out/$source"
done
grep -h -o 'MlirValue tcPrimHypot(\|TC_PRIM_HYPOT\b' "$out"/gen/tc/gen/PrimOps.h |
  sort -u
grep -c 'hypot' "$out/prim.md" >/dev/null && echo documented
