// Products of two to seven rows on a matrix unit, though its tiles are mostly
// padding there: by rows each of them would read all of the other operand.
// RUN: tc-opt %s --split-input-file --loop-schedule=target=cuda,tune=sm_90a -o %t.1 && FileCheck %s < %t.1
// RUN: tc-opt %t.1 --split-input-file --loop-schedule=target=cuda,tune=sm_90a -o %t.2 && cmp %t.1 %t.2

// CHECK: loop.kernel @four
// CHECK-SAME: unit = "mma.m16n8k16.bf16"
// CHECK-SAME: step = 16 : i64, to = "grid"
loop.kernel @four(%x: tensor<4x2048xbf16>, %w: tensor<3072x2048xbf16>) -> tensor<4x3072xf32> iters(i = 4, j = 3072, k = 2048) {
  %0 = loop.contract (i, j) over (k) reads(%a = %x[i, k] : tensor<4x2048xbf16>, %b = %w[j, k] : tensor<3072x2048xbf16>) -> tensor<4x3072xf32> {
    %1 = prim.convert_element_type %a : bf16 to f32
    %2 = prim.convert_element_type %b : bf16 to f32
    loop.yield %1, %2 : f32, f32
  }
  loop.yield %0 : tensor<4x3072xf32>
}

// -----

// One query for each of four heads that share keys: these are read once.
// CHECK: loop.kernel @queries
// CHECK-SAME: unit = "mma.m16n8k16.bf16"
loop.kernel @queries(%k: tensor<64x2048x64xbf16>, %q: tensor<64x4x64xbf16>) -> tensor<64x4x2048xf32> iters(b = 64, i = 4, j = 2048, k = 64) {
  %0 = loop.contract (b, i, j) over (k) reads(%a = %q[b, i, k] : tensor<64x4x64xbf16>, %c = %k[b, j, k] : tensor<64x2048x64xbf16>) -> tensor<64x4x2048xf32> {
    %1 = prim.convert_element_type %a : bf16 to f32
    %2 = prim.convert_element_type %c : bf16 to f32
    loop.yield %1, %2 : f32, f32
  }
  loop.yield %0 : tensor<64x4x2048xf32>
}

// -----

// A row reads the other operand once.
// CHECK: loop.kernel @one
// CHECK-NOT: unit
// CHECK: loop.yield
loop.kernel @one(%x: tensor<1x2048xbf16>, %w: tensor<16384x2048xbf16>) -> tensor<1x16384xf32> iters(i = 1, j = 16384, k = 2048) {
  %0 = loop.contract (i, j) over (k) reads(%a = %x[i, k] : tensor<1x2048xbf16>, %b = %w[j, k] : tensor<16384x2048xbf16>) -> tensor<1x16384xf32> {
    %1 = prim.convert_element_type %a : bf16 to f32
    %2 = prim.convert_element_type %b : bf16 to f32
    loop.yield %1, %2 : f32, f32
  }
  loop.yield %0 : tensor<1x16384xf32>
}

// -----

// What the other rows read again is little.
// CHECK: loop.kernel @small
// CHECK-NOT: unit
// CHECK: loop.yield
loop.kernel @small(%x: tensor<2x768xbf16>, %w: tensor<768x768xbf16>) -> tensor<2x768xf32> iters(i = 2, j = 768, k = 768) {
  %0 = loop.contract (i, j) over (k) reads(%a = %x[i, k] : tensor<2x768xbf16>, %b = %w[j, k] : tensor<768x768xbf16>) -> tensor<2x768xf32> {
    %1 = prim.convert_element_type %a : bf16 to f32
    %2 = prim.convert_element_type %b : bf16 to f32
    loop.yield %1, %2 : f32, f32
  }
  loop.yield %0 : tensor<2x768xf32>
}

// -----

// Rows of 2,047 elements are copied one by one.
// CHECK: loop.kernel @unaligned
// CHECK-NOT: unit
// CHECK: loop.yield
loop.kernel @unaligned(%x: tensor<4x2047xbf16>, %w: tensor<3072x2047xbf16>) -> tensor<4x3072xf32> iters(i = 4, j = 3072, k = 2047) {
  %0 = loop.contract (i, j) over (k) reads(%a = %x[i, k] : tensor<4x2047xbf16>, %b = %w[j, k] : tensor<3072x2047xbf16>) -> tensor<4x3072xf32> {
    %1 = prim.convert_element_type %a : bf16 to f32
    %2 = prim.convert_element_type %b : bf16 to f32
    loop.yield %1, %2 : f32, f32
  }
  loop.yield %0 : tensor<4x3072xf32>
}
