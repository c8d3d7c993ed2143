module attributes {tc.version = "0.1"} {
  prim.weight @"w" : tensor<4xf32>
  func.func @main(%x: tensor<4xf32> {tc.init = {kind = "constant", value = 1.0}}) -> tensor<4xf32> {
    %w = prim.get_weight @"w" : tensor<4xf32>
    %0 = prim.add %x, %w : tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}
