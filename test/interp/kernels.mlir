// Stages of loop.
// RUN: tc-interpret %s --print | FileCheck %s

!x = tensor<?x4xf32, #tc.dims<[n, 4]>>
!k = tensor<?x4xi64, #tc.dims<[n, 4]>>
!row = tensor<?xf32, #tc.dims<[n]>>
!krow = tensor<?xi64, #tc.dims<[n]>>
!s = tensor<?x2xf32, #tc.dims<[n, 2]>>
!sk = tensor<?x2xi64, #tc.dims<[n, 2]>>

loop.kernel @stages(%x: !x) -> (!x, !row, !krow, !row, !x, !s, !sk, !x, !row, !x) iters(i = n, j = 4) {
  // Reads to the left, 9 outside.
  %left = loop.map (i, j) reads(%a = %x[i, j - 1] : !x else 9.0) -> !x {
    loop.yield %a : f32
  }
  %v, %k = loop.reduce (i) over (j) [custom] reads(%a = %x[i, j] : !x) -> (!row, !krow) {
    %p = loop.index #tc.size<j>
    loop.yield %a, %p : f32, i64
  } combine [0xFF800000 : f32, -1] (%v0: f32, %k0: i64, %v1: f32, %k1: i64) {
    %c = prim.ge %v0, %v1 : f32
    %v = prim.where %c, %v0, %v1 : i1, f32
    %k = prim.where %c, %k0, %k1 : i1, i64
    loop.yield %v, %k : f32, i64
  }
  %dot = loop.contract (i) over (j) reads(%a = %x[i, j] : !x, %b = %left[i, j] : !x) -> !row {
    loop.yield %a, %b : f32, f32
  }
  %sum = loop.scan (i, j) along j [add] exclusive reverse reads(%a = %x[i, j] : !x) -> !x {
    loop.yield %a : f32
  }
  %s:2 = loop.sort (i, j) along j descending take 2 reads(%a = %x[i, j] : !x) -> (!s, !sk) {
    %p = loop.index #tc.size<j>
    loop.yield %a, %p : f32, i64
  }
  %r = loop.scatter (i, j) into %x : !x [add] reads(%a = %x[i, j] : !x) {
    %i = loop.index #tc.size<i>
    %j = loop.index #tc.size<mod(j + 1, 4)>
    loop.yield %i, %j, %a : i64, i64, f32
  }
  // h becomes x[i, 3] + x[i, 2] + ..., every h stacked.
  %zero = loop.map (i) reads() -> !row {
    %c = prim.constant 0.0 : f32
    loop.yield %c : f32
  }
  %h, %hs = loop.for j carry(%c = %zero : !row) -> (!row, tensor<4x?xf32, #tc.dims<[4, n]>>) {
    %next = loop.map (i) reads(%a = %c[i] : !row, %b = %x[i, j] : !x) -> !row {
      %t = prim.add %a, %b : f32
      loop.yield %t : f32
    }
    loop.yield %next, %next : !row, !row
  }
  %turned = loop.map (i, j) reads(%a = %hs[j, i] : tensor<4x?xf32, #tc.dims<[4, n]>>) -> !x {
    loop.yield %a : f32
  }
  loop.yield %left, %v, %k, %dot, %sum, %s#0, %s#1, %r, %h, %turned : !x, !row, !krow, !row, !x, !s, !sk, !x, !row, !x
}

loop.kernel @halves(%a: tensor<2xf32>, %b: tensor<3xf32>, %at: tensor<2xi64>) -> (tensor<5xf32>, tensor<2xf32>) iters(i = 2) {
  %r = loop.join %a, %b at [#tc.dims<[0]>, #tc.dims<[2]>] : (tensor<2xf32>, tensor<3xf32>) -> tensor<5xf32>
  %g = loop.map (i) reads(%k = %at[i] : tensor<2xi64>) -> tensor<2xf32> {
    %e = loop.at %b[%k] : tensor<3xf32>
    loop.yield %e : f32
  }
  loop.yield %r, %g : tensor<5xf32>, tensor<2xf32>
}

// CHECK: result 0: f32[1, 4] 9 3 1 3
// CHECK: result 1: f32[1] 3
// CHECK: result 2: i64[1] 0
// CHECK: result 3: f32[1] 39
// CHECK: result 4: f32[1, 4] 6 5 2 0
// CHECK: result 5: f32[1, 2] 3 3
// CHECK: result 6: i64[1, 2] 0 2
// CHECK: result 7: f32[1, 4] 5 4 4 5
// CHECK: result 8: f32[1] 9
// CHECK: result 9: f32[1, 4] 3 4 7 9
// CHECK: result 10: f32[5] 1 2 3 4 5
// CHECK: result 11: f32[2] 5 3
!x1 = tensor<1x4xf32>
func.func @main() -> (!x1, tensor<1xf32>, tensor<1xi64>, tensor<1xf32>, !x1, tensor<1x2xf32>, tensor<1x2xi64>, !x1, tensor<1xf32>, !x1, tensor<5xf32>, tensor<2xf32>) {
  %x = prim.constant dense<[[3.0, 1.0, 3.0, 2.0]]> : !x1
  %0:10 = loop.launch @stages(%x) : (!x1) -> (!x1, tensor<1xf32>, tensor<1xi64>, tensor<1xf32>, !x1, tensor<1x2xf32>, tensor<1x2xi64>, !x1, tensor<1xf32>, !x1)
  %a = prim.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %b = prim.constant dense<[3.0, 4.0, 5.0]> : tensor<3xf32>
  %at = prim.constant dense<[2, 0]> : tensor<2xi64>
  %1:2 = loop.launch @halves(%a, %b, %at) : (tensor<2xf32>, tensor<3xf32>, tensor<2xi64>) -> (tensor<5xf32>, tensor<2xf32>)
  return %0#0, %0#1, %0#2, %0#3, %0#4, %0#5, %0#6, %0#7, %0#8, %0#9, %1#0, %1#1 : !x1, tensor<1xf32>, tensor<1xi64>, tensor<1xf32>, !x1, tensor<1x2xf32>, tensor<1x2xi64>, !x1, tensor<1xf32>, !x1, tensor<5xf32>, tensor<2xf32>
}
