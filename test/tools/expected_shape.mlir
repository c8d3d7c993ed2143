// A result of another shape than expected is wrong, though its elements are
// those expected, or there are none.
// RUN: not tc-run %s --check --repeat=1 2>&1 | FileCheck %s --check-prefix=SOME
// RUN: not tc-interpret %s --check 2>&1 | FileCheck %s --check-prefix=EXACT
// RUN: sed 's/\[3, 2\]/[2, 3]/' %s >%t.mlir
// RUN: not tc-run %t.mlir --check --repeat=1 2>&1 | FileCheck %s --check-prefix=EMPTY
// RUN: sed 's/\[4, 0\]/[5, 0]/' %t.mlir >%t.right.mlir
// RUN: sed 's/\[4, 0\]/[4.5, 0]/' %t.mlir >%t.half.mlir
// RUN: not tc-run %t.half.mlir --check --repeat=1 2>&1 | FileCheck %s --check-prefix=HALF
// RUN: tc-run %t.right.mlir --check --repeat=1
// RUN: tc-interpret %t.right.mlir --check
// RUN: tc-compile %t.mlir -o %t.so && not tc-run %t.so --check --repeat=1 2>&1 | FileCheck %s --check-prefix=EMPTY
// Without a shape there is nothing to hold the result to.
// RUN: sed 's/, shape = \[5, 0\]//' %t.right.mlir >%t.none.mlir
// RUN: not tc-interpret %t.none.mlir --check 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: [TC-1732] {{.*}}an entry of tc.expected has no shape: write 'shape = [SIZE, ...]', or capture the program again
// SOME: result0 is wrong: its shape is [2, 3], not [3, 2]
// EXACT: the result differs: its shape is [2, 3], not [3, 2]
// HALF: result1 is wrong: its shape is [5, 0], not [-1, 0]
// EMPTY: result1 is wrong: its shape is [5, 0], not [4, 0]
module attributes {tc.version = "0.1", tc.expected = [
    {dtype = f32, sum = 30.0 : f64, norm = 14.832396974191326 : f64, samples = dense<[0.0, 2.0, 4.0, 6.0, 8.0, 10.0]> : tensor<6xf64>, shape = [3, 2]},
    {dtype = f32, shape = [4, 0]}]} {
  func.func @main(%x: tensor<2x3xf32> {tc.init = {kind = "iota", start = 0.0, step = 1.0}}, %y: tensor<5x0xf32> {tc.init = {kind = "constant", value = 0.0}}) -> (tensor<2x3xf32>, tensor<5x0xf32>) {
    %0 = prim.add %x, %x : tensor<2x3xf32>
    %1 = prim.add %y, %y : tensor<5x0xf32>
    return %0, %1 : tensor<2x3xf32>, tensor<5x0xf32>
  }
}
