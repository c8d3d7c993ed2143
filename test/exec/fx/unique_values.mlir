module attributes {
  tc.version = "0.1",
  tc.model = "unique_values",
  tc.expected = [{shape = [6], dtype = i64, sum = 15.0, norm = 7.416198487095663, samples = dense<[0.0, 1.0, 2.0, 3.0, 4.0, 5.0]> : tensor<6xf64>}, {shape = [5, 4], dtype = i64, sum = 52.0, norm = 13.490737563232042, samples = dense<[2.0, 1.0, 1.0, 0.0, 4.0, 3.0, 4.0, 0.0, 4.0, 4.0, 1.0, 5.0, 1.0, 3.0, 3.0, 4.0, 3.0, 1.0, 4.0, 4.0]> : tensor<20xf64>}, {shape = [6], dtype = i64, sum = 20.0, norm = 9.797958971132712, samples = dense<[2.0, 5.0, 1.0, 4.0, 7.0, 1.0]> : tensor<6xf64>}, {shape = [6], dtype = i64, sum = 5.0, norm = 3.0, samples = dense<[2.0, 0.0, 2.0, 0.0, 1.0, 0.0]> : tensor<6xf64>}, {shape = [6], dtype = i64, sum = 12.0, norm = 5.656854249492381, samples = dense<[2.0, 3.0, 4.0, 1.0, 1.0, 1.0]> : tensor<6xf64>}, {shape = [3], dtype = i64, sum = 3.0, norm = 2.23606797749979, samples = dense<[0.0, 1.0, 2.0]> : tensor<3xf64>}]
} {
  fx.graph @main(%x: tensor<5x4xi64> {fx.name = "x", tc.init = {kind = "randint", low = 0, high = 6, stream = 900, seed = 7}}, %runs: tensor<12xi64> {fx.name = "runs", tc.init = {kind = "randint", low = 0, high = 3, stream = 901, seed = 7}})
      -> (tensor<?xi64, #tc.dims<[u0]>>, tensor<5x4xi64>, tensor<?xi64, #tc.dims<[u0]>>, tensor<?xi64, #tc.dims<[u1]>>, tensor<?xi64, #tc.dims<[u1]>>, tensor<?xi64, #tc.dims<[u2]>>) {
    %_unique2:3 = fx.call "aten._unique2.default"(%x, true, true, true) : (tensor<5x4xi64>) -> (tensor<?xi64, #tc.dims<[u0]>>, tensor<5x4xi64>, tensor<?xi64, #tc.dims<[u0]>>) loc(#loc0)
    %unique_consecutive:3 = fx.call "aten.unique_consecutive.default"(%runs, false, true) : (tensor<12xi64>) -> (tensor<?xi64, #tc.dims<[u1]>>, tensor<0xi64>, tensor<?xi64, #tc.dims<[u1]>>) loc(#loc0)
    %_unique2_1:3 = fx.call "aten._unique2.default"(%runs) : (tensor<12xi64>) -> (tensor<?xi64, #tc.dims<[u2]>>, tensor<0xi64>, tensor<0xi64>) loc(#loc0)
    fx.output %_unique2#0, %_unique2#1, %_unique2#2, %unique_consecutive#0, %unique_consecutive#2, %_unique2_1#0 : tensor<?xi64, #tc.dims<[u0]>>, tensor<5x4xi64>, tensor<?xi64, #tc.dims<[u0]>>, tensor<?xi64, #tc.dims<[u1]>>, tensor<?xi64, #tc.dims<[u1]>>, tensor<?xi64, #tc.dims<[u2]>>
  }
}
#loc0 = loc("unique_values")
