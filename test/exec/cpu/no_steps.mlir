// Sums of no steps, where units multiply pairs of them: zeros.
// RUN: tc-interpret %s --expect >%t.mlir && tc-run %t.mlir --check --guard --repeat=1
// RUN: tc-compile %s --target=x86-64-v4,features=amx-tile+amx-bf16+amx-int8 -o %t.so
// RUN: tc-compile %s --target=x86-64-v4,features=avx512bf16 -o %t.so
module attributes {tc.version = "0.1"} {
  func.func @main(%a: tensor<64x0xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}},
                  %b: tensor<0x96xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}}) -> tensor<64x96xbf16> {
    %0 = prim.dot_general %a, %b batch [], [] contract [1], [0] : tensor<64x0xbf16>, tensor<0x96xbf16>
    return %0 : tensor<64x96xbf16>
  }
}
