// At a kink where one-sided differences tell apart what the rule gives from
// what central ones do: skipped, and counted. The tie of a maximum is not one:
// half of it goes to each.
// RUN: tc-run %s --grad --wrt 0,1 | FileCheck %s
// RUN: not tc-run %s --grad --wrt 0 2>&1 | FileCheck %s --check-prefix=NONE
// CHECK: gradients 0, 16, ...: {{.*}}: not differentiable, skipped
// CHECK: gradients 1, 17, ...: {{.*}}: ok
// CHECK: 1 of 2 groups are as differences say, 1 at non-differentiable points were skipped
// NONE: [TC-1705] no gradients could be compared: non-differentiable points everywhere
func.func @main(%x: tensor<4xf32> {tc.init = {kind = "constant", value = 0.0}}, %z: tensor<4xf32> {tc.init = {kind = "uniform", mean = 0.3, std = 1.0, stream = 2}}) -> tensor<4xf32> {
  %zero = prim.constant dense<0.0> : tensor<f32>
  %zeros = prim.broadcast_in_dim %zero [] : tensor<f32> to tensor<4xf32>
  %p = prim.gt %x, %zeros : tensor<4xf32>
  %0 = prim.where %p, %x, %zeros : tensor<4xi1>, tensor<4xf32>
  %1 = prim.exp %z : tensor<4xf32>
  %2 = prim.mul %0, %1 : tensor<4xf32>
  %3 = prim.maximum %1, %1 : tensor<4xf32>
  %4 = prim.add %2, %3 : tensor<4xf32>
  return %4 : tensor<4xf32>
}
