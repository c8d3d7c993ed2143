// Two lanes of 32 bits are one of 64 bits: such a nest has no vectors, and no
// masks of them where the number of points is a symbol.
// RUN: tc-interpret %s --expect > %t.mlir && tc-run %t.mlir --check --guard --repeat=1

!x = tensor<5x?xf64, #tc.dims<[5, n]>>
module attributes {tc.version = "0.1", tc.sizes = {n = 7}} {
loop.kernel @wide(%x: !x) -> !x iters(i = 5, j = n) attributes {loop.schedule = {phases = [{stages = [0], tasks = ["i"], vector = "j", lanes = 2}]}} {
  %y = loop.map (i, j) reads(%a = %x[i, j] : !x) -> !x {
    %0 = prim.mul %a, %a : f64
    loop.yield %0 : f64
  }
  loop.yield %y : !x
}
func.func @main(%x: !x {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}}) -> !x {
  %0 = loop.launch @wide(%x) : (!x) -> !x
  return %0 : !x
}
}
