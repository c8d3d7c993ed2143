// Points that memory does not tell apart are one iterator of a product's tiles:
// images, rows and columns of a convolution by windows of one point, channels
// innermost, and of its weight's gradient. No row is divided by a size then.
// Where a border is filled in, or a map reads another order, they stay apart.
// RUN: tc-opt %s --tc-cpu --loop-to-cpu | FileCheck %s
// RUN: tc-interpret %s --expect >%t.mlir && tc-run %t.mlir --check --repeat=1

// CHECK-LABEL: func.func private @{{k[0-9]+}}_add(
// CHECK-NOT: arith.remui {{.*}}, %c6_i64
// CHECK-LABEL: func.func private @{{k[0-9]+}}_convolution(
// CHECK: arith.remui {{.*}}, %c8_i64
// CHECK: arith.divui {{.*}}, %c8_i64
// CHECK-LABEL: func.func private @{{k[0-9]+}}_dot_general(
// CHECK: scf.for {{.*}} to %c72_i64
#last = #tc.layout<order = [0, 2, 3, 1]>
func.func @main(%x: tensor<2x32x6x6xf32> {tc.layout = #last, tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1 : i64, seed = 0 : i64}},
                %r: tensor<2x48x6x6xf32> {tc.layout = #last, tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2 : i64, seed = 0 : i64}},
                %f: tensor<2x48x6x6xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3 : i64, seed = 0 : i64}},
                %w: tensor<48x32x1x1xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 0.2, stream = 4 : i64, seed = 0 : i64}})
    -> (tensor<2x48x6x6xf32> {tc.layout = #last}, tensor<2x48x8x8xf32> {tc.layout = #last}, tensor<2x48x6x6xf32> {tc.layout = #last}, tensor<48x32xf32>) {
  %0 = prim.convolution %x, %w strides [1, 1] pad [0, 0], [0, 0] dilation [1, 1], [1, 1] groups 1 : tensor<2x32x6x6xf32>, tensor<48x32x1x1xf32>
  %1 = prim.add %0, %r : tensor<2x48x6x6xf32>
  %2 = prim.convolution %x, %w strides [1, 1] pad [1, 1], [1, 1] dilation [1, 1], [1, 1] groups 1 : tensor<2x32x6x6xf32>, tensor<48x32x1x1xf32>
  %3 = prim.exp %x : tensor<2x32x6x6xf32>
  %4 = prim.convolution %3, %w strides [1, 1] pad [0, 0], [0, 0] dilation [1, 1], [1, 1] groups 1 : tensor<2x32x6x6xf32>, tensor<48x32x1x1xf32>
  %5 = prim.mul %4, %f : tensor<2x48x6x6xf32>
  %6 = prim.dot_general %r, %x batch [], [] contract [0, 2, 3], [0, 2, 3] : tensor<2x48x6x6xf32>, tensor<2x32x6x6xf32>
  return %1, %2, %5, %6 : tensor<2x48x6x6xf32>, tensor<2x48x8x8xf32>, tensor<2x48x6x6xf32>, tensor<48x32xf32>
}
