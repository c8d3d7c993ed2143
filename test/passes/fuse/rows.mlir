// Reductions and what reads them over the same outer iterators: one kernel.
// RUN: tc-opt %s --split-input-file --prim-to-loop --loop-fuse | FileCheck %s

!x = tensor<64x128xf32>
!r = tensor<64xf32>

// CHECK-LABEL: loop.kernel private @{{k[0-9]+}}_div(
// CHECK-SAME: %[[ARG0:arg[0-9]+]]: {{.*}}iters(d0 = 64, d1 = 128)
// CHECK: %[[V0:[a-z0-9]+]] = loop.reduce (d0) over (d1) [max] reads(%[[ARG1:[a-z0-9]+]] = %[[ARG0]][d0, d1] : tensor<64x128xf32>) -> tensor<64xf32> {
// CHECK-NEXT: loop.yield %[[ARG1]] : f32
// CHECK: %[[V1:[a-z0-9]+]] = loop.map (d0, d1) reads(%[[ARG1:[a-z0-9]+]] = %[[ARG0]][d0, d1] : tensor<64x128xf32>, %[[ARG2:[a-z0-9]+]] = %[[V0]][d0] : tensor<64xf32>) -> tensor<64x128xf32> {
// CHECK-NEXT: %[[V4:[a-z0-9]+]] = prim.sub %[[ARG1]], %[[ARG2]] : f32
// CHECK-NEXT: %[[V5:[a-z0-9]+]] = prim.exp %[[V4]] : f32
// CHECK-NEXT: loop.yield %[[V5]] : f32
// CHECK: %[[V2:[a-z0-9]+]] = loop.reduce (d0) over (d1) [add] reads(%[[ARG1:[a-z0-9]+]] = %[[V1]][d0, d1] : tensor<64x128xf32>) -> tensor<64xf32> {
// CHECK-NEXT: loop.yield %[[ARG1]] : f32
// CHECK: %[[V3:[a-z0-9]+]] = loop.map (d0, d1) reads(%[[ARG1:[a-z0-9]+]] = %[[V1]][d0, d1] : tensor<64x128xf32>, %[[ARG2:[a-z0-9]+]] = %[[V2]][d0] : tensor<64xf32>) -> tensor<64x128xf32> {
// CHECK-NEXT: %[[V4:[a-z0-9]+]] = prim.div %[[ARG1]], %[[ARG2]] : f32
// CHECK-NEXT: loop.yield %[[V4]] : f32
// CHECK: loop.yield %[[V3]] : tensor<64x128xf32>
// CHECK: func.func @softmax_last(
// CHECK-NEXT: {{.*}} = loop.launch @{{k[0-9]+}}_div(
// CHECK-NEXT: return
func.func @softmax_last(%x: !x) -> !x {
  %m = prim.amax %x [1] : !x
  %mb = prim.broadcast_in_dim %m [0] : !r to !x
  %d = prim.sub %x, %mb : !x
  %e = prim.exp %d : !x
  %s = prim.sum %e [1] : !x
  %sb = prim.broadcast_in_dim %s [0] : !r to !x
  %y = prim.div %e, %sb : !x
  return %y : !x
}

// -----

!x = tensor<16x32x64xf32>
!r = tensor<16x64xf32>

