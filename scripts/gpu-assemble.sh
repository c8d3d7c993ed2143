#!/usr/bin/env bash
# Compiles programs for all chips without a GPU: ptxas assembles every kernel
# for sm_80 and sm_90a, ld.lld links it for gfx942, gfx90a and gfx1100. Arguments
# are the programs; without them all of examples/ and test/exec/. Programs that
# no target can compile are not counted. Ends with `N assembled, N failed`.
source "$(dirname "$0")/env.sh"
programs=("$@")
[ $# -gt 0 ] || programs=(examples/*.mlir test/exec/fx/*.mlir test/exec/wide/*.mlir)
chips=(cuda:sm_80:cubin cuda:sm_90a:cubin rocm:gfx942:hsaco rocm:gfx90a:hsaco
       rocm:gfx1100:hsaco)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

assemble() { # program chip
  IFS=: read -r target cpu emit <<<"$2"
  rm -rf "$work/images"
  "$build/bin/tc-compile" "$1" --target="$target" --target-cpu="$cpu" \
    --emit="$emit" -o "$work/images" >"$work/log" 2>&1
}

good=0 bad=0
for program in "${programs[@]}"; do
  for chip in "${chips[@]}"; do
    if assemble "$program" "$chip"; then
      good=$((good + 1))
    elif grep -Eq 'TC-050[12]|TC-4101' "$work/log"; then
      break # no target has code for it
    else
      bad=$((bad + 1))
      echo "$program $chip: $(head -c 400 "$work/log")"
    fi
  done
done
echo "$good assembled, $bad failed"
[ "$bad" -eq 0 ]
