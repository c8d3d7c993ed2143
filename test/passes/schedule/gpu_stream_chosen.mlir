// Streams of warp groups as the pass chooses them. Heads of 128: roles, by turns;
// the rows' operand stays in registers; the copy engine brings keys and values;
// blocks persist, and their tiles are joined, with a causal mask in pairs, unless
// each has one. Gradients of heads of 256: groups of dq and dv do not meet at each
// block, those of dk do.
// RUN: tc-opt %s --tc-gpu | tc-opt --loop-schedule=target=cuda,tune=sm_90a -o %t.mlir
// RUN: FileCheck %s --check-prefix=CAUSAL --input-file %t.mlir
// RUN: sed 's/none, 0.0, true/none, 0.0, false/' %s | tc-opt --tc-gpu | tc-opt --loop-schedule=target=cuda,tune=sm_90a | FileCheck %s --check-prefix=ALL
// RUN: FileCheck %s --check-prefix=GRADIENTS --input-file %t.mlir
// RUN: sed 's/4x16x2048x128xbf16/1x8x2048x128xbf16/g' %s | tc-opt --tc-gpu | tc-opt --loop-schedule=target=cuda,tune=sm_90a | FileCheck %s --check-prefix=FEW
// Heads of 64: three groups with roles, in long rows; joined tiles in short ones;
// between, groups that wait for no other.
// RUN: sed 's/2048x128xbf16/8192x64xbf16/g' %s | tc-opt --tc-gpu | tc-opt --loop-schedule=target=cuda,tune=sm_90a | FileCheck %s --check-prefix=LONG
// RUN: sed 's/2048x128xbf16/2048x64xbf16/g' %s | tc-opt --tc-gpu | tc-opt --loop-schedule=target=cuda,tune=sm_90a | FileCheck %s --check-prefix=BETWEEN
// RUN: sed 's/2048x128xbf16/1024x64xbf16/g' %s | tc-opt --tc-gpu | tc-opt --loop-schedule=target=cuda,tune=sm_90a | FileCheck %s --check-prefix=SHORT
// LONG: loop.schedule
// LONG-SAME: engine = "tma"
// LONG-SAME: order = "turns"
// LONG-SAME: step = 192 : i64, to = "grid"
// LONG-SAME: name = "load", registers = 32 : i64
// LONG-SAME: threads = 512 : i64
// BETWEEN: loop.schedule
// BETWEEN-NOT: roles
// BETWEEN-SAME: resident = 3 : i64, threads = 128 : i64
// SHORT: loop.schedule
// SHORT-SAME: order = "paired", skew = 1 : i64, step = 128 : i64, to = "persist"
// SHORT-SAME: roles
// CAUSAL: loop.schedule
// CAUSAL-SAME: engine = "tma"
// CAUSAL-SAME: engine = "tma"
// CAUSAL-SAME: operands = [{in = "registers", read = 1 : i64}]
// CAUSAL-SAME: order = "turns"
// CAUSAL-SAME: order = "paired", skew = 1 : i64, step = 128 : i64, to = "persist"
// CAUSAL-SAME: name = "load", registers = 40 : i64
// ALL: loop.schedule
// ALL-SAME: engine = "tma"
// ALL-SAME: engine = "tma"
// ALL-SAME: operands = [{in = "registers", read = 1 : i64}]
// ALL-SAME: order = "turns"
// ALL-NOT: paired
// ALL-SAME: skew = 1 : i64, step = 128 : i64, to = "persist"
// ALL-SAME: roles
// FEW: loop.schedule
// FEW-SAME: order = "turns"
// FEW-NOT: persist
// FEW-SAME: name = "load", registers = 24 : i64
// GRADIENTS: roles
// GRADIENTS: loop.schedule
// GRADIENTS: loop.schedule
// GRADIENTS-SAME: order = "free"
// GRADIENTS: loop.schedule
// GRADIENTS-NOT: order = "free"
// GRADIENTS: loop.schedule
// GRADIENTS-SAME: order = "free"
!x = tensor<4x16x2048x128xbf16>
!w = tensor<4x16x2048x256xbf16>
!r = tensor<4x16x2048xf32>
module attributes {tc.version = "0.1"} {
  fx.graph @main(%q: !x, %k: !x, %v: !x, %do: !w, %a: !w, %b: !w, %c: !w, %o: !w, %lse: !r) -> (!x, !w, !w, !w) {
    %0 = fx.call "aten.scaled_dot_product_attention.default"(%q, %k, %v, none, 0.0, true) : (!x, !x, !x) -> !x
    %1:3 = fx.call "aten._scaled_dot_product_flash_attention_for_cpu_backward.default"(%do, %a, %b, %c, %o, %lse, 0.0, false) : (!w, !w, !w, !w, !w, !r) -> (!w, !w, !w)
    fx.output %0, %1#0, %1#1, %1#2 : !x, !w, !w, !w
  }
}
