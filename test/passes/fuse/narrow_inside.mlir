// What a stage makes of halves is kept as halves between the stages of a
// kernel, too: both readers widen it.
// RUN: tc-opt %s --loop-fuse | FileCheck %s

!x = tensor<64x32xbf16>
!w = tensor<64x32xf32>

// CHECK: loop.map (i, j)
// CHECK-SAME: -> tensor<64x32xbf16>
// CHECK: loop.reduce (j) over (i) [add] reads(%[[A:.*]] = %0[i, j] : tensor<64x32xbf16>)
// CHECK-NEXT: %[[WIDE:.*]] = prim.convert_element_type %[[A]] : bf16 to f32
// CHECK-NEXT: loop.yield %[[WIDE]] : f32
// CHECK: loop.map (i, j) reads(%{{.*}} = %0[i, j] : tensor<64x32xbf16>
loop.kernel private @inside(%x: !x) -> !w iters(i = 64, j = 32) {
  %0 = loop.map (i, j) reads(%a = %x[i, j] : !x) -> !w {
    %3 = prim.exp %a : bf16
    %4 = prim.convert_element_type %3 : bf16 to f32
    loop.yield %4 : f32
  }
  %1 = loop.reduce (j) over (i) [add] reads(%a = %0[i, j] : !w) -> tensor<32xf32> {
    loop.yield %a : f32
  }
  %2 = loop.map (i, j) reads(%a = %0[i, j] : !w, %b = %1[j] : tensor<32xf32>) -> !w {
    %3 = prim.sub %a, %b : f32
    loop.yield %3 : f32
  }
  loop.yield %2 : !w
}

func.func @main(%x: !x) -> !w {
  %0 = loop.launch @inside(%x) : (!x) -> !w
  return %0 : !w
}
