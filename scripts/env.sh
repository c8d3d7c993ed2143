# Sourced by the other scripts: the repository's root as working directory,
# and the preset and build folder that SANITIZE asks for.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
if [ "${SANITIZE:-}" = thread ]; then
  preset=tsan build=build-tsan
elif [ -n "${SANITIZE:-}" ] && [ "$SANITIZE" != 0 ]; then
  preset=asan build=build-asan
else
  preset=dev build=build
fi
jobs=$(nproc)
