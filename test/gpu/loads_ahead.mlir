// What the stages of a point load stands before the first of them stores, as
// far as the schedule says (load_words, gpu_ahead_words); the values that they make do not.
// RUN: tc-opt %s --loop-to-gpu=target=cuda,tune=sm_90a | FileCheck %s
// RUN: env TC_NUMBERS=gpu_ahead_words=2 tc-opt %s --loop-to-gpu=target=cuda,tune=sm_90a | FileCheck %s --check-prefix=FEW
// RUN: env TC_NUMBERS=gpu_ahead_words=1 tc-opt %s --loop-to-gpu=target=cuda,tune=sm_90a | FileCheck %s --check-prefix=NONE
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %s --target=emulate --check --repeat=1
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so TC_NUMBERS=gpu_ahead_words=2 tc-run %s --target=emulate --check --repeat=1

!v = tensor<300xf32>
module attributes {tc.version = "0.1"} {
  // CHECK-LABEL: gpu.func @scales
  // CHECK-COUNT-4: llvm.load
  // CHECK-NOT: llvm.load
  // CHECK-COUNT-3: llvm.store
  // CHECK-NOT: llvm.load
  // CHECK: gpu.return
  // FEW-LABEL: gpu.func @scales
  // FEW-COUNT-2: llvm.load
  // FEW: llvm.store
  // FEW-COUNT-2: llvm.load
  // FEW-NOT: llvm.load
  // FEW-COUNT-2: llvm.store
  // FEW: gpu.return
  // NONE-LABEL: gpu.func @scales
  // NONE-COUNT-2: llvm.load
  // NONE: llvm.store
  // NONE: llvm.load
  // NONE: llvm.store
  // NONE: llvm.load
  // NONE: llvm.store
  loop.kernel private @scales(%a: !v, %b: !v, %c: !v, %d: !v) -> (!v, !v, !v) iters(i = 300) {
    %x = loop.map (i) reads(%p = %a[i] : !v, %q = %b[i] : !v) -> !v {
      %0 = prim.mul %p, %q : f32
      loop.yield %0 : f32
    }
    %y = loop.map (i) reads(%p = %c[i] : !v, %q = %x[i] : !v) -> !v {
      %0 = prim.sub %p, %q : f32
      loop.yield %0 : f32
    }
    %z = loop.map (i) reads(%p = %d[i] : !v, %q = %y[i] : !v) -> !v {
      %0 = prim.add %p, %q : f32
      loop.yield %0 : f32
    }
    loop.yield %x, %y, %z : !v, !v, !v
  }
  func.func @main(%a: !v {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1 : i64}},
                  %b: !v {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2 : i64}},
                  %c: !v {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3 : i64}},
                  %d: !v {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 4 : i64}}) -> (!v, !v, !v) {
    %0:3 = loop.launch @scales(%a, %b, %c, %d) : (!v, !v, !v, !v) -> (!v, !v, !v)
    return %0#0, %0#1, %0#2 : !v, !v, !v
  }
}
