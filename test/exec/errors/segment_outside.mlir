// Products that are summed by segment, at positions 2, 3, 4 of four segments.
// FAILS: TC-1520, interpreted TC-0302
func.func @main(%x: tensor<3x8x6xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}},
                %y: tensor<3x8x5xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}},
                %i: tensor<3xi64> {tc.init = {kind = "iota", start = 2, step = 1}}) -> tensor<3x6x5xf32> {
  %c = prim.constant dense<0.0> : tensor<f32>
  %zeros = prim.broadcast_in_dim %c [] : tensor<f32> to tensor<4x6x5xf32>
  %0 = prim.dot_general %x, %y batch [0], [0] contract [1], [1] : tensor<3x8x6xf32>, tensor<3x8x5xf32>
  %1 = prim.index_put %zeros, %0[%i] [0] "add" {prim.ascending} : tensor<4x6x5xf32>, tensor<3x6x5xf32>, tensor<3xi64>
  %2 = prim.slice %1 <[0, 0, 0]> step [1, 1, 1] : tensor<4x6x5xf32> to tensor<3x6x5xf32>
  return %2 : tensor<3x6x5xf32>
}
