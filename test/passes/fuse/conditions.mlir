// Each condition of a rule alone keeps launches, or stages, apart. What no other
// test would notice (test/mutants/rules.py); limits.test has what is long.
// RUN: tc-opt %s --split-input-file --pass-pipeline='builtin.module(func.func(prim-expand-nonzero),prim-to-loop,loop-fuse{stream=true})' | FileCheck %s

// rows, short: rows of 70000 are not kept near, nor computed again of two values.
!x = tensor<8x70000xf32>
!r = tensor<8xf32>
// CHECK-LABEL: func.func @long(
// CHECK-NEXT: loop.launch @{{.*}}_exp({{.*}}) : {{.*}} -> tensor<8x70000xf32>
// CHECK-NEXT: loop.launch @{{.*}}_sum(
// CHECK-NEXT: return
func.func @long(%x: !x, %y: !x) -> (!x, !r) {
  %m = prim.amax %x [1] : !x
  %mb = prim.broadcast_in_dim %m [0] : !r to !x
  %c = prim.sub %x, %mb : !x
  %d = prim.mul %c, %y : !x
  %e = prim.exp %d : !x
  %s = prim.sum %e [1] : !x
  return %e, %s : !x, !r
}

// -----

// phases, same: the second reads another large value.
!x = tensor<640x96xf32>
!r = tensor<96xf32>
!q = tensor<640xf32>
// CHECK-LABEL: func.func @other(
// CHECK-NEXT: loop.launch @{{.*}}_amax(%arg0)
// CHECK-NEXT: loop.launch @{{.*}}_sum(%arg1, %0)
// CHECK-NEXT: return
func.func @other(%x: !x, %y: !x) -> (!q, !r) {
  %m = prim.amax %x [1] : !x
  %mb = prim.broadcast_in_dim %m [0] : !q to !x
  %d = prim.mul %y, %mb : !x
  %s = prim.sum %d [0] : !x
  return %m, %s : !q, !r
}

// -----

// streams, rows: four rows share what would be streamed.
!q = tensor<4x64xf32>
!k = tensor<128x64xf32>
!s = tensor<4x128xf32>
!r = tensor<4xf32>
// CHECK-LABEL: func.func @decode(
// CHECK-NEXT: loop.launch @{{.*}}_dot_general(
// CHECK-NEXT: loop.launch @{{.*}}_div(
// CHECK-NEXT: loop.launch @{{.*}}_dot_general(
// CHECK-NEXT: return
func.func @decode(%q: !q, %k: !k, %v: !k) -> !q {
  %s = prim.dot_general %q, %k batch [], [] contract [1], [1] : !q, !k
  %m = prim.amax %s [1] : !s
  %mb = prim.broadcast_in_dim %m [0] : !r to !s
  %d = prim.sub %s, %mb : !s
  %e = prim.exp %d : !s
  %t = prim.sum %e [1] : !s
  %tb = prim.broadcast_in_dim %t [0] : !r to !s
  %p = prim.div %e, %tb : !s
  %o = prim.dot_general %p, %v batch [], [] contract [1], [0] : !s, !k
  return %o : !q
}

// -----

// gathers, few: as many elements are gathered as are made, and these are read
// besides.
!x = tensor<40x30xf32>
!i = tensor<40xi64>
// CHECK-LABEL: loop.kernel private @{{.*}}_sum(
// CHECK: %[[E:.*]] = loop.map {{.*}} -> tensor<40x30xf32> {
// CHECK-NEXT: prim.exp
// CHECK: loop.at %[[E]][
// CHECK-LABEL: func.func @all(
func.func @all(%x: !x, %i: !i) -> !i {
  %e = prim.exp %x : !x
  %y = prim.index %e[%i] [0] : !x, !i
  %t = prim.eq %y, %e : !x
  %z = prim.convert_element_type %t : tensor<40x30xi1> to tensor<40x30xi64>
  %s = prim.sum %z [1] : tensor<40x30xi64>
  return %s : !i
}

// -----

