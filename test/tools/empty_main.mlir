// A program that takes nothing and gives nothing is a program that does nothing.
// RUN: tc-run %s --check --repeat=1 | FileCheck %s
// RUN: tc-compile %s --target=emulate -o %t.so && tc-run %t.so --repeat=1
// RUN: sed 's/@main() {/@main(%%x: tensor<4xf32>) {/' %s >%t.mlir
// RUN: tc-compile %t.mlir -o %t.x.so
// RUN: tc-interpret %s --expect | FileCheck %s --check-prefix=EXPECT
// CHECK: ok
// EXPECT: tc.expected = []
module attributes {tc.version = "0.1"} {
  func.func @main() {
    return
  }
}
