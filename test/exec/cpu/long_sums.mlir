// Sums of many floats are added up in blocks: the error does not grow with
// their number (adding up one by one, a channel's is 1e-3 here).
// RUN: tc-opt %s -o %t.1 && tc-opt %t.1 -o %t.2 && cmp %t.1 %t.2
module attributes {tc.version = "0.1", tc.expected = [
    {shape = [16], dtype = f32, sum = 163840.00244140625, norm = 40960.00061035156, eager_error = 1.0e-06,
     samples = dense<10240.000152587891> : tensor<16xf64>},
    {shape = [], dtype = f32, sum = 163840.00244140625, norm = 163840.00244140625, eager_error = 1.0e-06,
     samples = dense<163840.00244140625> : tensor<1xf64>},
    {shape = [3], dtype = f32, sum = 30720.000457763672, norm = 17736.200269, eager_error = 1.0e-06,
     samples = dense<10240.000152587891> : tensor<3xf64>}]} {
func.func @main(%x: tensor<8x160x80x16xf32> {tc.init = {kind = "constant", value = 0.1}},
    %y: tensor<102400x3xf32> {tc.init = {kind = "constant", value = 0.1}}) -> (tensor<16xf32>, tensor<f32>, tensor<3xf32>) {
  %0 = prim.sum %x [0, 1, 2] : tensor<8x160x80x16xf32>
  %1 = prim.sum %x [0, 1, 2, 3] : tensor<8x160x80x16xf32>
  %2 = prim.sum %y [0] : tensor<102400x3xf32>
  return %0, %1, %2 : tensor<16xf32>, tensor<f32>, tensor<3xf32>
}
}
