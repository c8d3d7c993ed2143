// Statistics of long rows in one pass: maxima and sums of exponentials shifted by
// what is made of them, sums and squares of deviations from their mean.
// RUN: env TC_NUMBERS=gpu_online_percent=1,gpu_held_bytes=1 tc-opt %s --loop-online=target=cuda,tune=sm_90a | FileCheck %s
// RUN: env TC_NUMBERS=gpu_online_percent=1,gpu_held_bytes=1 tc-interpret %s --pipeline='loop-online{otherwise=cuda}' --same-as=reference | FileCheck %s --check-prefix=SAME
// Rows that shared memory keeps are left, and all of CPUs.
// RUN: tc-opt %s --loop-online=target=cuda,tune=sm_90a | FileCheck %s --check-prefix=LEFT
// RUN: env TC_NUMBERS=gpu_online_percent=1,gpu_held_bytes=1 tc-opt %s --loop-online=target=x86-64-v4 | FileCheck %s --check-prefix=LEFT
// LEFT-NOT: [custom]
// SAME-COUNT-6: same
// The rows are those of test/gpu/hard_rows.mlir.
!x = tensor<16x1301xf32>
!c = tensor<16xf32>
module attributes {tc.version = "0.1"} {
  loop.kernel private @hard(%x: !x) -> !x iters(i = 16, j = 1301) {
    %0 = loop.map (i, j) reads(%a = %x[i, j] : !x) -> !x {
      %j = loop.index <j>
      %f = prim.convert_element_type %j : i64 to f32
      %class = loop.index <i mod 8>
      %none = prim.constant 0xFF800000 : f32
      %all = prim.constant 0x7F800000 : f32
      %nan = prim.constant 0x7FC00000 : f32
      %c0 = prim.constant 0 : i64
      %c1 = prim.constant 1 : i64
      %c2 = prim.constant 2 : i64
      %c3 = prim.constant 3 : i64
      %c4 = prim.constant 4 : i64
      %c5 = prim.constant 5 : i64
      %c6 = prim.constant 6 : i64
      %c7 = prim.constant 7 : i64
      %first = prim.constant 5 : i64
      %hundred = prim.constant 100 : i64
      %last = prim.constant 1300 : i64
      %is0 = prim.eq %class, %c0 : i64
      %v0 = prim.where %is0, %none, %a : i1, f32
      %is1 = prim.eq %class, %c1 : i64
      %early = prim.lt %j, %hundred : i64
      %m1 = prim.where %early, %none, %a : i1, f32
      %v1 = prim.where %is1, %m1, %v0 : i1, f32
      %is2 = prim.eq %class, %c2 : i64
      %isFirst0 = prim.eq %j, %c0 : i64
      %m2 = prim.where %isFirst0, %a, %none : i1, f32
      %v2 = prim.where %is2, %m2, %v1 : i1, f32
      %is3 = prim.eq %class, %c3 : i64
      %isFirst = prim.eq %j, %first : i64
      %m3 = prim.where %isFirst, %all, %a : i1, f32
      %v3 = prim.where %is3, %m3, %v2 : i1, f32
      %is4 = prim.eq %class, %c4 : i64
      %isLast = prim.eq %j, %last : i64
      %m4 = prim.where %isLast, %all, %a : i1, f32
      %v4 = prim.where %is4, %m4, %v3 : i1, f32
      %is5 = prim.eq %class, %c5 : i64
      %m5 = prim.where %isLast, %nan, %none : i1, f32
      %v5 = prim.where %is5, %m5, %v4 : i1, f32
      %is6 = prim.eq %class, %c6 : i64
      %m6 = prim.add %a, %f : f32
      %v6 = prim.where %is6, %m6, %v5 : i1, f32
      %is7 = prim.eq %class, %c7 : i64
      %m7 = prim.sub %a, %f : f32
      %v7 = prim.where %is7, %m7, %v6 : i1, f32
      loop.yield %v7 : f32
    }
    loop.yield %0 : !x
  }
  // CHECK-LABEL: loop.kernel private @softmax
  // CHECK: %[[P:.*]]:2 = loop.reduce (i) over (j) [custom] reads(%[[A:.*]] = %arg0[i, j] : {{.*}}) -> (tensor<16xf32>, tensor<16xf32>) {
  // CHECK-NEXT: %[[ONE:.*]] = prim.constant 1.0
  // CHECK-NEXT: loop.yield %[[A]], %[[ONE]] : f32, f32
  // CHECK-NEXT: } combine [0xFF800000 : f32, 0.000000e+00 : f32] (%[[M0:.*]]: f32, %[[S0:.*]]: f32, %[[M1:.*]]: f32, %[[S1:.*]]: f32) {
  // CHECK: prim.exp %{{.*}} {tc.absolute} : f32
  // CHECK: prim.maximum %[[M0]], %[[M1]] : f32
  // CHECK: loop.yield
  // CHECK: %[[S:.*]] = loop.map (i) reads(%[[M:.*]] = %[[P]]#0[i] : {{.*}}, %[[T:.*]] = %[[P]]#1[i] : {{.*}}, %[[H:.*]] = %[[P]]#0[i]
  // CHECK-NEXT: %[[D:.*]] = prim.sub %[[M]], %[[H]] : f32
  // CHECK-NEXT: prim.exp %[[D]] : f32
  // CHECK: loop.map (i, j) reads(%{{.*}} = %arg0[i, j] : {{.*}}, %{{.*}} = %[[P]]#0[i] : {{.*}}, %{{.*}} = %[[S]][i]
  loop.kernel private @softmax(%x: !x) -> (!x, !c) iters(i = 16, j = 1301) {
    %m = loop.reduce (i) over (j) [max] reads(%a = %x[i, j] : !x) -> !c {
      loop.yield %a : f32
    }
    %s = loop.reduce (i) over (j) [add] reads(%a = %x[i, j] : !x, %b = %m[i] : !c) -> !c {
      %0 = prim.sub %a, %b : f32
      %1 = prim.exp %0 : f32
      loop.yield %1 : f32
    }
    %y = loop.map (i, j) reads(%a = %x[i, j] : !x, %b = %m[i] : !c, %c = %s[i] : !c) -> !x {
      %0 = prim.sub %a, %b : f32
      %1 = prim.exp %0 : f32
      %2 = prim.div %1, %c : f32
      loop.yield %2 : f32
    }
    loop.yield %y, %s : !x, !c
  }
  // What is subtracted may be a map of the maximum.
  // CHECK-LABEL: loop.kernel private @log_sum_exp
  // CHECK: %[[P:.*]]:2 = loop.reduce (i) over (j) [custom]
  // CHECK: %[[H:.*]] = loop.map (i) reads(%{{.*}} = %[[P]]#0[i]
  // CHECK: loop.map (i) reads(%[[M:.*]] = %[[P]]#0[i] : {{.*}}, %{{.*}} = %[[P]]#1[i] : {{.*}}, %[[L:.*]] = %[[H]][i]
  // CHECK-NEXT: prim.sub %[[M]], %[[L]] : f32
  loop.kernel private @log_sum_exp(%x: !x) -> (!c, !c) iters(i = 16, j = 1301) {
    %m = loop.reduce (i) over (j) [max] reads(%a = %x[i, j] : !x) -> !c {
      loop.yield %a : f32
    }
    %h = loop.map (i) reads(%a = %m[i] : !c) -> !c {
      %0 = prim.abs %a : f32
      %1 = prim.constant 0x7F800000 : f32
      %2 = prim.eq %0, %1 : f32
      %3 = prim.constant 0.0 : f32
      %4 = prim.where %2, %3, %a : i1, f32
      loop.yield %4 : f32
    }
    %s = loop.reduce (i) over (j) [add] reads(%a = %x[i, j] : !x, %b = %h[i] : !c) -> !c {
      %0 = prim.sub %a, %b : f32
      %1 = prim.exp %0 : f32
      loop.yield %1 : f32
    }
    loop.yield %s, %m : !c, !c
  }
  // Squares of deviations: counts, means and squares of parts are merged. The sum
  // stays.
  // CHECK-LABEL: loop.kernel private @variance
  // CHECK: %[[P:.*]]:3 = loop.reduce (i) over (j) [custom] reads(%[[A:.*]] = %arg0[i, j] : {{.*}}) -> (tensor<16xf32>, tensor<16xf32>, tensor<16xf32>) {
  // CHECK: loop.yield %{{.*}}, %[[A]], %{{.*}} : f32, f32, f32
  // CHECK-NEXT: } combine [0.000000e+00 : f32, 0.000000e+00 : f32, 0.000000e+00 : f32]
  // CHECK: %[[S:.*]] = loop.reduce (i) over (j) [add]
  // CHECK: %[[M:.*]] = loop.map (i) reads(%{{.*}} = %[[S]][i]
  // CHECK: loop.map (i) reads(%[[N:.*]] = %[[P]]#0[i] : {{.*}}, %[[O:.*]] = %[[P]]#1[i] : {{.*}}, %[[Q:.*]] = %[[P]]#2[i] : {{.*}}, %[[C:.*]] = %[[M]][i]
  // CHECK-NEXT: %[[D:.*]] = prim.sub %[[O]], %[[C]] : f32
  // CHECK-NEXT: %[[E:.*]] = prim.mul %[[D]], %[[D]] : f32
  // CHECK-NEXT: %[[F:.*]] = prim.mul %[[E]], %[[N]] : f32
  // CHECK-NEXT: prim.add %[[Q]], %[[F]] : f32
  loop.kernel private @variance(%x: !x) -> (!c, !c) iters(i = 16, j = 1301) {
    %s = loop.reduce (i) over (j) [add] reads(%a = %x[i, j] : !x) -> !c {
      loop.yield %a : f32
    }
    %m = loop.map (i) reads(%a = %s[i] : !c) -> !c {
      %n = prim.constant 1301.0 : f32
      %0 = prim.div %a, %n : f32
      loop.yield %0 : f32
    }
    %q = loop.reduce (i) over (j) [add] reads(%a = %x[i, j] : !x, %b = %m[i] : !c) -> !c {
      %d = prim.sub %a, %b : f32
      %0 = prim.mul %d, %d : f32
      loop.yield %0 : f32
    }
    loop.yield %s, %q : !c, !c
  }
  // Another maximum, one of other terms, an ordered sum, what differs along the
  // row: none of them.
  // CHECK-LABEL: loop.kernel private @others
  // CHECK-NOT: [custom]
  // CHECK: loop.yield {{.*}} : tensor<16xf32>, tensor<16xf32>, tensor<16xf32>
  loop.kernel private @others(%x: !x, %y: !x) -> (!c, !c, !c) iters(i = 16, j = 1301) {
    %m = loop.reduce (i) over (j) [max] reads(%a = %y[i, j] : !x) -> !c {
      loop.yield %a : f32
    }
    %0 = loop.reduce (i) over (j) [add] reads(%a = %x[i, j] : !x, %b = %m[i] : !c) -> !c {
      %d = prim.sub %a, %b : f32
      %e = prim.exp %d : f32
      loop.yield %e : f32
    }
    %1 = loop.reduce (i) over (j) [add] reads(%a = %y[i, j] : !x, %b = %m[i] : !c) -> !c attributes {ordered} {
      %d = prim.sub %a, %b : f32
      %e = prim.exp %d : f32
      loop.yield %e : f32
    }
    %2 = loop.reduce (i) over (j) [add] reads(%a = %y[i, j] : !x, %b = %x[i, j] : !x) -> !c {
      %d = prim.sub %a, %b : f32
      %e = prim.exp %d : f32
      loop.yield %e : f32
    }
    loop.yield %0, %1, %2 : !c, !c, !c
  }
  // Levels that no infinite element of the row makes infinite: another row's
  // mean, an argument, the sum times a negative number or by an argument.
  // CHECK-LABEL: loop.kernel private @levels
  // CHECK-NOT: [custom]
  // CHECK: loop.yield {{.*}} : tensor<16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16xf32>
  loop.kernel private @levels(%x: !x, %y: !c) -> (!c, !c, !c, !c) iters(i = 16, j = 1301) {
    %s = loop.reduce (i) over (j) [add] reads(%a = %x[i, j] : !x) -> !c {
      loop.yield %a : f32
    }
    %0 = loop.reduce (i) over (j) [add] reads(%a = %x[i, j] : !x, %b = %s[-i + 15] : !c) -> !c {
      %n = prim.constant 1301.0 : f32
      %m = prim.div %b, %n : f32
      %d = prim.sub %a, %m : f32
      %e = prim.mul %d, %d : f32
      loop.yield %e : f32
    }
    %1 = loop.reduce (i) over (j) [add] reads(%a = %x[i, j] : !x, %b = %y[i] : !c) -> !c {
      %d = prim.sub %a, %b : f32
      %e = prim.mul %d, %d : f32
      loop.yield %e : f32
    }
    %2 = loop.reduce (i) over (j) [add] reads(%a = %x[i, j] : !x, %b = %s[i] : !c) -> !c {
      %n = prim.constant -1.0 : f32
      %m = prim.mul %b, %n : f32
      %d = prim.sub %a, %m : f32
      %e = prim.mul %d, %d : f32
      loop.yield %e : f32
    }
    %3 = loop.reduce (i) over (j) [add] reads(%a = %x[i, j] : !x, %b = %s[i] : !c, %c = %y[i] : !c) -> !c {
      %m = prim.div %b, %c : f32
      %d = prim.sub %a, %m : f32
      %e = prim.mul %d, %d : f32
      loop.yield %e : f32
    }
    loop.yield %0, %1, %2, %3 : !c, !c, !c, !c
  }
  loop.kernel private @two_pass_softmax(%x: !x) -> (!x, !c) iters(i = 16, j = 1301) attributes {loop.schedule = {}} {
    %m = loop.reduce (i) over (j) [max] reads(%a = %x[i, j] : !x) -> !c {
      loop.yield %a : f32
    }
    %s = loop.reduce (i) over (j) [add] reads(%a = %x[i, j] : !x, %b = %m[i] : !c) -> !c {
      %0 = prim.sub %a, %b : f32
      %1 = prim.exp %0 : f32
      loop.yield %1 : f32
    }
    %y = loop.map (i, j) reads(%a = %x[i, j] : !x, %b = %m[i] : !c, %c = %s[i] : !c) -> !x {
      %0 = prim.sub %a, %b : f32
      %1 = prim.exp %0 : f32
      %2 = prim.div %1, %c : f32
      loop.yield %2 : f32
    }
    loop.yield %y, %s : !x, !c
  }
  loop.kernel private @two_pass_log_sum_exp(%x: !x) -> (!c, !c) iters(i = 16, j = 1301) attributes {loop.schedule = {}} {
    %m = loop.reduce (i) over (j) [max] reads(%a = %x[i, j] : !x) -> !c {
      loop.yield %a : f32
    }
    %h = loop.map (i) reads(%a = %m[i] : !c) -> !c {
      %0 = prim.abs %a : f32
      %1 = prim.constant 0x7F800000 : f32
      %2 = prim.eq %0, %1 : f32
      %3 = prim.constant 0.0 : f32
      %4 = prim.where %2, %3, %a : i1, f32
      loop.yield %4 : f32
    }
    %s = loop.reduce (i) over (j) [add] reads(%a = %x[i, j] : !x, %b = %h[i] : !c) -> !c {
      %0 = prim.sub %a, %b : f32
      %1 = prim.exp %0 : f32
      loop.yield %1 : f32
    }
    loop.yield %s, %m : !c, !c
  }
  loop.kernel private @two_pass_variance(%x: !x) -> (!c, !c) iters(i = 16, j = 1301) attributes {loop.schedule = {}} {
    %s = loop.reduce (i) over (j) [add] reads(%a = %x[i, j] : !x) -> !c {
      loop.yield %a : f32
    }
    %m = loop.map (i) reads(%a = %s[i] : !c) -> !c {
      %n = prim.constant 1301.0 : f32
      %0 = prim.div %a, %n : f32
      loop.yield %0 : f32
    }
    %q = loop.reduce (i) over (j) [add] reads(%a = %x[i, j] : !x, %b = %m[i] : !c) -> !c {
      %d = prim.sub %a, %b : f32
      %0 = prim.mul %d, %d : f32
      loop.yield %0 : f32
    }
    loop.yield %s, %q : !c, !c
  }
  func.func @main(%x: !x {tc.init = {kind = "uniform", mean = 0.0, std = 2.0, stream = 1}}) -> (!x, !c, !c, !c, !c, !c) {
    %0 = loop.launch @hard(%x) : (!x) -> !x
    %y, %s = loop.launch @softmax(%0) : (!x) -> (!x, !c)
    %l, %m = loop.launch @log_sum_exp(%0) : (!x) -> (!c, !c)
    %t, %q = loop.launch @variance(%0) : (!x) -> (!c, !c)
    return %y, %s, %l, %m, %t, %q : !x, !c, !c, !c, !c, !c
  }
  func.func @reference(%x: !x {tc.init = {kind = "uniform", mean = 0.0, std = 2.0, stream = 1}}) -> (!x, !c, !c, !c, !c, !c) {
    %0 = loop.launch @hard(%x) : (!x) -> !x
    %y, %s = loop.launch @two_pass_softmax(%0) : (!x) -> (!x, !c)
    %l, %m = loop.launch @two_pass_log_sum_exp(%0) : (!x) -> (!c, !c)
    %t, %q = loop.launch @two_pass_variance(%0) : (!x) -> (!c, !c)
    return %y, %s, %l, %m, %t, %q : !x, !c, !c, !c, !c, !c
  }
}