// all, late: what the count is made of does not go behind the size.
!x = tensor<64x96xf32>
!n = tensor<?xi64, #tc.dims<[n]>>
// CHECK-LABEL: func.func @steps(
// CHECK-NEXT: %[[E:.*]] = loop.launch @{{.*}}_exp(
// CHECK-NEXT: %[[COUNT:.*]] = loop.launch @{{.*}}_sum(%[[E]])
// CHECK-NEXT: prim.range_to %[[COUNT]]
// CHECK: loop.launch @{{.*}}_mul(
func.func @steps(%x: !x) -> (!x, !x, !n) {
  %e = prim.exp %x : !x
  %k = prim.convert_element_type %e : !x to tensor<64x96xi64>
  %count = prim.sum %k [0, 1] : tensor<64x96xi64>
  %y = prim.range_to %count : tensor<i64> to !n
  %s = prim.sum %y [0] : !n
  %f = prim.convert_element_type %s : tensor<i64> to tensor<f32>
  %b = prim.broadcast_in_dim %f [] : tensor<f32> to !x
  %z = prim.mul %e, %b : !x
  return %e, %z, %y : !x, !x, !n
}

// -----

// siblings, late: nor does a sum that is there before it.
!x = tensor<64x96xf32>
!r = tensor<64xf32>
!n = tensor<?xi64, #tc.dims<[n]>>
// CHECK-LABEL: func.func @siblings(
// CHECK-NEXT: loop.launch @{{.*}}_sum(%arg0)
// CHECK-NEXT: prim.range_to
// CHECK: loop.launch @{{.*}}_amax(%arg0
func.func @siblings(%x: !x, %count: tensor<i64>) -> (!r, !r, !n) {
  %a = prim.sum %x [1] : !x
  %y = prim.range_to %count : tensor<i64> to !n
  %s = prim.sum %y [0] : !n
  %f = prim.convert_element_type %s : tensor<i64> to tensor<f32>
  %b = prim.broadcast_in_dim %f [] : tensor<f32> to !x
  %z = prim.mul %x, %b : !x
  %t = prim.amax %z [1] : !x
  return %a, %t, %y : !r, !r, !n
}

// -----

// epilogues, aligned: a product is read backwards.
// CHECK-LABEL: func.func @reversed(
// CHECK-NEXT: %0 = loop.launch @{{.*}}_dot_general(%arg0, %arg1)
// CHECK-NEXT: %1 = loop.launch @{{.*}}_exp(%0)
// CHECK-NEXT: return
func.func @reversed(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>) -> (tensor<64x64xf32>) {
  %p = prim.dot_general %a, %b batch [], [] contract [1], [0] : tensor<64x64xf32>, tensor<64x64xf32>
  %r = prim.rev %p [0] : tensor<64x64xf32>
  %y = prim.exp %r : tensor<64x64xf32>
  return %y : tensor<64x64xf32>
}

// -----

// epilogues, whole: a product is read many times.
// CHECK-LABEL: func.func @spread(
// CHECK-NEXT: %0 = loop.launch @{{.*}}_dot_general(%arg0, %arg1)
// CHECK-NEXT: %1 = loop.launch @{{.*}}_exp(%0)
// CHECK-NEXT: return
func.func @spread(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>) -> (tensor<64x64x8xf32>) {
  %p = prim.dot_general %a, %b batch [], [] contract [1], [0] : tensor<64x64xf32>, tensor<64x64xf32>
  %r = prim.broadcast_in_dim %p [0, 1] : tensor<64x64xf32> to tensor<64x64x8xf32>
  %y = prim.exp %r : tensor<64x64x8xf32>
  return %y : tensor<64x64x8xf32>
}

// -----

// gathers, plain: what is gathered is read through a pad.
// CHECK-LABEL: loop.kernel private @{{.*}}_sum(
// CHECK: %[[E:.*]] = loop.map {{.*}} -> tensor<66x96xf32> {
// CHECK: loop.at %[[E]][
// CHECK-LABEL: func.func @padded(
// CHECK-NEXT: %0 = loop.launch @{{.*}}_sum(%arg1, %arg0)
// CHECK-NEXT: return
func.func @padded(%x: tensor<64x96xf32>, %i: tensor<8xi64>) -> (tensor<8xf32>) {
  %c = prim.constant dense<0.0> : tensor<f32>
  %w = prim.pad %x, %c low <[1, 0]> high <[1, 0]> interior [0, 0] : tensor<64x96xf32>, tensor<f32> to tensor<66x96xf32>
  %e = prim.exp %w : tensor<66x96xf32>
  %y = prim.index %e[%i] [0] : tensor<66x96xf32>, tensor<8xi64>
  %s = prim.sum %y [1] : tensor<8x96xf32>
  return %s : tensor<8xf32>
}

