// Attributes that tools and passes read off modules and arguments are of the kind
// that they take them for.
// RUN: not tc-opt %s --split-input-file 2>&1 | FileCheck %s
// RUN: not tc-compile %s -o %t.so 2>&1 | FileCheck %s --check-prefix=COMPILE
// COMPILE: [TC-0117]{{.*}} tc.model is a string

// CHECK: [TC-0117] tc.model is a string
module attributes {tc.model = @name} {}

// -----
// CHECK: [TC-0117] tc.expected is an array of dictionaries
module attributes {tc.expected = #tc.size<n>} {}

// -----
// CHECK: [TC-0117] tc.expected is an array of dictionaries
module attributes {tc.expected = [3]} {}

// -----
// CHECK: [TC-0117] tc.expected_state is an array of dictionaries
module attributes {tc.expected_state = "x"} {}

// -----
// CHECK: [TC-0117] tc.expected_gradients is an array of dictionaries
module attributes {tc.expected_gradients = {}} {}

// -----
// CHECK: [TC-0117] tc.atomics is a unit attribute
module attributes {tc.atomics = false} {}

// -----
// CHECK: [TC-0117] tc.sizes is a dictionary
module attributes {tc.sizes = ["n"]} {}

// -----
// CHECK: [TC-0117] tc.target is a string
module attributes {tc.target = 3} {}

// -----
// CHECK: [TC-0117] tc.layout is a #tc.layout
fx.graph @main(%x: tensor<2xf32> {tc.layout = "x"}) -> tensor<2xf32> {
  fx.output %x : tensor<2xf32>
}

// -----
// CHECK: [TC-0117] tc.init is a dictionary or elements
func.func @main(%x: tensor<2xf32> {tc.init = 3}) -> (tensor<2xf32>) {
  return %x : tensor<2xf32>
}

// -----
// CHECK: [TC-0117] tc.layout is a #tc.layout
func.func @main(%x: tensor<2xf32>) -> (tensor<2xf32> {tc.layout = 3}) {
  return %x : tensor<2xf32>
}
