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

// The same of as many tokens as there are: the first has a position before it.
// CHECK-LABEL: func.func @symbolic
// CHECK: %[[Z:.*]] = prim.constant dense<0> : tensor<i64>
// CHECK: %[[N:.*]] = prim.broadcast_in_dim %[[Z]] [] : tensor<i64> to tensor<?x?xi64, #tc.dims<[b, s]>>
// CHECK: return %[[N]]
func.func @symbolic(%x: tensor<?x?xi64, #tc.dims<[b, s]>>) -> tensor<?x?xi64, #tc.dims<[b, s]>> {
  %i = prim.iota 3, 1 : i64 : tensor<?xi64, #tc.dims<[s]>>
  %row = prim.reshape %i : tensor<?xi64, #tc.dims<[s]>> to tensor<1x?xi64, #tc.dims<[1, s]>>
  %rows = prim.broadcast_in_dim %row [0, 1] : tensor<1x?xi64, #tc.dims<[1, s]>> to tensor<?x?xi64, #tc.dims<[b, s]>>
  %start = prim.slice %rows <[0, 0]> step [1, 1] : tensor<?x?xi64, #tc.dims<[b, s]>> to tensor<?x?xi64, #tc.dims<[b, min(s, 1)]>>
  %first = prim.cast_sizes %start : tensor<?x?xi64, #tc.dims<[b, min(s, 1)]>> to tensor<?x1xi64, #tc.dims<[b, 1]>>
  %one = prim.constant dense<1> : tensor<i64>
  %ones = prim.broadcast_in_dim %one [] : tensor<i64> to tensor<?x1xi64, #tc.dims<[b, 1]>>
  %before = prim.sub %first, %ones : tensor<?x1xi64, #tc.dims<[b, 1]>>
  %all = prim.cat %before, %rows dim 1 : tensor<?x1xi64, #tc.dims<[b, 1]>>, tensor<?x?xi64, #tc.dims<[b, s]>>
  %from = prim.slice %all <[0, 0]> step [1, 1] : tensor<?x?xi64, #tc.dims<[b, s + 1]>> to tensor<?x?xi64, #tc.dims<[b, s]>>
  %to = prim.slice %all <[0, 1]> step [1, 1] : tensor<?x?xi64, #tc.dims<[b, s + 1]>> to tensor<?x?xi64, #tc.dims<[b, s]>>
  %d = prim.sub %to, %from : tensor<?x?xi64, #tc.dims<[b, s]>>
  %each = prim.broadcast_in_dim %one [] : tensor<i64> to tensor<?x?xi64, #tc.dims<[b, s]>>
  %new = prim.ne %d, %each : tensor<?x?xi64, #tc.dims<[b, s]>>
  %n = prim.convert_element_type %new : tensor<?x?xi1, #tc.dims<[b, s]>> to tensor<?x?xi64, #tc.dims<[b, s]>>
  %sequence = prim.cumsum %n dim 1 : tensor<?x?xi64, #tc.dims<[b, s]>>
  return %sequence : tensor<?x?xi64, #tc.dims<[b, s]>>
}

// A gap between positions, rows of different lengths, sums that may wrap: none
// is one value.
// CHECK-LABEL: func.func @symbolic_stays
// CHECK: %[[GAP:.*]] = prim.ne
// CHECK: %[[CAUSAL:.*]] = prim.le
// CHECK: %[[HUGE:.*]] = prim.lt
// CHECK: %[[COUNT:.*]] = prim.cumsum
// CHECK: return %[[GAP]], %[[CAUSAL]], %[[HUGE]], %[[COUNT]]
func.func @symbolic_stays(%x: tensor<?xi64, #tc.dims<[s]>>) -> (tensor<?xi1, #tc.dims<[s]>>, tensor<?x?xi1, #tc.dims<[s, s]>>, tensor<?xi1, #tc.dims<[s]>>, tensor<?xi64, #tc.dims<[s]>>) {
  %i = prim.iota 0, 1 : i64 : tensor<?xi64, #tc.dims<[s]>>
  %far = prim.constant dense<-2> : tensor<1xi64>
  %all = prim.cat %far, %i dim 0 : tensor<1xi64>, tensor<?xi64, #tc.dims<[s]>>
  %from = prim.slice %all <[0]> step [1] : tensor<?xi64, #tc.dims<[s + 1]>> to tensor<?xi64, #tc.dims<[s]>>
  %d = prim.sub %i, %from : tensor<?xi64, #tc.dims<[s]>>
  %one = prim.constant dense<1> : tensor<i64>
  %ones = prim.broadcast_in_dim %one [] : tensor<i64> to tensor<?xi64, #tc.dims<[s]>>
  %gap = prim.ne %d, %ones : tensor<?xi64, #tc.dims<[s]>>
  %rows = prim.broadcast_in_dim %i [0] : tensor<?xi64, #tc.dims<[s]>> to tensor<?x?xi64, #tc.dims<[s, s]>>
  %columns = prim.broadcast_in_dim %i [1] : tensor<?xi64, #tc.dims<[s]>> to tensor<?x?xi64, #tc.dims<[s, s]>>
  %causal = prim.le %columns, %rows : tensor<?x?xi64, #tc.dims<[s, s]>>
  %steep = prim.iota 0, 4611686018427387904 : i64 : tensor<?xi64, #tc.dims<[s]>>
  %more = prim.add %steep, %ones : tensor<?xi64, #tc.dims<[s]>>
  %huge = prim.lt %steep, %more : tensor<?xi64, #tc.dims<[s]>>
  %count = prim.cumsum %ones dim 0 : tensor<?xi64, #tc.dims<[s]>>
  return %gap, %causal, %huge, %count : tensor<?xi1, #tc.dims<[s]>>, tensor<?x?xi1, #tc.dims<[s, s]>>, tensor<?xi1, #tc.dims<[s]>>, tensor<?xi64, #tc.dims<[s]>>
}