// -----

// phases, acyclic: what is read besides is made of it.
// CHECK-LABEL: func.func @around(
// CHECK-NEXT: %0 = loop.launch @{{.*}}_amax(%arg0)
// CHECK-NEXT: %1:2 = loop.launch @{{.*}}_sort(%0)
// CHECK-NEXT: %2 = loop.launch @{{.*}}_sum(%0, %1#0)
// CHECK-NEXT: return
func.func @around(%x: tensor<64x96xf32>) -> (tensor<f32>) {
  %m = prim.amax %x [1] : tensor<64x96xf32>
  %o, %j = prim.sort %m dim 0 : tensor<64xf32>
  %a = prim.add %m, %o : tensor<64xf32>
  %s = prim.sum %a [0] : tensor<64xf32>
  return %s : tensor<f32>
}

// -----

// phases, off: a sum over sums of rows is one launch with them.
// CHECK-LABEL: func.func @total(
// CHECK-NEXT: %0 = loop.launch @{{.*}}_sum(%arg0)
// CHECK-NEXT: return
func.func @total(%x: tensor<64x96xf32>) -> (tensor<f32>) {
  %m = prim.amax %x [1] : tensor<64x96xf32>
  %s = prim.sum %m [0] : tensor<64xf32>
  return %s : tensor<f32>
}

// -----

// phases, little: what is between is as large as what is read.
// CHECK-LABEL: func.func @large(
// CHECK-NEXT: %0 = loop.launch @{{.*}}_exp(%arg0)
// CHECK-NEXT: %1 = loop.launch @{{.*}}_sum(%0)
// CHECK-NEXT: return
func.func @large(%x: tensor<64x96xf32>) -> (tensor<64x96xf32>, tensor<96xf32>) {
  %m = prim.amax %x [1] : tensor<64x96xf32>
  %mb = prim.broadcast_in_dim %m [0] : tensor<64xf32> to tensor<64x96xf32>
  %d = prim.sub %x, %mb : tensor<64x96xf32>
  %e = prim.exp %d : tensor<64x96xf32>
  %s = prim.sum %e [0] : tensor<64x96xf32>
  return %e, %s : tensor<64x96xf32>, tensor<96xf32>
}

// -----

// prologues, off: a cheap map goes into each reader.
// CHECK-LABEL: func.func @cheap(
// CHECK-NEXT: %0 = loop.launch @{{.*}}_sum(%arg0)
// CHECK-NEXT: %1:2 = loop.launch @{{.*}}_sort(%arg0)
// CHECK-NEXT: return
func.func @cheap(%x: tensor<64x96xf32>) -> (tensor<64xf32>, tensor<64x96xf32>) {
  %u = prim.neg %x : tensor<64x96xf32>
  %s = prim.sum %u [1] : tensor<64x96xf32>
  %o, %j = prim.sort %u dim 1 : tensor<64x96xf32>
  return %s, %o : tensor<64xf32>, tensor<64x96xf32>
}

// -----

// remakes, cheap: an epilogue's operand that is dear is not made again.
// CHECK-LABEL: func.func @dear(
// CHECK-NEXT: %0 = loop.launch @{{.*}}_exp(%arg0)
// CHECK-NEXT: %1 = loop.launch @{{.*}}_mul(%0, %arg1, %arg2)
// CHECK-NEXT: return
func.func @dear(%x: tensor<64x64xf32>, %a: tensor<64x64xf32>, %b: tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>) {
  %v = prim.exp %x : tensor<64x64xf32>
  %p = prim.dot_general %a, %b batch [], [] contract [1], [0] : tensor<64x64xf32>, tensor<64x64xf32>
  %q = prim.mul %p, %v : tensor<64x64xf32>
  return %q, %v : tensor<64x64xf32>, tensor<64x64xf32>
}

// -----

