// What backward is given, and what it computes again.
// RUN: tc-opt %s --split-input-file --prim-autodiff --cse --prim-partition --cse | FileCheck %s

!a = tensor<?x8xf32, #tc.dims<[n, 8]>>
!h = tensor<?x16xf32, #tc.dims<[n, 16]>>
!w = tensor<8x16xf32>

// A product is saved, what is pointwise on it is not. Weights are read again.
// CHECK-LABEL: func.func @main.forward(
// CHECK-SAME: -> (tensor<f32>, tensor<?x16xf32, #tc.dims<[n, 16]>>)
// CHECK-SAME: tc.read_bytes = #tc.size<128*n>, tc.saved_bytes = #tc.size<64*n>
// CHECK: %[[P:.*]] = prim.dot_general
// CHECK: return %{{.*}}, %[[P]]
// CHECK-LABEL: func.func @main.backward(
// CHECK-SAME: %arg0: tensor<?x8xf32, #tc.dims<[n, 8]>> {fx.name = "argument.0", tc.argument = 0 : i64}
// CHECK-SAME: %arg1: tensor<?x16xf32, #tc.dims<[n, 16]>> {fx.name = "saved.1", tc.saved = 1 : i64}
// CHECK-SAME: -> (tensor<?x8xf32, #tc.dims<[n, 8]>> {fx.name = "gradient.0", tc.gradient = 0 : i64}, tensor<8x16xf32> {fx.name = "gradient.w", tc.gradient = @w})
// CHECK-DAG: prim.get_weight @w
// CHECK-DAG: prim.tanh %arg1
// CHECK: return
prim.weight @w : !w
func.func @main(%x: !a) -> tensor<f32> {
  %w = prim.get_weight @w : !w
  %0 = prim.dot_general %x, %w batch [], [] contract [1], [0] : !a, !w
  %1 = prim.tanh %0 : !h
  %2 = prim.mul %1, %1 : !h
  %y = prim.sum %2 [0, 1] : !h
  return %y : tensor<f32>
}

// -----

// What would need more bytes than it has is saved itself: the sum of three
// products.
!a = tensor<4x8xf32>
!w = tensor<8x8xf32>

// CHECK-LABEL: func.func @main.forward(
// CHECK-SAME: tc.saved_bytes = #tc.size<128>
// CHECK: %[[S:.*]] = prim.add %{{.*}}, %{{.*}}
// CHECK: %[[T:.*]] = prim.add %[[S]]
// CHECK: return %{{.*}}, %[[T]]
// CHECK-LABEL: func.func @main.backward(
// CHECK: prim.cos %arg{{[0-9]}}
func.func @main(%x: !a, %u: !w, %v: !w, %w: !w) -> tensor<f32> {
  %0 = prim.dot_general %x, %u batch [], [] contract [1], [0] : !a, !w
  %1 = prim.dot_general %x, %v batch [], [] contract [1], [0] : !a, !w
  %2 = prim.dot_general %x, %w batch [], [] contract [1], [0] : !a, !w
  %3 = prim.add %0, %1 : !a
  %4 = prim.add %3, %2 : !a
  %5 = prim.sin %4 : !a
  %y = prim.sum %5 [0, 1] : !a
  return %y : tensor<f32>
}

// -----

// The difference from a mean would be stored for backward alone: saved is the
// product, which forward stores anyway, and the mean, a few bytes more. Of a
// mean that is as large as half of it the difference is saved, and the sum of a
// product and a bias, which are one kernel.
!p = tensor<64x8xf32>
!q = tensor<64x2x8xf32>

// CHECK-LABEL: func.func @main.forward(
// CHECK: %[[A:.*]] = prim.dot_general
// CHECK: %[[M:.*]] = prim.sum %[[A]] [0]
// CHECK: %[[B:.*]] = prim.dot_general
// CHECK: %[[D:.*]] = prim.sub %{{.*}}, %{{.*}} : tensor<64x2x8xf32>
// CHECK: %[[C:.*]] = prim.dot_general
// CHECK: %[[BIASED:.*]] = prim.add %[[C]],
// CHECK: return %{{.*}}, %[[A]], %[[M]], %[[D]], %[[BIASED]] :
func.func @main(%x: !p, %u: tensor<8x8xf32>, %v: tensor<8x2x8xf32>, %w: tensor<8x8xf32>, %c: tensor<8x8xf32>) -> tensor<f32> {
  %0 = prim.dot_general %x, %u batch [], [] contract [1], [0] : !p, tensor<8x8xf32>
  %1 = prim.sum %0 [0] : !p
  %2 = prim.broadcast_in_dim %1 [1] : tensor<8xf32> to !p
  %3 = prim.sub %0, %2 : !p
  %4 = prim.sin %3 : !p
  %5 = prim.sum %4 [0, 1] : !p
  %6 = prim.dot_general %x, %v batch [], [] contract [1], [0] : !p, tensor<8x2x8xf32>
  %7 = prim.sum %6 [1] : !q
  %8 = prim.broadcast_in_dim %7 [0, 2] : !p to !q
  %9 = prim.sub %6, %8 : !q
  %10 = prim.sin %9 : !q
  %11 = prim.sum %10 [0, 1, 2] : !q
  %12 = prim.add %5, %11 : tensor<f32>
  %13 = prim.sum %c [0] : tensor<8x8xf32>
  %14 = prim.dot_general %x, %w batch [], [] contract [1], [0] : !p, tensor<8x8xf32>
  %15 = prim.broadcast_in_dim %13 [1] : tensor<8xf32> to !p
  %16 = prim.add %14, %15 : !p
  %17 = prim.sin %16 : !p
  %18 = prim.sum %17 [0, 1] : !p
  %19 = prim.add %12, %18 : tensor<f32>
  return %19 : tensor<f32>
}

