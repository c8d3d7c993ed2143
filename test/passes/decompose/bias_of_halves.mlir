// A bias is added to the sums of a convolution in f32, and rounded with them:
// rounded twice, results of bf16 and f16 would be further off than PyTorch's.
// RUN: tc-opt %s --tc-to-prim | FileCheck %s
// RUN: tc-opt %s --pass-pipeline='builtin.module(tc-to-prim,func.func(prim-split-convolution))' | FileCheck %s --check-prefix=SPLIT

// CHECK: prim.convolution %arg0, %arg1 {{.*}} {prim.out = f32} : tensor<1x4x8xbf16>, tensor<6x4x3xbf16>
// CHECK: %[[S:.*]] = prim.add {{.*}} : tensor<1x6x6xf32>
// CHECK: prim.convert_element_type %[[S]] : tensor<1x6x6xf32> to tensor<1x6x6xbf16>
// CHECK: prim.convolution {{.*}} {prim.out = f32} : tensor<1x4x8xf16>, tensor<6x4x3xf16>
// Without one the sums are the result.
// CHECK: prim.convolution %arg0, %arg1 {{.*}} groups 1 : tensor<1x4x8xbf16>, tensor<6x4x3xbf16>

// SPLIT-COUNT-3: {prim.out = f32}
module attributes {tc.version = "0.1"} {
fx.graph @main(%x: tensor<1x4x8xbf16>, %w: tensor<6x4x3xbf16>, %b: tensor<6xbf16>, %u: tensor<1x4x8xf16>, %v: tensor<4x6x3xf16>, %a: tensor<6xf16>) -> (tensor<1x6x6xbf16>, tensor<1x6x17xf16>, tensor<1x6x6xbf16>) {
  %0 = fx.call "aten.conv1d.default"(%x, %w, %b) : (tensor<1x4x8xbf16>, tensor<6x4x3xbf16>, tensor<6xbf16>) -> tensor<1x6x6xbf16>
  %1 = fx.call "aten.conv_transpose1d.default"(%u, %v, %a, [2]) : (tensor<1x4x8xf16>, tensor<4x6x3xf16>, tensor<6xf16>) -> tensor<1x6x17xf16>
  %2 = fx.call "aten.conv1d.default"(%x, %w) : (tensor<1x4x8xbf16>, tensor<6x4x3xbf16>) -> tensor<1x6x6xbf16>
  fx.output %0, %1, %2 : tensor<1x6x6xbf16>, tensor<1x6x17xf16>, tensor<1x6x6xbf16>
}
}
