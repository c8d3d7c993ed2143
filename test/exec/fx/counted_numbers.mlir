module attributes {
  tc.version = "0.1",
  tc.model = "counted_numbers",
  tc.expected = [{shape = [9], dtype = i64, sum = 20.0, norm = 9.273618495495704, samples = dense<[0.0, 1.0, 1.0, 3.0, 4.0, 0.0, 3.0, 7.0, 1.0]> : tensor<9xf64>}, {shape = [9], dtype = f32, sum = 4.0835170308128, norm = 3.6869854045957675, eager_error = 2.1399330430232004e-08, eager_max = 7.078051567077637e-08, samples = dense<[0.0, 0.886431872844696, 0.31871017813682556, 0.32137730717658997, 2.2638070480898023, 0.0, -1.950103297829628, 1.8830047361552715, 0.36028918623924255]> : tensor<9xf64>}, {shape = [15], dtype = i64, sum = 20.0, norm = 9.273618495495704, samples = dense<[0.0, 1.0, 1.0, 3.0, 4.0, 0.0, 3.0, 7.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]> : tensor<15xf64>}]
} {
  fx.graph @main(%x: tensor<20xi64> {fx.name = "x", tc.init = {kind = "randint", low = 0, high = 9, stream = 900, seed = 7}}, %w: tensor<20xf32> {fx.name = "w", tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 901, seed = 7}})
      -> (tensor<?xi64, #tc.dims<[u0]>>, tensor<?xf32, #tc.dims<[u1]>>, tensor<?xi64, #tc.dims<[u2]>>) {
    %bincount = fx.call "aten.bincount.default"(%x) : (tensor<20xi64>) -> tensor<?xi64, #tc.dims<[u0]>> loc(#loc0)
    %bincount_1 = fx.call "aten.bincount.default"(%x, %w) : (tensor<20xi64>, tensor<20xf32>) -> tensor<?xf32, #tc.dims<[u1]>> loc(#loc0)
    %bincount_2 = fx.call "aten.bincount.default"(%x, none, 15) : (tensor<20xi64>) -> tensor<?xi64, #tc.dims<[u2]>> loc(#loc0)
    fx.output %bincount, %bincount_1, %bincount_2 : tensor<?xi64, #tc.dims<[u0]>>, tensor<?xf32, #tc.dims<[u1]>>, tensor<?xi64, #tc.dims<[u2]>>
  }
}
#loc0 = loc("counted_numbers")
