module attributes {tc.version = "0.2"} {
func.func @main(%x: tensor<96x80xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}},
                %i: tensor<50xi64> {tc.init = {kind = "randint", low = 0, high = 96, stream = 2}}) -> (tensor<80xf32>, tensor<50x80xf32>) {
  %0 = prim.exp %x : tensor<96x80xf32>
  %1 = prim.sum %0 [0] : tensor<96x80xf32>
  %2 = prim.index %x[%i] [0] : tensor<96x80xf32>, tensor<50xi64>
  return %1, %2 : tensor<80xf32>, tensor<50x80xf32>
}
}
