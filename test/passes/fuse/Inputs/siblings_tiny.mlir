// Three independent maps of one and of four points, and two of vectors of one
// length: siblings_tiny.mlir.
module attributes {tc.version = "0.1"} {
func.func @main(%a: tensor<i64> {tc.init = {kind = "randint", low = -9 : i64, high = 9 : i64, stream = 1 : i64}}, %b: tensor<i64> {tc.init = {kind = "randint", low = -9 : i64, high = 9 : i64, stream = 2 : i64}}, %c: tensor<4xi64> {tc.init = {kind = "randint", low = -9 : i64, high = 9 : i64, stream = 3 : i64}}, %d: tensor<400xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 4}}, %e: tensor<400xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 5}}) -> (tensor<i64>, tensor<i64>, tensor<4xi64>, tensor<400xf32>, tensor<400xf32>) {
  %one = prim.constant dense<1> : tensor<i64>
  %0 = prim.add %a, %one : tensor<i64>
  %1 = prim.add %b, %one : tensor<i64>
  %2 = prim.mul %c, %c : tensor<4xi64>
  %3 = prim.mul %d, %d : tensor<400xf32>
  %4 = prim.add %e, %e : tensor<400xf32>
  return %0, %1, %2, %3, %4 : tensor<i64>, tensor<i64>, tensor<4xi64>, tensor<400xf32>, tensor<400xf32>
}
}
