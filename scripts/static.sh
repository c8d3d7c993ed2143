#!/usr/bin/env bash
# Builds the self-contained tools (cmake/TcStatic.cmake) into
# build/self-contained, which is laid out as a build folder.
source "$(dirname "$0")/env.sh"
scripts/setup.sh static
cmake --preset "$preset" -DTC_STATIC=ON >/dev/null
ninja -C "$build" -j "$jobs" --quiet self-contained
