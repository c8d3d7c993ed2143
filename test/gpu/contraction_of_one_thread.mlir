// A launch by points that has no loops: one thread computes a whole contraction,
// as loops, whatever blocks of accumulators a CPU would have.
// RUN: tc-interpret %s --expect >%t.mlir
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %t.mlir --target=emulate --check --repeat=1

!x = tensor<6x4xf32>
!w = tensor<4x8xf32>
!y = tensor<6x8xf32>

module attributes {tc.version = "0.1"} {
  loop.kernel private @one(%x: !x, %w: !w) -> (!y, tensor<f32>) iters(i = 6, j = 8, k = 4) attributes {loop.schedule = {launches = [{body = [{run = 0}, {run = 1}], threads = 32}]}} {
    %y = loop.contract (i, j) over (k) reads(%a = %x[i, k] : !x, %b = %w[k, j] : !w) -> !y {
      loop.yield %a, %b : f32, f32
    }
    %s = loop.reduce () over (i, j) [max] reads(%a = %y[i, j] : !y) -> tensor<f32> {
      loop.yield %a : f32
    }
    loop.yield %y, %s : !y, tensor<f32>
  }
  func.func @main(%x: !x {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}},
                  %w: !w {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}}) -> (!y, tensor<f32>) {
    %0:2 = loop.launch @one(%x, %w) : (!x, !w) -> (!y, tensor<f32>)
    return %0#0, %0#1 : !y, tensor<f32>
  }
}
