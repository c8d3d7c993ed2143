// Rows behind the last one, in a tile that has fewer: what is copied for them are
// the rows a tile before, not the last one again and again, for which the tiles of
// all columns would wait.
// RUN: tc-opt %s --tc-gpu -o %t.mlir && tc-opt %t.mlir --loop-to-gpu=target=cuda,tune=sm_90a | FileCheck %s
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %s --target=emulate --check --repeat=1
// CHECK: gpu.func @k
// CHECK: %[[BEFORE:.*]] = arith.subi %[[AT:.*]], %c64_i64
// CHECK-NEXT: %[[EXISTS:.*]] = arith.cmpi slt, %[[AT]], %c100_i64
// CHECK-NEXT: arith.select %[[EXISTS]], %[[AT]], %[[BEFORE]]
module attributes {tc.version = "0.1"} {
func.func @main(%x: tensor<100x128xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}}, %w: tensor<128x44xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}}, %u: tensor<44x128xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3}}) -> (tensor<100x44xbf16>, tensor<100x44xbf16>) {
  %0 = prim.dot_general %x, %w batch [], [] contract [1], [0] : tensor<100x128xbf16>, tensor<128x44xbf16>
  %1 = prim.dot_general %x, %u batch [], [] contract [1], [1] : tensor<100x128xbf16>, tensor<44x128xbf16>
  return %0, %1 : tensor<100x44xbf16>, tensor<100x44xbf16>
}
}
