// Halves are transposed in pairs of neighbouring rows: vectors are read, words stored in shared memory, vectors loaded
// and written. Large tiles where they fill the machine; points behind the last ones repeat them, and are not written.
// RUN: tc-opt %s --tc-gpu --loop-schedule=target=cuda,tune=sm_90a | FileCheck %s --check-prefix=TILES
// RUN: tc-compile %s --target=cuda --target-cpu=sm_90a --emit=ptx -o %t.ptx && FileCheck %s --input-file %t.ptx
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %s --target=emulate --check --repeat=1
// TILES: step = 128 : i64, to = "grid"
// TILES: step = 64 : i64, to = "grid"
// CHECK-COUNT-8: ld.global.v4.b32
// CHECK-COUNT-32: st.shared.b32
// CHECK: ld.shared.v4.b32
// CHECK-COUNT-2: ld.global.v4.b32
// CHECK-COUNT-8: st.shared.b32
// CHECK: ld.shared.v2.b32
module attributes {tc.version = "0.1"} {
func.func @main(
    %x: tensor<1536x1536xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1 : i64}},
    %y: tensor<3x196x264xf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2 : i64}})
    -> (tensor<1536x1536xbf16>, tensor<3x264x196xf16>) {
  %0 = prim.transpose %x [1, 0] : tensor<1536x1536xbf16>
  %1 = prim.neg %0 : tensor<1536x1536xbf16>
  %2 = prim.transpose %y [0, 2, 1] : tensor<3x196x264xf16>
  %3 = prim.neg %2 : tensor<3x264x196xf16>
  return %1, %3 : tensor<1536x1536xbf16>, tensor<3x264x196xf16>
}
}
