// On GPUs a map that its only reader reads repeatedly is computed there again at
// each point, where that takes less time than a launch of its own; threads are
// then as many as the reader has points.
// RUN: tc-opt %s --split-input-file --pass-pipeline='builtin.module(prim-to-loop,loop-fuse{stream=true otherwise=cuda,tune=sm_90a})' | FileCheck %s
// RUN: tc-opt %s --split-input-file --pass-pipeline='builtin.module(prim-to-loop,loop-fuse{stream=true otherwise=cuda,tune=sm_90a disable=launches})' | FileCheck %s --check-prefix=OFF
// RUN: tc-opt %s --split-input-file --pass-pipeline='builtin.module(prim-to-loop,loop-fuse{stream=true otherwise=x86-64-v4})' | FileCheck %s --check-prefixes=OFF,CPU

// One map, of the reader's points.
// CHECK-LABEL: loop.kernel
// CHECK-COUNT-1: loop.map (d0, d1)
// CHECK-NOT: loop.map
// CHECK: func.func @few
// CHECK-COUNT-1: loop.launch
// CHECK-NOT: loop.launch
// OFF-LABEL: func.func @few
// OFF-COUNT-2: loop.launch
func.func @few(%x: tensor<64xf32>, %y: tensor<32x64xf32>) -> tensor<32x64xf32> {
  %e = prim.exp %x : tensor<64xf32>
  %l = prim.log %e : tensor<64xf32>
  %s = prim.sin %l : tensor<64xf32>
  %b = prim.broadcast_in_dim %s [1] : tensor<64xf32> to tensor<32x64xf32>
  %z = prim.mul %y, %b : tensor<32x64xf32>
  return %z : tensor<32x64xf32>
}

// -----

// 2^24 points of thirty operations take longer than a launch.
// CHECK-LABEL: func.func @many
// CHECK-COUNT-2: loop.launch
// OFF-LABEL: func.func @many
func.func @many(%x: tensor<4096xf32>, %y: tensor<4096x4096xf32>) -> tensor<4096x4096xf32> {
  %e = prim.exp %x : tensor<4096xf32>
  %l = prim.log %e : tensor<4096xf32>
  %s = prim.sin %l : tensor<4096xf32>
  %b = prim.broadcast_in_dim %s [1] : tensor<4096xf32> to tensor<4096x4096xf32>
  %z = prim.mul %y, %b : tensor<4096x4096xf32>
  return %z : tensor<4096x4096xf32>
}

// -----

// Another reader would have its launch all the same.
// CHECK-LABEL: func.func @others
// CHECK-COUNT-2: loop.launch
// OFF-LABEL: func.func @others
func.func @others(%x: tensor<64xf32>, %y: tensor<32x64xf32>) -> (tensor<32x64xf32>, tensor<64xf32>) {
  %e = prim.exp %x : tensor<64xf32>
  %l = prim.log %e : tensor<64xf32>
  %s = prim.sin %l : tensor<64xf32>
  %b = prim.broadcast_in_dim %s [1] : tensor<64xf32> to tensor<32x64xf32>
  %z = prim.mul %y, %b : tensor<32x64xf32>
  return %z, %s : tensor<32x64xf32>, tensor<64xf32>
}

// -----

// What is gathered as often as it has elements is computed at the positions, too.
// CHECK-LABEL: loop.kernel
// CHECK-COUNT-1: loop.map
// CHECK-NOT: loop.map
// CHECK: func.func @gathered
// OFF-LABEL: loop.kernel private @{{.*}}_index
// CPU-COUNT-2: loop.map
// OFF: func.func @gathered
func.func @gathered(%x: tensor<64x96xf32>, %i: tensor<6144xi64>, %j: tensor<6144xi64>) -> tensor<6144xf32> {
  %e = prim.exp %x : tensor<64x96xf32>
  %f = prim.exp %e : tensor<64x96xf32>
  %y = prim.index %f[%i, %j] [0, 1] : tensor<64x96xf32>, tensor<6144xi64>, tensor<6144xi64>
  return %y : tensor<6144xf32>
}
