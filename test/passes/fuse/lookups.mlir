// Rule lookups: a product reads matrices that numbers choose from a stack where
// they lie, whatever order of dimensions it has them in.
// RUN: tc-opt %s --split-input-file --pass-pipeline='builtin.module(func.func(prim-simplify),prim-to-loop,loop-fuse)' | FileCheck %s
// RUN: tc-opt %s --split-input-file --pass-pipeline='builtin.module(func.func(prim-simplify),prim-to-loop,loop-fuse{disable=lookups})' | FileCheck %s --check-prefix=APART

// CHECK-LABEL: func.func @experts(
// CHECK-NEXT: loop.launch @{{.*}}_dot_general(
// CHECK-NEXT: return
// APART-LABEL: func.func @experts(
// APART-NEXT: loop.launch @{{.*}}_index(
// APART-NEXT: loop.launch @{{.*}}_dot_general(
// APART-NEXT: return
func.func @experts(%x: tensor<16x32x64xf32>, %w: tensor<8x64x48xf32>, %i: tensor<16xi64>) -> tensor<16x32x48xf32> {
  %0 = prim.index %w[%i] [0] : tensor<8x64x48xf32>, tensor<16xi64>
  %1 = prim.dot_general %x, %0 batch [0], [0] contract [2], [1] : tensor<16x32x64xf32>, tensor<16x64x48xf32>
  return %1 : tensor<16x32x48xf32>
}

// -----

// The product's kernel reads the stack by loop.at.
// CHECK: loop.contract (d0, d2, d3) over (d1) reads(%{{.*}} = %arg0[d0, d2, d1] : tensor<16x32x64xf32>, %[[AT:.*]] = %arg{{.}}[d0] : tensor<16xi64>)
// CHECK: loop.at %arg{{.}}[%[[AT]], %{{.*}}, %{{.*}}] : tensor<8x48x64xf32>
// CHECK-LABEL: func.func @transposed(
// CHECK-NEXT: loop.launch @{{.*}}_dot_general(
// CHECK-NEXT: return
func.func @transposed(%x: tensor<16x32x64xf32>, %w: tensor<8x48x64xf32>, %i: tensor<16xi64>) -> tensor<16x32x48xf32> {
  %0 = prim.transpose %w [0, 2, 1] : tensor<8x48x64xf32>
  %1 = prim.index %0[%i] [0] : tensor<8x64x48xf32>, tensor<16xi64>
  %2 = prim.dot_general %x, %1 batch [0], [0] contract [2], [1] : tensor<16x32x64xf32>, tensor<16x64x48xf32>
  return %2 : tensor<16x32x48xf32>
}

// -----

// Others read what is chosen, too: the product has its own.
// CHECK-LABEL: func.func @also(
// CHECK: loop.launch @{{.*}}_index(%arg1, %arg2)
// CHECK: loop.launch @{{.*}}_dot_general(%arg0, %arg1, %arg2)
func.func @also(%x: tensor<16x32x64xf32>, %w: tensor<8x64x48xf32>, %i: tensor<16xi64>) -> (tensor<16x32x48xf32>, tensor<16x64x48xf32>) {
  %0 = prim.index %w[%i] [0] : tensor<8x64x48xf32>, tensor<16xi64>
  %1 = prim.dot_general %x, %0 batch [0], [0] contract [2], [1] : tensor<16x32x64xf32>, tensor<16x64x48xf32>
  return %1, %0 : tensor<16x32x48xf32>, tensor<16x64x48xf32>
}

// -----

// Rows of a matrix, and elements of what is summed over, are copied: they are
// no matrices.
// CHECK-LABEL: func.func @rows(
// CHECK-NEXT: loop.launch @{{.*}}_index(
// CHECK-NEXT: loop.launch @{{.*}}_dot_general(
// CHECK-NEXT: return
func.func @rows(%x: tensor<100x64xf32>, %w: tensor<64x48xf32>, %i: tensor<16xi64>) -> tensor<16x48xf32> {
  %0 = prim.index %x[%i] [0] : tensor<100x64xf32>, tensor<16xi64>
  %1 = prim.dot_general %0, %w batch [], [] contract [1], [0] : tensor<16x64xf32>, tensor<64x48xf32>
  return %1 : tensor<16x48xf32>
}

// -----

// CHECK-LABEL: func.func @steps(
// CHECK-NEXT: loop.launch @{{.*}}_index(
// CHECK-NEXT: loop.launch @{{.*}}_dot_general(
// CHECK-NEXT: return
func.func @steps(%x: tensor<16x64xf32>, %w: tensor<100x48xf32>, %i: tensor<64xi64>) -> tensor<16x48xf32> {
  %0 = prim.index %w[%i] [0] : tensor<100x48xf32>, tensor<64xi64>
  %1 = prim.dot_general %x, %0 batch [], [] contract [1], [0] : tensor<16x64xf32>, tensor<64x48xf32>
  return %1 : tensor<16x48xf32>
}

// -----

// So are those that a part of an array chooses, and bytes.
// CHECK-LABEL: func.func @part(
// CHECK-NEXT: loop.launch @{{.*}}_index(
// CHECK-NEXT: loop.launch @{{.*}}_dot_general(
// CHECK-NEXT: return
func.func @part(%x: tensor<15x32x64xf32>, %w: tensor<8x64x48xf32>, %i: tensor<16xi64>) -> tensor<15x32x48xf32> {
  %0 = prim.slice %i <[1]> step [1] : tensor<16xi64> to tensor<15xi64>
  %1 = prim.index %w[%0] [0] : tensor<8x64x48xf32>, tensor<15xi64>
  %2 = prim.dot_general %x, %1 batch [0], [0] contract [2], [1] : tensor<15x32x64xf32>, tensor<15x64x48xf32>
  return %2 : tensor<15x32x48xf32>
}

// -----

// CHECK-LABEL: func.func @bytes(
// CHECK-NEXT: loop.launch @{{.*}}_index(
// CHECK-NEXT: loop.launch @{{.*}}_dot_general(
// CHECK-NEXT: return
func.func @bytes(%x: tensor<16x32x64xi8>, %w: tensor<8x64x48xi8>, %i: tensor<16xi64>) -> tensor<16x32x48xi32> {
  %0 = prim.index %w[%i] [0] : tensor<8x64x48xi8>, tensor<16xi64>
  %1 = prim.dot_general %x, %0 batch [0], [0] contract [2], [1] {out = i32} : tensor<16x32x64xi8>, tensor<16x64x48xi8>
  return %1 : tensor<16x32x48xi32>
}
