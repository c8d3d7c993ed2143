module attributes {
  tc.version = "0.1",
  tc.model = "bit_views",
  tc.expected = [{shape = [3, 4], dtype = i32, sum = 31.0, norm = 9.746794344808963, samples = dense<[1.0, 4.0, 2.0, 1.0, 3.0, 2.0, 3.0, 1.0, 3.0, 3.0, 4.0, 4.0]> : tensor<12xf64>}, {shape = [6], dtype = i32, sum = 2056839845.0, norm = 2624349091.2017875, samples = dense<[1052276691.0, 1070402563.0, 1056013604.0, -1104984129.0, 1063447859.0, -1080316743.0]> : tensor<6xf64>}]
} {
  fx.graph @main(%x: tensor<3x4xi32> {fx.name = "x", tc.init = {kind = "randint", low = 0, high = 4, stream = 900, seed = 7}}, %y: tensor<6xf32> {fx.name = "y", tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 901, seed = 7}})
      -> (tensor<3x4xi32>, tensor<6xi32>) {
    %view = fx.call "aten.view.dtype"(%x, f32) : (tensor<3x4xi32>) -> tensor<3x4xf32> loc(#loc0)
    %view_1 = fx.call "aten.view.dtype"(%view, i32) : (tensor<3x4xf32>) -> tensor<3x4xi32> loc(#loc0)
    %add = fx.call "aten.add.Tensor"(%view_1, 1) : (tensor<3x4xi32>) -> tensor<3x4xi32> loc(#loc0)
    %view_2 = fx.call "aten.view.dtype"(%y, i32) : (tensor<6xf32>) -> tensor<6xi32> loc(#loc0)
    fx.output %add, %view_2 : tensor<3x4xi32>, tensor<6xi32>
  }
}
#loc0 = loc("bit_views")
