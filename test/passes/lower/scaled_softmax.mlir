// A softmax of scores that are masked with the least finite number and scaled
// then, as GPUs compute it: rows that are masked as a whole are even, others are
// no NaN.
// RUN: tc-interpret %s --expect >%t.mlir
// RUN: tc-opt %t.mlir --tc-gpu --prim-expand-math=exp2=true -o %t.gpu.mlir
// RUN: FileCheck %s --input-file=%t.gpu.mlir && tc-run %t.gpu.mlir --check --repeat=1
// CHECK: prim.exp2
module attributes {tc.version = "0.1"} {
func.func @main(%x: tensor<8x256xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}}, %rows: tensor<8x1xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}}) -> tensor<8x256xbf16> {
  %least = prim.constant dense<0xFF7F> : tensor<bf16>
  %none = prim.broadcast_in_dim %least [] : tensor<bf16> to tensor<8x256xbf16>
  %0 = prim.constant dense<0.0> : tensor<bf16>
  %zero = prim.broadcast_in_dim %0 [] : tensor<bf16> to tensor<8x256xbf16>
  %some = prim.reshape %rows : tensor<8x1xbf16> to tensor<8xbf16>
  %r = prim.broadcast_in_dim %some [0] : tensor<8xbf16> to tensor<8x256xbf16>
  %keep = prim.gt %r, %zero : tensor<8x256xbf16>
  %masked = prim.where %keep, %x, %none : tensor<8x256xi1>, tensor<8x256xbf16>
  %f = prim.convert_element_type %masked : tensor<8x256xbf16> to tensor<8x256xf32>
  %c = prim.constant dense<0.0883883> : tensor<f32>
  %cb = prim.broadcast_in_dim %c [] : tensor<f32> to tensor<8x256xf32>
  %s = prim.mul %f, %cb : tensor<8x256xf32>
  %m = prim.amax %s [1] : tensor<8x256xf32>
  %mb = prim.broadcast_in_dim %m [0] : tensor<8xf32> to tensor<8x256xf32>
  %d = prim.sub %s, %mb : tensor<8x256xf32>
  %e = prim.exp %d : tensor<8x256xf32>
  %t = prim.sum %e [1] : tensor<8x256xf32>
  %tb = prim.broadcast_in_dim %t [0] : tensor<8xf32> to tensor<8x256xf32>
  %q = prim.div %e, %tb : tensor<8x256xf32>
  %y = prim.convert_element_type %q : tensor<8x256xf32> to tensor<8x256xbf16>
  return %y : tensor<8x256xbf16>
}
}
