module attributes {
  tc.version = "0.1",
  tc.model = "most_frequent",
  tc.expected = [{shape = [5], dtype = i64, sum = 4.0, norm = 2.0, samples = dense<[1.0, 1.0, 1.0, 0.0, 1.0]> : tensor<5xf64>}, {shape = [5], dtype = i64, sum = 27.0, norm = 12.12435565298214, samples = dense<[6.0, 5.0, 6.0, 5.0, 5.0]> : tensor<5xf64>}, {shape = [1, 7], dtype = i64, sum = 4.0, norm = 2.0, samples = dense<[0.0, 1.0, 0.0, 0.0, 1.0, 1.0, 1.0]> : tensor<7xf64>}, {shape = [1, 7], dtype = i64, sum = 24.0, norm = 9.16515138991168, samples = dense<[3.0, 4.0, 3.0, 3.0, 4.0, 4.0, 3.0]> : tensor<7xf64>}]
} {
  fx.graph @main(%x: tensor<5x7xi64> {fx.name = "x", tc.init = {kind = "randint", low = 0, high = 3, stream = 900, seed = 7}})
      -> (tensor<5xi64>, tensor<5xi64>, tensor<1x7xi64>, tensor<1x7xi64>) {
    %mode:2 = fx.call "aten.mode.default"(%x, 1) : (tensor<5x7xi64>) -> (tensor<5xi64>, tensor<5xi64>) loc(#loc0)
    %mode_1:2 = fx.call "aten.mode.default"(%x, 0, true) : (tensor<5x7xi64>) -> (tensor<1x7xi64>, tensor<1x7xi64>) loc(#loc0)
    fx.output %mode#0, %mode#1, %mode_1#0, %mode_1#1 : tensor<5xi64>, tensor<5xi64>, tensor<1x7xi64>, tensor<1x7xi64>
  }
}
#loc0 = loc("most_frequent")
