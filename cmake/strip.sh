# strip.sh LLVM_BIN PROGRAM OUT OBJECTS: PROGRAM without symbols but those of the
# C functions of the object files that are listed in OBJECTS.
set -e
"$1/llvm-nm" --defined-only --format=just-symbols "@$4" |
  grep -E '^[A-Za-z]\w*$' | grep -v '^mlir' | sort -u >"$2.keep"
[ -s "$2.keep" ]
"$1/llvm-objcopy" --strip-all --keep-symbols="$2.keep" "$2" "$3"
