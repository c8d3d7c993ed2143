// A matrix whose readers go along its columns, since what they read beside it
// lies so: the gradient of a norm behind which two dimensions are swapped for a
// product. The product stores it by columns, in vectors; where another product
// reads it, or something along its rows, it stays as it is.
// RUN: tc-opt %s --tc-gpu --loop-schedule=target=cuda,tune=sm_90a | FileCheck %s
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %s --target=emulate --check --repeat=1
// CHECK: loop.kernel{{.*}}-> (tensor<256x32xbf16> {tc.layout = #tc.layout<order = [1, 0]>})
// CHECK-SAME: {run = 1 : i64}], for = ["d1"], to = "vector"
// CHECK: loop.kernel{{.*}}%arg{{[0-9]}}: tensor<256x32xbf16> {tc.layout = #tc.layout<order = [1, 0]>}
// CHECK: loop.kernel{{.*}}-> tensor<256x32xbf16> iters
module attributes {tc.version = "0.1"} {
func.func @main(
    %a: tensor<256x64xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1 : i64}},
    %w: tensor<64x32xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 0.2, stream = 2 : i64}},
    %x: tensor<4x32x64xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3 : i64}},
    %v: tensor<64x32xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 0.2, stream = 4 : i64}})
    -> (tensor<64xf32>, tensor<4x32xf32>, tensor<256x32xbf16>, tensor<32xf32>) {
  %p = prim.dot_general %a, %w batch [], [] contract [1], [0] : tensor<256x64xbf16>, tensor<64x32xbf16>
  %r = prim.reshape %p : tensor<256x32xbf16> to tensor<4x64x32xbf16>
  %t = prim.transpose %r [0, 2, 1] : tensor<4x64x32xbf16>
  %f = prim.convert_element_type %t : tensor<4x32x64xbf16> to tensor<4x32x64xf32>
  %m = prim.mul %f, %x : tensor<4x32x64xf32>
  %0 = prim.sum %m [0, 1] : tensor<4x32x64xf32>
  %1 = prim.sum %m [2] : tensor<4x32x64xf32>
  %2 = prim.dot_general %a, %v batch [], [] contract [1], [0] : tensor<256x64xbf16>, tensor<64x32xbf16>
  %g = prim.convert_element_type %2 : tensor<256x32xbf16> to tensor<256x32xf32>
  %3 = prim.sum %g [0] : tensor<256x32xf32>
  return %0, %1, %2, %3 : tensor<64xf32>, tensor<4x32xf32>, tensor<256x32xbf16>, tensor<32xf32>
}
}
