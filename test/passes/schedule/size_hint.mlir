// What size symbols are taken for where code depends on how large they are: long
// sums are cut in blocks, each with accumulators of its own (a loop in a loop).
// A schedule that does not say it means 256; a number of choosers is said.
// RUN: tc-opt %s --loop-schedule=target=x86-64-v3 -o %t.1 && tc-opt %t.1 --loop-schedule=target=x86-64-v3 | cmp - %t.1
// RUN: tc-opt %s --loop-to-cpu=target=x86-64-v3 -o %t.1 && FileCheck %s < %t.1
// RUN: env TC_NUMBERS=typical_size=100000 tc-opt %s --loop-to-cpu=target=x86-64-v3 | cmp - %t.1
// RUN: sed 's/ attributes {loop.schedule.*}} {/ {/' %s | env TC_NUMBERS=typical_size=100000 tc-opt --loop-schedule=target=x86-64-v3 | FileCheck %s --check-prefix=SAID
// RUN: sed 's/ attributes {loop.schedule.*}} {/ {/' %s | env TC_NUMBERS=typical_size=100000 tc-opt --loop-schedule=target=cuda,tune=sm_80 | FileCheck %s --check-prefix=SAID
// SAID-COUNT-2: size_hint = 100000
// CHECK: @short(
// CHECK-NOT: step %c1024_
// CHECK: @long(
// CHECK: step %c1024_
// CHECK: step %c8_
// CHECK: arith.addf
// CHECK: arith.addf
!x = tensor<64x?xf32, #tc.dims<[64, n]>>
loop.kernel @short(%x: !x) -> tensor<64xf32> iters(i = 64, j = n) attributes {loop.schedule = {phases = [{stages = [0], tasks = ["i"], vector = "j", lanes = 8}]}} {
  %s = loop.reduce (i) over (j) [add] reads(%a = %x[i, j] : !x) -> tensor<64xf32> {
    loop.yield %a : f32
  }
  loop.yield %s : tensor<64xf32>
}

loop.kernel @long(%x: !x) -> tensor<64xf32> iters(i = 64, j = n) attributes {loop.schedule = {phases = [{stages = [0], tasks = ["i"], vector = "j", lanes = 8}], size_hint = 100000 : i64}} {
  %s = loop.reduce (i) over (j) [add] reads(%a = %x[i, j] : !x) -> tensor<64xf32> {
    loop.yield %a : f32
  }
  loop.yield %s : tensor<64xf32>
}
