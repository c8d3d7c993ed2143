// A small element beside a great one is compared with its own bound, not in the
// norm alone; by both tools alike.
// RUN: not tc-run %s --check --results --repeat=1 2>&1 | FileCheck %s
// RUN: not tc-interpret %s --check 2>&1 | FileCheck %s --check-prefix=INTERPRET
// CHECK: [TC-1703] {{.*}}element 1 of 2 is 0.400000006, not 0.2
// INTERPRET: [TC-1731] {{.*}}1 of 2 elements are wrong
module attributes {tc.version = "0.1", tc.expected = [{dtype = f32, eager_error = 1.0e-07 : f64, eager_max = 1.0e-07 : f64, norm = 1.0e+06 : f64, samples = dense<[1.0e+06, 0.2]> : tensor<2xf64>, shape = [2], sum = 1.0000002e+06 : f64}]} {
  func.func @main() -> tensor<2xf32> {
    %y = prim.constant dense<[1.0e+06, 0.4]> : tensor<2xf32>
    return %y : tensor<2xf32>
  }
}
