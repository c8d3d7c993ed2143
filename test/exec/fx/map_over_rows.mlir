module attributes {
  tc.version = "0.1",
  tc.model = "map_over_rows",
  tc.expected = [{shape = [5, 2], dtype = f32, sum = 6.546864762010014, norm = 3.9017562049446264, eager_error = 5.978939198655216e-08, eager_max = 1.2557164152937617e-07, samples = dense<[2.082965676367538, 1.1752661949219658, 1.1318907855302456, 1.1631729087087677, -0.5194648641482071, -0.4705242318895614, 0.8774263129515544, 1.081561286327552, -1.477406982511136, 1.5019776757512955]> : tensor<10xf64>}]
} {
  fx.graph @main(%xs: tensor<5x2x4xf32> {fx.name = "xs", tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 900, seed = 7}}, %y: tensor<4xf32> {fx.name = "y", tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 901, seed = 7}})
      -> (tensor<5x2xf32>) {
    %map_impl = fx.map over (%xs) with (%y) : (tensor<5x2x4xf32>, tensor<4xf32>) -> tensor<5x2xf32> {
    ^bb0(%map_impl.0.xs: tensor<2x4xf32>, %map_impl.0.y: tensor<4xf32>):
      %map_impl.0.sin = fx.call "aten.sin.default"(%map_impl.0.xs) : (tensor<2x4xf32>) -> tensor<2x4xf32>
      %map_impl.0.matmul = fx.call "aten.matmul.default"(%map_impl.0.sin, %map_impl.0.y) : (tensor<2x4xf32>, tensor<4xf32>) -> tensor<2xf32>
      fx.output %map_impl.0.matmul : tensor<2xf32>
    } loc(#loc0)
    fx.output %map_impl : tensor<5x2xf32>
  }
}
#loc0 = loc("map_over_rows")
