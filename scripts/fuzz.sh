#!/usr/bin/env bash
# scripts/fuzz.sh [SECONDS [SEED]]: every fuzzer for a minute, or SECONDS, with
# a new seed, or SEED. Finds stay in build/fuzz, each with what shows it again;
# the exit code is 1 if there is one.
source "$(dirname "$0")/env.sh"
seconds=${1:-60} seed=${2:-$(($(od -An -N4 -tu4 /dev/urandom) % 1000000000))}
scripts/build.sh
out=$build/fuzz
rm -rf "$out"
mkdir -p "$out"
failed=()

# fuzz NAME COMMAND...: what it says goes to the log too; one that neither ends
# nor finds anything in time is a find itself.
fuzz() {
  local name=$1 status=0
  shift
  set -- "$@" "--seed=$seed"
  echo "+ $*"
  timeout --kill-after=10 $((seconds + 500)) \
    "$@" 2>&1 | tee "$out/$name.log" ||
    status=$?
  [ $status = 0 ] || failed+=("$name (exit code $status)")
}

for kind in graphs passes gradients text bytecode files; do
  fuzz $kind python3 test/fuzz/fuzz.py $kind "--seconds=$seconds" \
    "--build=$build" "--out=$out"
done
# The compiler without memory: as many allocations as a minute has time for.
fuzz memory python3 test/faults/faults.py memory --only=compile,header,opt \
  "--sample=$seconds" "--build=$build"
if python3 -c 'import torch' 2>/dev/null && [ "$build" = build ]; then
  export PYTHONPATH=$build/python
  for kind in python aten smooth gradients; do
    fuzz torch_$kind python3 test/fuzz/torch_programs.py $kind \
      "--seconds=$seconds" "--out=$out"
  done
fi

if [ ${#failed[@]} != 0 ]; then
  printf 'seed %s: finds of %s; docs/finding-bugs.md says what becomes of them\n' \
    "$seed" "$(IFS=,; echo "${failed[*]}")"
  exit 1
fi
echo "seed $seed: no finds"
