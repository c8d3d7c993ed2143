#!/usr/bin/env bash
# scripts/fuzz.sh [SECONDS [SEED]]: every fuzzer for a minute, or SECONDS, with
# a new seed, or SEED. Bugs are kept in build/fuzz, each with the command that
# repeats it; the exit code is then 1.
#   JOBS=N      processes at once; the fuzzers take turns, each with its own seed
#   KINDS=...   only these fuzzers; one named twice gets two processes
#   BUILD=DIR   a build folder or an unpacked package, with the tools built
#   OUT=DIR     where bugs and logs go
#   GRACE=N     seconds past its time after which a process is killed
source "$(dirname "$0")/env.sh"
seconds=${1:-60} seed=${2:-$(($(od -An -N4 -tu4 /dev/urandom) % 1000000000))}
[ -n "${BUILD:-}" ] && build=$BUILD || scripts/build.sh
out=${OUT:-$build/fuzz} at_once=${JOBS:-1} grace=${GRACE:-500}
[ -n "${OUT:-}" ] || rm -rf "$out"
mkdir -p "$out"

kinds=(graphs numbers passes gradients loops schedules text bytecode files memory)
[ -e /dev/nvidiactl ] && kinds+=(cuda)
grep -q avx512dq /proc/cpuinfo && kinds+=(tiles) # emulated without AMX
if python3 -c 'import torch' 2>/dev/null && [ "$build" != build-asan ]; then
  kinds+=(torch_python torch_aten torch_smooth torch_gradients)
  kinds+=(torch_sessions)
fi
[ -n "${KINDS:-}" ] && read -ra kinds <<<"$KINDS"
count=$((at_once > ${#kinds[@]} ? at_once : ${#kinds[@]}))

# command KIND NUMBER: what the process of that number runs. Memory faults are
# dealt to the processes of their kind, which are found by their number.
command() {
  local kind=$1 own=$((seed + $2 * 1000000)) i part=0 parts=0
  case $kind in
  memory) # The compiler without memory.
    for ((i = 0; i < count; ++i)); do
      [ "${kinds[i % ${#kinds[@]}]}" = memory ] || continue
      [ $i != "$2" ] || part=$parts
      parts=$((parts + 1))
    done
    echo test/faults/faults.py memory --only=compile,header,opt \
      "--part=$part/$parts" "--seed=$seed" "--seconds=$seconds" "--build=$build"
    ;;
  cuda)
    echo test/fuzz/fuzz.py graphs --columns=cuda "--seed=$own" \
      "--seconds=$seconds" "--build=$build" "--out=$out/cuda"
    ;;
  schedules)
    echo test/fuzz/schedules.py "$build" "--seed=$own" "--seconds=$seconds" \
      "--out=$out/schedules"
    ;;
  torch_*)
    echo test/fuzz/torch_programs.py "${kind#torch_}" "--seed=$own" \
      "--seconds=$seconds" "--out=$out"
    ;;
  *)
    echo test/fuzz/fuzz.py "$kind" "--seed=$own" "--seconds=$seconds" \
      "--build=$build" "--out=$out"
    ;;
  esac
}

# fuzz NUMBER: one that neither ends nor finds anything in time is a find itself.
fuzz() {
  local kind=${kinds[$1 % ${#kinds[@]}]} status=0
  local log=$out/$kind.$1.log line without=()
  [[ $kind != torch_* ]] || without=(env CUDA_VISIBLE_DEVICES=)
  read -ra line < <(command "$kind" "$1")
  echo "+ ${line[*]}" | tee "$log"
  TIMEFORMAT='%R %U %S'
  {
    time timeout --kill-after=10 $((seconds + grace)) nice -n "${NICE:-0}" \
      "${without[@]}" python3 "${line[@]}" >>"$log" 2>&1
  } 2>"$log.time" || status=$?
  echo "exit code $status" >>"$log"
}

export PYTHONPATH=$build/python
if [ "$at_once" != 1 ]; then
  export OMP_NUM_THREADS=1
fi
for ((i = 0; i < count; ++i)); do
  while [ "$(jobs -rp | wc -l)" -ge "$at_once" ]; do
    wait -n || true
  done
  if [ "$at_once" = 1 ]; then
    fuzz $i
    tail -n +2 "$out/${kinds[i % ${#kinds[@]}]}.$i.log"
  else
    fuzz $i &
  fi
done
wait
echo "seed $seed"
exec python3 test/fuzz/summary.py "$out"
