// Four launches of one code: the first and the last are evaluated, the operands of
// all are compared.
// RUN: tc-run %s --check=distinct --repeat=1 | FileCheck %s
// RUN: tc-run %s --check=distinct --repeat=1 --json | FileCheck %s --check-prefix=JSON
// RUN: tc-run %s --check --repeat=1 | FileCheck %s --check-prefix=ALL
// CHECK: ok (2 of 4 launches evaluated)
// JSON: "launches": 4, "evaluated": 2}
// ALL: ok{{$}}
// RUN: tc-compile %s --plan=%t.mlir -o %t.so
// RUN: sed 's/@k2_dot_general(%1,/@k2_dot_general(%arg0,/' %t.mlir >%t.other.mlir
// RUN: not tc-run %t.so --check=distinct --plan=%t.other.mlir --repeat=1 2>&1 | FileCheck %s --check-prefix=OTHER
// OTHER: WRONG: k2_dot_general: operand 0 is not what was written there
!x = tensor<40x40xf32>
module attributes {tc.version = "0.1"} {
  func.func @main(%x: !x {tc.init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 1}}, %w: !x {tc.init = {kind = "uniform", mean = 0.0, std = 0.1, stream = 2}}) -> !x {
    %0 = prim.dot_general %x, %w batch [], [] contract [1], [0] : !x, !x
    %1 = prim.dot_general %0, %w batch [], [] contract [1], [0] : !x, !x
    %2 = prim.dot_general %1, %w batch [], [] contract [1], [0] : !x, !x
    %3 = prim.dot_general %2, %w batch [], [] contract [1], [0] : !x, !x
    return %3 : !x
  }
}
