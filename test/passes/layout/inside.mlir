// RUN: tc-opt %s --split-input-file --loop-layout=inside | FileCheck %s

// What a kernel makes and reads again lies as all values of its sizes around it.

!x = tensor<2x16x6x5xf32>
#last = #tc.layout<order = [0, 2, 3, 1]>

// CHECK-LABEL: loop.kernel private @inside
// CHECK: loop.map (n, y, x, c) reads(%{{.*}} = %{{.*}}[n, c, y, x]
// CHECK-SAME: -> tensor<2x6x5x16xf32>
// CHECK: loop.reduce (c) over (n, y, x) [add] reads(%{{.*}} = %0[n, y, x, c] : tensor<2x6x5x16xf32>
// CHECK: loop.map (n, c, y, x) reads(%{{.*}} = %0[n, y, x, c] : tensor<2x6x5x16xf32>
// CHECK-SAME: -> tensor<2x16x6x5xf32>
loop.kernel private @inside(%a: !x) -> !x iters(n = 2, c = 16, y = 6, x = 5) {
  %0 = loop.map (n, c, y, x) reads(%e = %a[n, c, y, x] : !x) -> !x {
    %3 = prim.exp %e : f32
    loop.yield %3 : f32
  }
  %1 = loop.reduce (c) over (n, y, x) [add] reads(%e = %0[n, c, y, x] : !x) -> tensor<16xf32> {
    loop.yield %e : f32
  }
  %2 = loop.map (n, c, y, x) reads(%e = %0[n, c, y, x] : !x, %s = %1[c] : tensor<16xf32>) -> !x {
    %3 = prim.sub %e, %s : f32
    loop.yield %3 : f32
  }
  loop.yield %2 : !x
}

func.func @main(%a: !x {tc.layout = #last}) -> (!x {tc.layout = #last}) {
  %0 = loop.launch @inside(%a) : (!x) -> !x
  return %0 : !x
}

// -----

// Values around that lie differently say nothing; neither do a launch's own
// results change.

!x = tensor<2x16x6x5xf32>
#last = #tc.layout<order = [0, 2, 3, 1]>

// CHECK-LABEL: loop.kernel private @mixed
// CHECK: loop.map (n, c, y, x)
// CHECK-SAME: -> tensor<2x16x6x5xf32>
// CHECK-NOT: loop.map (n, y, x, c)
loop.kernel private @mixed(%a: !x, %b: !x) -> !x iters(n = 2, c = 16, y = 6, x = 5) {
  %0 = loop.map (n, c, y, x) reads(%e = %a[n, c, y, x] : !x, %f = %b[n, c, y, x] : !x) -> !x {
    %3 = prim.add %e, %f : f32
    loop.yield %3 : f32
  }
  %1 = loop.map (n, c, y, x) reads(%e = %0[n, c, y, x] : !x) -> !x {
    %3 = prim.exp %e : f32
    loop.yield %3 : f32
  }
  loop.yield %1 : !x
}

func.func @main(%a: !x {tc.layout = #last}, %b: !x) -> (!x {tc.layout = #last}) {
  %0 = loop.launch @mixed(%a, %b) : (!x, !x) -> !x
  return %0 : !x
}
