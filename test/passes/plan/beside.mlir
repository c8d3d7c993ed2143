// Phases beside each other in one launch run in any order: a result does not take
// the memory of an argument that another of them reads elsewhere.
// RUN: tc-opt %s --loop-schedule=target=cuda,tune=sm_90a --loop-plan-memory | FileCheck %s
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %s --target=emulate --check --repeat=1

// CHECK: loop.kernel private @two(
// CHECK-SAME: for = ["p", "q"], step = 256 : i64, to = "grid"}, {body = {{.*}}for = ["i", "j"], step = 256 : i64, to = "grid"}], overlap
// CHECK: %[[V0:.*]]:2 = loop.launch @two(%arg0) {loop.places = [{result = 0 : i64}, {scratch = #tc.size<0>}]}
// CHECK-NEXT: loop.launch @main_copy0(%[[V0]]#1) {loop.places = [{input = 0 : i64}]}
module attributes {tc.version = "0.1"} {
  loop.kernel private @two(%a: tensor<96x128xf32>) -> (tensor<64x32xf32>, tensor<96x128xf32>) iters(p = 64, q = 32, i = 96, j = 128) {
    %0 = loop.map (p, q) reads(%v = %a[-p + 95, -q + 127] : tensor<96x128xf32>) -> tensor<64x32xf32> {
      loop.yield %v : f32
    }
    %1 = loop.map (i, j) reads(%v = %a[i, j] : tensor<96x128xf32>) -> tensor<96x128xf32> {
      %s = prim.mul %v, %v : f32
      loop.yield %s : f32
    }
    loop.yield %0, %1 : tensor<64x32xf32>, tensor<96x128xf32>
  }
  func.func @main(%a: tensor<96x128xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1 : i64}}) -> (tensor<64x32xf32>, tensor<96x128xf32> {tc.ties = 0}) {
    %0:2 = loop.launch @two(%a) : (tensor<96x128xf32>) -> (tensor<64x32xf32>, tensor<96x128xf32>)
    return %0#0, %0#1 : tensor<64x32xf32>, tensor<96x128xf32>
  }
}
