// A kernel that two launches have stays as it is: merging changes it, or takes it
// away.
// RUN: tc-opt %s --loop-fuse | FileCheck %s
// RUN: tc-run %s --check --repeat=1
// CHECK: loop.kernel @k
// CHECK: %[[A:.*]] = loop.launch @k(%{{.*}})
// CHECK-NEXT: %[[B:.*]] = loop.launch @k(%[[A]])
// CHECK-NEXT: return %[[B]]
!x = tensor<64xf32>
module attributes {tc.version = "0.1"} {
  loop.kernel @k(%x: !x) -> !x iters(i = 64) {
    %y = loop.map (i) reads(%a = %x[i] : !x) -> !x {
      %0 = prim.exp %a : f32
      loop.yield %0 : f32
    }
    loop.yield %y : !x
  }
  func.func @main(%x: !x {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}}) -> !x {
    %0 = loop.launch @k(%x) : (!x) -> !x
    %1 = loop.launch @k(%0) : (!x) -> !x
    return %1 : !x
  }
}
