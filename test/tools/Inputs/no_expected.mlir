module attributes {tc.version = "0.1"} {
  func.func @main(%x: tensor<4xf32> {tc.init = {kind = "constant", value = 1.0}}) -> tensor<4xf32> {
    %0 = prim.add %x, %x : tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}
