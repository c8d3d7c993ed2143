// One function becomes the program; what is expected of gradients becomes what
// is expected of its results.
// RUN: tc-opt %s --tc-select-entry=entry=main.joint | FileCheck %s

// CHECK: tc.expected = [{norm = 1.000000e+00 : f64}, {argument = 0 : i64, norm = 2.000000e+00 : f64}, {}]
// CHECK-NOT: expected_gradients
// CHECK: func.func private @helper
// CHECK: func.func @main(%arg0: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32> {tc.ties = @w}, tensor<4xf32> {tc.gradient = 0 : i64}, tensor<4xf32> {tc.gradient = @w})
// CHECK-NOT: func.func
module attributes {
  tc.expected = [{norm = 1.0}],
  tc.expected_gradients = [{weight = "other", norm = 3.0}, {argument = 0, norm = 2.0}]
} {
  prim.weight @w : tensor<4xf32> {mutated}
  func.func private @helper(%x: tensor<4xf32>) -> tensor<4xf32> {
    return %x : tensor<4xf32>
  }
  func.func private @unused(%x: tensor<4xf32>) -> tensor<4xf32> {
    return %x : tensor<4xf32>
  }
  func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
    return %x : tensor<4xf32>
  }
  func.func @main.joint(%x: tensor<4xf32>)
      -> (tensor<4xf32>, tensor<4xf32> {tc.ties = @w},
          tensor<4xf32> {tc.gradient = 0}, tensor<4xf32> {tc.gradient = @w}) {
    %0 = call @helper(%x) : (tensor<4xf32>) -> tensor<4xf32>
    return %0, %0, %x, %x
      : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
  }
}
