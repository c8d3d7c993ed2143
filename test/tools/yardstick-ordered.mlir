// What is expected of an ordered sum is not what a free one gives.
// RUN: not tc-run %s --check --repeat=1 2>&1 | FileCheck %s
// RUN: not tc-interpret %s --check 2>&1 | FileCheck %s
// RUN: sed 's/over (d1) \[add\] reads/over (d1) [add] ordered reads/' %s >%t.mlir
// RUN: tc-run %t.mlir --check --repeat=1 | FileCheck %s --check-prefix=ORDERED
// RUN: tc-interpret %t.mlir --check | FileCheck %s --check-prefix=RIGHT
// CHECK: is 100000008, not 100000000
// ORDERED: ok
// RIGHT: result 0: f32[2] right
module attributes {tc.expected = [{dtype = f32, eager_error = 0.0 : f64, eager_max = 33.717478808715228 : f64, norm = 141421356.23730952 : f64, samples = dense<1.000000e+08> : tensor<2xf64>, shape = [2], sum = 2.000000e+08 : f64}], tc.version = "0.1"} {
  loop.kernel private @k0_sum(%arg0: tensor<2x10xf32>) -> tensor<2xf32> iters(d0 = 2, d1 = 10) {
    %0 = loop.reduce (d0) over (d1) [add] reads(%arg1 = %arg0[d0, d1] : tensor<2x10xf32>) -> tensor<2xf32> {
      loop.yield %arg1 : f32
    }
    loop.yield %0 : tensor<2xf32>
  }
  func.func @main() -> tensor<2xf32> {
    %0 = prim.constant dense<[[1.000000e+08, 1.000000e+00, 1.000000e+00, 1.000000e+00, 1.000000e+00, 1.000000e+00, 1.000000e+00, 1.000000e+00, 1.000000e+00, 1.000000e+00], [1.000000e+08, 3.000000e+00, 3.000000e+00, 3.000000e+00, 3.000000e+00, 3.000000e+00, 3.000000e+00, 3.000000e+00, 3.000000e+00, 3.000000e+00]]> : tensor<2x10xf32>
    %1 = loop.launch @k0_sum(%0) : (tensor<2x10xf32>) -> tensor<2xf32>
    return %1 : tensor<2xf32>
  }
}
