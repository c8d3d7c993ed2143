// On GPUs a map over what a scatter of runs of points makes goes into its
// kernel, where nothing else reads that, and the map's points are its elements.
// RUN: tc-opt %s --pass-pipeline='builtin.module(prim-to-loop,loop-fuse{stream=true otherwise=cuda})' | FileCheck %s
// RUN: tc-opt %s --pass-pipeline='builtin.module(prim-to-loop,loop-fuse{stream=true otherwise=x86-64-v3})' | FileCheck %s --check-prefix=CPU

// CHECK-LABEL: func.func @mapped
// CHECK: loop.launch
// CHECK-NOT: loop.launch
// CPU-LABEL: func.func @mapped
// CPU: loop.launch
// CPU: loop.launch
func.func @mapped(%b: tensor<37x12xf32>, %u: tensor<500x12xf32>, %p: tensor<500xi64>) -> tensor<37x12xf32> {
  %0 = prim.index_put %b, %u[%p] [0] "add" {prim.ascending} : tensor<37x12xf32>, tensor<500x12xf32>, tensor<500xi64>
  %1 = prim.exp %0 : tensor<37x12xf32>
  return %1 : tensor<37x12xf32>
}

// Points may lie anywhere.
// CHECK-LABEL: func.func @anywhere
// CHECK-COUNT-2: loop.launch
func.func @anywhere(%b: tensor<37x12xf32>, %u: tensor<500x12xf32>, %p: tensor<500xi64>) -> tensor<37x12xf32> {
  %0 = prim.index_put %b, %u[%p] [0] "add" : tensor<37x12xf32>, tensor<500x12xf32>, tensor<500xi64>
  %1 = prim.exp %0 : tensor<37x12xf32>
  return %1 : tensor<37x12xf32>
}

// The function returns the sums, too.
// CHECK-LABEL: func.func @returned
// CHECK-COUNT-2: loop.launch
func.func @returned(%b: tensor<37x12xf32>, %u: tensor<500x12xf32>, %p: tensor<500xi64>) -> (tensor<37x12xf32>, tensor<37x12xf32>) {
  %0 = prim.index_put %b, %u[%p] [0] "add" {prim.ascending} : tensor<37x12xf32>, tensor<500x12xf32>, tensor<500xi64>
  %1 = prim.exp %0 : tensor<37x12xf32>
  return %0, %1 : tensor<37x12xf32>, tensor<37x12xf32>
}

// The map is of more points.
// CHECK-LABEL: func.func @repeated
// CHECK-COUNT-2: loop.launch
func.func @repeated(%b: tensor<37xf32>, %u: tensor<500xf32>, %p: tensor<500xi64>, %x: tensor<37x12xf32>) -> tensor<37x12xf32> {
  %0 = prim.index_put %b, %u[%p] [0] "add" {prim.ascending} : tensor<37xf32>, tensor<500xf32>, tensor<500xi64>
  %1 = prim.broadcast_in_dim %0 [0] : tensor<37xf32> to tensor<37x12xf32>
  %2 = prim.mul %1, %x : tensor<37x12xf32>
  return %2 : tensor<37x12xf32>
}

// What the scatter reads repeatedly stays: bodies of its points wait for each
// other.
// CHECK-LABEL: func.func @again
// CHECK-COUNT-2: loop.launch
func.func @again(%b: tensor<37x12xf32>, %u: tensor<500x12xf32>, %v: tensor<500xf32>, %p: tensor<500xi64>) -> tensor<37x12xf32> {
  %0 = prim.exp %v : tensor<500xf32>
  %1 = prim.broadcast_in_dim %0 [0] : tensor<500xf32> to tensor<500x12xf32>
  %2 = prim.mul %u, %1 : tensor<500x12xf32>
  %3 = prim.index_put %b, %2[%p] [0] "add" {prim.ascending} : tensor<37x12xf32>, tensor<500x12xf32>, tensor<500xi64>
  return %3 : tensor<37x12xf32>
}