// CHECK-LABEL: loop.kernel private @{{k[0-9]+}}_div(
// CHECK-SAME: %[[ARG0:arg[0-9]+]]: {{.*}}iters(d0 = 16, d1 = 32, d2 = 64)
// CHECK: %[[V0:[a-z0-9]+]] = loop.reduce (d0, d2) over (d1) [max] reads(%[[ARG1:[a-z0-9]+]] = %[[ARG0]][d0, d1, d2] : tensor<16x32x64xf32>) -> tensor<16x64xf32> {
// CHECK-NEXT: loop.yield %[[ARG1]] : f32
// CHECK: %[[V1:[a-z0-9]+]] = loop.map (d0, d1, d2) reads(%[[ARG1:[a-z0-9]+]] = %[[ARG0]][d0, d1, d2] : tensor<16x32x64xf32>, %[[ARG2:[a-z0-9]+]] = %[[V0]][d0, d2] : tensor<16x64xf32>) -> tensor<16x32x64xf32> {
// CHECK-NEXT: %[[V4:[a-z0-9]+]] = prim.sub %[[ARG1]], %[[ARG2]] : f32
// CHECK-NEXT: %[[V5:[a-z0-9]+]] = prim.exp %[[V4]] : f32
// CHECK-NEXT: loop.yield %[[V5]] : f32
// CHECK: %[[V2:[a-z0-9]+]] = loop.reduce (d0, d2) over (d1) [add] reads(%[[ARG1:[a-z0-9]+]] = %[[V1]][d0, d1, d2] : tensor<16x32x64xf32>) -> tensor<16x64xf32> {
// CHECK-NEXT: loop.yield %[[ARG1]] : f32
// CHECK: %[[V3:[a-z0-9]+]] = loop.map (d0, d1, d2) reads(%[[ARG1:[a-z0-9]+]] = %[[V1]][d0, d1, d2] : tensor<16x32x64xf32>, %[[ARG2:[a-z0-9]+]] = %[[V2]][d0, d2] : tensor<16x64xf32>) -> tensor<16x32x64xf32> {
// CHECK-NEXT: %[[V4:[a-z0-9]+]] = prim.div %[[ARG1]], %[[ARG2]] : f32
// CHECK-NEXT: loop.yield %[[V4]] : f32
// CHECK: loop.yield %[[V3]] : tensor<16x32x64xf32>
// CHECK: func.func @softmax_middle(
// CHECK-NEXT: {{.*}} = loop.launch @{{k[0-9]+}}_div(
// CHECK-NEXT: return
func.func @softmax_middle(%x: !x) -> !x {
  %m = prim.amax %x [1] : !x
  %mb = prim.broadcast_in_dim %m [0, 2] : !r to !x
  %d = prim.sub %x, %mb : !x
  %e = prim.exp %d : !x
  %s = prim.sum %e [1] : !x
  %sb = prim.broadcast_in_dim %s [0, 2] : !r to !x
  %y = prim.div %e, %sb : !x
  return %y : !x
}

// -----

!x = tensor<?x768xf32, #tc.dims<[n, 768]>>
!r = tensor<?xf32, #tc.dims<[n]>>
!w = tensor<768xf32>

