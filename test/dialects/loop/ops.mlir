// The text of loop comes back as it went in.
// RUN: tc-opt %s | FileCheck %s
// RUN: tc-opt %s | tc-opt | FileCheck %s
// RUN: tc-opt %s --mlir-print-op-generic | tc-opt | FileCheck %s

!x = tensor<?x768xf32, #tc.dims<[n, 768]>>
!row = tensor<?xf32, #tc.dims<[n]>>

// CHECK-LABEL: loop.kernel @stages(
// CHECK-SAME: %[[X:.*]]: tensor<?x768xf32, #tc.dims<[n, 768]>> {tc.layout = #tc.layout<order = [1, 0]>})
// CHECK-SAME: -> tensor<?x768xf32, #tc.dims<[n, 768]>> iters(i = n, j = 768) attributes {loop.schedule = "none"} {
loop.kernel @stages(%x: !x {tc.layout = #tc.layout<order = [1, 0]>}) -> (!x)
    iters(i = n, j = 768) attributes {loop.schedule = "none"} {
  // CHECK: %[[M:.*]] = loop.reduce (i) over (j) [max] reads(%[[A:.*]] = %[[X]][i, j] : tensor<?x768xf32, #tc.dims<[n, 768]>>) -> tensor<?xf32, #tc.dims<[n]>> {
  // CHECK-NEXT: loop.yield %[[A]] : f32
  %m = loop.reduce (i) over (j) [max] reads(%a = %x[i, j] : !x) -> !row {
    loop.yield %a : f32
  }
  // CHECK: %[[E:.*]] = loop.map (i, j) reads(%[[A]] = %[[X]][i, j - 1] : {{.*}} else 0xFF800000, %[[B:.*]] = %[[M]][floordiv(i, 2)] : tensor<?xf32, #tc.dims<[n]>>) ->
  %e = loop.map (i, j) reads(%a = %x[i, j - 1] : !x else 0xFF800000,
                             %b = %m[i floordiv 2] : !row) -> !x {
    loop.yield %a : f32
  }
  // CHECK: loop.contract (i) over (j) reads({{.*}}attributes {loop.tf32} {
  %p = loop.contract (i) over (j) reads(%a = %x[i, j] : !x, %b = %e[i, j] : !x) -> !row attributes {loop.tf32} {
    loop.yield %a, %b : f32, f32
  }
  // CHECK: loop.reduce (i) over (j) [custom] reads({{.*}}) -> (tensor<?xf32, #tc.dims<[n]>>, tensor<?xi64, #tc.dims<[n]>>) {
  // CHECK: } combine [0xFF800000 : f32, 0] (%[[V0:.*]]: f32, %[[K0:.*]]: i64, %{{.*}}: f32, %{{.*}}: i64) {
  // CHECK-NEXT: loop.yield %[[V0]], %[[K0]] : f32, i64
  %v, %k = loop.reduce (i) over (j) [custom] reads(%a = %e[i, j] : !x)
      -> (!row, tensor<?xi64, #tc.dims<[n]>>) {
    %i = loop.index #tc.size<j>
    loop.yield %a, %i : f32, i64
  } combine [0xFF800000 : f32, 0] (%v0: f32, %k0: i64, %v1: f32, %k1: i64) {
    loop.yield %v0, %k0 : f32, i64
  }
  // CHECK: loop.scan (i, j) along j [add] exclusive reverse reads(
  %c = loop.scan (i, j) along j [add] exclusive reverse reads(%a = %x[i, j] : !x) -> !x {
    loop.yield %a : f32
  }
  // CHECK: loop.sort (i, j) along j descending take 2*k reads(
  %s:2 = loop.sort (i, j) along j descending take k + k reads(%a = %x[i, j] : !x)
      -> (tensor<?x?xf32, #tc.dims<[n, 2*k]>>, tensor<?x?xi64, #tc.dims<[n, 2*k]>>) {
    %i = loop.index #tc.size<j>
    loop.yield %a, %i : f32, i64
  }
  // CHECK: %[[N:.*]] = loop.index <768>
  // CHECK-NEXT: loop.within %{{.*}}, %[[N]]{{$}}
  %w = loop.map (i, j) reads() -> tensor<?x768xi64, #tc.dims<[n, 768]>> {
    %i = loop.index #tc.size<j>
    %size = loop.index #tc.size<768>
    %at = loop.within %i, %size
    loop.yield %at : i64
  }
  // CHECK: loop.scatter (i, j) into %{{.*}} : tensor<?x768xf32, #tc.dims<[n, 768]>> [add] reads({{.*}}) attributes {hint = 3 : i64} {
  %r = loop.scatter (i, j) into %c : !x [add] reads(%a = %x[i, j] : !x) attributes {hint = 3} {
    %i = loop.index #tc.size<i>
    %j = loop.index #tc.size<j>
    loop.yield %i, %j, %a : i64, i64, f32
  }
  // CHECK: loop.scatter (i, j) into %{{.*}} : tensor<?x768xf32, #tc.dims<[n, 768]>> [set] reads({{.*}}) attributes {loop.distinct} {
  %set = loop.scatter (i, j) into %c : !x [set] reads(%a = %x[i, j] : !x) attributes {loop.distinct} {
    %i = loop.index #tc.size<i>
    %j = loop.index #tc.size<j>
    loop.yield %i, %j, %a : i64, i64, f32
  }
  // CHECK: loop.for i carry(%[[H:.*]] = %[[M]] : tensor<?xf32, #tc.dims<[n]>>) -> (tensor<?xf32, #tc.dims<[n]>>, tensor<?x?xf32, #tc.dims<[n, n]>>) {
  // CHECK-NEXT: loop.yield %[[H]], %[[H]]
  %h, %ys = loop.for i carry(%z = %m : !row) -> (!row, tensor<?x?xf32, #tc.dims<[n, n]>>) {
    loop.yield %z, %z : !row, !row
  }
  // CHECK: loop.yield %{{.*}} : tensor<?x768xf32, #tc.dims<[n, 768]>>
  loop.yield %r : !x
}

// CHECK-LABEL: loop.kernel @nothing() iters() {
loop.kernel @nothing() iters() {
  loop.yield
}
