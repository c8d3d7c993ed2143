// A kernel in which a stage reads what is joined is merged with no reader: what is
// joined would have to lie in memory.
// RUN: tc-opt %s --loop-fuse | FileCheck %s
// CHECK-COUNT-2: loop.launch
!x = tensor<4x8xf32>
loop.kernel private @k(%x: !x) -> tensor<8x8xf32> iters(i = 4, j = 8, r = 8) {
  %0 = loop.map (i, j) reads(%a = %x[i, j] : !x) -> !x {
    %y = prim.neg %a : f32
    loop.yield %y : f32
  }
  %1 = loop.map (i, j) reads(%a = %x[i, j] : !x) -> !x {
    %y = prim.exp %a : f32
    loop.yield %y : f32
  }
  %y = loop.join %0, %1 at [#tc.dims<[0, 0]>, #tc.dims<[4, 0]>] : (!x, !x) -> tensor<8x8xf32>
  %z = loop.map (r, j) reads(%a = %y[r, j] : tensor<8x8xf32>) -> tensor<8x8xf32> {
    %q = prim.abs %a : f32
    loop.yield %q : f32
  }
  loop.yield %z : tensor<8x8xf32>
}
loop.kernel private @pre(%x: !x) -> !x iters(i = 4, j = 8) {
  %0 = loop.map (i, j) reads(%a = %x[i, j] : !x) -> !x {
    %y = prim.sin %a : f32
    loop.yield %y : f32
  }
  loop.yield %0 : !x
}
loop.kernel private @post(%x: tensor<8x8xf32>) -> tensor<8x8xf32> iters(i = 8, j = 8) {
  %0 = loop.map (i, j) reads(%a = %x[i, j] : tensor<8x8xf32>) -> tensor<8x8xf32> {
    %y = prim.cos %a : f32
    loop.yield %y : f32
  }
  loop.yield %0 : tensor<8x8xf32>
}
func.func @main(%x: !x {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}}) -> tensor<8x8xf32> {
  %p = loop.launch @pre(%x) : (!x) -> !x
  %0 = loop.launch @k(%p) : (!x) -> tensor<8x8xf32>
  %1 = loop.launch @post(%0) : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}
