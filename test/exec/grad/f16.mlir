// The same in f16, of weights alone, and of what is asked for.
// RUN: tc-run %s --grad --wrt weights | FileCheck %s
// RUN: tc-run %s --grad --wrt @w,0 | FileCheck %s
// CHECK: 2 of 2 groups are as differences say, 0 at non-differentiable points were skipped
// CHECK: 2 gradients beside f64: at most 0{{.*}} of what roundings of 0.00049 explain
module attributes {tc.sizes = {b = 5, s = 7}} {
prim.weight @w : tensor<8x6xf16> {init = {kind = "uniform", mean = 0.0, std = 0.3, stream = 3}}
prim.weight @v : tensor<6xf16> {init = {kind = "uniform", mean = 0.0, std = 0.3, stream = 4}}
func.func @main(%x: tensor<?x?x8xf16, #tc.dims<[b, s, 8]>> {tc.init = {kind = "uniform", mean = 0.3, std = 1.0, stream = 1}}) -> (tensor<?x?xf16, #tc.dims<[b, s]>>) {
  %w = prim.get_weight @w : tensor<8x6xf16>
  %v = prim.get_weight @v : tensor<6xf16>
  %0 = prim.dot_general %x, %w batch [], [] contract [2], [0] : tensor<?x?x8xf16, #tc.dims<[b, s, 8]>>, tensor<8x6xf16>
  %z = prim.constant dense<0.0> : tensor<f16>
  %zz = prim.broadcast_in_dim %z [] : tensor<f16> to tensor<?x?x6xf16, #tc.dims<[b, s, 6]>>
  %1 = prim.maximum %0, %zz : tensor<?x?x6xf16, #tc.dims<[b, s, 6]>>
  %2 = prim.dot_general %1, %v batch [], [] contract [2], [0] : tensor<?x?x6xf16, #tc.dims<[b, s, 6]>>, tensor<6xf16>
  %3 = prim.tanh %2 : tensor<?x?xf16, #tc.dims<[b, s]>>
  %4 = prim.add %3, %2 : tensor<?x?xf16, #tc.dims<[b, s]>>
  %5 = prim.add %4, %3 : tensor<?x?xf16, #tc.dims<[b, s]>>
  %6 = prim.mul %5, %3 : tensor<?x?xf16, #tc.dims<[b, s]>>
  return %6 : tensor<?x?xf16, #tc.dims<[b, s]>>
}
}
