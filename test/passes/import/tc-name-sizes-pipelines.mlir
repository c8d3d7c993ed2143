// Foreign tensors with sizes that have no names go through the pipelines; a pass
// run by itself says what is missing.
// RUN: tc-opt %s --split-input-file --tc-cpu | FileCheck %s
// RUN: tc-opt %s --split-input-file --tc-gpu | FileCheck %s
// RUN: not tc-opt %s --split-input-file --loop-plan-memory 2>&1 | FileCheck %s --check-prefix=UNNAMED
// RUN: not tc-opt %s --split-input-file --prim-to-loop 2>&1 | FileCheck %s --check-prefix=UNNAMED
// RUN: not tc-opt %s --split-input-file --pass-pipeline='builtin.module(func.func(prim-expand-nonzero))' 2>&1 | FileCheck %s --check-prefix=UNNAMED

// UNNAMED: [TC-0203] a tensor has a size without a name; run tc-name-sizes
// CHECK-LABEL: func.func @main(
// CHECK-SAME: tensor<?xf32, #tc.dims<[s0]>>
func.func @main(%n: tensor<?xf32>) -> tensor<?xf32> {
  %y = prim.exp %n : tensor<?xf32>
  return %y : tensor<?xf32>
}

// -----

// A program that only returns has sizes as well.
// CHECK-LABEL: func.func @main(
// CHECK-SAME: tensor<?xf32, #tc.dims<[s0]>>
// CHECK-NEXT: loop.launch @main_copy0
func.func @main(%n: tensor<?xf32>) -> tensor<?xf32> {
  return %n : tensor<?xf32>
}

// -----

// A helper of somebody else's, beside.
// CHECK-LABEL: func.func @helper(
// CHECK-SAME: %arg0: tensor<?xf32>) -> tensor<?xf32> {
// CHECK-NEXT: return %arg0 : tensor<?xf32>
func.func @helper(%n: tensor<?xf32>) -> tensor<?xf32> {
  return %n : tensor<?xf32>
}

// CHECK-LABEL: func.func @main(
// CHECK-NEXT: loop.launch
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = prim.exp %x : tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

// A captured graph: what its ops give have names of their own at first.
// CHECK-LABEL: func.func @main(
// CHECK-SAME: %arg0: tensor<?xf32, #tc.dims<[s0]>>) -> tensor<?xf32, #tc.dims<[s0]>>
fx.graph @main(%x: tensor<?xf32>) -> (tensor<?xf32>) {
  %y = fx.call "aten.exp.default"(%x) : (tensor<?xf32>) -> tensor<?xf32>
  fx.output %y : tensor<?xf32>
}

// -----

// So may what somebody wrote.
// CHECK-LABEL: func.func @main(
// CHECK-SAME: %arg0: tensor<?xf32, #tc.dims<[s0]>>) -> tensor<?xf32, #tc.dims<[s0]>>
fx.graph @main(%x: tensor<?xf32, #tc.dims<[s0]>>) -> tensor<?xf32, #tc.dims<[s1]>> {
  %0 = fx.call "aten.exp.default"(%x) : (tensor<?xf32, #tc.dims<[s0]>>) -> tensor<?xf32, #tc.dims<[s1]>>
  fx.output %0 : tensor<?xf32, #tc.dims<[s1]>>
}

// -----

// Behind prims of all kinds; one that a pass by itself needs the size of.
// CHECK-LABEL: func.func @main(
// CHECK: loop.launch
func.func @main(%x: tensor<?x?xf32>) -> (tensor<?xf32>, tensor<?x2xi64>) {
  %0 = prim.sum %x [1] : tensor<?x?xf32>
  %1 = prim.nonzero %x : tensor<?x?xf32> to tensor<?x2xi64>
  return %0, %1 : tensor<?xf32>, tensor<?x2xi64>
}
