// Scans of bf16 whose combination selects one of two carried values: neither is a
// constant, and one is an argument of the loop.
// RUN: tc-interpret %s --expect >%t.mlir && tc-run %t.mlir --check --guard --repeat=1
// RUN: tc-run %t.mlir --check --guard --target=x86-64-v3 --repeat=1
!x = tensor<6x53xbf16>
loop.kernel @g(%x: !x) -> !x iters(i = 6, j = 53) {
  %s = loop.scan (i, j) along j [max] reverse reads(%a = %x[i, j] : !x) -> !x {
    loop.yield %a : bf16
  }
  loop.yield %s : !x
}
loop.kernel @h(%x: !x) -> !x iters(i = 6, j = 53) {
  %s = loop.scan (i, j) along i [max] reads(%a = %x[i, j] : !x) -> !x {
    loop.yield %a : bf16
  }
  loop.yield %s : !x
}
loop.kernel @custom(%x: !x) -> !x iters(i = 6, j = 53) {
  %s = loop.scan (i, j) along j [custom] reads(%a = %x[i, j] : !x) -> !x {
    loop.yield %a : bf16
  } combine [0.0 : bf16] (%h0: bf16, %h1: bf16) {
    %c = prim.gt %h1, %h0 : bf16
    %0 = prim.where %c, %h1, %h0 : i1, bf16
    loop.yield %0 : bf16
  }
  loop.yield %s : !x
}
func.func @main(%x: !x {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}}) -> (!x, !x, !x) {
  %0 = loop.launch @g(%x) : (!x) -> !x
  %1 = loop.launch @h(%x) : (!x) -> !x
  %2 = loop.launch @custom(%x) : (!x) -> !x
  return %0, %1, %2 : !x, !x, !x
}
