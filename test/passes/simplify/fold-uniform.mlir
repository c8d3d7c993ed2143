// RUN: tc-opt %s --prim-fold-uniform | FileCheck %s

// Positions that follow each other are of one sequence: the numbers of the
// sequences are all 0, and the mask is what the comparison of indices says.
// CHECK-LABEL: func.func @main
// CHECK: %[[Z:.*]] = prim.constant dense<0> : tensor<i64>
// CHECK: %[[N:.*]] = prim.broadcast_in_dim %[[Z]] [] : tensor<i64> to tensor<8xi64>
// CHECK: return %[[N]],
func.func @main() -> (tensor<8xi64>, tensor<8xi1>, tensor<8xi1>) {
  %i = prim.iota 0, 1 : i64 : tensor<8xi64>
  %one = prim.constant dense<1> : tensor<8xi64>
  %before = prim.sub %i, %one : tensor<8xi64>
  %d = prim.sub %i, %before : tensor<8xi64>
  %new = prim.ne %d, %one : tensor<8xi64>
  %n = prim.convert_element_type %new : tensor<8xi1> to tensor<8xi64>
  %sequence = prim.cumsum %n dim 0 : tensor<8xi64>
  %three = prim.constant dense<3> : tensor<8xi64>
  %some = prim.lt %i, %three : tensor<8xi64>
  return %sequence, %new, %some : tensor<8xi64>, tensor<8xi1>, tensor<8xi1>
}

// What differs stays, and what depends on arguments.
// CHECK-LABEL: func.func @stays
// CHECK: prim.lt
// CHECK: prim.eq
func.func @stays(%x: tensor<8xi64>) -> (tensor<8xi1>, tensor<8xi1>) {
  %i = prim.iota 0, 1 : i64 : tensor<8xi64>
  %three = prim.constant dense<3> : tensor<8xi64>
  %some = prim.lt %i, %three : tensor<8xi64>
  %all = prim.eq %x, %x : tensor<8xi64>
  return %some, %all : tensor<8xi1>, tensor<8xi1>
}

// The positions of a batch: 8 rows of 1024 tokens.
// CHECK-LABEL: func.func @batch
// CHECK: %[[Z:.*]] = prim.constant dense<0> : tensor<i64>
// CHECK: %[[N:.*]] = prim.broadcast_in_dim %[[Z]] [] : tensor<i64> to tensor<8x1024xi64>
// CHECK: return %[[N]]
func.func @batch() -> tensor<8x1024xi64> {
  %i = prim.iota 0, 1 : i64 : tensor<1024xi64>
  %rows = prim.broadcast_in_dim %i [1] : tensor<1024xi64> to tensor<8x1024xi64>
  %new = prim.ne %rows, %rows : tensor<8x1024xi64>
  %n = prim.convert_element_type %new : tensor<8x1024xi1> to tensor<8x1024xi64>
  %sequence = prim.cumsum %n dim 1 : tensor<8x1024xi64>
  return %sequence : tensor<8x1024xi64>
}