// remakes, little: nor one that reads more than it gives.
// CHECK-LABEL: func.func @two(
// CHECK-NEXT: %0 = loop.launch @{{.*}}_add(%arg0, %arg1)
// CHECK-NEXT: %1 = loop.launch @{{.*}}_mul(%0, %arg2, %arg3)
// CHECK-NEXT: return
func.func @two(%x: tensor<64x64xf32>, %z: tensor<64x64xf32>, %a: tensor<64x64xf32>, %b: tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>) {
  %v = prim.add %x, %z : tensor<64x64xf32>
  %p = prim.dot_general %a, %b batch [], [] contract [1], [0] : tensor<64x64xf32>, tensor<64x64xf32>
  %q = prim.mul %p, %v : tensor<64x64xf32>
  return %q, %v : tensor<64x64xf32>, tensor<64x64xf32>
}

// -----

// prologues, little: rows of a table, which may be larger than they are, are
// gathered once, not again in the epilogue of a product.
!r = tensor<?x64xf32, #tc.dims<[n, 64]>>
// CHECK-LABEL: func.func @rows_of_a_table(
// CHECK-NEXT: %[[Y:[0-9]+]]:2 = loop.launch @{{.*}}_sum(%arg0, %arg1)
// CHECK-NEXT: loop.launch @{{.*}}_add(%[[Y]]#1, %arg2, %arg3)
// CHECK-NEXT: return
func.func @rows_of_a_table(%t: tensor<4096x64xf32>, %i: tensor<?xi64, #tc.dims<[n]>>, %a: !r, %b: tensor<64x64xf32>) -> (!r, tensor<?xf32, #tc.dims<[n]>>) {
  %y = prim.index %t[%i] [0] : tensor<4096x64xf32>, tensor<?xi64, #tc.dims<[n]>>
  %p = prim.dot_general %a, %b batch [], [] contract [1], [0] : !r, tensor<64x64xf32>
  %z = prim.add %p, %y : !r
  %s = prim.sum %y [1] : !r
  return %z, %s : !r, tensor<?xf32, #tc.dims<[n]>>
}

// -----

// remakes, once: nor one whose elements are read many times, if it stays for
// others.
// CHECK-LABEL: func.func @wide(
// CHECK-NEXT: %0 = loop.launch @{{.*}}_neg(%arg0)
// CHECK-NEXT: %1 = loop.launch @{{.*}}_mul(%0, %arg1, %arg2)
// CHECK-NEXT: return
func.func @wide(%x: tensor<64xf32>, %a: tensor<64x64xf32>, %b: tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64xf32>) {
  %v = prim.neg %x : tensor<64xf32>
  %w = prim.broadcast_in_dim %v [0] : tensor<64xf32> to tensor<64x64xf32>
  %p = prim.dot_general %a, %b batch [], [] contract [1], [0] : tensor<64x64xf32>, tensor<64x64xf32>
  %q = prim.mul %p, %w : tensor<64x64xf32>
  return %q, %v : tensor<64x64xf32>, tensor<64xf32>
}

// -----

// rows, acyclic: rows, with what is made of them between.
// CHECK-LABEL: func.func @sorted(
// CHECK-NEXT: %0 = loop.launch @{{.*}}_amax(%arg0)
// CHECK-NEXT: %1:2 = loop.launch @{{.*}}_sort(%0)
// CHECK-NEXT: %2 = loop.launch @{{.*}}_sum(%arg0, %0, %1#0)
// CHECK-NEXT: return
func.func @sorted(%x: tensor<64x96xf32>) -> (tensor<64xf32>) {
  %m = prim.amax %x [1] : tensor<64x96xf32>
  %o, %j = prim.sort %m dim 0 : tensor<64xf32>
  %a = prim.add %m, %o : tensor<64xf32>
  %ab = prim.broadcast_in_dim %a [0] : tensor<64xf32> to tensor<64x96xf32>
  %d = prim.sub %x, %ab : tensor<64x96xf32>
  %s = prim.sum %d [1] : tensor<64x96xf32>
  return %s : tensor<64xf32>
}

// -----

