// The gradient of the weight of a 1 x 1 convolution, of images that lie channels
// last: steps go along memory, so that a step's offset is a multiple of its
// number; no thread divides it by the sizes of images, 6 x 7. A step of the
// other, a window's, does.
// RUN: tc-run %s --check --threads=2
// RUN: tc-opt %s --loop-to-gpu=target=cuda,tune=sm_90a | FileCheck %s
// CHECK: gpu.func @whole
// CHECK: nvvm.cp.async
// CHECK-NOT: %c7_i32 = 
// CHECK: gpu.func @window
// CHECK: %c7_i32 = 
#last = #tc.layout<order = [0, 2, 3, 1]>
module attributes {tc.version = "0.1"} {
  loop.kernel @whole(%x: tensor<5x32x6x7xbf16> {tc.layout = #last}, %dy: tensor<5x48x6x7xbf16> {tc.layout = #last}) -> tensor<48x32xf32> iters(o = 48, c = 32, n = 5, y = 6, x = 7) {
    %0 = loop.contract (o, c) over (n, y, x) reads(%a = %dy[n, o, y, x] : tensor<5x48x6x7xbf16>, %b = %x[n, c, y, x] : tensor<5x32x6x7xbf16>) -> tensor<48x32xf32> {
      %1 = prim.convert_element_type %a : bf16 to f32
      %2 = prim.convert_element_type %b : bf16 to f32
      loop.yield %1, %2 : f32, f32
    }
    loop.yield %0 : tensor<48x32xf32>
  }
  loop.kernel @window(%x: tensor<5x32x8x9xbf16> {tc.layout = #last}, %dy: tensor<5x48x6x7xbf16> {tc.layout = #last}) -> tensor<48x32x3x3xf32> iters(o = 48, c = 32, ky = 3, kx = 3, n = 5, y = 6, x = 7) {
    %0 = loop.contract (o, c, ky, kx) over (n, y, x) reads(%a = %dy[n, o, y, x] : tensor<5x48x6x7xbf16>, %b = %x[n, c, y + ky, x + kx] : tensor<5x32x8x9xbf16>) -> tensor<48x32x3x3xf32> {
      %1 = prim.convert_element_type %a : bf16 to f32
      %2 = prim.convert_element_type %b : bf16 to f32
      loop.yield %1, %2 : f32, f32
    }
    loop.yield %0 : tensor<48x32x3x3xf32>
  }
  func.func @main(%x: tensor<5x32x6x7xbf16> {tc.layout = #last, tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1, seed = 7}}, %p: tensor<5x32x8x9xbf16> {tc.layout = #last, tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2, seed = 7}}, %dy: tensor<5x48x6x7xbf16> {tc.layout = #last, tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3, seed = 7}}) -> (tensor<48x32xf32>, tensor<48x32x3x3xf32>) {
    %0 = loop.launch @whole(%x, %dy) : (tensor<5x32x6x7xbf16>, tensor<5x48x6x7xbf16>) -> tensor<48x32xf32>
    %1 = loop.launch @window(%p, %dy) : (tensor<5x32x8x9xbf16>, tensor<5x48x6x7xbf16>) -> tensor<48x32x3x3xf32>
    return %0, %1 : tensor<48x32xf32>, tensor<48x32x3x3xf32>
  }
}
