// Both halves with symbolic sizes, in bf16, with a kink in every row; at the
// sizes of the example, at sizes 1, and of nothing.
// RUN: tc-run %s --grad | FileCheck %s
// RUN: tc-run %s --grad --size b=1 --size s=1 | FileCheck %s
// RUN: tc-run %s --grad --size b=0 --size s=3 | FileCheck %s
// CHECK: gradients 0, 16, ...: slope {{.*}}: ok
// CHECK: gradients 1, 17, ...: slope {{.*}}: ok
// CHECK: gradients 2, 18, ...: slope {{.*}}: ok
// CHECK: 3 of 3 groups are as differences say, 0 at non-differentiable points were skipped
// CHECK: 3 gradients beside f64: at most 0{{.*}} of what roundings of 0.0039 explain
module attributes {tc.sizes = {b = 5, s = 7}} {
prim.weight @w : tensor<8x6xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.3, stream = 3}}
prim.weight @v : tensor<6xbf16> {init = {kind = "uniform", mean = 0.0, std = 0.3, stream = 4}}
func.func @main(%x: tensor<?x?x8xbf16, #tc.dims<[b, s, 8]>> {tc.init = {kind = "uniform", mean = 0.3, std = 1.0, stream = 1}}) -> (tensor<?x?xbf16, #tc.dims<[b, s]>>) {
  %w = prim.get_weight @w : tensor<8x6xbf16>
  %v = prim.get_weight @v : tensor<6xbf16>
  %0 = prim.dot_general %x, %w batch [], [] contract [2], [0] : tensor<?x?x8xbf16, #tc.dims<[b, s, 8]>>, tensor<8x6xbf16>
  %z = prim.constant dense<0.0> : tensor<bf16>
  %zz = prim.broadcast_in_dim %z [] : tensor<bf16> to tensor<?x?x6xbf16, #tc.dims<[b, s, 6]>>
  %1 = prim.maximum %0, %zz : tensor<?x?x6xbf16, #tc.dims<[b, s, 6]>>
  %2 = prim.dot_general %1, %v batch [], [] contract [2], [0] : tensor<?x?x6xbf16, #tc.dims<[b, s, 6]>>, tensor<6xbf16>
  %3 = prim.tanh %2 : tensor<?x?xbf16, #tc.dims<[b, s]>>
  %4 = prim.add %3, %2 : tensor<?x?xbf16, #tc.dims<[b, s]>>
  %5 = prim.add %4, %3 : tensor<?x?xbf16, #tc.dims<[b, s]>>
  %6 = prim.mul %5, %3 : tensor<?x?xbf16, #tc.dims<[b, s]>>
  return %6 : tensor<?x?xbf16, #tc.dims<[b, s]>>
}
}
