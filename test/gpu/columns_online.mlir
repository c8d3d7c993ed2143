// Columns whose exponentials are summed are read twice, and what lies between is
// stored nowhere: maximum and sum are one reduction. The variance of all elements
// of several dimensions reads them once. Infinities, NaN, and a column of -inf.
// RUN: tc-opt %s --tc-gpu --loop-schedule=target=cuda,tune=sm_90a | FileCheck %s
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %s --target=emulate --check --guard --repeat=1
// RUN: env TC_NUMBERS=gpu_kept_column=1000,gpu_online_percent=1000 tc-opt %s --tc-gpu --loop-schedule=target=cuda,tune=sm_90a | FileCheck %s --check-prefix=KEPT
!x = tensor<300x70xf32>
!k = tensor<300x70xi64>
!y = tensor<40x50x60xf32>
module attributes {tc.version = "0.1"} {
// CHECK: loop.kernel private @{{.*}}div(
// CHECK: loop.reduce (d1) over (d0) [custom]
// CHECK-NOT: loop.map (d0, d1)
// CHECK: %[[Y:.*]] = loop.map (d0, d1)
// CHECK: prim.exp
// CHECK: loop.yield %[[Y]]
// CHECK: loop.reduce () over (d0, d1, d2) [custom]
// KEPT: loop.reduce (d1) over (d0) [max]
// KEPT: loop.map (d0, d1)
// KEPT: loop.map (d0, d1)
func.func @main(%x: !x {tc.init = {kind = "uniform", mean = 0.0, std = 3.0, stream = 1}},
                %y: !y {tc.init = {kind = "uniform", mean = 5.0, std = 3.0, stream = 2}}) -> (!x, tensor<f32>) {
  %i0 = prim.iota 0 : i64, 1 : i64 : tensor<300xi64>
  %j0 = prim.iota 0 : i64, 1 : i64 : tensor<70xi64>
  %i = prim.broadcast_in_dim %i0 [0] : tensor<300xi64> to !k
  %j = prim.broadcast_in_dim %j0 [1] : tensor<70xi64> to !k
  %c5 = prim.constant dense<5> : !k
  %c6 = prim.constant dense<6> : !k
  %c7 = prim.constant dense<7> : !k
  %c8 = prim.constant dense<8> : !k
  %zero = prim.constant dense<0.0> : !x
  %low = prim.constant dense<0xFF800000> : !x
  %high = prim.constant dense<0x7F800000> : !x
  %nan = prim.constant dense<0x7FC00000> : !x
  %all = prim.eq %j, %c5 : !k
  %0 = prim.where %all, %low, %x : tensor<300x70xi1>, !x
  %row = prim.eq %i, %c7 : !k
  %at6 = prim.eq %j, %c6 : !k
  %one6 = prim.bitwise_and %row, %at6 : tensor<300x70xi1>
  %1 = prim.where %one6, %high, %0 : tensor<300x70xi1>, !x
  %at7 = prim.eq %j, %c7 : !k
  %one7 = prim.bitwise_and %row, %at7 : tensor<300x70xi1>
  %2 = prim.where %one7, %nan, %1 : tensor<300x70xi1>, !x
  %at8 = prim.eq %j, %c8 : !k
  %one8 = prim.bitwise_and %row, %at8 : tensor<300x70xi1>
  %3 = prim.where %one8, %low, %2 : tensor<300x70xi1>, !x
  %h = prim.cumsum %3 dim 0 : !x
  %m = prim.amax %h [0] : !x
  %mb = prim.broadcast_in_dim %m [1] : tensor<70xf32> to !x
  %d = prim.sub %h, %mb : !x
  %e = prim.exp %d : !x
  %s = prim.sum %e [0] : !x
  %sb = prim.broadcast_in_dim %s [1] : tensor<70xf32> to !x
  %r = prim.div %e, %sb : !x
  %t = prim.sum %y [0, 1, 2] : !y
  %nt = prim.constant dense<120000.0> : tensor<f32>
  %mean = prim.div %t, %nt : tensor<f32>
  %meanb = prim.broadcast_in_dim %mean [] : tensor<f32> to !y
  %dy = prim.sub %y, %meanb : !y
  %q = prim.mul %dy, %dy : !y
  %v = prim.sum %q [0, 1, 2] : !y
  return %r, %v : !x, tensor<f32>
}
}
