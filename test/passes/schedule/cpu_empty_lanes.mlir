// Panels of a strided convolution by channels first run along output channels,
// which fill them, and not along the points of a line, which leave lanes of
// theirs empty, where lines are whole tiles: 28 points are, 14 with AVX-512
// alone. Lines of 32 points fill panels.
// RUN: tc-opt %s --tc-cpu --loop-schedule=target=x86-64-v4 | FileCheck %s
// RUN: tc-opt %s --tc-cpu --loop-schedule=target=x86-64-v3 | FileCheck %s --check-prefix=AVX2
// RUN: tc-interpret %s --expect >%t.mlir && tc-run %t.mlir --check --guard --repeat=1
// RUN: tc-compile %t.mlir --target=x86-64-v3 -o %t.so && tc-run %t.so --check --guard --repeat=1
// CHECK: tensor<1x32x28x28xf32>{{.*}}column = "d1",{{.*}}rows = 14 : i64, rows_from = "lines", stores = "rows"
// CHECK: tensor<1x32x14x14xf32>{{.*}}column = "d1",{{.*}}rows = 14 : i64, rows_from = "lines", stores = "rows"
// CHECK: tensor<1x32x16x32xf32>{{.*}}column = "d3"
// AVX2: tensor<1x32x28x28xf32>{{.*}}column = "d1",{{.*}}rows = 4 : i64, rows_from = "lines", stores = "rows"
// AVX2: tensor<1x32x14x14xf32>{{.*}}column = "d3"
// AVX2: tensor<1x32x16x32xf32>{{.*}}column = "d3"
func.func @main(%x: tensor<1x8x56x56xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}},
                %y: tensor<1x8x28x28xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}},
                %z: tensor<1x8x32x64xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3}},
                %w: tensor<32x8x3x3xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 4}})
    -> (tensor<1x32x28x28xf32>, tensor<1x32x14x14xf32>, tensor<1x32x16x32xf32>) {
  %0 = prim.convolution %x, %w strides [2, 2] pad [1, 1], [1, 1] dilation [1, 1], [1, 1] groups 1 : tensor<1x8x56x56xf32>, tensor<32x8x3x3xf32>
  %1 = prim.convolution %y, %w strides [2, 2] pad [1, 1], [1, 1] dilation [1, 1], [1, 1] groups 1 : tensor<1x8x28x28xf32>, tensor<32x8x3x3xf32>
  %2 = prim.convolution %z, %w strides [2, 2] pad [1, 1], [1, 1] dilation [1, 1], [1, 1] groups 1 : tensor<1x8x32x64xf32>, tensor<32x8x3x3xf32>
  return %0, %1, %2 : tensor<1x32x28x28xf32>, tensor<1x32x14x14xf32>, tensor<1x32x16x32xf32>
}
