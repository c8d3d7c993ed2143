// A product lies as its own sizes say, not as a matrix that it reads: with a
// transposed weight of the caller its result was transposed, too, and the norm
// behind it read rows against their order. A batch of images keeps channels last
// through a convolution by 1x1, whose data they are.
// RUN: tc-opt %s --prim-to-loop --loop-fuse --loop-layout | FileCheck %s

// CHECK: loop.kernel private @{{.*}}(%{{.*}}: tensor<64x96xbf16>, {{.*}}) -> tensor<64x32xbf16> iters
// CHECK-LABEL: func.func @linear
func.func @linear(%x: tensor<64x96xbf16>, %w: tensor<96x32xbf16> {tc.layout = #tc.layout<order = [1, 0]>}) -> tensor<64xf32> {
  %0 = prim.dot_general %x, %w batch [], [] contract [1], [0] : tensor<64x96xbf16>, tensor<96x32xbf16>
  %1 = prim.convert_element_type %0 : tensor<64x32xbf16> to tensor<64x32xf32>
  %2 = prim.sum %1 [1] : tensor<64x32xf32>
  return %2 : tensor<64xf32>
}

// CHECK: loop.kernel private @{{.*}}convolution(
// CHECK-SAME: -> (tensor<8x16x14x14xbf16> {tc.layout = #tc.layout<order = [0, 2, 3, 1]>})
// CHECK-LABEL: func.func @pointwise
func.func @pointwise(%x: tensor<8x32x14x14xbf16> {tc.layout = #tc.layout<order = [0, 2, 3, 1]>}, %w: tensor<16x32x1x1xbf16>) -> tensor<8x16xbf16> {
  %0 = prim.convolution %x, %w strides [1, 1] pad [0, 0], [0, 0] dilation [1, 1], [1, 1] groups 1 : tensor<8x32x14x14xbf16>, tensor<16x32x1x1xbf16>
  %1 = prim.amax %0 [2, 3] : tensor<8x16x14x14xbf16>
  return %1 : tensor<8x16xbf16>
}
