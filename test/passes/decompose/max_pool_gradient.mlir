// On a GPU the gradient of a max pool is gathered channels last, as convolutions
// want it: where its arguments lie so, a thread has a vector of channels of the
// result, which nothing copies.
// RUN: tc-opt %s --tc-gpu --loop-schedule=target=cuda | FileCheck %s
// CHECK: loop.kernel{{.*}}_transpose(
// CHECK-SAME: -> (tensor<8x64x64x64xbf16>
// CHECK-SAME: for = ["d1"], to = "vector"
// CHECK-NOT: loop.kernel
#last = #tc.layout<order = [0, 2, 3, 1]>
module attributes {tc.version = "0.1", tc.target = "cuda"} {
  fx.graph @main(%dy: tensor<8x64x32x32xbf16> {tc.layout = #last}, %x: tensor<8x64x64x64xbf16> {tc.layout = #last}, %i: tensor<8x64x32x32xi64> {tc.layout = #last}) -> (tensor<8x64x64x64xbf16> {tc.layout = #last}) {
    %0 = fx.call "aten.max_pool2d_with_indices_backward.default"(%dy, %x, [3, 3], [2, 2], [1, 1], [1, 1], false, %i) : (tensor<8x64x32x32xbf16>, tensor<8x64x64x64xbf16>, tensor<8x64x32x32xi64>) -> tensor<8x64x64x64xbf16>
    fx.output %0 : tensor<8x64x64x64xbf16>
  }
}
