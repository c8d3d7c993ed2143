// What is computed row by row between two products of the same groups is
// computed of blocks of rows as they lie: slices of columns, gates, a factor of
// each row, which is gathered, and one of each column. Rows are put together
// once, behind the second product. Not where the groups are others, or rows
// meet.
// RUN: tc-opt %s --fx-functionalise --fx-to-prim --prim-simplify -o %t.mlir && FileCheck %s <%t.mlir
// RUN: tc-run %s --check --repeat=1
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %s --target=emulate --check --repeat=1
// CHECK: %[[Y:.*]] = prim.dot_general {{.*}} : tensor<4x16x7xf32>, tensor<4x7x16xf32>
// CHECK: prim.index %[[Y]][{{.*}}] [0, 1] : tensor<4x16x16xf32>
// CHECK: prim.exp {{.*}} : tensor<4x16x8xf32>
// CHECK-NOT: prim.exp
// CHECK: %[[Z:.*]] = prim.dot_general {{.*}} : tensor<4x16x8xf32>, tensor<4x8x5xf32>
// CHECK-NEXT: prim.index %[[Z]][{{.*}}] [0, 1]
// CHECK: prim.index {{.*}} [0] : tensor<24x8xf32>, tensor<4x16xi64>
// CHECK: prim.dot_general
// CHECK: %[[SUMS:.*]] = prim.cumsum {{.*}} : tensor<24x8xf32>
// CHECK-NEXT: prim.index %[[SUMS]][{{.*}}] [0] : tensor<24x8xf32>, tensor<4x16xi64>
module attributes {tc.version = "0.1"} {
  fx.graph @main(%x: tensor<24x7xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1, seed = 7}}, %w: tensor<3x7x16xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2, seed = 7}}, %v: tensor<3x8x5xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3, seed = 7}}, %f: tensor<24x1xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 4, seed = 7}}, %c: tensor<8xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 5, seed = 7}}, %size: tensor<3xi32> {tc.init = {kind = "randint", low = 0, high = 9, stream = 6, seed = 7}}, %other: tensor<3xi32> {tc.init = {kind = "randint", low = 0, high = 9, stream = 7, seed = 7}}) -> (tensor<24x5xf32>, tensor<24x5xf32>, tensor<24x5xf32>) {
    %o = fx.call "aten.cumsum.default"(%size, 0, dtype = i32) : (tensor<3xi32>) -> tensor<3xi32>
    %p = fx.call "aten.cumsum.default"(%other, 0, dtype = i32) : (tensor<3xi32>) -> tensor<3xi32>
    %0 = fx.call "transformers.grouped_mm_fallback.default"(%x, %w, %o) : (tensor<24x7xf32>, tensor<3x7x16xf32>, tensor<3xi32>) -> tensor<24x16xf32>
    %1 = fx.call "aten.slice.Tensor"(%0, 1, 0, 8) : (tensor<24x16xf32>) -> tensor<24x8xf32>
    %2 = fx.call "aten.slice.Tensor"(%0, 1, 8, 16) : (tensor<24x16xf32>) -> tensor<24x8xf32>
    %3 = fx.call "aten.silu.default"(%1) : (tensor<24x8xf32>) -> tensor<24x8xf32>
    %4 = fx.call "aten.mul.Tensor"(%3, %2) : (tensor<24x8xf32>, tensor<24x8xf32>) -> tensor<24x8xf32>
    %5 = fx.call "aten.mul.Tensor"(%4, %f) : (tensor<24x8xf32>, tensor<24x1xf32>) -> tensor<24x8xf32>
    %6 = fx.call "aten.add.Tensor"(%5, %c) : (tensor<24x8xf32>, tensor<8xf32>) -> tensor<24x8xf32>
    %7 = fx.call "transformers.grouped_mm_fallback.default"(%6, %v, %o) : (tensor<24x8xf32>, tensor<3x8x5xf32>, tensor<3xi32>) -> tensor<24x5xf32>
    %8 = fx.call "transformers.grouped_mm_fallback.default"(%1, %v, %p) : (tensor<24x8xf32>, tensor<3x8x5xf32>, tensor<3xi32>) -> tensor<24x5xf32>
    %9 = fx.call "aten.cumsum.default"(%1, 0) : (tensor<24x8xf32>) -> tensor<24x8xf32>
    %10 = fx.call "transformers.grouped_mm_fallback.default"(%9, %v, %o) : (tensor<24x8xf32>, tensor<3x8x5xf32>, tensor<3xi32>) -> tensor<24x5xf32>
    fx.output %7, %8, %10 : tensor<24x5xf32>, tensor<24x5xf32>, tensor<24x5xf32>
  }
}
