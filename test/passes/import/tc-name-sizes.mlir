// Each ? of a foreign tensor gets a symbol; foreign ops keep their types.
// RUN: tc-opt %s --allow-unregistered-dialect --tc-name-sizes | FileCheck %s
// RUN: tc-opt %s --allow-unregistered-dialect --tc-name-sizes --tc-name-sizes | FileCheck %s
// RUN: %mlir_opt %s --allow-unregistered-dialect --pass-pipeline='builtin.module(tc-name-sizes)' | FileCheck %s

// The shapes of two arguments are equal because prim.add says so: that is what
// the cast asserts.
// CHECK-LABEL: func.func @two(
// CHECK-SAME: %[[X:.*]]: tensor<?x4xf32, #tc.dims<[s0, 4]>>, %[[Y:.*]]: tensor<?x4xf32, #tc.dims<[s1, 4]>>) -> tensor<?x4xi1, #tc.dims<[s0, 4]>> {
// CHECK-NEXT: %[[C:.*]] = prim.cast_sizes %[[Y]] : tensor<?x4xf32, #tc.dims<[s1, 4]>> to tensor<?x4xf32, #tc.dims<[s0, 4]>>
// CHECK-NEXT: %[[A:.*]] = prim.add %[[X]], %[[C]] : tensor<?x4xf32, #tc.dims<[s0, 4]>>
// CHECK-NEXT: %[[L:.*]] = prim.lt %[[A]], %[[X]] : tensor<?x4xf32, #tc.dims<[s0, 4]>>
// CHECK-NEXT: return %[[L]] : tensor<?x4xi1, #tc.dims<[s0, 4]>>
func.func @two(%x: tensor<?x4xf32>, %y: tensor<?x4xf32>) -> tensor<?x4xi1> {
  %0 = prim.add %x, %y : tensor<?x4xf32>
  %1 = prim.lt %0, %x : tensor<?x4xf32>
  return %1 : tensor<?x4xi1>
}

// Symbols that are there are not taken again.
// CHECK-LABEL: func.func @taken(
// CHECK-SAME: tensor<?x?xf16, #tc.dims<[s1, s2]>>, %{{.*}}: tensor<?xf32, #tc.dims<[s0]>>) -> tensor<?x?xf32, #tc.dims<[s1, s2]>>
func.func @taken(%x: tensor<?x?xf16>, %y: tensor<?xf32, #tc.dims<[s0]>>) -> tensor<?x?xf32> {
  %0 = prim.convert_element_type %x : tensor<?x?xf16> to tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// CHECK-LABEL: func.func @foreign_ops(
// CHECK-SAME: %[[X:.*]]: tensor<?xf32, #tc.dims<[s0]>>) -> tensor<?xf32, #tc.dims<[s1]>>
func.func @foreign_ops(%x: tensor<?xf32>) -> tensor<?xf32> {
  // CHECK: %[[N:.*]] = prim.neg %[[X]] : tensor<?xf32, #tc.dims<[s0]>>
  %0 = prim.neg %x : tensor<?xf32>
  // CHECK: %[[B:.*]] = prim.cast_sizes %[[N]] : tensor<?xf32, #tc.dims<[s0]>> to tensor<?xf32>
  // CHECK: %[[F:.*]] = "foreign.sort"(%[[B]]) : (tensor<?xf32>) -> tensor<?xf32>
  // CHECK: %[[C:.*]] = prim.cast_sizes %[[F]] : tensor<?xf32> to tensor<?xf32, #tc.dims<[s1]>>
  %1 = "foreign.sort"(%0) : (tensor<?xf32>) -> tensor<?xf32>
  // CHECK: %[[G:.*]] = "foreign.sort"(%[[F]]) : (tensor<?xf32>) -> tensor<?xf32>
  // CHECK: prim.cast_sizes %[[G]] : tensor<?xf32> to tensor<?xf32, #tc.dims<[s2]>>
  %2 = "foreign.sort"(%1) : (tensor<?xf32>) -> tensor<?xf32>
  %3 = prim.mul %1, %2 : tensor<?xf32>
  return %3 : tensor<?xf32>
}

// CHECK-LABEL: fx.graph @graph(
// CHECK-SAME: tensor<?x3xf32, #tc.dims<[s0, 3]>>) -> tensor<?x3xf32, #tc.dims<[s1, 3]>>
fx.graph @graph(%x: tensor<?x3xf32>) -> (tensor<?x3xf32>) {
  %0 = fx.call "aten.neg.default"(%x) : (tensor<?x3xf32>) -> tensor<?x3xf32>
  fx.output %0 : tensor<?x3xf32>
}

// No op of ours: left alone.
// CHECK-LABEL: func.func @not_ours(%{{.*}}: tensor<?xf32>) -> tensor<?xf32>
func.func @not_ours(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = "foreign.sort"(%x) : (tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// CHECK-LABEL: func.func private @declared(tensor<?xf32>)
func.func private @declared(tensor<?xf32>)
