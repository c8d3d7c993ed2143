// Means of windows that begin at each element: on GPUs sums of the moved input,
// which the map that reads them has in it, whatever order memory has. Windows of
// many elements, and those some elements apart, stay convolutions, of channels
// as they lie.
// RUN: tc-opt %s --fx-functionalise --fx-to-prim -o %t.mlir && FileCheck %s <%t.mlir
// RUN: tc-opt %s --tc-gpu | FileCheck %s --check-prefix=LAUNCHES
// RUN: sed 's/, tc.target = "cuda"//' %s | tc-opt - --fx-functionalise --fx-to-prim | FileCheck %s --check-prefix=CPU
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %s --target=emulate --check --repeat=1
// RUN: FileCheck %s --check-prefix=TWO <%t.mlir
// CHECK-COUNT-8: prim.add {{.*}} : tensor<2x7x9x11xf32>
// TWO-NOT: prim.convolution {{.*}}tensor<7x1x3x3xf32>
// TWO: prim.convolution {{.*}}tensor<7x1x7x7xf32>
// TWO: prim.convolution {{.*}}tensor<7x1x3x3xf32>
// TWO-NOT: prim.convolution
// CPU-COUNT-6: prim.convolution
// LAUNCHES-LABEL: func.func @main
// LAUNCHES: loop.launch @{{.*}} : (tensor<2x7x9x11xf32>{{.*}}) -> tensor<2x7x9x11xf32>
module attributes {tc.version = "0.1", tc.target = "cuda"} {
  fx.graph @main(%x: tensor<2x7x9x11xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1 : i64}}, %g: tensor<2x7x9x11xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2 : i64}}) -> (tensor<2x7x9x11xf32>, tensor<2x7x9x11xf32>, tensor<2x7x5x6xf32>, tensor<2x7x8x9xf32>, tensor<2x7x9x11xf32>, tensor<2x7x10x10xf32>) {
    %0 = fx.call "aten.avg_pool2d.default"(%x, [3, 3], [1, 1], [1, 1], false, false, none) : (tensor<2x7x9x11xf32>) -> tensor<2x7x9x11xf32>
    %1 = fx.call "aten.sub.Tensor"(%0, %x) : (tensor<2x7x9x11xf32>, tensor<2x7x9x11xf32>) -> tensor<2x7x9x11xf32>
    %2 = fx.call "aten.avg_pool2d.default"(%x, [7, 7], [1, 1], [3, 3], false, true, none) : (tensor<2x7x9x11xf32>) -> tensor<2x7x9x11xf32>
    %3 = fx.call "aten.avg_pool2d.default"(%x, [3, 3], [2, 2], [1, 1], false, true, none) : (tensor<2x7x9x11xf32>) -> tensor<2x7x5x6xf32>
    %4 = fx.call "aten.avg_pool2d.default"(%x, [2, 3], [1, 1], [0, 0], true, true, none) : (tensor<2x7x9x11xf32>) -> tensor<2x7x8x9xf32>
    %5 = fx.call "aten.avg_pool2d_backward.default"(%g, %x, [3, 3], [1, 1], [1, 1], false, false, none) : (tensor<2x7x9x11xf32>, tensor<2x7x9x11xf32>) -> tensor<2x7x9x11xf32>
    %6 = fx.call "aten.avg_pool2d.default"(%x, [2, 4], [1, 1], [1, 1], true, false, 5) : (tensor<2x7x9x11xf32>) -> tensor<2x7x10x10xf32>
    fx.output %1, %2, %3, %4, %5, %6 : tensor<2x7x9x11xf32>, tensor<2x7x9x11xf32>, tensor<2x7x5x6xf32>, tensor<2x7x8x9xf32>, tensor<2x7x9x11xf32>, tensor<2x7x10x10xf32>
  }
}
