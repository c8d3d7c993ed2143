// A scan whose row a block's threads share: a point of each, combined along the
// lanes of a wave, then the waves' totals through shared memory.
// RUN: tc-opt %s --prim-expand-math --loop-to-gpu=target=cuda,tune=sm_90a | FileCheck %s
// What is expanded for the machine is still seen to change its sides.
// RUN: tc-compile %s --target=cuda --target-cpu=sm_90a --emit=ptx -o - | FileCheck %s --check-prefix=PTX
// PTX: shfl.sync.idx

!x = tensor<100xf32>

// CHECK: gpu.func @log_sum_exps
// CHECK: scf.for {{.*}} step %c64{{.*}} iter_args(%[[M:.*]] = %{{.*}}, %[[S:.*]] = %{{.*}}) -> (f32, f32)
// CHECK: %[[IN:.*]] = arith.cmpi slt
// CHECK: llvm.load
// CHECK: arith.select %[[IN]]
// CHECK: gpu.shuffle idx
// CHECK: gpu.barrier
// CHECK: llvm.store
// CHECK: gpu.barrier
// CHECK: llvm.load
// CHECK: gpu.shuffle idx
// CHECK: scf.if %[[IN]]
// CHECK: scf.yield
loop.kernel @log_sum_exps(%x: !x) -> (!x, !x) iters(i = 100) attributes {loop.schedule = {launches = [{threads = 64, body = [{for = ["i"], to = "thread", body = [{run = 0}]}]}]}} {
  %m, %s = loop.scan (i) along i [custom] reads(%a = %x[i] : !x) -> (!x, !x) {
    %one = prim.constant 1.0 : f32
    loop.yield %a, %one : f32, f32
  } combine [0xFF800000 : f32, 0.0 : f32] (%m0: f32, %s0: f32, %m1: f32, %s1: f32) {
    %one = prim.constant 1.0 : f32
    %most = prim.maximum %m0, %m1 : f32
    %least = prim.minimum %m0, %m1 : f32
    %gap = prim.sub %least, %most : f32
    %e = prim.exp %gap : f32
    %is0 = prim.eq %m0, %most : f32
    %is1 = prim.eq %m1, %most : f32
    %e0 = prim.where %is0, %one, %e : i1, f32
    %e1 = prim.where %is1, %one, %e : i1, f32
    %t0 = prim.mul %s0, %e0 : f32
    %t1 = prim.mul %s1, %e1 : f32
    %sum = prim.add %t0, %t1 : f32
    loop.yield %most, %sum : f32, f32
  }
  loop.yield %m, %s : !x, !x
}
func.func @main(%x: !x) -> (!x, !x) {
  %0:2 = loop.launch @log_sum_exps(%x) : (!x) -> (!x, !x)
  return %0#0, %0#1 : !x, !x
}
