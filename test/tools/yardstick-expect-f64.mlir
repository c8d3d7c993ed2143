// What is expected is evaluated in f64: 1e8 + 1 - 1e8 is 1, and f32 may be off
// by a rounding of 1e8 (its sum has one right value, 1e8).
// RUN: tc-interpret %s --expect | FileCheck %s
// CHECK: bounds = dense<5.96{{.*}}samples = dense<1.000000e+00>
func.func @main() -> tensor<1xf32> {
  %a = prim.constant dense<1.0e8> : tensor<1xf32>
  %b = prim.constant dense<1.0> : tensor<1xf32>
  %c = prim.add %a, %b : tensor<1xf32>
  %d = prim.sub %c, %a : tensor<1xf32>
  return %d : tensor<1xf32>
}
