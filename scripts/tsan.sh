#!/usr/bin/env bash
# Runs the tests of threads under thread sanitizer: compiling, calling and freeing
# from many threads at once. What is C is built with it, into build-tsan; LLVM,
# MLIR and the shims over them are not. What they do is seen by their calls of
# pthreads and of the C library: no report has to be suppressed.
export SANITIZE=thread
source "$(dirname "$0")/env.sh"
scripts/setup.sh
[ -f "$build/build.ninja" ] || cmake --preset "$preset" >/dev/null
tests=(compile_threads runtime_pool runtime_heap runtime_program)
ninja -C "$build" -j "$jobs" --quiet "${tests[@]/#/unit_}"
export TSAN_OPTIONS="exitcode=66"
for test in "${tests[@]}"; do
  "$build/test/unit/$test"
  echo "$test: no race"
done
