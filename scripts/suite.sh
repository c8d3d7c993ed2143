#!/usr/bin/env bash
# Builds, and runs all programs on all targets: the table of test/suite, with all
# chips and models. Arguments are those of test/suite/suite.py.
source "$(dirname "$0")/env.sh"
scripts/setup.sh
scripts/build.sh
python3 test/suite/suite.py --build "$build" "$@"