// CHECK-LABEL: loop.kernel private @{{k[0-9]+}}_add(
// CHECK-SAME: %[[ARG0:arg[0-9]+]]: {{.*}}, %[[ARG1:arg[0-9]+]]: {{.*}}, %[[ARG2:arg[0-9]+]]: {{.*}}iters(d0 = n, d1 = 768)
// CHECK: %[[V0:[a-z0-9]+]] = loop.reduce (d0) over (d1) [add] reads(%[[ARG3:[a-z0-9]+]] = %[[ARG2]][d0, d1] : tensor<?x768xf32, #tc.dims<[n, 768]>>) -> tensor<?xf32, #tc.dims<[n]>> {
// CHECK-NEXT: loop.yield %[[ARG3]] : f32
// CHECK: %[[V1:[a-z0-9]+]] = loop.map (d0) reads(%[[ARG3:[a-z0-9]+]] = %[[V0]][d0] : tensor<?xf32, #tc.dims<[n]>>) -> tensor<?xf32, #tc.dims<[n]>> {
// CHECK-NEXT: %[[V5:[a-z0-9]+]] = prim.constant 7.680000e+02 : f32
// CHECK-NEXT: %[[V6:[a-z0-9]+]] = prim.div %[[ARG3]], %[[V5]] : f32
// CHECK-NEXT: loop.yield %[[V6]] : f32
// CHECK: %[[V2:[a-z0-9]+]] = loop.reduce (d0) over (d1) [add] reads(%[[ARG3:[a-z0-9]+]] = %[[ARG2]][d0, d1] : tensor<?x768xf32, #tc.dims<[n, 768]>>, %[[ARG4:[a-z0-9]+]] = %[[V1]][d0] : tensor<?xf32, #tc.dims<[n]>>) -> tensor<?xf32, #tc.dims<[n]>> {
// CHECK-NEXT: %[[V5:[a-z0-9]+]] = prim.sub %[[ARG3]], %[[ARG4]] : f32
// CHECK-NEXT: %[[V6:[a-z0-9]+]] = prim.sub %[[ARG3]], %[[ARG4]] : f32
// CHECK-NEXT: %[[V7:[a-z0-9]+]] = prim.mul %[[V6]], %[[V5]] : f32
// CHECK-NEXT: loop.yield %[[V7]] : f32
// CHECK: %[[V3:[a-z0-9]+]] = loop.map (d0) reads(%[[ARG3:[a-z0-9]+]] = %[[V2]][d0] : tensor<?xf32, #tc.dims<[n]>>) -> tensor<?xf32, #tc.dims<[n]>> {
// CHECK-NEXT: %[[V5:[a-z0-9]+]] = prim.constant 7.680000e+02 : f32
// CHECK-NEXT: %[[V6:[a-z0-9]+]] = prim.div %[[ARG3]], %[[V5]] : f32
// CHECK-NEXT: %[[V7:[a-z0-9]+]] = prim.constant 9.99999974E-6 : f32
// CHECK-NEXT: %[[V8:[a-z0-9]+]] = prim.add %[[V6]], %[[V7]] : f32
// CHECK-NEXT: %[[V9:[a-z0-9]+]] = prim.rsqrt %[[V8]] : f32
// CHECK-NEXT: loop.yield %[[V9]] : f32
// CHECK: %[[V4:[a-z0-9]+]] = loop.map (d0, d1) reads(%[[ARG3:[a-z0-9]+]] = %[[ARG0]][d1] : tensor<768xf32>, %[[ARG4:[a-z0-9]+]] = %[[ARG1]][d1] : tensor<768xf32>, %[[ARG5:[a-z0-9]+]] = %[[V3]][d0] : tensor<?xf32, #tc.dims<[n]>>, %[[ARG6:[a-z0-9]+]] = %[[ARG2]][d0, d1] : tensor<?x768xf32, #tc.dims<[n, 768]>>, %[[ARG7:[a-z0-9]+]] = %[[V1]][d0] : tensor<?xf32, #tc.dims<[n]>>) -> tensor<?x768xf32, #tc.dims<[n, 768]>> {
// CHECK-NEXT: %[[V5:[a-z0-9]+]] = prim.sub %[[ARG6]], %[[ARG7]] : f32
// CHECK-NEXT: %[[V6:[a-z0-9]+]] = prim.mul %[[V5]], %[[ARG5]] : f32
// CHECK-NEXT: %[[V7:[a-z0-9]+]] = prim.mul %[[V6]], %[[ARG4]] : f32
// CHECK-NEXT: %[[V8:[a-z0-9]+]] = prim.add %[[V7]], %[[ARG3]] : f32
// CHECK-NEXT: loop.yield %[[V8]] : f32
// CHECK: loop.yield %[[V4]] : tensor<?x768xf32, #tc.dims<[n, 768]>>
// CHECK: func.func @layer_norm(
// CHECK-NEXT: {{.*}} = loop.launch @{{k[0-9]+}}_add(
// CHECK-NEXT: return
func.func @layer_norm(%x: !x, %w: !w, %b: !w) -> !x {
  %c = prim.constant dense<768.0> : tensor<f32>
  %eps = prim.constant dense<1.0e-5> : tensor<f32>
  %cb = prim.broadcast_in_dim %c [] : tensor<f32> to !r
  %eb = prim.broadcast_in_dim %eps [] : tensor<f32> to !r
  %s = prim.sum %x [1] : !x
  %mean = prim.div %s, %cb : !r
  %mb = prim.broadcast_in_dim %mean [0] : !r to !x
  %d = prim.sub %x, %mb : !x
  %q = prim.mul %d, %d : !x
  %qs = prim.sum %q [1] : !x
  %var = prim.div %qs, %cb : !r
  %ve = prim.add %var, %eb : !r
  %rs = prim.rsqrt %ve : !r
  %rb = prim.broadcast_in_dim %rs [0] : !r to !x
  %n = prim.mul %d, %rb : !x
  %wb = prim.broadcast_in_dim %w [1] : !w to !x
  %nw = prim.mul %n, %wb : !x
  %bb = prim.broadcast_in_dim %b [1] : !w to !x
  %y = prim.add %nw, %bb : !x
  return %y : !x
}