// -----

// A result that backward reads is not kept twice; a weight and an argument that
// forward writes are.
!v = tensor<4xf32>

// CHECK-LABEL: func.func @main.forward(
// CHECK-SAME: -> (tensor<4xf32>, tensor<4xf32> {tc.ties = @state}, tensor<4xf32> {tc.ties = 1 : i64}, tensor<4xf32>, tensor<4xf32>)
// CHECK-SAME: tc.saved_bytes = #tc.size<32>
// CHECK-LABEL: func.func @main.backward(
// CHECK-SAME: tc.saved = 3 : i64
// CHECK-SAME: tc.saved = 4 : i64
// CHECK-SAME: tc.cotangent = 0 : i64
prim.weight @state : !v {mutated}
func.func @main(%x: !v, %k: !v)
    -> (!v, !v {tc.ties = @state}, !v {tc.ties = 1}) {
  %s = prim.get_weight @state : !v
  %0 = prim.mul %x, %s : !v
  %y = prim.mul %0, %k : !v
  %1 = prim.add %s, %x : !v
  %2 = prim.add %k, %x : !v
  return %y, %1, %2 : !v, !v, !v
}

// -----

// amax: backward reads the result itself.
!v = tensor<4xf32>
!w = tensor<4x4xf32>

// CHECK-LABEL: func.func @main.forward(
// CHECK-SAME: -> tensor<4xf32> attributes {tc.read_bytes = #tc.size<16>, tc.saved_bytes = #tc.size<0>}
// CHECK-LABEL: func.func @main.backward(
// CHECK-SAME: tc.saved = 0 : i64
// CHECK-SAME: tc.cotangent = 0 : i64
func.func @main(%x: !w) -> !v {
  %y = prim.amax %x [1] : !w
  return %y : !v
}

// -----

// What the function gives is there anyway: not computed again, and no bytes.
!a = tensor<4x8xf32>

// CHECK-LABEL: func.func @main.forward(
// CHECK-SAME: tc.saved_bytes = #tc.size<0>
// CHECK-LABEL: func.func @main.backward(
// CHECK-SAME: %arg0: tensor<4x8xf32> {fx.name = "saved.0", tc.saved = 0 : i64}, %arg1: tensor<4x8xf32> {fx.name = "cotangent.0"
// CHECK-NEXT: prim.mul %arg0, %arg0
// CHECK-NOT: prim.tanh
func.func @main(%x: !a) -> !a {
  %0 = prim.tanh %x : !a
  return %0 : !a
}

// -----

// What is computed again is computed where it is first read: the first tanh
// only once the gradient has come through the second.
!x = tensor<2x4x8xf32>
!w = tensor<2x8x8xf32>

// CHECK-LABEL: prim.weight @late_b
// CHECK-LABEL: func.func @main.forward(
// CHECK-LABEL: func.func @main.backward(
// CHECK: %[[U:.*]] = prim.tanh
// CHECK-NOT: prim.tanh
// CHECK: prim.mul %[[U]], %[[U]]
// CHECK: %[[D:.*]] = prim.dot_general
// CHECK: prim.tanh
// CHECK: return
prim.weight @late_a : !w
prim.weight @late_b : !w
func.func @main(%x: !x) -> tensor<f32> {
  %a = prim.get_weight @late_a : !w
  %b = prim.get_weight @late_b : !w
  %0 = prim.dot_general %x, %a batch [0], [0] contract [2], [1] : !x, !w
  %1 = prim.tanh %0 : !x
  %2 = prim.dot_general %1, %b batch [0], [0] contract [2], [1] : !x, !w
  %3 = prim.tanh %2 : !x
  %y = prim.sum %3 [0, 1, 2] : !x
  return %y : tensor<f32>
}

// -----

// On a GPU a factor of a product lies in memory for forward, and would have to
// for backward: it is saved, and what it is computed from as well, since its
// derivative reads that alone. A factor of a batch of products may be streamed.
!x = tensor<4x8xf32>
!w = tensor<8x8xf32>

