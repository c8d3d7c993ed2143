#!/usr/bin/env bash
# Builds tools and plugin into build/bin and build/lib.
source "$(dirname "$0")/env.sh"
scripts/setup.sh
[ -f "$build/build.ninja" ] || cmake --preset "$preset" >/dev/null
ninja -C "$build" -j "$jobs" --quiet
