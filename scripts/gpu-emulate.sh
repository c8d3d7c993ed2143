#!/usr/bin/env bash
# Compiles programs for GPUs, runs each thread of each block on the CPU, and
# compares the results with those expected: what is wrong in how work is shared
# is wrong here too, as are barriers that not all threads reach, and accesses
# outside of buffers. Arguments are
# the programs; without them all of test/exec/. TC_EMULATE is the target, such as
# emulate,wave=64. Ends with `N right, N wrong`.
source "$(dirname "$0")/env.sh"
programs=("$@")
[ $# -gt 0 ] || programs=(test/exec/fx/*.mlir test/exec/wide/*.mlir)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

run() { # program
  "$build/bin/tc-compile" "$1" --target="${TC_EMULATE:-emulate}" -o "$work/a.so" &&
    LD_PRELOAD="$PWD/$build/lib/libtcemulate.so" "$build/bin/tc-run" \
      "$work/a.so" --check --repeat 1 --threads 1 --guard
}

right=0 wrong=0
for program in "${programs[@]}"; do
  if run "$program" >"$work/log" 2>&1; then
    right=$((right + 1))
  elif ! grep -Eq 'TC-050[12]|TC-4101' "$work/log"; then # no target has code
    wrong=$((wrong + 1))
    echo "$program: $(tail -c 400 "$work/log")"
  fi
done
echo "$right right, $wrong wrong"
[ "$wrong" -eq 0 ]
