#!/usr/bin/env bash
# Builds, runs all tests in parallel, summarises failures on about a screen, and
# ends with a line `N passed, N failed, N skipped`. Arguments select tests:
# scripts/check.sh test/dialects. With RETRIES=1 failed tests run once more, and
# those that then pass are named. check.sh --slowest prints what the last run
# took, in processor seconds: each folder, and the tests that took most.
source "$(dirname "$0")/env.sh"
report=$build/check.json
if [ "${1:-}" = --slowest ]; then
  exec python3 test/report.py --slowest "$report"
fi
scripts/setup.sh tests static
scripts/build.sh
# All tests run the self-contained tools, which start sooner: nothing relocates
# LLVM. Selected ones run those of libtc.so, which are linked sooner after a
# change; so do sanitized ones.
tools=$build
if [ $# -eq 0 ] && [ "$preset" = dev ]; then
  scripts/static.sh
  tools=$build/self-contained
fi
rm -f "$report"
python=$(python3 -c 'import sys; print(sys.executable)')
/usr/lib/llvm-22/bin/lit -q -j "$jobs" ${RETRIES:+--max-retries-per-test "$RETRIES"} \
  --param "build=$PWD/$build" --param "tools=$PWD/$tools" \
  --param "python=$python" \
  --output "$report" "${@:-test}" >"$build/check.log" 2>&1 || true
python3 test/report.py "$report" "$build/check.log"