// -----

!x = tensor<?x768xf32, #tc.dims<[n, 768]>>
!r = tensor<?xf32, #tc.dims<[n]>>
!w = tensor<768xf32>

// CHECK-LABEL: loop.kernel private @{{k[0-9]+}}_add(
// CHECK-SAME: %[[ARG0:arg[0-9]+]]: {{.*}}, %[[ARG1:arg[0-9]+]]: {{.*}}, %[[ARG2:arg[0-9]+]]: {{.*}}iters(d0 = n, d1 = 768)
// CHECK: %[[V0:[a-z0-9]+]] = loop.reduce (d0) over (d1) [add] reads(%[[ARG3:[a-z0-9]+]] = %[[ARG2]][d0, d1] : tensor<?x768xf32, #tc.dims<[n, 768]>>) -> tensor<?xf32, #tc.dims<[n]>> {
// CHECK-NEXT: %[[V3:[a-z0-9]+]] = prim.mul %[[ARG3]], %[[ARG3]] : f32
// CHECK-NEXT: loop.yield %[[V3]] : f32
// CHECK: %[[V1:[a-z0-9]+]] = loop.map (d0) reads(%[[ARG3:[a-z0-9]+]] = %[[V0]][d0] : tensor<?xf32, #tc.dims<[n]>>) -> tensor<?xf32, #tc.dims<[n]>> {
// CHECK-NEXT: %[[V3:[a-z0-9]+]] = prim.constant 7.680000e+02 : f32
// CHECK-NEXT: %[[V4:[a-z0-9]+]] = prim.div %[[ARG3]], %[[V3]] : f32
// CHECK-NEXT: %[[V5:[a-z0-9]+]] = prim.constant 9.99999974E-6 : f32
// CHECK-NEXT: %[[V6:[a-z0-9]+]] = prim.add %[[V4]], %[[V5]] : f32
// CHECK-NEXT: %[[V7:[a-z0-9]+]] = prim.rsqrt %[[V6]] : f32
// CHECK-NEXT: loop.yield %[[V7]] : f32
// CHECK: %[[V2:[a-z0-9]+]] = loop.map (d0, d1) reads(%[[ARG3:[a-z0-9]+]] = %[[ARG0]][d1] : tensor<768xf32>, %[[ARG4:[a-z0-9]+]] = %[[ARG1]][d1] : tensor<768xf32>, %[[ARG5:[a-z0-9]+]] = %[[ARG2]][d0, d1] : tensor<?x768xf32, #tc.dims<[n, 768]>>, %[[ARG6:[a-z0-9]+]] = %[[V1]][d0] : tensor<?xf32, #tc.dims<[n]>>) -> tensor<?x768xf32, #tc.dims<[n, 768]>> {
// CHECK-NEXT: %[[V3:[a-z0-9]+]] = prim.mul %[[ARG5]], %[[ARG6]] : f32
// CHECK-NEXT: %[[V4:[a-z0-9]+]] = prim.mul %[[V3]], %[[ARG4]] : f32
// CHECK-NEXT: %[[V5:[a-z0-9]+]] = prim.add %[[V4]], %[[ARG3]] : f32
// CHECK-NEXT: loop.yield %[[V5]] : f32
// CHECK: loop.yield %[[V2]] : tensor<?x768xf32, #tc.dims<[n, 768]>>
// CHECK: func.func @rms_norm(
// CHECK-NEXT: {{.*}} = loop.launch @{{k[0-9]+}}_add(
// CHECK-NEXT: return
func.func @rms_norm(%x: !x, %w: !w, %b: !w) -> !x {
  %c = prim.constant dense<768.0> : tensor<f32>
  %eps = prim.constant dense<1.0e-5> : tensor<f32>
  %cb = prim.broadcast_in_dim %c [] : tensor<f32> to !r
  %eb = prim.broadcast_in_dim %eps [] : tensor<f32> to !r
  %q = prim.mul %x, %x : !x
  %qs = prim.sum %q [1] : !x
  %var = prim.div %qs, %cb : !r
  %ve = prim.add %var, %eb : !r
  %rs = prim.rsqrt %ve : !r
  %rb = prim.broadcast_in_dim %rs [0] : !r to !x
  %n = prim.mul %x, %rb : !x
  %wb = prim.broadcast_in_dim %w [1] : !w to !x
  %nw = prim.mul %n, %wb : !x
  %bb = prim.broadcast_in_dim %b [1] : !w to !x
  %y = prim.add %nw, %bb : !x
  return %y : !x
}

