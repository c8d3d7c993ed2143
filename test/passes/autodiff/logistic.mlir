// The derivative of a logistic function has few roundings, also where the
// function rounds to 1.
// RUN: tc-run %s --grad
func.func @main(%x: tensor<4xf32> {tc.init = {kind = "constant", value = 17.0}}) -> tensor<4xf32> {
  %zero = prim.constant dense<0.0> : tensor<4xf32>
  %one = prim.constant dense<1.0> : tensor<4xf32>
  %less = prim.lt %x, %zero : tensor<4xf32>
  %minus = prim.neg %x : tensor<4xf32>
  %low = prim.where %less, %x, %minus : tensor<4xi1>, tensor<4xf32>
  %e = prim.exp %low : tensor<4xf32>
  %above = prim.where %less, %e, %one : tensor<4xi1>, tensor<4xf32>
  %below = prim.add %one, %e : tensor<4xf32>
  %y = prim.div %above, %below : tensor<4xf32>
  return %y : tensor<4xf32>
}
