// A vision transformer's patches: windows whose rows are whole runs of the image
// are copied 16 bytes at once without padded channels, also where rows of zeros
// lie around the image, and the channels of the result are stored innermost, as
// the transposition behind the merged dimensions has them. One kernel each.
// RUN: tc-opt %s --tc-gpu --loop-schedule=target=cuda,tune=sm_90a | FileCheck %s
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %s --target=emulate --check --repeat=1
// CHECK: loop.kernel {{.*}} -> tensor<2x4x6x136xbf16> iters(d0 = 2, d1 = 4, d2 = 6, d3 = 136, d4 = 3, d5 = 16, d6 = 16)
// CHECK-SAME: bytes = 16 : i64, copy = [{{[0-9, ]+}}], engine = "cp.async"
// CHECK-SAME: bytes = 16 : i64, copy = [{{[0-9, ]+}}], engine = "cp.async"
// CHECK: loop.kernel {{.*}} iters(d0 = 2, d1 = 8, d2 = 17, d3 = 11, d4 = 3, d5 = 5, d6 = 16)
// CHECK-SAME: bytes = 16 : i64, copy = [{{[0-9, ]+}}], engine = "cp.async"
// CHECK-SAME: bytes = 16 : i64, copy = [{{[0-9, ]+}}], engine = "cp.async"
// CHECK-NOT: loop.kernel
module attributes {tc.version = "0.1"} {
func.func @main(%x: tensor<2x3x64x96xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 0}}, %w: tensor<136x3x16x16xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}}, %b : tensor<136xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}}, %u: tensor<8x3x5x16xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3}}) -> (tensor<2x24x136xbf16>, tensor<2x8x17x11xbf16>) {
  %0 = prim.convolution %x, %w strides [16, 16] pad [0, 0], [0, 0] dilation [1, 1], [1, 1] groups 1 {prim.out = f32} : tensor<2x3x64x96xbf16>, tensor<136x3x16x16xbf16>
  %1 = prim.convert_element_type %b : tensor<136xbf16> to tensor<136xf32>
  %2 = prim.broadcast_in_dim %1 [1] : tensor<136xf32> to tensor<2x136x4x6xf32>
  %3 = prim.add %0, %2 : tensor<2x136x4x6xf32>
  %4 = prim.convert_element_type %3 : tensor<2x136x4x6xf32> to tensor<2x136x4x6xbf16>
  %5 = prim.reshape %4 : tensor<2x136x4x6xbf16> to tensor<2x136x24xbf16>
  %6 = prim.transpose %5 [0, 2, 1] : tensor<2x136x24xbf16>
  %7 = prim.convolution %x, %u strides [4, 8] pad [4, 0], [4, 0] dilation [1, 1], [1, 1] groups 1 : tensor<2x3x64x96xbf16>, tensor<8x3x5x16xbf16>
  return %6, %7 : tensor<2x24x136xbf16>, tensor<2x8x17x11xbf16>
}
}
