// At NaN clamp has no derivative, as PyTorch's: backward asks whether the operand is
// within the bound, forward, as without a gradient, whether it is beyond.
// RUN: tc-opt %s --pass-pipeline='builtin.module(tc-to-prim,func.func(prim-simplify{disable=dotOfWidened,whereOrdered}),prim-autodiff{results=0 wrt=all unit=false},tc-clean-up,func.func(prim-simplify),prim-partition)' | FileCheck %s
// CHECK-LABEL: func.func @main.forward(
// CHECK-NOT: prim.ge
// CHECK: %[[P:.*]] = prim.lt %arg0, %[[C:.*]] : tensor<4xf32>
// CHECK-NEXT: %[[Y:.*]] = prim.where %[[P]], %[[C]], %arg0 : tensor<4xi1>, tensor<4xf32>
// CHECK-NEXT: return %[[Y]] : tensor<4xf32>
// CHECK-LABEL: func.func @main.backward(
// CHECK: %[[Q:.*]] = prim.ge %arg0, %{{.*}} : tensor<4xf32>
// CHECK: %[[DX:.*]] = prim.where %[[Q]], %arg1, %{{.*}} : tensor<4xi1>, tensor<4xf32>
// CHECK-NEXT: return %[[DX]] : tensor<4xf32>
fx.graph @main(%x: tensor<4xf32>) -> (tensor<4xf32>) {
  %0 = fx.call "aten.clamp_min.default"(%x, 1.0) : (tensor<4xf32>) -> tensor<4xf32>
  fx.output %0 : tensor<4xf32>
}
