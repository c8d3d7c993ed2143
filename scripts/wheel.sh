#!/usr/bin/env bash
# Builds the wheel of the Python package into build-wheel/dist, for CPython 3.11
# and later on any glibc from the one that its extension needs, and tests it.
source "$(dirname "$0")/env.sh"
scripts/setup.sh static
out=build-wheel/dist
rm -rf "$out"
python3 -m pip wheel --quiet --no-deps --wheel-dir "$out" .
wheel=$(echo "$out"/*.whl)
# The newest version of glibc that a symbol of the extension asks for.
glibc=$(/usr/lib/llvm-22/bin/llvm-readelf -V build-wheel/python/tc/_core.abi3.so |
  grep -o 'GLIBC_2\.[0-9]*' | sort -t. -k2 -n -u | tail -1)
tag=manylinux_2_${glibc#GLIBC_2.}_$(uname -m)
python3 scripts/retag.py "$wheel" "$tag"
wheel=$(echo "$out"/*.whl)
size=$(stat -c %s "$wheel")
echo "$wheel: $((size / 1000000)) MB"
[ "$size" -le 60000000 ]

# What is in it is tested, by itself: nothing of this clone is in the path.
python3 -m venv --clear --system-site-packages build-wheel/venv
build-wheel/venv/bin/python -m pip install --quiet --no-deps "$wheel"
for test in arguments modules worker packaging with_numpy with_torch; do
  echo "test/python/package/$test.py"
  code=0
  env -u PYTHONPATH -u TC_WORKER TC_BUILD="$PWD/build-wheel" \
    build-wheel/venv/bin/python "test/python/package/$test.py" \
    >build-wheel/test.log 2>&1 || code=$?
  [ "$code" = 0 ] || [ "$code" = 77 ] || { cat build-wheel/test.log; exit 1; }
done
