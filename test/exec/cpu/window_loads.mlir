// Terms of windows that move by a few elements are lanes of one run, which is
// loaded as it lies: with a border in front (the lane before), rows longer than
// a vector, a remainder, doubles, steps of 2 to 4; and, with terms of their own
// again, rows whose last run would not be whole.
// RUN: tc-interpret %s --expect > %t.mlir
// RUN: tc-compile %t.mlir --target=x86-64-v3 -o %t.so
// RUN: tc-run %t.so --check --guard --threads=1 --repeat=1
// RUN: tc-run %t.mlir --check --guard --threads=3 --repeat=1
// RUN: tc-compile %s --target=x86-64-v4 --emit=asm -o %t.s
// RUN: FileCheck %s < %t.s
// CHECK: kernel k0_max_pool
// CHECK-NOT: vmovup{{.*}}{z}
// CHECK: vmaxps
// CHECK-NOT: vmovup{{.*}}{z}
// CHECK: kernel
module attributes {tc.version = "0.1"} {
  fx.graph @main(%x: tensor<2x3x21x112xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}}, %y: tensor<1x2x19x300xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}}, %z: tensor<1x1x9x402xf64> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3}}, %w: tensor<1x2x9x101xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 4}})
      -> (tensor<2x3x11x56xf32>, tensor<1x2x10x150xf32>, tensor<1x1x5x134xf64>, tensor<1x2x9x75xf32>, tensor<1x2x5x51xf32>) {
    %0 = fx.call "aten.max_pool2d.default"(%x, [3, 3], [2, 2], [1, 1]) : (tensor<2x3x21x112xf32>) -> tensor<2x3x11x56xf32>
    %1 = fx.call "aten.max_pool2d.default"(%y, [3, 4], [2, 2], [1, 1]) : (tensor<1x2x19x300xf32>) -> tensor<1x2x10x150xf32>
    %2 = fx.call "aten.max_pool2d.default"(%z, [3, 5], [2, 3], [1, 1]) : (tensor<1x1x9x402xf64>) -> tensor<1x1x5x134xf64>
    %3 = fx.call "aten.max_pool2d.default"(%y, [3, 7], [2, 4], [0, 3]) : (tensor<1x2x19x300xf32>) -> tensor<1x2x9x75xf32>
    %4 = fx.call "aten.max_pool2d.default"(%w, [3, 3], [2, 2], [1, 1]) : (tensor<1x2x9x101xf32>) -> tensor<1x2x5x51xf32>
    fx.output %0, %1, %2, %3, %4 : tensor<2x3x11x56xf32>, tensor<1x2x10x150xf32>, tensor<1x1x5x134xf64>, tensor<1x2x9x75xf32>, tensor<1x2x5x51xf32>
  }
}
