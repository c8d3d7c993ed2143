module attributes {
  tc.version = "0.1",
  tc.model = "one_hot_and_counts",
  tc.expected = [{shape = [10, 7], dtype = i64, sum = 10.0, norm = 3.1622776601683795, samples = dense<[0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]> : tensor<70xf64>}, {shape = [7], dtype = i64, sum = 10.0, norm = 4.69041575982343, samples = dense<[3.0, 2.0, 0.0, 0.0, 1.0, 2.0, 2.0]> : tensor<7xf64>}]
} {
  fx.graph @main(%x: tensor<10xi64> {fx.name = "x", tc.init = {kind = "randint", low = 0, high = 7, stream = 900, seed = 7}})
      -> (tensor<10x7xi64>, tensor<7xi64>) {
    %one_hot = fx.call "aten.one_hot.default"(%x, 7) : (tensor<10xi64>) -> tensor<10x7xi64> loc(#loc0)
    %sum_1 = fx.call "aten.sum.dim_IntList"(%one_hot, [0]) : (tensor<10x7xi64>) -> tensor<7xi64> loc(#loc0)
    fx.output %one_hot, %sum_1 : tensor<10x7xi64>, tensor<7xi64>
  }
}
#loc0 = loc("one_hot_and_counts")
