// Reductions, scans and sorts: one stage each; what is narrow accumulates in
// f32 and is rounded once, at the end.
// RUN: tc-opt %s --prim-to-loop | FileCheck %s

// CHECK-LABEL: loop.kernel private @{{k[0-9]+}}_sum(
// CHECK-SAME: %[[ARG0:arg[0-9]+]]: {{.*}}iters(d0 = 4, d1 = 8)
// CHECK: %[[V0:[a-z0-9]+]] = loop.reduce (d0) over (d1) [add] reads(%[[ARG1:[a-z0-9]+]] = %[[ARG0]][d0, d1] : tensor<4x8xf32>) -> tensor<4xf32> {
// CHECK-NEXT: loop.yield %[[ARG1]] : f32
// CHECK: loop.yield %[[V0]] : tensor<4xf32>
// CHECK: func.func @sum(
// CHECK-NEXT: {{.*}} = loop.launch @{{k[0-9]+}}_sum(
// CHECK-NEXT: return
func.func @sum(%x: tensor<4x8xf32>) -> tensor<4xf32> {
  %0 = prim.sum %x [1] : tensor<4x8xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: loop.kernel private @{{k[0-9]+}}_sum(
// CHECK-SAME: %[[ARG0:arg[0-9]+]]: {{.*}}iters(d0 = 4, d1 = 8)
// CHECK: %[[V0:[a-z0-9]+]] = loop.reduce (d0) over (d1) [add] reads(%[[ARG1:[a-z0-9]+]] = %[[ARG0]][d0, d1] : tensor<4x8xbf16>) -> tensor<4xf32> {
// CHECK-NEXT: %[[V2:[a-z0-9]+]] = prim.convert_element_type %[[ARG1]] : bf16 to f32
// CHECK-NEXT: loop.yield %[[V2]] : f32
// CHECK: %[[V1:[a-z0-9]+]] = loop.map (d0) reads(%[[ARG1:[a-z0-9]+]] = %[[V0]][d0] : tensor<4xf32>) -> tensor<4xbf16> {
// CHECK-NEXT: %[[V2:[a-z0-9]+]] = prim.convert_element_type %[[ARG1]] : f32 to bf16
// CHECK-NEXT: loop.yield %[[V2]] : bf16
// CHECK: loop.yield %[[V1]] : tensor<4xbf16>
// CHECK: func.func @sum_bf16(
// CHECK-NEXT: {{.*}} = loop.launch @{{k[0-9]+}}_sum(
// CHECK-NEXT: return
func.func @sum_bf16(%x: tensor<4x8xbf16>) -> tensor<4xbf16> {
  %0 = prim.sum %x [1] : tensor<4x8xbf16>
  return %0 : tensor<4xbf16>
}

// CHECK-LABEL: loop.kernel private @{{k[0-9]+}}_amax(
// CHECK-SAME: %[[ARG0:arg[0-9]+]]: {{.*}}iters(d0 = 4, d1 = 8)
// CHECK: %[[V0:[a-z0-9]+]] = loop.reduce (d1) over (d0) [max] reads(%[[ARG1:[a-z0-9]+]] = %[[ARG0]][d0, d1] : tensor<4x8xf32>) -> tensor<8xf32> {
// CHECK-NEXT: loop.yield %[[ARG1]] : f32
// CHECK: loop.yield %[[V0]] : tensor<8xf32>
// CHECK: func.func @amax(
// CHECK-NEXT: {{.*}} = loop.launch @{{k[0-9]+}}_amax(
// CHECK-NEXT: return
func.func @amax(%x: tensor<4x8xf32>) -> tensor<8xf32> {
  %0 = prim.amax %x [0] : tensor<4x8xf32>
  return %0 : tensor<8xf32>
}

// CHECK-LABEL: loop.kernel private @{{k[0-9]+}}_argmax(
// CHECK-SAME: %[[ARG0:arg[0-9]+]]: {{.*}}iters(d0 = 4, d1 = 8)
// CHECK: %[[V0:[a-z0-9]+]]:2 = loop.reduce (d0) over (d1) [custom] reads(%[[ARG1:[a-z0-9]+]] = %[[ARG0]][d0, d1] : tensor<4x8xf32>) -> (tensor<4xf32>, tensor<4xi64>) {
// CHECK-NEXT: %[[V1:[a-z0-9]+]] = loop.index <d1>
// CHECK-NEXT: loop.yield %[[ARG1]], %[[V1]] : f32, i64
// CHECK-NEXT: } combine [0xFF800000 : f32, 9223372036854775807] (%[[ARG1:[a-z0-9]+]]: f32, %[[ARG2:[a-z0-9]+]]: i64, %[[ARG3:[a-z0-9]+]]: f32, %[[ARG4:[a-z0-9]+]]: i64) {
// CHECK-NEXT: %[[V1:[a-z0-9]+]] = prim.gt %[[ARG1]], %[[ARG3]] : f32
// CHECK-NEXT: %[[V2:[a-z0-9]+]] = prim.eq %[[ARG1]], %[[ARG3]] : f32
// CHECK-NEXT: %[[V3:[a-z0-9]+]] = prim.ne %[[ARG1]], %[[ARG1]] : f32
// CHECK-NEXT: %[[V4:[a-z0-9]+]] = prim.ne %[[ARG3]], %[[ARG3]] : f32
// CHECK-NEXT: %[[V5:[a-z0-9]+]] = prim.bitwise_not %[[V4]] : i1
// CHECK-NEXT: %[[V6:[a-z0-9]+]] = prim.bitwise_or %[[V1]], %[[V3]] : i1
// CHECK-NEXT: %[[V7:[a-z0-9]+]] = prim.bitwise_and %[[V6]], %[[V5]] : i1
// CHECK-NEXT: %[[V8:[a-z0-9]+]] = prim.bitwise_and %[[V3]], %[[V4]] : i1
// CHECK-NEXT: %[[V9:[a-z0-9]+]] = prim.bitwise_or %[[V2]], %[[V8]] : i1
// CHECK-NEXT: %[[V10:[a-z0-9]+]] = prim.lt %[[ARG2]], %[[ARG4]] : i64
// CHECK-NEXT: %[[V11:[a-z0-9]+]] = prim.bitwise_and %[[V9]], %[[V10]] : i1
// CHECK-NEXT: %[[V12:[a-z0-9]+]] = prim.bitwise_or %[[V7]], %[[V11]] : i1
// CHECK-NEXT: %[[V13:[a-z0-9]+]] = prim.where %[[V12]], %[[ARG1]], %[[ARG3]] : i1, f32
// CHECK-NEXT: %[[V14:[a-z0-9]+]] = prim.where %[[V12]], %[[ARG2]], %[[ARG4]] : i1, i64
// CHECK-NEXT: loop.yield %[[V13]], %[[V14]] : f32, i64
// CHECK: loop.yield %[[V0]]#1 : tensor<4xi64>
// CHECK: func.func @argmax(
// CHECK-NEXT: {{.*}} = loop.launch @{{k[0-9]+}}_argmax(
// CHECK-NEXT: return
func.func @argmax(%x: tensor<4x8xf32>) -> tensor<4xi64> {
  %0 = prim.argmax %x dim 1 : tensor<4x8xf32>
  return %0 : tensor<4xi64>
}

// CHECK-LABEL: loop.kernel private @{{k[0-9]+}}_cumsum(
// CHECK-SAME: %[[ARG0:arg[0-9]+]]: {{.*}}iters(d0 = 4, d1 = 8)
// CHECK: %[[V0:[a-z0-9]+]] = loop.scan (d0, d1) along d1 [add] reads(%[[ARG1:[a-z0-9]+]] = %[[ARG0]][d0, d1] : tensor<4x8xf32>) -> tensor<4x8xf32> {
// CHECK-NEXT: loop.yield %[[ARG1]] : f32
// CHECK: loop.yield %[[V0]] : tensor<4x8xf32>
// CHECK: func.func @cumsum(
// CHECK-NEXT: {{.*}} = loop.launch @{{k[0-9]+}}_cumsum(
// CHECK-NEXT: return
func.func @cumsum(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = prim.cumsum %x dim 1 : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// CHECK-LABEL: loop.kernel private @{{k[0-9]+}}_sort(
// CHECK-SAME: %[[ARG0:arg[0-9]+]]: {{.*}}iters(d0 = 4, d1 = 8)
// CHECK: %[[V0:[a-z0-9]+]]:2 = loop.sort (d0, d1) along d1 descending reads(%[[ARG1:[a-z0-9]+]] = %[[ARG0]][d0, d1] : tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xi64>) {
// CHECK-NEXT: %[[V1:[a-z0-9]+]] = loop.index <d1>
// CHECK-NEXT: loop.yield %[[ARG1]], %[[V1]] : f32, i64
// CHECK: loop.yield %[[V0]]#0, %[[V0]]#1 : tensor<4x8xf32>, tensor<4x8xi64>
// CHECK: func.func @sort(
// CHECK-NEXT: {{.*}} = loop.launch @{{k[0-9]+}}_sort(
// CHECK-NEXT: return
func.func @sort(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0, %1 = prim.sort %x dim 1 descending : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}
