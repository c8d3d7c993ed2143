// Rows of 7 elements padded to 9, with AVX2: the second vector of a row has one
// element, of the border. (LLVM makes a plain load of lanes that are never read
// where the row itself may be a border.)
// RUN: tc-interpret %s --expect >%t.mlir && tc-compile %t.mlir --target=x86-64-v3 -o %t.so && tc-run %t.so --check --guard --repeat=1
// RUN: tc-run %t.mlir --check --guard --repeat=1
module attributes {tc.version = "0.1"} {
  func.func @main(%a: tensor<3x2x7x7xf32> {tc.init = {kind = "uniform", mean = 2.0, std = 1.0, stream = 1}}) -> tensor<2x3x9x9xf32> {
    %z = prim.constant dense<0.0> : tensor<f32>
    %t = prim.transpose %a [1, 0, 2, 3] : tensor<3x2x7x7xf32>
    %0 = prim.pad %t, %z low <[0, 0, 1, 1]> high <[0, 0, 1, 1]> interior [0, 0, 0, 0] : tensor<2x3x7x7xf32>, tensor<f32> to tensor<2x3x9x9xf32>
    return %0 : tensor<2x3x9x9xf32>
  }
}
