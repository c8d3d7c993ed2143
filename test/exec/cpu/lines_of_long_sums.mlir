// Of a sum whose panel the second cache does not keep, too, tasks copy the lines
// that their rows see once, of all steps: there are no blocks of these.
// RUN: tc-interpret %s --expect >%t.mlir && tc-run %t.mlir --target=x86-64-v3,l2=8192 --check --guard --repeat=1
// RUN: tc-opt %s --loop-schedule=target=x86-64-v3,l2=8192 >%t.text.mlir && FileCheck %s --input-file=%t.text.mlir
// RUN: sed 's/terms =/steps = 32, terms =/' %t.text.mlir | not tc-opt - --loop-schedule=target=x86-64-v3 2>&1 | FileCheck %s --check-prefix=STEPS
// CHECK-NOT: steps =
// CHECK: rows_from = "lines"
// CHECK-NOT: steps =
// STEPS: [TC-0612] loop.schedule: phases[0].product.steps: there is no code for this entry here
module attributes {tc.version = "0.1"} {
loop.kernel private @k(%x: tensor<2x6x36x2xf32>, %d: tensor<2x2x32x16xf32>) -> tensor<2x5x5x16xf32> iters(c = 2, i = 5, j = 5, o = 16, n = 2, y = 2, z = 32) {
  %0 = loop.contract (c, i, j, o) over (n, y, z) reads(%a = %x[n, i + y, j + z - 1, c] : tensor<2x6x36x2xf32> else 0.0, %b = %d[n, y, z, o] : tensor<2x2x32x16xf32>) -> tensor<2x5x5x16xf32> {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %0 : tensor<2x5x5x16xf32>
}
func.func @main(%x: tensor<2x6x36x2xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}},
                %d: tensor<2x2x32x16xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}}) -> tensor<2x5x5x16xf32> {
  %0 = loop.launch @k(%x, %d) : (tensor<2x6x36x2xf32>, tensor<2x2x32x16xf32>) -> tensor<2x5x5x16xf32>
  return %0 : tensor<2x5x5x16xf32>
}
}
