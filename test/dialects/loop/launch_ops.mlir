// Launches bind the symbols of kernels to the sizes of operands and results; a
// symbol that these leave open is the function's of that name.
// RUN: tc-opt %s | FileCheck %s
// RUN: tc-opt %s --mlir-print-op-generic | tc-opt | FileCheck %s

!row = tensor<?xf32, #tc.dims<[n]>>

loop.kernel @twice(%x: !row, %y: tensor<?x?xf32, #tc.dims<[2*n, m + n]>>) -> (!row) iters(i = n) {
  %z = loop.map (i) reads(%a = %x[i] : !row, %b = %y[2*i + 1, 0] : tensor<?x?xf32, #tc.dims<[2*n, m + n]>>) -> !row {
    %0 = prim.add %a, %b : f32
    loop.yield %0 : f32
  }
  loop.yield %z : !row
}

// What is repeated has no size of its own: s comes from the result.
loop.kernel @repeat(%x: tensor<f32>) -> (tensor<?xf32, #tc.dims<[min(s, 512)]>>) iters(i = min(s, 512)) {
  %z = loop.map (i) reads(%a = %x[] : tensor<f32>) -> tensor<?xf32, #tc.dims<[min(s, 512)]>> {
    loop.yield %a : f32
  }
  loop.yield %z : tensor<?xf32, #tc.dims<[min(s, 512)]>>
}

// Pieces that lie side by side, with sizes that are symbols.
loop.kernel @join(%x: !row, %y: tensor<?xf32, #tc.dims<[m]>>) -> (tensor<?xf32, #tc.dims<[m + n]>>) iters() {
  // CHECK: loop.join %{{.*}}, %{{.*}} at [#tc.dims<[0]>, #tc.dims<[n]>] :
  %z = loop.join %x, %y at [#tc.dims<[0]>, #tc.dims<[n]>] : (!row, tensor<?xf32, #tc.dims<[m]>>) -> tensor<?xf32, #tc.dims<[n + m]>>
  loop.yield %z : tensor<?xf32, #tc.dims<[m + n]>>
}

// Pieces that interleave, of sizes that are symbols.
loop.kernel @interleave(%x: !row, %y: !row) -> (tensor<?xf32, #tc.dims<[2*n]>>) iters() {
  // CHECK: loop.join %{{.*}}, %{{.*}} at [#tc.dims<[0]>, #tc.dims<[1]>] {loop.steps = array<i64: 2>} :
  %z = loop.join %x, %y at [#tc.dims<[0]>, #tc.dims<[1]>] {loop.steps = array<i64: 2>} : (!row, !row) -> tensor<?xf32, #tc.dims<[2*n]>>
  loop.yield %z : tensor<?xf32, #tc.dims<[2*n]>>
}

// CHECK-LABEL: func.func @main
func.func @main(%a: tensor<3xf32>, %b: tensor<6x8xf32>, %c: tensor<?xf32, #tc.dims<[b*s]>>, %d: tensor<f32>) -> tensor<?xf32, #tc.dims<[3*b*s]>> {
  // CHECK: loop.launch @twice(%{{.*}}, %{{.*}}) : (tensor<3xf32>, tensor<6x8xf32>) -> tensor<3xf32>
  %0 = loop.launch @twice(%a, %b) : (tensor<3xf32>, tensor<6x8xf32>) -> tensor<3xf32>
  // CHECK: loop.launch @repeat(%{{.*}}) : (tensor<f32>) -> tensor<?xf32, #tc.dims<[min(s, 512)]>>
  %1 = loop.launch @repeat(%d) : (tensor<f32>) -> tensor<?xf32, #tc.dims<[min(s, 512)]>>
  // CHECK: loop.launch @join(%{{.*}}, %{{.*}}) : (tensor<?xf32, #tc.dims<[b*s]>>, tensor<?xf32, #tc.dims<[b*s]>>) -> tensor<?xf32, #tc.dims<[2*b*s]>>
  %2 = loop.launch @join(%c, %c) : (tensor<?xf32, #tc.dims<[b*s]>>, tensor<?xf32, #tc.dims<[b*s]>>) -> tensor<?xf32, #tc.dims<[2*b*s]>>
  %3 = loop.launch @join(%2, %c) : (tensor<?xf32, #tc.dims<[2*b*s]>>, tensor<?xf32, #tc.dims<[b*s]>>) -> tensor<?xf32, #tc.dims<[3*b*s]>>
  return %3 : tensor<?xf32, #tc.dims<[3*b*s]>>
}
