#!/usr/bin/env bash
# Installs the Debian packages that building and testing need, if any is
# missing. If all are installed it takes a moment and needs no network.
set -euo pipefail

packages=(llvm-22-dev libmlir-22-dev mlir-22-tools llvm-22-tools clang-22
          libclang-rt-22-dev lld-22 ninja-build cmake ccache libjansson-dev
          python3 libpython3-dev make)
for purpose; do
  case $purpose in
    # The tests load the plugin into a host of another version, and check how
    # the sources are laid out and that Python's names are defined.
    tests) packages+=(mlir-19-tools clang-format-22 pyflakes3) ;;
    # What self-contained tools are made of.
    static) packages+=(liblld-22-dev libpolly-22-dev libzstd-dev zlib1g-dev) ;;
  esac
done

missing=()
for package in "${packages[@]}"; do
  status=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null || true)
  [ "$status" = installed ] || missing+=("$package")
done
[ ${#missing[@]} -eq 0 ] && exit 0

command=(apt-get install -y --no-install-recommends "${missing[@]}")
if [ "$(id -u)" != 0 ]; then
  echo "missing packages; run as root: ${command[*]}" >&2
  exit 1
fi
echo "installing ${missing[*]}"
export DEBIAN_FRONTEND=noninteractive
"${command[@]}" >/dev/null 2>&1 || { apt-get update -qq && "${command[@]}" >/dev/null; }
