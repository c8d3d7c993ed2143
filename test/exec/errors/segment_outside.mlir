// Products that are summed by segment, at positions 2, 3, 4 of five segments, and
// of four: the bounds of one sum do not check positions for the other.
// FAILS: TC-1520, interpreted TC-0302
func.func @main(%x: tensor<3x8x6xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}},
                %y: tensor<3x8x5xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}},
                %i: tensor<3xi64> {tc.init = {kind = "iota", start = 2, step = 1}}) -> (tensor<3x6x5xf32>, tensor<3x5x6xf32>) {
  %c = prim.constant dense<0.0> : tensor<f32>
  %five = prim.broadcast_in_dim %c [] : tensor<f32> to tensor<5x6x5xf32>
  %0 = prim.dot_general %x, %y batch [0], [0] contract [1], [1] : tensor<3x8x6xf32>, tensor<3x8x5xf32>
  %1 = prim.index_put %five, %0[%i] [0] "add" {prim.ascending} : tensor<5x6x5xf32>, tensor<3x6x5xf32>, tensor<3xi64>
  %2 = prim.slice %1 <[0, 0, 0]> step [1, 1, 1] : tensor<5x6x5xf32> to tensor<3x6x5xf32>
  %four = prim.broadcast_in_dim %c [] : tensor<f32> to tensor<4x5x6xf32>
  %3 = prim.dot_general %y, %x batch [0], [0] contract [1], [1] : tensor<3x8x5xf32>, tensor<3x8x6xf32>
  %4 = prim.index_put %four, %3[%i] [0] "add" {prim.ascending} : tensor<4x5x6xf32>, tensor<3x5x6xf32>, tensor<3xi64>
  %5 = prim.slice %4 <[0, 0, 0]> step [1, 1, 1] : tensor<4x5x6xf32> to tensor<3x5x6xf32>
  return %2, %5 : tensor<3x6x5xf32>, tensor<3x5x6xf32>
}
