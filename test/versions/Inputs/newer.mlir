// tc.version = "0.2" is what a comment says.
module attributes {tc.version = "0.9"} {
  func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
    %y = prim.of_tomorrow %x : tensor<4xf32>
    return %y : tensor<4xf32>
  }
}
