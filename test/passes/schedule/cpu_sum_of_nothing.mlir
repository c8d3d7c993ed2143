// A reduction that runs over no iterator, as autodiff makes them of symbolic
// sizes: it has no rows to walk.
// RUN: tc-opt %s --loop-schedule=target=x86-64-v3 | FileCheck %s
// CHECK: stages = [0, 1]
loop.kernel @k(%x: tensor<512x64xf32>) -> tensor<512x64xf32> iters(i = 512, j = 64) {
  %s = loop.reduce (i, j) over () [add] reads(%a = %x[i, j] : tensor<512x64xf32>) -> tensor<512x64xf32> {
    loop.yield %a : f32
  }
  %y = loop.map (i, j) reads(%a = %s[i, j] : tensor<512x64xf32>) -> tensor<512x64xf32> {
    %0 = prim.neg %a : f32
    loop.yield %0 : f32
  }
  loop.yield %y : tensor<512x64xf32>
}
