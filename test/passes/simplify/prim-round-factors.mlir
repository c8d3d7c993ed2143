// Factors of f32 products that permit TF32 are rounded where they are made, for
// a unit that would cut them off: where that saves more than it costs.
// RUN: tc-opt %s --prim-round-factors=target=cuda,tune=sm_90a | FileCheck %s
// RUN: tc-opt %s --prim-round-factors=target=cuda,tune=sm_80 | FileCheck %s --check-prefix=NONE
// RUN: tc-opt %s --prim-round-factors=target=x86-64-v4 | FileCheck %s --check-prefix=NONE
// RUN: tc-opt %s --pass-pipeline="builtin.module(tc-gpu)" | FileCheck %s --check-prefix=LOOP
// NONE-NOT: round_tf32
// NONE-NOT: tf32_factors

// What a kernel makes, before it is moved; a large weight, though that is a
// launch; once for two readers.
// CHECK-LABEL: func.func @made
// CHECK: %[[E:.*]] = prim.exp %arg0
// CHECK: %[[X:.*]] = prim.round_tf32 %[[E]] : tensor<32x128x768xf32>
// CHECK: %[[M:.*]] = prim.reshape %[[X]]
// CHECK: %[[W:.*]] = prim.round_tf32 %arg1
// CHECK: prim.dot_general %[[M]], %[[W]] {{.*}}prim.tf32_factors = array<i64: 0, 1>
// CHECK: prim.dot_general %[[W]], %[[M]] {{.*}}prim.tf32_factors = array<i64: 0, 1>
// LOOP: loop.contract {{.*}}loop.tf32_factors = array<i64: 0, 1>
func.func @made(%x: tensor<32x128x768xf32>, %w: tensor<3072x768xf32>) -> (tensor<4096x3072xf32>, tensor<3072x4096xf32>) {
  %e = prim.exp %x : tensor<32x128x768xf32>
  %m = prim.reshape %e : tensor<32x128x768xf32> to tensor<4096x768xf32>
  %0 = prim.dot_general %m, %w batch [], [] contract [1], [1] {prim.tf32} : tensor<4096x768xf32>, tensor<3072x768xf32>
  %1 = prim.dot_general %w, %m batch [], [] contract [1], [1] {prim.tf32} : tensor<3072x768xf32>, tensor<4096x768xf32>
  return %0, %1 : tensor<4096x3072xf32>, tensor<3072x4096xf32>
}

// What others read, too, is rounded for the product alone.
// CHECK-LABEL: func.func @shared
// CHECK: %[[E:.*]] = prim.exp %arg0
// CHECK: %[[X:.*]] = prim.round_tf32 %[[E]]
// CHECK: prim.dot_general %[[X]],
// CHECK: return %{{.*}}, %[[E]] :
func.func @shared(%x: tensor<4096x768xf32>, %w: tensor<3072x768xf32>) -> (tensor<4096x3072xf32>, tensor<4096x768xf32>) {
  %e = prim.exp %x : tensor<4096x768xf32>
  %0 = prim.dot_general %e, %w batch [], [] contract [1], [1] {prim.tf32} : tensor<4096x768xf32>, tensor<3072x768xf32>
  return %0, %e : tensor<4096x3072xf32>, tensor<4096x768xf32>
}

// A launch for a small weight; a product that waits for memory; products
// without the permission; of unknown size.
// CHECK-LABEL: func.func @others
// CHECK-NOT: prim.round_tf32
func.func @others(%x: tensor<4096x256xf32>, %w: tensor<256x256xf32>, %y: tensor<200704x64xf32>, %v: tensor<64x64xf32>, %z: tensor<?x768xf32, #tc.dims<[n, 768]>>, %u: tensor<3072x768xf32>) -> (tensor<4096x256xf32>, tensor<200704x64xf32>, tensor<4096x256xf32>, tensor<?x3072xf32, #tc.dims<[n, 3072]>>) {
  %0 = prim.dot_general %x, %w batch [], [] contract [1], [1] {prim.tf32} : tensor<4096x256xf32>, tensor<256x256xf32>
  %1 = prim.dot_general %y, %v batch [], [] contract [1], [1] {prim.tf32} : tensor<200704x64xf32>, tensor<64x64xf32>
  %e = prim.exp %x : tensor<4096x256xf32>
  %2 = prim.dot_general %e, %w batch [], [] contract [1], [1] : tensor<4096x256xf32>, tensor<256x256xf32>
  %3 = prim.dot_general %z, %u batch [], [] contract [1], [1] {prim.tf32} : tensor<?x768xf32, #tc.dims<[n, 768]>>, tensor<3072x768xf32>
  return %0, %1, %2, %3 : tensor<4096x256xf32>, tensor<200704x64xf32>, tensor<4096x256xf32>, tensor<?x3072xf32, #tc.dims<[n, 3072]>>
}

// Of a spread input each phase of the result is a product of its own, in which
// what lies between elements has no part: here of few multiplications.
// CHECK-LABEL: func.func @phases
// CHECK-NOT: prim.round_tf32
func.func @phases(%x: tensor<1x64x8x14x14xf32>, %w: tensor<32x64x4x4x4xf32>) -> tensor<1x32x16x28x28xf32> {
  %e = prim.exp %x : tensor<1x64x8x14x14xf32>
  %0 = prim.convolution %e, %w strides [1, 1, 1] pad [2, 2, 2], [2, 2, 2] dilation [2, 2, 2], [1, 1, 1] groups 1 {prim.tf32} : tensor<1x64x8x14x14xf32>, tensor<32x64x4x4x4xf32>
  return %0 : tensor<1x32x16x28x28xf32>
}
