// Maps of a few points each that read nothing of each other are one launch, as the
// counters of a model's norms. One that reads another's result, and larger ones,
// are not; on GPUs short vectors are, whatever their lengths.
// RUN: tc-opt %s --split-input-file --pass-pipeline='builtin.module(prim-to-loop,loop-fuse)' | FileCheck %s
// RUN: tc-opt %s --split-input-file --pass-pipeline='builtin.module(prim-to-loop,loop-fuse{disable=siblings})' | FileCheck %s --check-prefix=APART
// RUN: tc-opt %s --split-input-file --pass-pipeline='builtin.module(prim-to-loop,loop-fuse{stream=true otherwise=cuda})' | FileCheck %s --check-prefix=GPU
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %S/Inputs/siblings_tiny.mlir --target=emulate --check --repeat=1

// CHECK-LABEL: func.func @counters
// CHECK-COUNT-1: loop.launch
// CHECK-NOT: loop.launch
// CHECK: return
// APART-LABEL: func.func @counters
// APART-COUNT-3: loop.launch
func.func @counters(%a: tensor<i64>, %b: tensor<i64>, %c: tensor<4xi64>) -> (tensor<i64>, tensor<i64>, tensor<4xi64>) {
  %one = prim.constant dense<1> : tensor<i64>
  %0 = prim.add %a, %one : tensor<i64>
  %1 = prim.add %b, %one : tensor<i64>
  %2 = prim.mul %c, %c : tensor<4xi64>
  return %0, %1, %2 : tensor<i64>, tensor<i64>, tensor<4xi64>
}

// -----

// CHECK-LABEL: func.func @larger
// CHECK-COUNT-2: loop.launch
func.func @larger(%a: tensor<i64>, %b: tensor<400xi64>) -> (tensor<i64>, tensor<400xi64>) {
  %0 = prim.mul %a, %a : tensor<i64>
  %1 = prim.mul %b, %b : tensor<400xi64>
  return %0, %1 : tensor<i64>, tensor<400xi64>
}

// -----

// The last reads, through larger maps, what the first computes.
// CHECK-LABEL: func.func @behind
// CHECK: loop.launch
// CHECK: loop.launch
// CHECK: loop.launch
// CHECK: return
func.func @behind(%a: tensor<2xi64>, %b: tensor<3x2xi64>) -> (tensor<2xi64>, tensor<3x3xi64>, tensor<2xi64>) {
  %0 = prim.mul %a, %a : tensor<2xi64>
  %1 = prim.dot_general %b, %b batch [], [] contract [1], [1] : tensor<3x2xi64>, tensor<3x2xi64>
  %2 = prim.dot_general %0, %1 batch [], [] contract [], [] : tensor<2xi64>, tensor<3x3xi64>
  %3 = prim.slice %2 <[0, 0, 0]> step [1, 1, 1] : tensor<2x3x3xi64> to tensor<2x1x1xi64>
  %4 = prim.reshape %3 : tensor<2x1x1xi64> to tensor<2xi64>
  %5 = prim.add %4, %4 : tensor<2xi64>
  return %0, %1, %5 : tensor<2xi64>, tensor<3x3xi64>, tensor<2xi64>
}

// -----

// Vectors; the last one of 400 reads, with the cumsum, the first.
// CHECK-LABEL: func.func @vectors
// CHECK-COUNT-5: loop.launch
// GPU-LABEL: func.func @vectors
// GPU-NEXT: %[[V:.*]]:3 = loop.launch {{.*}}(%arg2, %arg1, %arg0)
// GPU-NEXT: loop.launch {{.*}}(%[[V]]#2)
// GPU-NEXT: return
func.func @vectors(%a: tensor<400xf32>, %b: tensor<400xf32>, %c: tensor<300xf32>) -> (tensor<400xf32>, tensor<400xf32>, tensor<400xf32>, tensor<300xf32>) {
  %0 = prim.exp %a : tensor<400xf32>
  %1 = prim.cumsum %0 dim 0 : tensor<400xf32>
  %2 = prim.sqrt %b : tensor<400xf32>
  %3 = prim.sqrt %c : tensor<300xf32>
  %4 = prim.sqrt %1 : tensor<400xf32>
  return %0, %2, %4, %3 : tensor<400xf32>, tensor<400xf32>, tensor<400xf32>, tensor<300xf32>
}
