// A sum of 33 columns in bf16, and one that leaves out 15, or one, of them,
// against what is expected of all: wrong on any fill.
// RUN: tc-interpret %s --expect >%t.mlir
// RUN: tc-run %t.mlir --check --repeat=1 | FileCheck %s
// RUN: sed 's/%%0 = prim.sum %%arg0/%%h = prim.slice %%arg0 <[0, 0]> step [1, 1] : tensor<3x33xbf16> to tensor<3x18xbf16>\n%%0 = prim.sum %%h/; s/\[1\] : tensor<3x33xbf16>/[1] : tensor<3x18xbf16>/' %t.mlir >%t.18.mlir
// RUN: not tc-run %t.18.mlir --check --repeat=1 2>&1 | FileCheck %s --check-prefix=WRONG
// RUN: sed 's/18/32/g' %t.18.mlir >%t.32.mlir
// RUN: not tc-run %t.32.mlir --check --repeat=1 2>&1 | FileCheck %s --check-prefix=WRONG
// CHECK: ok
// WRONG: [TC-1703] the results are wrong: result0 is wrong: element 0 of 3
module attributes {tc.version = "0.1"} {
  func.func @main(%x: tensor<3x33xbf16> {tc.init = {kind = "uniform", mean = 1.0, std = 0.3, stream = 2}}) -> tensor<3xbf16> {
    %0 = prim.sum %x [1] : tensor<3x33xbf16>
    return %0 : tensor<3xbf16>
  }
}
