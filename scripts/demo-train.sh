#!/usr/bin/env bash
# Trains a small GPT (examples/gpt_train.mlir: forward, loss and the optimizer's
# update as text) for 200 steps on a text made here. Fails if a loss is not
# PyTorch's. STEPS=N: fewer.
source "$(dirname "$0")/env.sh"
scripts/setup.sh
scripts/build.sh
text=$build/text.txt
awk -v bytes=65536 -f scripts/text.awk >"$text"
"$build/bin/tc-run" examples/gpt_train.mlir --steps="${STEPS:-200}" \
  --input text="$text" --curve examples/gpt_train.curve
