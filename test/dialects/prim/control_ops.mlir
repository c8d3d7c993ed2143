// Loops with regions. A while's carried size may grow: its regions see a symbol
// for it, and so does what comes out.
// RUN: tc-opt %s | FileCheck %s
// RUN: tc-opt %s --mlir-print-op-generic | tc-opt | FileCheck %s

!row = tensor<?xf32, #tc.dims<[b]>>
!n = tensor<?xf32, #tc.dims<[n]>>
!last = tensor<?xf32, #tc.dims<[last]>>

// CHECK-LABEL: func.func @associative
func.func @associative(%a: tensor<f32>, %x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: prim.scan(%{{.*}}) over(%{{.*}}) reverse {prim.associative} : (tensor<f32>, tensor<4xf32>) ->
  %r:2 = prim.scan (%a) over (%x) reverse {prim.associative} : (tensor<f32>, tensor<4xf32>) -> (tensor<f32>, tensor<4xf32>) {
  ^bb0(%c: tensor<f32>, %s: tensor<f32>):
    %0 = prim.mul %c, %s : tensor<f32>
    prim.yield %0, %0 : tensor<f32>, tensor<f32>
  }
  return %r#1 : tensor<4xf32>
}

// CHECK-LABEL: func.func @scan
func.func @scan(%h: !row, %xs: tensor<5x?xf32, #tc.dims<[5, b]>>) -> (!row, tensor<5x?xf32, #tc.dims<[5, b]>>) {
  // CHECK: prim.scan(%{{.*}}) over(%{{.*}}) reverse : (tensor<?xf32, #tc.dims<[b]>>, tensor<5x?xf32, #tc.dims<[5, b]>>) ->
  %r:2 = prim.scan (%h) over (%xs) reverse : (!row, tensor<5x?xf32, #tc.dims<[5, b]>>) -> (!row, tensor<5x?xf32, #tc.dims<[5, b]>>) {
  ^bb0(%c: !row, %x: !row):
    %0 = prim.add %c, %x : !row
    // CHECK: prim.yield
    prim.yield %0, %c : !row, !row
  }
  return %r#0, %r#1 : !row, tensor<5x?xf32, #tc.dims<[5, b]>>
}

// Doubles a row until it is long enough. Its length is 3, then 6, 12, ...
// CHECK-LABEL: func.func @grows
func.func @grows(%x: tensor<3xf32>, %limit: tensor<i64>) -> !last {
  // CHECK: prim.while(%{{.*}}) carried ["n"] : (tensor<3xf32>) -> tensor<?xf32, #tc.dims<[last]>> cond {
  %r = prim.while (%x) carried ["n"] : (tensor<3xf32>) -> !last cond {
  // CHECK-NEXT: ^bb0(%{{.*}}: tensor<?xf32, #tc.dims<[n]>>)
  ^bb0(%c: !n):
    %0 = prim.size <n> : tensor<i64>
    %1 = prim.lt %0, %limit : tensor<i64>
    prim.yield %1 : tensor<i1>
  } do {
  ^bb0(%c: !n):
    %0 = prim.cat %c, %c dim 0 : !n, !n
    // CHECK: prim.yield %{{.*}} : tensor<?xf32, #tc.dims<[2*n]>>
    prim.yield %0 : tensor<?xf32, #tc.dims<[2*n]>>
  }
  // CHECK: prim.neg %{{.*}} : tensor<?xf32, #tc.dims<[last]>>
  %s = prim.neg %r : !last
  return %s : !last
}

// Two sizes that change together with one that does not.
// CHECK-LABEL: func.func @two_sizes
func.func @two_sizes(%x: tensor<?x?xf32, #tc.dims<[b, 2*b]>>, %p: tensor<i1>) -> tensor<?x?xf32, #tc.dims<[u, v]>> {
  // CHECK: carried ["m", "n"]
  %r:2 = prim.while (%x, %p) carried ["m", "n"] : (tensor<?x?xf32, #tc.dims<[b, 2*b]>>, tensor<i1>) -> (tensor<?x?xf32, #tc.dims<[u, v]>>, tensor<i1>) cond {
  ^bb0(%c: tensor<?x?xf32, #tc.dims<[m, n]>>, %q: tensor<i1>):
    prim.yield %q : tensor<i1>
  } do {
  ^bb0(%c: tensor<?x?xf32, #tc.dims<[m, n]>>, %q: tensor<i1>):
    %0 = prim.transpose %c [1, 0] : tensor<?x?xf32, #tc.dims<[m, n]>>
    prim.yield %0, %q : tensor<?x?xf32, #tc.dims<[n, m]>>, tensor<i1>
  }
  return %r#0 : tensor<?x?xf32, #tc.dims<[u, v]>>
}

// CHECK-LABEL: func.func @outsiders
func.func @outsiders(%x: !row) -> !row {
  // CHECK: prim.ext "mine.fancy"(%{{.*}}) {alpha = 2 : i64} : (tensor<?xf32, #tc.dims<[b]>>) -> tensor<?xf32, #tc.dims<[b]>>
  %0 = prim.ext "mine.fancy" (%x) {alpha = 2} : (!row) -> !row
  return %0 : !row
}