// CHECK-LABEL: func.func @main.forward(
// CHECK: %[[A:.*]] = prim.dot_general
// CHECK: %[[E:.*]] = prim.sin %[[A]]
// CHECK: return %{{.*}}, %[[A]], %[[E]] :
// CHECK-LABEL: func.func @main.backward(
// CHECK-NOT: prim.sin
// CHECK: return
module attributes {tc.target = "cuda,tune=sm_90a"} {
func.func @main(%x: !x, %a: !w, %b: !w) -> tensor<4x8xf32> {
  %0 = prim.dot_general %x, %a batch [], [] contract [1], [0] : !x, !w
  %1 = prim.sin %0 : !x
  %2 = prim.dot_general %1, %b batch [], [] contract [1], [0] : !x, !w
  return %2 : !x
}
}

// -----

!x = tensor<2x4x8xf32>
!w = tensor<2x8x8xf32>

// CHECK-LABEL: func.func @main.forward(
// CHECK: %[[A:.*]] = prim.dot_general
// CHECK: return %{{[0-9]+}}, %[[A]] :
// CHECK-LABEL: func.func @main.backward(
// CHECK: prim.sin
// CHECK: return
module attributes {tc.target = "cuda,tune=sm_90a"} {
func.func @main(%x: !x, %a: !w, %b: !w) -> !x {
  %0 = prim.dot_general %x, %a batch [0], [0] contract [2], [1] : !x, !w
  %1 = prim.sin %0 : !x
  %2 = prim.dot_general %1, %b batch [0], [0] contract [2], [1] : !x, !w
  return %2 : !x
}
}

// -----

// A stream of residuals, each read again behind a product that comes later, is
// saved: computed again, the last would be the sum of all products.
!x = tensor<4x8xf32>
!w = tensor<8x8xf32>

// CHECK-LABEL: func.func @main.forward(
// CHECK: %[[R:.*]] = prim.add %arg0, %
// CHECK: %[[S:.*]] = prim.add %[[R]], %
// CHECK: return %{{[0-9]+}}, {{.*}}%[[R]], {{.*}}%[[S]]
// CHECK-LABEL: func.func @main.backward(
// CHECK-NOT: prim.add %arg0,
// CHECK: return
func.func @main(%x: !x, %a: !w, %b: !w) -> !x {
  %0 = prim.sin %x : !x
  %1 = prim.dot_general %0, %a batch [], [] contract [1], [0] : !x, !w
  %r = prim.add %x, %1 : !x
  %3 = prim.sin %r : !x
  %4 = prim.dot_general %3, %b batch [], [] contract [1], [0] : !x, !w
  %s = prim.add %r, %4 : !x
  %5 = prim.sin %s : !x
  %6 = prim.dot_general %5, %b batch [], [] contract [1], [0] : !x, !w
  %t = prim.add %s, %6 : !x
  return %t : !x
}

// -----

// What gradients read in fewer bytes is saved so: the positions of a max pool,
// which 16 bits have.
// CHECK-LABEL: module attributes {tc.target
// CHECK: func.func @main.forward(
// CHECK-SAME: -> (tensor<1x2x3x2xf32>, tensor<1x2x3x2xi16>)
// CHECK-SAME: tc.saved_bytes = #tc.size<24>
// CHECK: %{{.*}}, %[[I:.*]] = prim.max_pool
// CHECK: prim.convert_element_type %[[I]] : tensor<1x2x3x2xi64> to tensor<1x2x3x2xi16>
// CHECK: func.func @main.backward(
// CHECK-SAME: tensor<1x2x3x2xi16>
module attributes {tc.target = "cuda,tune=sm_90a"} {
func.func @main(%x: tensor<1x2x6x5xf32>) -> tensor<1x2x3x2xf32> {
  %y, %i = prim.max_pool %x window [3, 2] strides [2, 2] pad [1, 0]
    dilation [1, 1] : tensor<1x2x6x5xf32>
  return %y : tensor<1x2x3x2xf32>
}
}

// -----

// Of a product's sum that forward rounds the rounded is saved, of half the
// bytes; what is compared of it is compared again.
// CHECK-LABEL: prim.weight @rounded
// CHECK: func.func @main.forward(
// CHECK-SAME: -> (tensor<f32>, tensor<4x16xbf16>)
// CHECK-SAME: tc.saved_bytes = #tc.size<128>
// CHECK: func.func @main.backward(
// CHECK: prim.gt
// CHECK: prim.exp
// CHECK: return
!x = tensor<4x8xbf16>
!b = tensor<4x16xbf16>
!y = tensor<4x16xf32>
prim.weight @rounded : tensor<8x16xbf16>
func.func @main(%x: !x) -> tensor<f32> {
  %w = prim.get_weight @rounded : tensor<8x16xbf16>
  %zero = prim.constant dense<0.0> : tensor<f32>
  %z = prim.broadcast_in_dim %zero [] : tensor<f32> to !y
  %0 = prim.dot_general %x, %w batch [], [] contract [1], [0] {out = f32} : !x, tensor<8x16xbf16>
  %1 = prim.convert_element_type %0 : !y to !b
  %2 = prim.convert_element_type %1 : !b to !y
  %c = prim.gt %2, %z : !y
  %e = prim.exp %2 : !y
  %3 = prim.where %c, %2, %e : tensor<4x16xi1>, !y
  %y = prim.sum %3 [0, 1] : !y
  return %y : tensor<f32>
}
