// Heads of keys and values that several heads of queries share, as PyTorch's
// enable_gqa and repeat_kv write them: a broadcast, then a reshape that joins
// what it repeats to the batch of the products. These read the shared head by an
// index map, and nothing is repeated in memory.
// RUN: tc-opt %s --prim-to-loop --loop-fuse | FileCheck %s
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %s --target=emulate --check --repeat=1
// RUN: tc-run %s --check --repeat=1

// CHECK: loop.contract {{.*}}[d0, floordiv(d1, 3), d4, d2] : tensor<2x4x96x64xbf16>
// CHECK: loop.contract {{.*}}[d0, floordiv(d1, 3), d2, d4] : tensor<2x4x96x64xbf16>
// CHECK-LABEL: func.func @main
// CHECK-NEXT: loop.launch
// CHECK-NEXT: loop.launch
// CHECK-NEXT: return

// What is repeated along rows of a product becomes memory: its elements are to
// lie side by side.
// CHECK-LABEL: func.func @rows
// CHECK: prim.reshape
module attributes {tc.version = "0.1"} {
func.func @main(%q: tensor<2x12x96x64xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1 : i64}}, %k: tensor<2x4x96x64xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2 : i64}}, %v: tensor<2x4x96x64xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3 : i64}}) -> (tensor<2x12x96x64xbf16>) {
  %kb = prim.broadcast_in_dim %k [0, 1, 3, 4] : tensor<2x4x96x64xbf16> to tensor<2x4x3x96x64xbf16>
  %kr = prim.reshape %kb : tensor<2x4x3x96x64xbf16> to tensor<2x12x96x64xbf16>
  %vb = prim.broadcast_in_dim %v [0, 1, 3, 4] : tensor<2x4x96x64xbf16> to tensor<2x4x3x96x64xbf16>
  %vr = prim.reshape %vb : tensor<2x4x3x96x64xbf16> to tensor<2x12x96x64xbf16>
  %s = prim.dot_general %q, %kr batch [0, 1], [0, 1] contract [3], [3] : tensor<2x12x96x64xbf16>, tensor<2x12x96x64xbf16>
  %y = prim.dot_general %s, %vr batch [0, 1], [0, 1] contract [3], [2] : tensor<2x12x96x96xbf16>, tensor<2x12x96x64xbf16>
  return %y : tensor<2x12x96x64xbf16>
}
func.func @rows(%x: tensor<32x64xbf16>, %w: tensor<64x64xbf16>) -> tensor<96x64xbf16> {
  %b = prim.broadcast_in_dim %x [0, 2] : tensor<32x64xbf16> to tensor<32x3x64xbf16>
  %r = prim.reshape %b : tensor<32x3x64xbf16> to tensor<96x64xbf16>
  %y = prim.dot_general %r, %w batch [], [] contract [1], [1] : tensor<96x64xbf16>, tensor<64x64xbf16>
  return %y : tensor<96x64xbf16>
}
}
