// Maps of other iterators that read nothing of each other run beside each other:
// their blocks are one launch. A copy whose read steps over few elements has as
// many points a thread, which it loads before it stores.
// RUN: tc-opt %s --loop-schedule=target=cuda,tune=sm_90a -o %t.1 && FileCheck %s < %t.1
// RUN: tc-opt %t.1 --loop-schedule=target=cuda,tune=sm_90a -o %t.2 && cmp %t.1 %t.2
// RUN: tc-opt %t.1 --loop-to-gpu=target=cuda,tune=sm_90a | FileCheck %s --check-prefix=CODE
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %s --target=emulate --check --repeat=1
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so TC_NUMBERS=gpu_ahead_words=1 tc-run %s --target=emulate --check --repeat=1
// CHECK: loop.kernel private @copies
// CHECK-SAME: launches = [{body = [{body = {{.*}}, for = ["o", "y", "x", "i"], step = 2304 : i64, to = "grid"}, {body = {{.*}}[{run = 1 : i64}, {run = 3 : i64}]{{.*}}, for = ["n"], step = 256 : i64, to = "grid"}, {body = {{.*}}, for = ["p", "y", "x", "q"], step = 2304 : i64, to = "grid"}], load_words = 64 : i64, overlap = "dependent", threads = 256 : i64}]
// CODE: gpu.func @copies
// CODE-SAME: loop.blocks = #tc.size<16>
// CODE: arith.cmpi ult
// CODE-COUNT-9: llvm.load
// CODE-COUNT-9: llvm.store
// CODE: arith.cmpi ult
// CODE-COUNT-2: llvm.load
// CODE-COUNT-2: llvm.store
// CODE: arith.cmpi ult
// CODE-NOT: gpu.func
module attributes {tc.version = "0.1"} {
  loop.kernel private @copies(%a: tensor<64x32x3x3xbf16>, %b: tensor<300xf32>, %c: tensor<32x48x3x3xbf16>, %d: tensor<300xf32>) -> (tensor<64x32x3x3xbf16> {tc.layout = #tc.layout<order = [0, 2, 3, 1]>}, tensor<300xf32>, tensor<32x48x3x3xbf16> {tc.layout = #tc.layout<order = [0, 2, 3, 1]>}, tensor<300xf32>) iters(o = 64, i = 32, y = 3, x = 3, n = 300, p = 32, q = 48) {
    %0 = loop.map (o, i, y, x) reads(%v = %a[o, i, y, x] : tensor<64x32x3x3xbf16>) -> tensor<64x32x3x3xbf16> {
      loop.yield %v : bf16
    }
    %1 = loop.map (n) reads(%v = %b[n] : tensor<300xf32>) -> tensor<300xf32> {
      %s = prim.neg %v : f32
      loop.yield %s : f32
    }
    %2 = loop.map (p, q, y, x) reads(%v = %c[p, q, y, x] : tensor<32x48x3x3xbf16>) -> tensor<32x48x3x3xbf16> {
      loop.yield %v : bf16
    }
    %3 = loop.map (n) reads(%v = %1[n] : tensor<300xf32>, %w = %d[n] : tensor<300xf32>) -> tensor<300xf32> {
      %s = prim.mul %v, %w : f32
      loop.yield %s : f32
    }
    loop.yield %0, %1, %2, %3 : tensor<64x32x3x3xbf16>, tensor<300xf32>, tensor<32x48x3x3xbf16>, tensor<300xf32>
  }
  func.func @main(%a: tensor<64x32x3x3xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1 : i64}}, %b: tensor<300xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2 : i64}}, %c: tensor<32x48x3x3xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3 : i64}}, %d: tensor<300xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 4 : i64}}) -> (tensor<64x32x3x3xbf16> {tc.layout = #tc.layout<order = [0, 2, 3, 1]>}, tensor<300xf32>, tensor<32x48x3x3xbf16> {tc.layout = #tc.layout<order = [0, 2, 3, 1]>}, tensor<300xf32>) {
    %0:4 = loop.launch @copies(%a, %b, %c, %d) : (tensor<64x32x3x3xbf16>, tensor<300xf32>, tensor<32x48x3x3xbf16>, tensor<300xf32>) -> (tensor<64x32x3x3xbf16>, tensor<300xf32>, tensor<32x48x3x3xbf16>, tensor<300xf32>)
    return %0#0, %0#1, %0#2, %0#3 : tensor<64x32x3x3xbf16>, tensor<300xf32>, tensor<32x48x3x3xbf16>, tensor<300xf32>
  }
}
