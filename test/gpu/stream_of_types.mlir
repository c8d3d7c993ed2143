// A product of halves whose sums, weighted in f32, multiply f32: no unit has
// both types, so each product has a launch and a unit of its own.
// RUN: tc-opt %s --tc-gpu --loop-schedule=target=cuda,tune=sm_90a | FileCheck %s
// CHECK-NOT: loop.for
// CHECK: loop.kernel {{.*}}unit = "wgmma.m64k16.bf16"
// CHECK-NOT: loop.for
// CHECK: loop.kernel {{.*}}unit = "mma.m16n8k8.tf32x3"
// CHECK-NOT: loop.for
module attributes {tc.version = "0.1", tc.target = "cuda,tune=sm_90a"} {
fx.graph @main(%c: tensor<64x256x128xbf16>, %b: tensor<64x256x128xbf16>, %l: tensor<64x256x256xf32>, %x: tensor<64x256x64xf32>) -> tensor<64x256x64xf32> {
  %0 = fx.call "aten.transpose.int"(%b, 1, 2) : (tensor<64x256x128xbf16>) -> tensor<64x128x256xbf16>
  %1 = fx.call "aten.bmm.default"(%c, %0) : (tensor<64x256x128xbf16>, tensor<64x128x256xbf16>) -> tensor<64x256x256xbf16>
  %2 = fx.call "aten.mul.Tensor"(%1, %l) : (tensor<64x256x256xbf16>, tensor<64x256x256xf32>) -> tensor<64x256x256xf32>
  %3 = fx.call "aten.bmm.default"(%2, %x) : (tensor<64x256x256xf32>, tensor<64x256x64xf32>) -> tensor<64x256x64xf32>
  fx.output %3 : tensor<64x256x64xf32>
}
}
