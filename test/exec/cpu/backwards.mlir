// Reads in reverse: vectors that end at the first lane, whose lanes are
// reversed, masked at the ends; every width of element.
// RUN: tc-interpret %s --expect >%t.mlir && tc-run %t.mlir --check --guard --repeat=1
// RUN: tc-run %t.mlir --check --guard --target=x86-64-v3 --repeat=1
// RUN: tc-compile %s --target=x86-64-v4 --emit=asm -o %t.s
// RUN: FileCheck %s --implicit-check-not=gather --input-file=%t.s
// CHECK-DAG: vpermilps $27
// CHECK-DAG: vpermw
// CHECK-DAG: vpermpd
func.func @main(%a: tensor<3x37xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 0}},
                %b: tensor<3x130xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}},
                %c: tensor<70xi64> {tc.init = {kind = "iota", start = 0, step = 3}},
                %d: tensor<2x90xi1> {tc.init = {kind = "randint", low = 0, high = 2, stream = 2}})
    -> (tensor<3x37xf32>, tensor<3x130xbf16>, tensor<70xi64>, tensor<2x90xi1>) {
  %0 = prim.rev %a [1] : tensor<3x37xf32>
  %1 = prim.rev %b [0, 1] : tensor<3x130xbf16>
  %2 = prim.rev %c [0] : tensor<70xi64>
  %3 = prim.rev %d [1] : tensor<2x90xi1>
  return %0, %1, %2, %3 : tensor<3x37xf32>, tensor<3x130xbf16>, tensor<70xi64>, tensor<2x90xi1>
}