// -----

// The log-softmax at the label of each row.
!x = tensor<64x1000xf32>
!r = tensor<64xf32>

// CHECK-LABEL: loop.kernel private @{{k[0-9]+}}_sub(
// CHECK-SAME: %[[ARG0:arg[0-9]+]]: {{.*}}, %[[ARG1:arg[0-9]+]]: {{.*}}iters(d0 = 64, d1 = 1000)
// CHECK: %[[V0:[a-z0-9]+]] = loop.reduce (d0) over (d1) [max] reads(%[[ARG2:[a-z0-9]+]] = %[[ARG1]][d0, d1] : tensor<64x1000xf32>) -> tensor<64xf32> {
// CHECK-NEXT: loop.yield %[[ARG2]] : f32
// CHECK: %[[V1:[a-z0-9]+]] = loop.reduce (d0) over (d1) [add] reads(%[[ARG2:[a-z0-9]+]] = %[[ARG1]][d0, d1] : tensor<64x1000xf32>, %[[ARG3:[a-z0-9]+]] = %[[V0]][d0] : tensor<64xf32>) -> tensor<64xf32> {
// CHECK-NEXT: %[[V4:[a-z0-9]+]] = prim.sub %[[ARG2]], %[[ARG3]] : f32
// CHECK-NEXT: %[[V5:[a-z0-9]+]] = prim.exp %[[V4]] : f32
// CHECK-NEXT: loop.yield %[[V5]] : f32
// CHECK: %[[V3:[a-z0-9]+]] = loop.map (d0) reads(%[[S:[a-z0-9]+]] = %[[V1]][d0] : tensor<64xf32>, %[[L:[a-z0-9]+]] = %[[ARG0]][d0] : tensor<64xi64>, %[[M:[a-z0-9]+]] = %[[V0]][d0] : tensor<64xf32>) -> tensor<64xf32> {
// CHECK-NEXT: %[[V4:[a-z0-9]+]] = loop.index <d0>
// CHECK-NEXT: %[[V5:[a-z0-9]+]] = loop.at %[[ARG1]][%[[V4]], %[[L]]] : tensor<64x1000xf32>
// CHECK-NEXT: %[[V6:[a-z0-9]+]] = prim.sub %[[V5]], %[[M]] : f32
// CHECK-NEXT: %[[V7:[a-z0-9]+]] = prim.log %[[S]] : f32
// CHECK-NEXT: %[[V8:[a-z0-9]+]] = prim.sub %[[V7]], %[[V6]] : f32
// CHECK-NEXT: loop.yield %[[V8]] : f32
// CHECK: loop.yield %[[V3]] : tensor<64xf32>
// CHECK: func.func @cross_entropy(
// CHECK-NEXT: {{.*}} = loop.launch @{{k[0-9]+}}_sub(
// CHECK-NEXT: return
func.func @cross_entropy(%x: !x, %label: tensor<64xi64>) -> !r {
  %m = prim.amax %x [1] : !x
  %mb = prim.broadcast_in_dim %m [0] : !r to !x
  %d = prim.sub %x, %mb : !x
  %e = prim.exp %d : !x
  %s = prim.sum %e [1] : !x
  %l = prim.log %s : !r
  %i = prim.iota 0 : i64, 1 : i64 : tensor<64xi64>
  %p = prim.index %d [%i, %label] [0, 1] : !x, tensor<64xi64>, tensor<64xi64>
  %y = prim.sub %l, %p : !r
  return %y : !r
}

