// Long sums are added up in blocks; where all are equal, a thread has eight loads under way.
// RUN: tc-compile %s --target=cuda --target-cpu=sm_90a --emit=ptx -o - | grep -E 'ld.global|[ps]etp|add.rn|bra' | FileCheck %s
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %s --target=emulate --check --repeat=1
// CHECK-COUNT-8: ld.global.v4.b32
// CHECK-NOT: ld.global.v4.b32
module attributes {tc.version = "0.1"} {
func.func @main(%x: tensor<16384x2048xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1 : i64}}) -> tensor<2048xf32> {
  %0 = prim.convert_element_type %x : tensor<16384x2048xbf16> to tensor<16384x2048xf32>
  %1 = prim.sum %0 [0] : tensor<16384x2048xf32>
  return %1 : tensor<2048xf32>
}
}