// rows, shared: few of the first's rows are the second's.
// CHECK-LABEL: func.func @fewer(
// CHECK-NEXT: %0 = loop.launch @{{.*}}_exp(%arg0)
// CHECK-NEXT: %1 = loop.launch @{{.*}}_sum(%0)
// CHECK-NEXT: return
func.func @fewer(%x: tensor<64x32x16xf32>) -> (tensor<64x32x16xf32>, tensor<64xf32>) {
  %m = prim.amax %x [2] : tensor<64x32x16xf32>
  %mb = prim.broadcast_in_dim %m [0, 1] : tensor<64x32xf32> to tensor<64x32x16xf32>
  %d = prim.sub %x, %mb : tensor<64x32x16xf32>
  %e = prim.exp %d : tensor<64x32x16xf32>
  %s = prim.sum %e [1, 2] : tensor<64x32x16xf32>
  return %e, %s : tensor<64x32x16xf32>, tensor<64xf32>
}

// -----

// siblings, off: two reductions of one value are one launch.
// CHECK-LABEL: func.func @both(
// CHECK-NEXT: %0:2 = loop.launch @{{.*}}_amax(%arg0)
// CHECK-NEXT: return
func.func @both(%x: tensor<64x96xf32>) -> (tensor<96xf32>, tensor<64xf32>) {
  %s = prim.sum %x [0] : tensor<64x96xf32>
  %m = prim.amax %x [1] : tensor<64x96xf32>
  return %s, %m : tensor<96xf32>, tensor<64xf32>
}

// -----

// siblings, same: not if the second reads another large value.
// CHECK-LABEL: func.func @another(
// CHECK-NEXT: %0 = loop.launch @{{.*}}_sum(%arg0)
// CHECK-NEXT: %1 = loop.launch @{{.*}}_amax(%arg0, %arg1)
// CHECK-NEXT: return
func.func @another(%x: tensor<64x96xf32>, %z: tensor<64x96xf32>) -> (tensor<96xf32>, tensor<64xf32>) {
  %s = prim.sum %x [0] : tensor<64x96xf32>
  %d = prim.mul %x, %z : tensor<64x96xf32>
  %m = prim.amax %d [1] : tensor<64x96xf32>
  return %s, %m : tensor<96xf32>, tensor<64xf32>
}

// -----

// siblings, shared: nor if they share none.
// CHECK-LABEL: func.func @none(
// CHECK-NEXT: %0 = loop.launch @{{.*}}_sum(%arg0)
// CHECK-NEXT: %1 = loop.launch @{{.*}}_amax(%arg0)
// CHECK-NEXT: return
func.func @none(%x: tensor<96xf32>, %z: tensor<64x96xf32>) -> (tensor<f32>, tensor<64xf32>) {
  %s = prim.sum %x [0] : tensor<96xf32>
  %b = prim.broadcast_in_dim %x [1] : tensor<96xf32> to tensor<64x96xf32>
  %m = prim.amax %b [1] : tensor<64x96xf32>
  return %s, %m : tensor<f32>, tensor<64xf32>
}

// -----

// siblings, acyclic: nor if one is made of the other.
// CHECK-LABEL: func.func @after(
// CHECK-NEXT: %0 = loop.launch @{{.*}}_sum(%arg0)
// CHECK-NEXT: %1:2 = loop.launch @{{.*}}_sort(%0)
// CHECK-NEXT: %2 = loop.launch @{{.*}}_amax(%arg0, %1#0)
// CHECK-NEXT: return
func.func @after(%x: tensor<64x96xf32>) -> (tensor<96xf32>, tensor<64xf32>) {
  %s = prim.sum %x [0] : tensor<64x96xf32>
  %o, %j = prim.sort %s dim 0 : tensor<96xf32>
  %ob = prim.broadcast_in_dim %o [1] : tensor<96xf32> to tensor<64x96xf32>
  %d = prim.mul %x, %ob : tensor<64x96xf32>
  %m = prim.amax %d [1] : tensor<64x96xf32>
  return %s, %m : tensor<96xf32>, tensor<64xf32>
}

// -----

// steps, aligned: a map that is read backwards.
// CHECK-LABEL: func.func @mirror(
// CHECK-NEXT: %0 = loop.launch @{{.*}}_exp(%arg0)
// CHECK-NEXT: %1 = loop.launch @{{.*}}_tanh(%0)
// CHECK-NEXT: return
func.func @mirror(%x: tensor<64x96xf32>) -> (tensor<64x96xf32>, tensor<64x96xf32>) {
  %a = prim.exp %x : tensor<64x96xf32>
  %r = prim.rev %a [0] : tensor<64x96xf32>
  %y = prim.tanh %r : tensor<64x96xf32>
  return %a, %y : tensor<64x96xf32>, tensor<64x96xf32>
}

