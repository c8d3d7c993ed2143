module attributes {
  tc.version = "0.1",
  tc.model = "int8_product",
  tc.expected = [{shape = [4, 3], dtype = i32, sum = -1510.0, norm = 66502.96503164351, samples = dense<[20449.0, -11396.0, 977.0, 21946.0, 652.0, -13461.0, -32374.0, -9470.0, 20907.0, 14469.0, -32846.0, 18637.0]> : tensor<12xf64>}]
} {
  fx.graph @main(%x: tensor<4x8xi8> {fx.name = "x", tc.init = {kind = "randint", low = -128, high = 128, stream = 900, seed = 7}}, %y: tensor<8x3xi8> {fx.name = "y", tc.init = {kind = "randint", low = -128, high = 128, stream = 901, seed = 7}})
      -> (tensor<4x3xi32>) {
    fx.call "aten._assert_tensor_metadata.default"(%x, dtype = i8, device = "cpu", layout = "strided") : (tensor<4x8xi8>) -> () loc(#loc0)
    %to = fx.call "aten.to.dtype"(%x, i32) : (tensor<4x8xi8>) -> tensor<4x8xi32> loc(#loc0)
    fx.call "aten._assert_tensor_metadata.default"(%y, dtype = i8, device = "cpu", layout = "strided") : (tensor<8x3xi8>) -> () loc(#loc0)
    %to_1 = fx.call "aten.to.dtype"(%y, i32) : (tensor<8x3xi8>) -> tensor<8x3xi32> loc(#loc0)
    %matmul = fx.call "aten.matmul.default"(%to, %to_1) : (tensor<4x8xi32>, tensor<8x3xi32>) -> tensor<4x3xi32> loc(#loc0)
    fx.output %matmul : tensor<4x3xi32>
  }
}
#loc0 = loc("int8_product")
