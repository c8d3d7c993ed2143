#!/usr/bin/env bash
# Builds, runs all tests in parallel, summarises failures on about a screen, and
# ends with a line `N passed, N failed, N skipped`. Arguments select tests:
# scripts/check.sh test/dialects. With RETRIES=1 failed tests run once more, and
# those that then pass are named.
source "$(dirname "$0")/env.sh"
scripts/setup.sh tests
scripts/build.sh
report=$build/check.json
rm -f "$report"
/usr/lib/llvm-22/bin/lit -q -j "$jobs" ${RETRIES:+--max-retries-per-test "$RETRIES"} \
  --param "build=$PWD/$build" \
  --param "python=$(command -v python3)" \
  --output "$report" "${@:-test}" >"$build/check.log" 2>&1 || true
python3 test/report.py "$report" "$build/check.log"
