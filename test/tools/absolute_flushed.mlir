// A power that is marked tc.absolute may be flushed to 0 where it is a denormal,
// as NVIDIA's 2^x does it; one that is not marked may not.
// RUN: tc-interpret %s --expect >%t.mlir
// RUN: sed -e 's/prim.exp2 \(.arg1\) {tc.absolute}/prim.sub \1, \1/' %t.mlir >%t.flushed.mlir
// RUN: tc-run %t.flushed.mlir --check --repeat=1 | FileCheck %s
// CHECK: ok
// RUN: sed -e 's/ {tc.absolute}//' %s >%t.plain.mlir
// RUN: tc-interpret %t.plain.mlir --expect >%t.mlir
// RUN: sed -e 's/prim.exp2 \(.arg1\)/prim.sub \1, \1/' %t.mlir >%t.flushed.mlir
// RUN: not tc-run %t.flushed.mlir --check --repeat=1 | FileCheck %s --check-prefix=PLAIN
// PLAIN: WRONG
loop.kernel @powers(%w: tensor<22xf32>) -> tensor<22xf32> iters(i = 22) {
  %0 = loop.map (i) reads(%a = %w[i] : tensor<22xf32>) -> tensor<22xf32> {
    %1 = prim.exp2 %a {tc.absolute} : f32
    loop.yield %1 : f32
  }
  loop.yield %0 : tensor<22xf32>
}
func.func @main(%w: tensor<22xf32> {tc.init = {kind = "iota", start = -148.5, step = 1}}) -> tensor<22xf32> {
  %0 = loop.launch @powers(%w) : (tensor<22xf32>) -> tensor<22xf32>
  return %0 : tensor<22xf32>
}
