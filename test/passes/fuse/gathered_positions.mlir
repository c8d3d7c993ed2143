// Positions that count from the end where they are negative: on GPUs the gather
// of rows computes them, in one launch; nothing else does that reads an element
// repeatedly.
// RUN: tc-opt %s --split-input-file --pass-pipeline='builtin.module(prim-to-loop,loop-fuse{stream=true otherwise=cuda disable=launches})' | FileCheck %s
// RUN: tc-opt %s --split-input-file --pass-pipeline='builtin.module(prim-to-loop,loop-fuse)' | FileCheck %s --check-prefix=CPU

// CHECK: loop.kernel private @{{.*}}_index(%arg0: tensor<100x64xf32>, %arg1: tensor<30xi64>)
// CHECK-NEXT: loop.map (d0, d1) reads
// CHECK-NOT: loop.map
// CHECK-LABEL: func.func @rows(
// CHECK-NEXT: loop.launch @{{.*}}_index(
// CHECK-NEXT: return
// CPU-LABEL: func.func @rows(
// CPU-NEXT: loop.launch @{{.*}}_where(
// CPU-NEXT: loop.launch @{{.*}}_index(
// CPU-NEXT: return
func.func @rows(%t: tensor<100x64xf32>, %i: tensor<30xi64>) -> tensor<30x64xf32> {
  %size = prim.constant dense<100> : tensor<30xi64>
  %zero = prim.constant dense<0> : tensor<30xi64>
  %far = prim.add %i, %size : tensor<30xi64>
  %below = prim.lt %i, %zero : tensor<30xi64>
  %at = prim.where %below, %far, %i : tensor<30xi1>, tensor<30xi64>
  %y = prim.index %t[%at] [0] : tensor<100x64xf32>, tensor<30xi64>
  return %y : tensor<30x64xf32>
}

// -----

// Not where others read them, too; nor each element's own position.
// CHECK-LABEL: func.func @several(
// CHECK-NEXT: loop.launch @{{.*}}_where(
// CHECK-NEXT: loop.launch @{{.*}}_index(
// CHECK-NEXT: return
func.func @several(%t: tensor<100x64xf32>, %i: tensor<30xi64>) -> (tensor<30x64xf32>, tensor<30xi64>) {
  %size = prim.constant dense<100> : tensor<30xi64>
  %zero = prim.constant dense<0> : tensor<30xi64>
  %far = prim.add %i, %size : tensor<30xi64>
  %below = prim.lt %i, %zero : tensor<30xi64>
  %at = prim.where %below, %far, %i : tensor<30xi1>, tensor<30xi64>
  %y = prim.index %t[%at] [0] : tensor<100x64xf32>, tensor<30xi64>
  return %y, %at : tensor<30x64xf32>, tensor<30xi64>
}
// CHECK-LABEL: func.func @along(
// CHECK-NEXT: loop.launch @{{.*}}_where(
// CHECK-NEXT: loop.launch
// CHECK-NEXT: return
func.func @along(%t: tensor<64x100xf32>, %i: tensor<30xi64>) -> tensor<64x30xf32> {
  %size = prim.constant dense<100> : tensor<30xi64>
  %zero = prim.constant dense<0> : tensor<30xi64>
  %far = prim.add %i, %size : tensor<30xi64>
  %below = prim.lt %i, %zero : tensor<30xi64>
  %at = prim.where %below, %far, %i : tensor<30xi1>, tensor<30xi64>
  %y = prim.index %t[%at] [1] : tensor<64x100xf32>, tensor<30xi64>
  %z = prim.transpose %y [1, 0] : tensor<30x64xf32>
  return %z : tensor<64x30xf32>
}

// -----

// What is gathered is no position, a scatter's owners look at many positions
// often, at few of them now and then, and a factor of all of a row is no position.
// CHECK-LABEL: func.func @others(
// CHECK: loop.launch @{{.*}}_where(
// CHECK: loop.launch @{{.*}}_index_put(
// CHECK: return
func.func @others(%t: tensor<100x64xf32>, %v: tensor<90000x64xf32>, %i: tensor<90000xi64>) -> tensor<100x64xf32> {
  %size = prim.constant dense<100> : tensor<90000xi64>
  %zero = prim.constant dense<0> : tensor<90000xi64>
  %far = prim.add %i, %size : tensor<90000xi64>
  %below = prim.lt %i, %zero : tensor<90000xi64>
  %at = prim.where %below, %far, %i : tensor<90000xi1>, tensor<90000xi64>
  %y = prim.index_put %t, %v[%at] [0] "add" : tensor<100x64xf32>, tensor<90000x64xf32>, tensor<90000xi64>
  return %y : tensor<100x64xf32>
}

// CHECK-LABEL: func.func @few(
// CHECK-NEXT: loop.launch @{{.*}}_index_put(
// CHECK-NEXT: return
func.func @few(%t: tensor<100x64xf32>, %v: tensor<30x64xf32>, %i: tensor<30xi64>) -> tensor<100x64xf32> {
  %size = prim.constant dense<100> : tensor<30xi64>
  %zero = prim.constant dense<0> : tensor<30xi64>
  %far = prim.add %i, %size : tensor<30xi64>
  %below = prim.lt %i, %zero : tensor<30xi64>
  %at = prim.where %below, %far, %i : tensor<30xi1>, tensor<30xi64>
  %y = prim.index_put %t, %v[%at] [0] "add" : tensor<100x64xf32>, tensor<30x64xf32>, tensor<30xi64>
  return %y : tensor<100x64xf32>
}

// -----

// CHECK-LABEL: func.func @factors(
// CHECK-NEXT: loop.launch @{{.*}}_where(
// CHECK-NEXT: loop.launch
// CHECK-NEXT: return
func.func @factors(%t: tensor<100x64xi64>, %i: tensor<30xi64>) -> tensor<30x64xi64> {
  %size = prim.constant dense<100> : tensor<30xi64>
  %zero = prim.constant dense<0> : tensor<30xi64>
  %far = prim.add %i, %size : tensor<30xi64>
  %below = prim.lt %i, %zero : tensor<30xi64>
  %at = prim.where %below, %far, %i : tensor<30xi1>, tensor<30xi64>
  %y = prim.index %t[%at] [0] : tensor<100x64xi64>, tensor<30xi64>
  %wide = prim.broadcast_in_dim %at [0] : tensor<30xi64> to tensor<30x64xi64>
  %z = prim.mul %y, %wide : tensor<30x64xi64>
  return %z : tensor<30x64xi64>
}
