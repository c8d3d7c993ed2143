// Halves that a kernel widens are kept as halves between launches, also behind a
// reshape; each reader widens them. Not so where the value leaves, or a reader
// wants more than its elements.
// RUN: tc-opt %s --loop-fuse | FileCheck %s

!h = tensor<64x96xbf16>
!f = tensor<64x96xf32>

loop.kernel @product(%x: tensor<64x32xbf16>, %w: tensor<32x96xbf16>) -> !f iters(i = 64, j = 96, k = 32) {
  %0 = loop.contract (i, j) over (k) reads(%a = %x[i, k] : tensor<64x32xbf16>, %b = %w[k, j] : tensor<32x96xbf16>) -> !f {
    %1 = prim.convert_element_type %a : bf16 to f32
    %2 = prim.convert_element_type %b : bf16 to f32
    loop.yield %1, %2 : f32, f32
  }
  %3 = loop.map (i, j) reads(%a = %0[i, j] : !f) -> !f {
    %1 = prim.convert_element_type %a : f32 to bf16
    %2 = prim.convert_element_type %1 : bf16 to f32
    loop.yield %2 : f32
  }
  loop.yield %3 : !f
}
loop.kernel @product2(%x: tensor<64x32xbf16>, %w: tensor<32x96xbf16>) -> !f iters(i = 64, j = 96, k = 32) {
  %0 = loop.contract (i, j) over (k) reads(%a = %x[i, k] : tensor<64x32xbf16>, %b = %w[k, j] : tensor<32x96xbf16>) -> !f {
    %1 = prim.convert_element_type %a : bf16 to f32
    %2 = prim.convert_element_type %b : bf16 to f32
    loop.yield %1, %2 : f32, f32
  }
  %3 = loop.map (i, j) reads(%a = %0[i, j] : !f) -> !f {
    %1 = prim.convert_element_type %a : f32 to bf16
    %2 = prim.convert_element_type %1 : bf16 to f32
    loop.yield %2 : f32
  }
  loop.yield %3 : !f
}
loop.kernel @sums(%x: !f) -> tensor<96xf32> iters(i = 64, j = 96) {
  %0 = loop.reduce (j) over (i) [add] reads(%a = %x[i, j] : !f) -> tensor<96xf32> {
    loop.yield %a : f32
  }
  loop.yield %0 : tensor<96xf32>
}
loop.kernel @rows(%x: tensor<8x8x96xf32>) -> tensor<8x8xf32> iters(i = 8, k = 8, j = 96) {
  %0 = loop.reduce (i, k) over (j) [add] reads(%a = %x[i, k, j] : tensor<8x8x96xf32>) -> tensor<8x8xf32> {
    loop.yield %a : f32
  }
  loop.yield %0 : tensor<8x8xf32>
}
loop.kernel @sums2(%x: !f) -> tensor<96xf32> iters(i = 64, j = 96) {
  %0 = loop.reduce (j) over (i) [add] reads(%a = %x[i, j] : !f) -> tensor<96xf32> {
    loop.yield %a : f32
  }
  loop.yield %0 : tensor<96xf32>
}

// CHECK-LABEL: loop.kernel {{.*}}@product(
// CHECK-SAME: -> tensor<64x96xbf16>
// CHECK: loop.map {{.*}} -> tensor<64x96xbf16>
// CHECK-NEXT: %[[H:.*]] = prim.convert_element_type %{{.*}} : f32 to bf16
// CHECK-NEXT: loop.yield %[[H]] : bf16
// CHECK-LABEL: loop.kernel {{.*}}@product2(
// CHECK-SAME: -> tensor<64x96xf32>
// CHECK-LABEL: loop.kernel {{.*}}@sums(
// CHECK: reads(%[[A:.*]] = %arg0[i, j] : tensor<64x96xbf16>) -> tensor<96xf32>
// CHECK-NEXT: %[[W:.*]] = prim.convert_element_type %[[A]] : bf16 to f32
// CHECK-NEXT: loop.yield %[[W]] : f32
// CHECK-LABEL: loop.kernel {{.*}}@rows(
// CHECK: : tensor<8x8x96xbf16>) -> tensor<8x8xf32>
// CHECK-LABEL: loop.kernel {{.*}}@sums2(
// CHECK: : tensor<64x96xf32>) -> tensor<96xf32>
// CHECK-LABEL: func.func @main
// CHECK: prim.reshape %{{.*}} : tensor<64x96xbf16> to tensor<8x8x96xbf16>
func.func @main(%x: tensor<64x32xbf16>, %w: tensor<32x96xbf16>, %v: tensor<32x96xbf16>) -> (tensor<96xf32>, tensor<8x8xf32>, !f, tensor<96xf32>) {
  %0 = loop.launch @product(%x, %w) : (tensor<64x32xbf16>, tensor<32x96xbf16>) -> !f
  %1 = loop.launch @sums(%0) : (!f) -> tensor<96xf32>
  %2 = prim.reshape %0 : !f to tensor<8x8x96xf32>
  %3 = loop.launch @rows(%2) : (tensor<8x8x96xf32>) -> tensor<8x8xf32>
  %4 = loop.launch @product2(%x, %v) : (tensor<64x32xbf16>, tensor<32x96xbf16>) -> !f
  %5 = loop.launch @sums2(%4) : (!f) -> tensor<96xf32>
  return %1, %3, %4, %5 : tensor<96xf32>, tensor<8x8xf32>, !f, tensor<96xf32>
}
