// Concatenations of concatenations of pieces of one array are one gather: a
// mirrored border in two dimensions, an edge that is repeated in three, wrapped
// ones. Not in one dimension, of two arrays, or where an inner piece differs.
// RUN: tc-opt %s --split-input-file --tc-to-prim --prim-simplify --prim-gather-pieces=target=cuda,tune=sm_90a | FileCheck %s
// RUN: tc-opt %s --split-input-file --tc-to-prim --prim-simplify --prim-gather-pieces=target=x86-64-v4 | FileCheck %s --check-prefix=NONE
// RUN: split-file %S/Inputs/pads.txt %t
// RUN: tc-interpret %t/pads.mlir --expect > %t.mlir
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %t.mlir --target=emulate --check --guard --repeat=1
// RUN: tc-opt %t/pads.mlir --tc-gpu | FileCheck %s --check-prefix=LAUNCHES
// LAUNCHES-COUNT-4: loop.launch @
// LAUNCHES-NOT: loop.launch @
// NONE-NOT: prim.index %

// CHECK-LABEL: func.func @main(
// CHECK-NOT: prim.cat
// CHECK: %[[I:.*]] = prim.broadcast_in_dim %{{.*}} [1] : tensor<12xi64> to tensor<2x12x15xi64>
// CHECK: prim.index %arg0[%{{.*}}, %{{.*}}, %{{.*}}] [0, 1, 2] : tensor<2x9x11xf32>, tensor<2x12x15xi64>, tensor<2x12x15xi64>, tensor<2x12x15xi64>
module attributes {tc.version = "0.1"} {
fx.graph @main(%x: tensor<2x9x11xf32>) -> (tensor<2x12x15xf32>) {
  %y = fx.call "aten.pad.default"(%x, [3, 1, 1, 2], "reflect") : (tensor<2x9x11xf32>) -> tensor<2x12x15xf32>
  fx.output %y : tensor<2x12x15xf32>
}
}

// -----

// CHECK-LABEL: func.func @main(
// CHECK: prim.cat
// CHECK-NOT: prim.index %
module attributes {tc.version = "0.1"} {
fx.graph @main(%x: tensor<2x9xf32>) -> (tensor<2x12xf32>) {
  %y = fx.call "aten.pad.default"(%x, [2, 1], "reflect") : (tensor<2x9xf32>) -> tensor<2x12xf32>
  fx.output %y : tensor<2x12xf32>
}
}

// -----

// CHECK-LABEL: func.func @main(
// CHECK: prim.cat
// CHECK-NOT: prim.index %
module attributes {tc.version = "0.1"} {
func.func @main(%x: tensor<4x3xf32>, %z: tensor<4x3xf32>) -> (tensor<8x6xf32>, tensor<8x6xf32>) {
  %r = prim.rev %x [1] : tensor<4x3xf32>
  %a = prim.cat %x, %r dim 1 : tensor<4x3xf32>, tensor<4x3xf32>
  %b = prim.cat %z, %r dim 1 : tensor<4x3xf32>, tensor<4x3xf32>
  %c = prim.cat %r, %x dim 1 : tensor<4x3xf32>, tensor<4x3xf32>
  %0 = prim.cat %a, %b dim 0 : tensor<4x6xf32>, tensor<4x6xf32>
  %1 = prim.cat %a, %c dim 0 : tensor<4x6xf32>, tensor<4x6xf32>
  return %0, %1 : tensor<8x6xf32>, tensor<8x6xf32>
}
}
