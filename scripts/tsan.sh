#!/usr/bin/env bash
# Runs the tests of threads under thread sanitizer: compiling, calling and freeing
# from many threads at once. What is C is built with it, into build-tsan; LLVM,
# MLIR and the shims over them are not. What they do is seen by their calls of
# pthreads and of the C library: no report has to be suppressed. Where PyTorch is
# installed, its back end is called from many threads as well.
export SANITIZE=thread
source "$(dirname "$0")/env.sh"
scripts/setup.sh
[ -f "$build/build.ninja" ] || cmake --preset "$preset" >/dev/null
tests=(compile_threads runtime_pool runtime_heap runtime_program)
ninja -C "$build" -j "$jobs" --quiet "${tests[@]/#/unit_}" tc_python tc-worker
export TSAN_OPTIONS="exitcode=66"
for test in "${tests[@]}"; do
  "$build/test/unit/$test"
  echo "$test: no race"
done
# Python itself is built without it, and so has to load it first.
compiler=$(sed -n 's/^CMAKE_C_COMPILER:.*=//p' "$build/CMakeCache.txt")
runtime=$("$compiler" -print-file-name=libclang_rt.tsan-x86_64.so)
python=$(python3 -c "import sys; print(sys.executable)")
TC_BUILD=$PWD/$build PYTHONPATH=$build/python:test/python/package \
  LD_PRELOAD=$runtime "$python" test/python/package/threads.py
echo "the Python package: no race"
# PyTorch's OpenMP is built without it, and its barriers are not seen: kernels run
# on the thread that calls, of which there are many.
if "$python" -c "import torch" 2>/dev/null; then
  TC_BUILD=$PWD/$build PYTHONPATH=$build/python OMP_NUM_THREADS=1 \
    LD_PRELOAD=$runtime "$python" test/python/test_torch_threads.py
  echo "the PyTorch back end: no race"
fi
