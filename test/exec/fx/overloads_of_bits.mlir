module attributes {
  tc.version = "0.1",
  tc.model = "overloads_of_bits",
  tc.expected = [{shape = [3, 4], dtype = i32, sum = 6295779297.0, norm = 3693127033.872349, samples = dense<[1057933602.0, 1067378600.0, 1058619754.0, -1086040953.0, 1050782562.0, 1055373182.0, 1057507019.0, -1084043018.0, 1056357236.0, 1071096627.0, -1078347351.0, 1069162037.0]> : tensor<12xf64>}, {shape = [3, 4], dtype = i32, sum = 745.0, norm = 439.6942119246056, samples = dense<[126.0, 127.0, 126.0, -130.0, 125.0, 125.0, 126.0, -130.0, 125.0, 127.0, -129.0, 127.0]> : tensor<12xf64>}]
} {
  fx.graph @main(%x: tensor<3x4xf32> {fx.name = "x", tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 900, seed = 7}})
      -> (tensor<3x4xi32>, tensor<3x4xi32>) {
    %view = fx.call "aten.view.dtype"(%x, i32) : (tensor<3x4xf32>) -> tensor<3x4xi32> loc(#loc0)
    %view_1 = fx.call "aten.view.dtype"(%x, i32) : (tensor<3x4xf32>) -> tensor<3x4xi32> loc(#loc0)
    %rshift = fx.call "aten.__rshift__.Scalar"(%view_1, 23) : (tensor<3x4xi32>) -> tensor<3x4xi32> loc(#loc0)
    fx.output %view, %rshift : tensor<3x4xi32>, tensor<3x4xi32>
  }
}
#loc0 = loc("overloads_of_bits")
