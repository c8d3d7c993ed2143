// Windows that overlap, or leave positions out, with padding, dilation, and ends
// that ceil adds: as for a CPU, and as for a GPU.
// RUN: tc-interpret %s --pipeline=tc-to-prim --gradients=2 | FileCheck %s
// RUN: sed 's/tc.version = "0.1"/tc.version = "0.1", tc.target = "cuda,tune=sm_90a"/' %s > %t.mlir
// RUN: tc-interpret %t.mlir --pipeline=tc-to-prim --gradients=2 | FileCheck %s
// RUN: tc-run %s --grad | FileCheck %s --check-prefix=BESIDE
// CHECK-COUNT-6: right
// BESIDE: 1 gradients beside f64: at most 0.{{.*}}
!x = tensor<2x3x9x11xf32>
module attributes {tc.version = "0.1"} {
fx.graph @main(%x: !x {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}}) -> (tensor<2x3x9x11xf32>, tensor<2x3x5x4xf32>, tensor<2x3x4x6xf32>, tensor<2x3x3x4xf32>) {
  %a:2 = fx.call "aten.max_pool2d_with_indices.default"(%x, [5, 5], [1, 1], [2, 2]) : (!x) -> (tensor<2x3x9x11xf32>, tensor<2x3x9x11xi64>)
  %b:2 = fx.call "aten.max_pool2d_with_indices.default"(%x, [3, 4], [2, 3], [1, 2]) : (!x) -> (tensor<2x3x5x4xf32>, tensor<2x3x5x4xi64>)
  %c:2 = fx.call "aten.max_pool2d_with_indices.default"(%x, [3, 2], [2, 2], [0, 1], [1, 2], true) : (!x) -> (tensor<2x3x4x6xf32>, tensor<2x3x4x6xi64>)
  %d:2 = fx.call "aten.max_pool2d_with_indices.default"(%x, [2, 2], [3, 3], [0, 0], [2, 1], true) : (!x) -> (tensor<2x3x3x4xf32>, tensor<2x3x3x4xi64>)
  fx.output %a#0, %b#0, %c#0, %d#0 : tensor<2x3x9x11xf32>, tensor<2x3x5x4xf32>, tensor<2x3x4x6xf32>, tensor<2x3x3x4xf32>
}
}