// -----

// steps, once: a map whose elements are read many times.
// CHECK-LABEL: func.func @many(
// CHECK-NEXT: %0 = loop.launch @{{.*}}_exp(%arg0)
// CHECK-NEXT: %1 = loop.launch @{{.*}}_tanh(%0)
// CHECK-NEXT: return
func.func @many(%x: tensor<64xf32>) -> (tensor<64xf32>, tensor<64x96xf32>) {
  %a = prim.exp %x : tensor<64xf32>
  %r = prim.broadcast_in_dim %a [0] : tensor<64xf32> to tensor<64x96xf32>
  %y = prim.tanh %r : tensor<64x96xf32>
  return %a, %y : tensor<64xf32>, tensor<64x96xf32>
}

// -----

// steps, acyclic: maps with what is made of the first between.
// CHECK-LABEL: func.func @between(
// CHECK-NEXT: %0 = loop.launch @{{.*}}_exp(%arg0)
// CHECK-NEXT: %1:2 = loop.launch @{{.*}}_sort(%0)
// CHECK-NEXT: %2 = loop.launch @{{.*}}_mul(%1#0, %0)
// CHECK-NEXT: return
func.func @between(%x: tensor<64x96xf32>) -> (tensor<64x96xf32>, tensor<64x96xf32>) {
  %a = prim.exp %x : tensor<64x96xf32>
  %o, %j = prim.sort %a dim 1 : tensor<64x96xf32>
  %t = prim.tanh %a : tensor<64x96xf32>
  %y = prim.mul %t, %o : tensor<64x96xf32>
  return %a, %y : tensor<64x96xf32>, tensor<64x96xf32>
}

// -----

// rows, aligned: rows read backwards.
// CHECK-LABEL: func.func @backwards(
// CHECK-NEXT: %0 = loop.launch @{{.*}}_exp(%arg0)
// CHECK-NEXT: %1 = loop.launch @{{.*}}_sum(%0)
// CHECK-NEXT: return
func.func @backwards(%x: tensor<4x16xf32>) -> (tensor<4x16xf32>, tensor<4xf32>) {
  %m = prim.amax %x [1] : tensor<4x16xf32>
  %mb = prim.broadcast_in_dim %m [0] : tensor<4xf32> to tensor<4x16xf32>
  %d = prim.sub %x, %mb : tensor<4x16xf32>
  %e = prim.exp %d : tensor<4x16xf32>
  %o = prim.rev %e [0] : tensor<4x16xf32>
  %s = prim.sum %o [1] : tensor<4x16xf32>
  return %e, %s : tensor<4x16xf32>, tensor<4xf32>
}

// -----

// gathers, movable: what is gathered is computed from where it stands, counted
// from the end.
// CHECK-LABEL: loop.kernel private @{{.*}}_sum(
// CHECK: %[[E:.*]] = loop.map {{.*}} -> tensor<64x96xf32> {
// CHECK: loop.at %[[E]][
// CHECK-LABEL: func.func @counted(
// CHECK-NEXT: %0 = loop.launch @{{.*}}_sum(%arg1, %arg0)
// CHECK-NEXT: return
func.func @counted(%x: tensor<64x96xf32>, %i: tensor<8xi64>) -> (tensor<8xf32>) {
  %n = prim.iota 0 : i64, 1 : i64 : tensor<64xi64>
  %r = prim.rev %n [0] : tensor<64xi64>
  %f = prim.convert_element_type %r : tensor<64xi64> to tensor<64xf32>
  %b = prim.broadcast_in_dim %f [0] : tensor<64xf32> to tensor<64x96xf32>
  %e = prim.pow %x, %b : tensor<64x96xf32>
  %y = prim.index %e[%i] [0] : tensor<64x96xf32>, tensor<8xi64>
  %s = prim.sum %y [1] : tensor<8x96xf32>
  return %s : tensor<8xf32>
}

// -----

