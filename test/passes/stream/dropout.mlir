// Attention with dropout streams as well: whether a probability is kept is drawn
// at its place, block by block, and no score is in memory. On a CPU, and on
// matrix units.
// RUN: tc-opt %s --tc-cpu -o %t.cpu.mlir && FileCheck %s --input-file %t.cpu.mlir
// RUN: sed -e 's/xf32/xbf16/g; s/module attributes {/&tc.target = "cuda,tune=sm_90a", /' %s | tc-opt - --tc-gpu --loop-schedule=target=cuda,tune=sm_90a -o %t.gpu.mlir
// RUN: FileCheck %s --input-file %t.gpu.mlir --check-prefixes=CHECK,UNIT
// CHECK: loop.kernel
// UNIT-SAME: unit = "wgmma.m64k16.bf16"
// CHECK: loop.for
// CHECK: prim.philox
// CHECK-LABEL: func.func @main
// CHECK-COUNT-1: loop.launch
// CHECK-NOT: loop.launch
// RUN: tc-interpret %s --pipeline='fx.graph(fx-functionalise),fx-to-prim' --expect >%t.mlir && tc-run %t.mlir --check --repeat=1
!x = tensor<1x2x128x64xf32>
module attributes {tc.version = "0.1"} {
  fx.graph @main(%q: !x {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}}, %k: !x {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}}, %v: !x {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3}}) -> (!x) {
    %0 = fx.call "aten.scaled_dot_product_attention.default"(%q, %k, %v, none, 0.25) : (!x, !x, !x) -> !x
    fx.output %0 : !x
  }
}
