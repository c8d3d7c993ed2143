// Weights that a caller gives at each call order what lies between convolutions
// as weights of the program do, on CPUs as well: products read channels side by
// side, and pack the weights' panels themselves.
// RUN: tc-opt %s --tc-cpu -o %t
// RUN: FileCheck %s <%t
// CHECK: loop.kernel private @k{{[^ ]*}}({{.*}}) -> (tensor<1x64x14x14xf32> {tc.layout = #tc.layout<order = [0, 2, 3, 1]>})
// CHECK: loop.kernel private @k{{[^ ]*}}(%arg0: tensor<1x64x14x14xf32> {tc.layout = #tc.layout<order = [0, 2, 3, 1]>}
func.func @main(%x: tensor<1x64x14x14xf32>, %v: tensor<64x64x3x3xf32>, %w: tensor<64x64x3x3xf32>) -> tensor<1x64x14x14xf32> {
  %y = prim.convolution %x, %v strides [1, 1] pad [1, 1], [1, 1] dilation [1, 1], [1, 1] groups 1 : tensor<1x64x14x14xf32>, tensor<64x64x3x3xf32>
  %z = prim.convolution %y, %w strides [1, 1] pad [1, 1], [1, 1] dilation [1, 1], [1, 1] groups 1 : tensor<1x64x14x14xf32>, tensor<64x64x3x3xf32>
  return %z : tensor<1x64x14x14xf32>
}
