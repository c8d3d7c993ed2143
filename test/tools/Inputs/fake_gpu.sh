#!/usr/bin/env bash
# fake_gpu.sh BUILD FOLDER: makes FOLDER look like a build folder on a machine
# with a GPU: what is compiled for cuda is compiled for the emulator, which
# tc-run then loads. fake/compute-sanitizer runs what it is given, and says so.
set -euo pipefail
build=$1 folder=$2
rm -rf "$folder"
mkdir -p "$folder/bin" "$folder/fake"
ln -s "$build/gen" "$folder"
mkdir "$folder/lib"
ln -s "$build/lib/libtcemulate.so" "$folder/lib"
echo 'void *tcGpuChip(const char *target, unsigned device, char *chip) {
  __builtin_strcpy(chip, "sm_90a");
  return 0;
}' | "${CC:-cc}" -x c -shared -fPIC - -o "$folder/lib/libtcrt.so"
ln -s "$build/bin/tc-interpret" "$build/bin/tc-opt" "$folder/bin"

cat >"$folder/bin/tc-compile" <<EOF
#!/usr/bin/env bash
arguments=("\$@")
for i in "\${!arguments[@]}"; do
  case \${arguments[i]} in
  --target=cuda) arguments[i]=--target=\${FAKE_TARGET:-emulate} ;;
  --target-cpu=sm_90a) unset "arguments[i]" ;;
  esac
done
exec "$build/bin/tc-compile" "\${arguments[@]}"
EOF
cat >"$folder/bin/tc-run" <<EOF
#!/usr/bin/env bash
LD_PRELOAD=$build/lib/libtcemulate.so exec "$build/bin/tc-run" "\$@"
EOF
cat >"$folder/fake/compute-sanitizer" <<EOF
#!/usr/bin/env bash
echo "\$2" >>"$folder/sanitized"
while [ "\${1:0:2}" = -- ]; do shift 2; done
exec "\$@"
EOF
chmod +x "$folder"/bin/tc-* "$folder/fake/compute-sanitizer"