// -----

// A word and its position, then a norm of their sum.
!x = tensor<32x128xf32>
!r = tensor<32xf32>

// CHECK-LABEL: loop.kernel private @{{k[0-9]+}}_mul(
// CHECK-SAME: %[[ARG0:arg[0-9]+]]: {{.*}}, %[[ARG1:arg[0-9]+]]: {{.*}}, %[[ARG2:arg[0-9]+]]: {{.*}}, %[[ARG3:arg[0-9]+]]: {{.*}}iters(d0 = 32, d1 = 128)
// CHECK: %[[V0:[a-z0-9]+]] = loop.map (d0, d1) reads(%[[ARG4:[a-z0-9]+]] = %[[ARG1]][d0] : tensor<32xi64>, %[[ARG5:[a-z0-9]+]] = %[[ARG3]][d0] : tensor<32xi64>) -> tensor<32x128xf32> {
// CHECK-NEXT: %[[V4:[a-z0-9]+]] = loop.index <d1>
// CHECK-NEXT: %[[V5:[a-z0-9]+]] = loop.at %[[ARG2]][%[[ARG5]], %[[V4]]] : tensor<64x128xf32>
// CHECK-NEXT: %[[V6:[a-z0-9]+]] = loop.index <d1>
// CHECK-NEXT: %[[V7:[a-z0-9]+]] = loop.at %[[ARG0]][%[[ARG4]], %[[V6]]] : tensor<1000x128xf32>
// CHECK-NEXT: %[[V8:[a-z0-9]+]] = prim.add %[[V7]], %[[V5]] : f32
// CHECK-NEXT: loop.yield %[[V8]] : f32
// CHECK: %[[V1:[a-z0-9]+]] = loop.reduce (d0) over (d1) [add] reads(%[[ARG4:[a-z0-9]+]] = %[[V0]][d0, d1] : tensor<32x128xf32>) -> tensor<32xf32> {
// CHECK-NEXT: %[[V4:[a-z0-9]+]] = prim.mul %[[ARG4]], %[[ARG4]] : f32
// CHECK-NEXT: loop.yield %[[V4]] : f32
// CHECK: %[[V2:[a-z0-9]+]] = loop.map (d0) reads(%[[ARG4:[a-z0-9]+]] = %[[V1]][d0] : tensor<32xf32>) -> tensor<32xf32> {
// CHECK-NEXT: %[[V4:[a-z0-9]+]] = prim.rsqrt %[[ARG4]] : f32
// CHECK-NEXT: loop.yield %[[V4]] : f32
// CHECK: %[[V3:[a-z0-9]+]] = loop.map (d0, d1) reads(%[[ARG4:[a-z0-9]+]] = %[[V0]][d0, d1] : tensor<32x128xf32>, %[[ARG5:[a-z0-9]+]] = %[[V2]][d0] : tensor<32xf32>) -> tensor<32x128xf32> {
// CHECK-NEXT: %[[V4:[a-z0-9]+]] = prim.mul %[[ARG4]], %[[ARG5]] : f32
// CHECK-NEXT: loop.yield %[[V4]] : f32
// CHECK: loop.yield %[[V3]] : tensor<32x128xf32>
// CHECK: func.func @embedding(
// CHECK-NEXT: {{.*}} = loop.launch @{{k[0-9]+}}_mul(
// CHECK-NEXT: return
func.func @embedding(%words: tensor<1000x128xf32>, %places: tensor<64x128xf32>,
                     %ids: tensor<32xi64>, %at: tensor<32xi64>) -> !x {
  %a = prim.index %words [%ids] [0] : tensor<1000x128xf32>, tensor<32xi64>
  %b = prim.index %places [%at] [0] : tensor<64x128xf32>, tensor<32xi64>
  %x = prim.add %a, %b : !x
  %q = prim.mul %x, %x : !x
  %s = prim.sum %q [1] : !x
  %rs = prim.rsqrt %s : !r
  %rb = prim.broadcast_in_dim %rs [0] : !r to !x
  %y = prim.mul %x, %rb : !x
  return %y : !x
}
