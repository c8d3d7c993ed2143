#!/usr/bin/env bash
# The main job: compiles and runs the captured models of examples/, compares
# them with PyTorch's f64 results, prints a row each. Fails if one is wrong.
source "$(dirname "$0")/env.sh"
scripts/setup.sh
scripts/build.sh
header=
failed=0
for model in resnet50 bert gpt2 llama bert_dynamic; do
  # shellcheck disable=SC2086
  "$build/bin/tc-run" "examples/$model.mlir" --check --results --repeat=5 $header ||
    failed=1
  header=--no-header
done
if python3 -c 'import torch' 2>/dev/null; then
  PYTHONPATH=$build/python python3 scripts/demo_torch.py || failed=1
fi
exit $failed
