// What trips a sweep: a result that is an argument, one result twice, an
// argument that nothing reads, a weight read twice, values that are used many
// times, integers on the way, tensors of no elements, and no fills (then any
// numbers do).
// RUN: tc-run %s --grad | FileCheck %s
// RUN: tc-interpret %s --gradients=2 | FileCheck %s --check-prefix=INTERPRET
// CHECK: gradients 1, 17, ...: slope 0, by differences 0 {{.*}}: ok
// CHECK: 4 of 4 groups are as differences say, 0 at non-differentiable points were skipped
// INTERPRET: @main.joint: gradient of argument 0 right
// INTERPRET: @main.joint.joint: gradient of w right
prim.weight @w : tensor<3xf64>
prim.weight @unread : tensor<3xf64>
func.func @main(%x: tensor<3xf64>, %unused: tensor<2xf64>, %none: tensor<0x3xf64>, %i: tensor<3xi64>) -> (tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) {
  %w = prim.get_weight @w : tensor<3xf64>
  %again = prim.get_weight @w : tensor<3xf64>
  %u = prim.get_weight @unread : tensor<3xf64>
  %0 = prim.mul %x, %x : tensor<3xf64>
  %1 = prim.mul %0, %w : tensor<3xf64>
  %2 = prim.mul %1, %again : tensor<3xf64>
  %rows = prim.reshape %2 : tensor<3xf64> to tensor<1x3xf64>
  %all = prim.cat %none, %rows, %none dim 0 : tensor<0x3xf64>, tensor<1x3xf64>, tensor<0x3xf64>
  %3 = prim.prod %all [0] : tensor<1x3xf64>
  %4 = prim.prod %none [0] : tensor<0x3xf64>
  %5 = prim.sum %none [0] : tensor<0x3xf64>
  %6 = prim.mul %3, %4 : tensor<3xf64>
  %7 = prim.add %6, %5 : tensor<3xf64>
  %8 = prim.index %7[%i] [0] : tensor<3xf64>, tensor<3xi64>
  %most = prim.argmax %7 dim 0 : tensor<3xf64>
  %f = prim.convert_element_type %i : tensor<3xi64> to tensor<3xf64>
  %9 = prim.fma %8, %f, %x : tensor<3xf64>
  %10 = prim.sub %9, %9 : tensor<3xf64>
  %11 = prim.add %10, %9 : tensor<3xf64>
  return %11, %x, %1, %1 : tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>
}
