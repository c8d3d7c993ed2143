// A result that holds an infinity is right if it holds that one, and wrong with
// another.
// RUN: tc-run %s --check --results --repeat=1 | FileCheck %s
// RUN: tc-interpret %s --check | FileCheck %s --check-prefix=INTERPRET
// RUN: sed 's/dense<.0xFFF0000000000000, /dense<[0x7FF0000000000000, /' %s >%t.mlir
// RUN: not tc-run %t.mlir --check --results --repeat=1 2>&1 | FileCheck %s --check-prefix=WRONG
// RUN: not tc-interpret %t.mlir --check 2>&1 | FileCheck %s --check-prefix=WRONG
// CHECK: ok
// INTERPRET: result 0: f32[4] right
// WRONG: -inf, not inf
module attributes {tc.expected = [{dtype = f32, eager_error = 2.384185791015625E-7 : f64, eager_max = 0x7FF0000000000000 : f64, norm = 0x7FF0000000000000 : f64, samples = dense<[0xFFF0000000000000, 0.000000e+00, 0.69314718246459961, 1.0986123085021973]> : tensor<4xf64>, shape = [4], sum = 0xFFF0000000000000 : f64}], tc.version = "0.1"} {
  func.func @main(%arg0: tensor<4xf32> {tc.init = {kind = "iota", start = 0.000000e+00 : f64, step = 1.000000e+00 : f64}}) -> tensor<4xf32> {
    %0 = prim.log %arg0 : tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}
