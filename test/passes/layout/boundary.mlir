// What functions say of their arguments and results, kernels say too.
// RUN: tc-opt %s --split-input-file --prim-to-loop --loop-fuse --loop-plan-memory | FileCheck %s
// RUN: tc-opt %s --split-input-file --prim-to-loop --loop-fuse --loop-layout --loop-plan-memory | FileCheck %s

// A result is made as it is wanted; a launch reads its argument as it lies,
// from where the argument's memory starts.

// CHECK: loop.kernel private @[[K:[a-z0-9_]+]](%{{.*}}: tensor<2x3xf32> {tc.layout = #tc.layout<strides = [10, 2]>}) -> (tensor<2x3xf32> {tc.layout = #tc.layout<order = [1, 0]>})
// CHECK-LABEL: func.func @order
// CHECK-NEXT: loop.launch @[[K]](%arg0) {loop.places = [{result = 0 : i64}]}
// CHECK-NEXT: return
func.func @order(%x: tensor<2x3xf32> {tc.layout = #tc.layout<strides = [10, 2], offset = 5>})
    -> (tensor<2x3xf32> {tc.layout = #tc.layout<order = [1, 0]>}) {
  %0 = prim.exp %x : tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// Another shape of an argument's memory is one of a dense copy.

// CHECK: loop.kernel private @[[DENSE:[a-z0-9_]+]](%{{.*}}: tensor<2x3xf32> {tc.layout = #tc.layout<order = [1, 0]>}) -> tensor<2x3xf32>
// CHECK-LABEL: func.func @reshaped
// CHECK-NEXT: %[[D:.*]] = loop.launch @[[DENSE]](%arg0)
// CHECK-NEXT: prim.reshape %[[D]]
func.func @reshaped(%x: tensor<2x3xf32> {tc.layout = #tc.layout<order = [1, 0]>}) -> tensor<6xf32> {
  %0 = prim.reshape %x : tensor<2x3xf32> to tensor<6xf32>
  %1 = prim.exp %0 : tensor<6xf32>
  return %1 : tensor<6xf32>
}

// -----

// What updates an argument that is read is made densely, and copied to where
// the argument lies.

// CHECK: loop.kernel private @[[MUL:[a-z0-9_]+]](%{{.*}}: tensor<2x3xf32> {tc.layout = #tc.layout<strides = [10, 2]>}) -> tensor<2x3xf32>
// CHECK: loop.kernel private @[[COPY:[a-z0-9_]+]](%{{.*}}: tensor<2x3xf32>) -> (tensor<2x3xf32> {tc.layout = #tc.layout<strides = [10, 2]>})
// CHECK-LABEL: func.func @updated
// CHECK-NEXT: %[[V:.*]] = loop.launch @[[MUL]](%arg0) {loop.places = [{scratch = #tc.size<0>}]}
// CHECK-NEXT: %[[W:.*]] = loop.launch @[[COPY]](%[[V]]) {loop.places = [{input = 0 : i64}]}
// CHECK-NEXT: return %[[W]]
func.func @updated(%x: tensor<2x3xf32> {tc.layout = #tc.layout<strides = [10, 2]>})
    -> (tensor<2x3xf32> {tc.ties = 0 : i64}) {
  %0 = prim.exp %x : tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}