// inline, empty: what is gathered may have no element, and is read through a pad.
// CHECK-LABEL: loop.kernel private @{{.*}}_exp(
// CHECK: loop.map
// CHECK: loop.at %
// CHECK: loop.map {{.*}} else 0.0
// CHECK-LABEL: func.func @hollow(
// CHECK-NEXT: %0 = loop.launch @{{.*}}_exp(%arg0, %arg1)
// CHECK-NEXT: return
func.func @hollow(%x: tensor<?x96xf32, #tc.dims<[n, 96]>>, %i: tensor<64xi64>) -> (tensor<66x96xf32>) {
  %c = prim.constant dense<0.0> : tensor<f32>
  %y = prim.index %x[%i] [0] : tensor<?x96xf32, #tc.dims<[n, 96]>>, tensor<64xi64>
  %w = prim.pad %y, %c low <[1, 0]> high <[1, 0]> interior [0, 0] : tensor<64x96xf32>, tensor<f32> to tensor<66x96xf32>
  %e = prim.exp %w : tensor<66x96xf32>
  return %e : tensor<66x96xf32>
}

// -----

// epilogues, one: a kernel of two maps is no epilogue.
!x = tensor<64x64xf32>
loop.kernel private @two(%arg0: !x) -> (!x, !x) iters(i = 64, j = 64) {
  %0 = loop.map (i, j) reads(%x = %arg0[i, j] : !x) -> !x {
    %2 = prim.exp %x : f32
    loop.yield %2 : f32
  }
  %1 = loop.map (i, j) reads(%x = %arg0[i, j] : !x) -> !x {
    %2 = prim.tanh %x : f32
    loop.yield %2 : f32
  }
  loop.yield %0, %1 : !x, !x
}
// CHECK-LABEL: func.func @two_maps(
// CHECK-NEXT: %[[P:.*]] = loop.launch @{{.*}}_dot_general(%arg0, %arg1)
// CHECK-NEXT: loop.launch @two(%[[P]])
// CHECK-NEXT: return
func.func @two_maps(%a: !x, %b: !x) -> (!x, !x) {
  %p = prim.dot_general %a, %b batch [], [] contract [1], [0] : !x, !x
  %y:2 = loop.launch @two(%p) : (!x) -> (!x, !x)
  return %y#0, %y#1 : !x, !x
}

// -----

// remakes, one: nor is it made again in the epilogue of a product, not even where
// that reads one of its results alone.
!x = tensor<64x64xf32>
loop.kernel private @two(%arg0: !x) -> (!x, !x) iters(i = 64, j = 64) {
  %0 = loop.map (i, j) reads(%x = %arg0[i, j] : !x) -> !x {
    %2 = prim.neg %x : f32
    loop.yield %2 : f32
  }
  %1 = loop.map (i, j) reads(%x = %arg0[i, j] : !x) -> !x {
    %2 = prim.abs %x : f32
    loop.yield %2 : f32
  }
  loop.yield %0, %1 : !x, !x
}
// CHECK-LABEL: func.func @two_made(
// CHECK-NEXT: %[[Y:.*]]:2 = loop.launch @two(%arg2)
// CHECK-NEXT: loop.launch @{{.*}}_add(%[[Y]]#0, %arg0, %arg1)
// CHECK-NEXT: return
func.func @two_made(%a: !x, %b: !x, %x: !x) -> (!x, !x) {
  %y:2 = loop.launch @two(%x) : (!x) -> (!x, !x)
  %p = prim.dot_general %a, %b batch [], [] contract [1], [0] : !x, !x
  %z = prim.add %p, %y#0 : !x
  return %z, %y#1 : !x, !x
}

// -----

// remakes, maps: it is the product that reads each element once, not a map behind it.
!r = tensor<64xf32>
// CHECK-LABEL: func.func @vectors(
// CHECK-NEXT: %[[Y:.*]] = loop.launch @{{.*}}_abs(%arg0)
// CHECK-NEXT: loop.launch @{{.*}}_dot_general(%[[Y]], %arg1)
// CHECK-NEXT: return
func.func @vectors(%x: !r, %w: !r) -> tensor<f32> {
  %y = prim.abs %x : !r
  %d = prim.dot_general %y, %w batch [], [] contract [0], [0] : !r, !r
  return %d : tensor<f32>
}

