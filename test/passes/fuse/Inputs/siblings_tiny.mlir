// Three independent maps of one and of four points: siblings_tiny.mlir.
module attributes {tc.version = "0.1"} {
func.func @main(%a: tensor<i64> {tc.init = {kind = "randint", low = -9 : i64, high = 9 : i64, stream = 1 : i64}}, %b: tensor<i64> {tc.init = {kind = "randint", low = -9 : i64, high = 9 : i64, stream = 2 : i64}}, %c: tensor<4xi64> {tc.init = {kind = "randint", low = -9 : i64, high = 9 : i64, stream = 3 : i64}}) -> (tensor<i64>, tensor<i64>, tensor<4xi64>) {
  %one = prim.constant dense<1> : tensor<i64>
  %0 = prim.add %a, %one : tensor<i64>
  %1 = prim.add %b, %one : tensor<i64>
  %2 = prim.mul %c, %c : tensor<4xi64>
  return %0, %1, %2 : tensor<i64>, tensor<i64>, tensor<4xi64>
}
}
