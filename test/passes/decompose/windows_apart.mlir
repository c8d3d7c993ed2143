// Means of windows that share no elements: on GPUs a sum of dimensions of its
// own, the last element of odd sizes left out, and the gradient a map, each one
// launch. Not where windows overlap, are padded, or may end behind the input
// (ceil_mode), nor on CPUs.
// RUN: tc-opt %s --fx-functionalise --fx-to-prim -o %t.mlir && FileCheck %s <%t.mlir
// RUN: tc-opt %s --tc-gpu | FileCheck %s --check-prefix=LAUNCHES
// RUN: sed 's/, tc.target = "cuda"//' %s | tc-opt - --fx-functionalise --fx-to-prim | FileCheck %s --check-prefix=CPU
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %s --target=emulate --check --repeat=1
// CHECK: prim.slice {{.*}} to tensor<2x3x8x9xf32>
// CHECK: prim.reshape {{.*}} to tensor<2x3x4x2x3x3xf32>
// CHECK: prim.sum {{.*}} [3, 5]
// CHECK-COUNT-3: prim.convolution
// CHECK-NOT: prim.convolution
// CPU-COUNT-6: prim.convolution
// LAUNCHES-LABEL: func.func @main
// LAUNCHES-NEXT: loop.launch @{{.*}} : (tensor<2x3x9x11xf32>) -> tensor<2x3x4x3xf32>
// LAUNCHES-NEXT: loop.launch @{{.*}} : (tensor<2x3x4x3xf32>) -> tensor<2x3x4x2x3x3xf32>
// LAUNCHES-NEXT: prim.reshape {{.*}} to tensor<2x3x8x9xf32>
module attributes {tc.version = "0.1", tc.target = "cuda"} {
  fx.graph @main(%x: tensor<2x3x9x11xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1 : i64}}, %g: tensor<2x3x4x3xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2 : i64}}, %y: tensor<2x3x8x9xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3 : i64}}) -> (tensor<2x3x4x3xf32>, tensor<2x3x8x9xf32>, tensor<2x3x9x11xf32>, tensor<2x3x4x5xf32>, tensor<2x3x5x4xf32>, tensor<2x3x5x4xf32>) {
    %0 = fx.call "aten.avg_pool2d.default"(%x, [2, 3], [2, 3], [0, 0], false, true, none) : (tensor<2x3x9x11xf32>) -> tensor<2x3x4x3xf32>
    %1 = fx.call "aten.avg_pool2d_backward.default"(%g, %y, [2, 3], [2, 3], [0, 0], false, true, none) : (tensor<2x3x4x3xf32>, tensor<2x3x8x9xf32>) -> tensor<2x3x8x9xf32>
    %2 = fx.call "aten.avg_pool2d_backward.default"(%g, %x, [2, 3], [2, 3], [0, 0], false, true, none) : (tensor<2x3x4x3xf32>, tensor<2x3x9x11xf32>) -> tensor<2x3x9x11xf32>
    %3 = fx.call "aten.avg_pool2d.default"(%x, [2, 3], [2, 2], [0, 0], false, true, none) : (tensor<2x3x9x11xf32>) -> tensor<2x3x4x5xf32>
    %4 = fx.call "aten.avg_pool2d.default"(%x, [2, 3], [2, 3], [1, 1], false, true, none) : (tensor<2x3x9x11xf32>) -> tensor<2x3x5x4xf32>
    %5 = fx.call "aten.avg_pool2d.default"(%x, [2, 3], [2, 3], [0, 0], true, true, none) : (tensor<2x3x9x11xf32>) -> tensor<2x3x5x4xf32>
    fx.output %0, %1, %2, %3, %4, %5 : tensor<2x3x4x3xf32>, tensor<2x3x8x9xf32>, tensor<2x3x9x11xf32>, tensor<2x3x4x5xf32>, tensor<2x3x5x4xf32>, tensor<2x3x5x4xf32>
  }
}