// -----

// inline, product: a map does not become part of the product that reads it.
!r = tensor<64xf32>
// CHECK-LABEL: loop.kernel private @{{.*}}_exp(
// CHECK-NEXT: %[[M:.*]] = loop.map ({{.*}})
// CHECK-NEXT: prim.abs
// CHECK: loop.contract () over ([[I:.*]]) reads({{.*}} = %[[M]][[[I]]]
// CHECK-NEXT: loop.yield
// CHECK: prim.exp
// CHECK-LABEL: func.func @product_of_a_map(
loop.kernel private @product(%arg0: !r, %arg1: !r) -> tensor<f32> iters(i = 64) {
  %0 = loop.map (i) reads(%x = %arg0[i] : !r) -> !r {
    %2 = prim.abs %x : f32
    loop.yield %2 : f32
  }
  %1 = loop.contract () over (i) reads(%x = %0[i] : !r, %y = %arg1[i] : !r) -> tensor<f32> {
    loop.yield %x, %y : f32, f32
  }
  loop.yield %1 : tensor<f32>
}
func.func @product_of_a_map(%x: !r, %w: !r) -> tensor<f32> {
  %d = loop.launch @product(%x, %w) : (!r, !r) -> tensor<f32>
  %e = prim.exp %d : tensor<f32>
  return %e : tensor<f32>
}

// -----

// positions, within: the last is not an element, which is an error of the call.
// CHECK-LABEL: loop.kernel private @{{.*}}_transpose(
// CHECK: loop.at
func.func @beyond(%x: tensor<4x70xf32>) -> tensor<4x24xf32> {
  %i = prim.iota 1 : i64, 3 : i64 : tensor<24xi64>
  %y = prim.index %x[%i] [1] : tensor<4x70xf32>, tensor<24xi64>
  %z = prim.transpose %y [1, 0] : tensor<24x4xf32>
  return %z : tensor<4x24xf32>
}

// -----

// prologues, gathered: what is gathered as often as it has elements is
// not computed again there.
// CHECK-LABEL: func.func @several(
// CHECK-NEXT: loop.launch {{.*}} -> tensor<64x96xf32>
// CHECK-NEXT: loop.launch {{.*}} -> tensor<6144xf32>
// CHECK-NEXT: return
func.func @several(%x: tensor<64x96xf32>, %i: tensor<6144xi64>, %j: tensor<6144xi64>) -> (tensor<64x96xf32>, tensor<6144xf32>) {
  %e = prim.exp %x : tensor<64x96xf32>
  %f = prim.exp %e : tensor<64x96xf32>
  %y = prim.index %f[%i, %j] [0, 1] : tensor<64x96xf32>, tensor<6144xi64>, tensor<6144xi64>
  return %f, %y : tensor<64x96xf32>, tensor<6144xf32>
}

// -----

// views, copied: what lies in memory for a reshape is stored so by the product
// that makes it, and the sum reads it there.
// CHECK-LABEL: func.func @held(
// CHECK-NEXT: %0 = loop.launch @{{.*}}(%arg0, %arg1) {{.*}}-> tensor<4x6x5xf32>
// CHECK-NOT: _transpose
// CHECK: prim.reshape %0
// CHECK: return
func.func @held(%x: tensor<6x4x8xf32>, %w: tensor<6x8x5xf32>, %v: tensor<30x7xf32>) -> (tensor<4x7xf32>, tensor<6x5xf32>) {
  %0 = prim.dot_general %x, %w batch [0], [0] contract [2], [1] : tensor<6x4x8xf32>, tensor<6x8x5xf32>
  %1 = prim.transpose %0 [1, 0, 2] : tensor<6x4x5xf32>
  %2 = prim.reshape %1 : tensor<4x6x5xf32> to tensor<4x30xf32>
  %3 = prim.dot_general %2, %v batch [], [] contract [1], [0] : tensor<4x30xf32>, tensor<30x7xf32>
  %4 = prim.mul %1, %1 : tensor<4x6x5xf32>
  %5 = prim.sum %4 [0] : tensor<4x6x5xf32>
  return %3, %5 : tensor<4x7xf32>, tensor<6x5xf32>
}
