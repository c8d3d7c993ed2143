// Products without rows, columns or steps: code for them is made, and runs.
// RUN: tc-run %s --repeat=1 | FileCheck %s
// CHECK: program

module attributes {tc.version = "0.1"} {
  func.func @main(%a: tensor<0x8xf32> {tc.init = {kind = "constant", value = 1.0}},
                  %b: tensor<32x8xf32> {tc.init = {kind = "constant", value = 1.0}},
                  %c: tensor<9x0xf32> {tc.init = {kind = "constant", value = 1.0}},
                  %d: tensor<32x0xf32> {tc.init = {kind = "constant", value = 1.0}})
      -> (tensor<0x32xf32>, tensor<9x32xf32>, tensor<9x32xf32>) {
    %0 = prim.dot_general %a, %b batch [], [] contract [1], [1] : tensor<0x8xf32>, tensor<32x8xf32>
    %1 = prim.dot_general %c, %d batch [], [] contract [1], [1] : tensor<9x0xf32>, tensor<32x0xf32>
    %2 = prim.exp %1 : tensor<9x32xf32>
    return %0, %1, %2 : tensor<0x32xf32>, tensor<9x32xf32>, tensor<9x32xf32>
  }
}
