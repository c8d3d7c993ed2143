// What reports an index out of range is computed where all of its elements are,
// also on GPUs, not only where a product's epilogue reads them: every other row.
// RUN: not env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %s --target=emulate --repeat=1 2>&1 | FileCheck %s
// CHECK: [TC-1520] {{.*}}: an index is out of range
module attributes {tc.version = "0.1"} {
func.func @main(%x: tensor<32x64xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1, seed = 7}}, %w: tensor<64x128xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2, seed = 7}}, %t: tensor<10x128xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3, seed = 7}}, %ids: tensor<64xi64> {tc.init = {kind = "randint", low = 0, high = 40, stream = 4, seed = 7}}) -> tensor<32x128xf32> {
  %q = prim.constant dense<10> : tensor<i64>
  %qq = prim.broadcast_in_dim %q [] : tensor<i64> to tensor<64xi64>
  %one = prim.iota 0 : i64, 1 : i64 : tensor<64xi64>
  %two = prim.constant dense<2> : tensor<i64>
  %twos = prim.broadcast_in_dim %two [] : tensor<i64> to tensor<64xi64>
  %odd = prim.remainder %one, %twos : tensor<64xi64>
  %id2 = prim.remainder %ids, %qq : tensor<64xi64>
  %far = prim.mul %odd, %qq : tensor<64xi64>
  %id3 = prim.add %id2, %far : tensor<64xi64>
  %e = prim.index %t[%id3] [0] : tensor<10x128xf32>, tensor<64xi64>
  %e1 = prim.neg %e : tensor<64x128xf32>
  %e2 = prim.mul %e1, %e1 : tensor<64x128xf32>
  %s = prim.slice %e2 <[0, 0]> step [2, 1] : tensor<64x128xf32> to tensor<32x128xf32>
  %p = prim.dot_general %x, %w batch [], [] contract [1], [0] : tensor<32x64xf32>, tensor<64x128xf32>
  %r = prim.mul %p, %s : tensor<32x128xf32>
  return %r : tensor<32x128xf32>
}}
