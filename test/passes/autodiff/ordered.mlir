// What an op in a fixed order gives has a gradient in a fixed order.
// RUN: tc-opt %s --prim-autodiff | FileCheck %s
// CHECK-LABEL: func.func @main.joint(
// CHECK: %[[B:.*]] = prim.rev %arg2
// CHECK: prim.cumsum %[[B]] dim 1 {ordered}
// CHECK: prim.dot_general %{{.*}}, %arg1 {{.*}} {ordered}
// CHECK: prim.dot_general %arg0, %{{.*}} {ordered}
func.func @main(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>) -> tensor<2x4xf32> {
  %y = prim.dot_general %a, %b batch [], [] contract [1], [0] {ordered} : tensor<2x3xf32>, tensor<3x4xf32>
  %z = prim.cumsum %y dim 1 {ordered} : tensor<2x4xf32>
  return %z : tensor<2x4xf32>
}
