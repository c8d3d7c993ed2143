// Gradients of attention of heads of 192 and 256: no value as large as the scores
// is in memory. The sums of dk and dv together are more than a thread has registers
// for, so each has a stream of its own; of dv one contraction makes terms and one
// sums. Lengths that are no whole blocks, a causal mask.
// RUN: tc-opt %s --pass-pipeline='builtin.module(tc-gpu,loop-schedule{target=cuda,tune=sm_90a})' >%t.90.mlir && FileCheck %s <%t.90.mlir
// RUN: tc-opt %s --pass-pipeline='builtin.module(tc-gpu,loop-schedule{target=cuda,tune=sm_80})' >%t.80.mlir && FileCheck %s <%t.80.mlir
// RUN: sed 's/x192x/x256x/g; s/x70x/x65x/g; s/true)/false)/' %s >%t.256.mlir
// RUN: tc-opt %t.256.mlir --pass-pipeline='builtin.module(tc-gpu,loop-schedule{target=cuda,tune=sm_90a})' | FileCheck %s
// RUN: tc-interpret %s --expect >%t.x.mlir && tc-interpret %t.256.mlir --expect >%t.256.x.mlir
// RUN: tc-compile %t.x.mlir --target=emulate,units=90 -o %t.so
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %t.so --check --guard --threads=1 --repeat=1
// RUN: tc-compile %t.x.mlir --target=emulate,units=80 -o %t.80.so
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %t.80.so --check --guard --threads=1 --repeat=1
// RUN: tc-compile %t.256.x.mlir --target=emulate,units=90 -o %t.256.so
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %t.256.so --check --guard --threads=1 --repeat=1
// CHECK-COUNT-8: unit = "{{w?g?}}mma
// CHECK: func.func @main
// CHECK-NOT: loop.launch {{.*}} -> tensor<1x2x{{70x70|65x65}}x
!x = tensor<1x2x70x192xbf16>
!l = tensor<1x2x70xf32>
module attributes {tc.version = "0.1"} {
  fx.graph @main(%do: !x {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 0, seed = 1}}, %q: !x {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1, seed = 1}}, %k: !x {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2, seed = 1}}, %v: !x {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3, seed = 1}}, %o: !x {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 4, seed = 1}}, %l: !l {tc.init = {kind = "uniform", mean = 4.0, std = 1.0, stream = 5, seed = 1}}) -> (!x, !x, !x) {
    %0:3 = fx.call "aten._scaled_dot_product_flash_attention_for_cpu_backward.default"(%do, %q, %k, %v, %o, %l, 0.0, true) : (!x, !x, !x, !x, !x, !l) -> (!x, !x, !x)
    fx.output %0#0, %0#1, %0#2 : !x, !x, !x
  }
}
