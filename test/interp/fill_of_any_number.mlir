// Seeds and streams of fills are any numbers, below zero too: none is undefined
// behaviour (SANITIZE=1).
// RUN: tc-run %s --check --repeat=1
!x = tensor<4xf32>
func.func @main(%a: !x {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = -1900, seed = -7}}, %b: !x {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1.0e30, seed = 1.0e30}}) -> !x {
  %0 = prim.add %a, %b : !x
  return %0 : !x
}
