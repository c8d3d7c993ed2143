// Rules are switched off by name; what they did is counted.
// RUN: tc-opt %s --prim-simplify='disable=mulOne,negNeg' | FileCheck %s --check-prefix=OFF
// RUN: tc-opt %s --prim-simplify --mlir-pass-statistics -o /dev/null 2>&1 | FileCheck %s --check-prefix=HITS
// RUN: not tc-opt %s --prim-simplify='disable=mulTwo' 2>&1 | FileCheck %s --check-prefix=NAME

// OFF: prim.mul
// OFF: prim.neg
// OFF: prim.neg
// OFF-NOT: prim.abs
// HITS: (S) 3 hits
// NAME: [TC-1012] there is no rule 'mulTwo' to switch off
func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %one = prim.constant dense<1.0> : tensor<4xf32>
  %0 = prim.mul %x, %one : tensor<4xf32>
  %1 = prim.neg %0 : tensor<4xf32>
  %2 = prim.neg %1 : tensor<4xf32>
  %3 = prim.abs %2 : tensor<4xf32>
  %4 = prim.sub %2, %3 : tensor<4xf32>
  %5 = prim.add %4, %3 : tensor<4xf32>
  %zero = prim.constant dense<0.0> : tensor<4xf32>
  %6 = prim.sub %2, %zero : tensor<4xf32>
  return %6 : tensor<4xf32>
}
