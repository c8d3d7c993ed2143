#!/usr/bin/env bash
# Captures the models of examples/ and the programs of test/exec from PyTorch
# anew. Arguments choose models: scripts/capture.sh bert gpt2. A Python without
# PyTorch gets it in build/python (a virtual environment).
set -euo pipefail
cd "$(dirname "$0")/.."
python=python3
if ! "$python" -c 'import torch, transformers' 2>/dev/null; then
  python=build/python/bin/python
  [ -x "$python" ] || python3 -m venv build/python
  "$python" -m pip install --quiet -r capture/requirements.txt
fi
"$python" -m capture "$@"
[ $# -gt 0 ] || "$python" -m capture.cases
