// RUN: tc-opt %s --split-input-file --tc-cpu --loop-to-cpu --canonicalize --cse | FileCheck %s
// RUN: tc-opt %s --split-input-file --tc-cpu '--loop-to-cpu=parallel=true' --canonicalize --cse | FileCheck %s --check-prefix=PARALLEL

// Sizes are those of the arguments, and asserted; a launch of no task is none.
// CHECK-LABEL: func.func @main(
// CHECK-SAME: %[[X:.*]]: memref<?x8xf32>, %[[Y:.*]]: memref<?x8xf32>) -> memref<?x8xf32> attributes {llvm.emit_c_interface}
// CHECK: %[[N:.*]] = memref.dim %[[X]]
// CHECK: %[[M:.*]] = memref.dim %[[Y]]
// CHECK: %[[SAME:.*]] = arith.cmpi eq
// CHECK: cf.assert %[[SAME]], "input1: dimension 0 is not n"
// CHECK: %[[R:.*]] = memref.alloc(%{{.*}}) {alignment = 64 : i64} : memref<?x8xf32>
// CHECK: %[[SOME:.*]] = arith.cmpi sgt
// CHECK: scf.if %[[SOME]] {
// CHECK:   func.call @[[K:.*]](%{{.*}}) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, i64, i64) -> ()
// CHECK: return %[[R]]
// CHECK: func.func private @[[K]](
// CHECK-SAME: llvm.linkage = #llvm.linkage<internal>
// CHECK-SAME: ["target-features", "{{.*}}+avx2
// CHECK-NOT: loop.
// PARALLEL: func.func @main(
// PARALLEL: scf.parallel (%[[I:.*]]) = (%c0) to (%{{.*}}) step (%{{.*}}) {
// PARALLEL:   arith.minsi
// PARALLEL:   func.call
// PARALLEL:   scf.reduce
!t = tensor<?x8xf32, #tc.dims<[n, 8]>>
func.func @main(%x: !t, %y: !t) -> !t {
  %0 = prim.exp %x : !t
  %1 = prim.add %0, %y : !t
  return %1 : !t
}

// -----

// A size of data: it is read where a launch has found it, then memory is
// allocated for what has it.
// CHECK-LABEL: func.func @main(
// CHECK: %[[SLOT:.*]] = memref.alloca() : memref<memref<?xi8>>
// CHECK: %[[U:.*]] = llvm.load %{{.*}} : !llvm.ptr -> i64
// CHECK: cf.assert %{{.*}}, "the size u0 is out of range"
// CHECK: memref.store %{{.*}}, %[[SLOT]][] : memref<memref<?xi8>>
// CHECK: %[[R:.*]] = memref.alloc(%{{.*}}) {alignment = 64 : i64} : memref<?x1xi64>
// CHECK: return %[[R]]
func.func @main(%x: tensor<6xf32>) -> tensor<?x1xi64, #tc.dims<[u0, 1]>> {
  %y = prim.nonzero %x : tensor<6xf32> to tensor<?x1xi64, #tc.dims<[u0, 1]>>
  return %y : tensor<?x1xi64, #tc.dims<[u0, 1]>>
}

// -----

// An argument that is updated in place is the result; where memory may lie
// anywhere, its strides are in the type or asserted.
// CHECK-LABEL: func.func @main(
// CHECK-SAME: %[[A:.*]]: memref<?xf32>, %[[B:.*]]: memref<?x4xf32, strided<[1, ?], offset: ?>>) -> (memref<?xf32>, memref<?x4xf32, strided<[1, ?]>>)
// CHECK: memref.extract_strided_metadata %[[B]]
// CHECK: cf.assert %{{.*}}, "input1: the stride of dimension 1 is not n"
// CHECK: memref.reinterpret_cast
// CHECK: return %[[A]], %
!v = tensor<?xf32, #tc.dims<[n]>>
!m = tensor<?x4xf32, #tc.dims<[n, 4]>>
func.func @main(%a: !v, %b: !m {tc.layout = #tc.layout<order = [1, 0]>}) -> (!v {tc.ties = 0}, !m {tc.layout = #tc.layout<order = [1, 0]>}) {
  %0 = prim.exp %a : !v
  %1 = prim.neg %b : !m
  return %0, %1 : !v, !m
}

// -----

// Weights are globals; what depends on them alone is another function.
// CHECK: memref.global @w : memref<4xf32> = uninitialized {alignment = 64 : i64}
// CHECK: memref.global @prep.0 : memref<4xf32> = uninitialized
// CHECK: func.func @prepare() attributes {llvm.emit_c_interface}
// CHECK: memref.get_global @w
// CHECK-LABEL: func.func @main(
// CHECK: memref.get_global @prep.0
prim.weight @w : tensor<4xf32>
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %w = prim.get_weight @w : tensor<4xf32>
  %0 = prim.exp %w : tensor<4xf32>
  %1 = prim.add %x, %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -----

// A loop that data ends is a loop of blocks. What kernels report is asserted.
// CHECK-LABEL: func.func @main(
// CHECK: cf.br ^[[AGAIN:.*]]
// CHECK: ^[[AGAIN]]:
// CHECK: %[[GOES:.*]] = llvm.load %{{.*}} : !llvm.ptr -> i8
// CHECK: cf.cond_br %{{.*}}, ^[[BODY:.*]], ^[[OUT:.*]]
// CHECK: ^[[BODY]]:
// CHECK: cf.assert %{{.*}}, "{{.*}}: an index is out of range"
// CHECK: cf.br ^[[AGAIN]]
// CHECK: ^[[OUT]]:
// CHECK: return
func.func @main(%n: tensor<i64>, %x: tensor<4xf32>) -> (tensor<i64>, tensor<4xf32>) {
  %zero = prim.constant dense<0> : tensor<i64>
  %i, %y = prim.while (%zero, %x) : (tensor<i64>, tensor<4xf32>) -> (tensor<i64>, tensor<4xf32>) cond {
  ^bb0(%i: tensor<i64>, %x0: tensor<4xf32>):
    %more = prim.lt %i, %n : tensor<i64>
    prim.yield %more : tensor<i1>
  } do {
  ^bb0(%i: tensor<i64>, %x0: tensor<4xf32>):
    %one = prim.constant dense<1> : tensor<i64>
    %next = prim.add %i, %one : tensor<i64>
    %at = prim.reshape %i : tensor<i64> to tensor<1xi64>
    %v = prim.constant dense<1.0> : tensor<1xf32>
    %y0 = prim.index_put %x0, %v[%at] [0] "add" : tensor<4xf32>, tensor<1xf32>, tensor<1xi64>
    prim.yield %next, %y0 : tensor<i64>, tensor<4xf32>
  }
  return %i, %y : tensor<i64>, tensor<4xf32>
}

// -----

// A function that calls keeps its tensors.
// CHECK-LABEL: func.func @caller(
// CHECK-SAME: %[[T:.*]]: tensor<4xf32>) -> tensor<4xf32>
// CHECK: %[[B:.*]] = bufferization.to_buffer %[[T]]
// CHECK: %[[C:.*]] = call @main(%[[B]]) : (memref<4xf32>) -> memref<4xf32>
// CHECK: %[[R:.*]] = bufferization.to_tensor %[[C]] restrict writable
// CHECK: return %[[R]]
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = prim.exp %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @caller(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = call @main(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
