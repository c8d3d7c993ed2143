// A choice by the position, of 50 rows, one of whose positions is behind the last.
// FAILS: TC-1520, interpreted TC-0302
func.func @main(%v: tensor<50xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}},
                %x: tensor<50x49xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}},
                %i: tensor<50xi64> {tc.init = {kind = "iota", start = 0, step = 1}}) -> tensor<50x49xf32> {
  %zeros = prim.constant dense<0.0> : tensor<50x49xf32>
  %n = prim.iota 0 : i64, 1 : i64 : tensor<50xi64>
  %y = prim.index_put %zeros, %v[%n, %i] [0, 1] "add" : tensor<50x49xf32>, tensor<50xf32>, tensor<50xi64>, tensor<50xi64>
  %z = prim.sub %y, %x : tensor<50x49xf32>
  return %z : tensor<50x49xf32>
}
