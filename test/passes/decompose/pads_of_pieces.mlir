// Constant pads by elements of the tensor are concatenations of its pieces, and
// nearest resampling by a whole factor repeats elements: nothing is gathered, so
// that gradients are sums of slices. Negative pads, and factors whose places
// eager rounds to other elements, are gathers.
// RUN: tc-opt %s --fx-functionalise --fx-to-prim | FileCheck %s
module attributes {tc.version = "0.1"} {
fx.graph @main(%x: tensor<2x9x11xf32>, %y: tensor<?x8xf32, #tc.dims<[n, 8]>>, %z: tensor<1x2x5x6xf32>, %w: tensor<1x2x47xf32>)
    -> (tensor<2x14x14xf32>, tensor<?x13xf32, #tc.dims<[n, 13]>>, tensor<2x8x14xf32>, tensor<1x2x15x18xf32>, tensor<1x2x69xf32>) {
  // CHECK: prim.rev
  // CHECK: prim.cat
  // CHECK-NOT: prim.index
  %0 = fx.call "aten.reflection_pad2d.default"(%x, [1, 2, 2, 3]) : (tensor<2x9x11xf32>) -> tensor<2x14x14xf32>
  // CHECK: prim.cat {{.*}} dim 1 : tensor<?x3xf32
  %1 = fx.call "aten.replication_pad1d.default"(%y, [3, 2]) : (tensor<?x8xf32, #tc.dims<[n, 8]>>) -> tensor<?x13xf32, #tc.dims<[n, 13]>>
  // CHECK: prim.index
  %2 = fx.call "aten.reflection_pad2d.default"(%x, [1, 2, -1, 0]) : (tensor<2x9x11xf32>) -> tensor<2x8x14xf32>
  // CHECK: prim.broadcast_in_dim {{.*}} to tensor<1x2x5x3x6x3xf32>
  // CHECK-NOT: prim.index
  // CHECK: prim.reshape {{.*}} tensor<1x2x15x18xf32>
  %3 = fx.call "aten.upsample_nearest2d.vec"(%z, none, [3.0, 3.0]) : (tensor<1x2x5x6xf32>) -> tensor<1x2x15x18xf32>
  // CHECK: prim.index
  %4 = fx.call "aten.upsample_nearest1d.vec"(%w, [69], none) : (tensor<1x2x47xf32>) -> tensor<1x2x69xf32>
  fx.output %0, %1, %2, %3, %4 : tensor<2x14x14xf32>, tensor<?x13xf32, #tc.dims<[n, 13]>>, tensor<2x8x14xf32>, tensor<1x2x15x18xf32>, tensor<1x2x69xf32>
}
}
