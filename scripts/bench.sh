#!/usr/bin/env bash
# tc beside PyTorch eager on the same cores, one after the other in one run.
source "$(dirname "$0")/env.sh"
scripts/setup.sh
scripts/build.sh
python3 bench/models.py --bin "$build/bin" "$@"
[ $# -gt 0 ] || python3 bench/kernels.py --bin "$build/bin"
[ $# -gt 0 ] || python3 bench/products.py --bin "$build/bin"
[ $# -gt 0 ] || python3 bench/train.py --bin "$build/bin"
