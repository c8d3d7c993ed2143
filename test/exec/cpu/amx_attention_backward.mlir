// The gradients of attention in bf16, streamed, with all products in tile registers
// where the machine has them: rows and columns that are no whole blocks, an odd
// number of them, a causal mask, one that is added, features that are no whole
// step of the unit.
// RUN: tc-interpret %s --expect >%t.mlir && tc-compile %t.mlir -o %t.so
// RUN: tc-run %t.so --check --guard --repeat=1
// RUN: tc-compile %s --target=x86-64-v4,features=avx512bf16+amx-tile+amx-bf16 --emit=asm -o %t.s
// RUN: FileCheck %s <%t.s
// RUN: tc-opt %s --tc-cpu --loop-schedule=target=x86-64-v4,features=avx512bf16+amx-tile+amx-bf16 | FileCheck %s --check-prefix=TEXT
// CHECK-COUNT-7: ldtilecfg
// CHECK: tdpbf16ps %tmm
// CHECK: tilerelease
// TEXT-COUNT-6: unit = "amx.bf16", vector =
// The scores are not held: a value of each row is.
// TEXT: loop.arena = #tc.size<{{[0-9][0-9][0-9][0-9]}}>
module attributes {tc.version = "0.1"} {
  fx.graph @main(
      %g0: tensor<1x2x270x32xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 0, seed = 1}},
      %q0: tensor<1x2x270x32xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1, seed = 1}},
      %k0: tensor<1x2x280x32xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2, seed = 1}},
      %v0: tensor<1x2x280x32xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3, seed = 1}},
      %o0: tensor<1x2x270x32xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 4, seed = 1}},
      %l0: tensor<1x2x270xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 5, seed = 1}},
      %g1: tensor<1x2x261x32xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 6, seed = 1}},
      %q1: tensor<1x2x261x32xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 7, seed = 1}},
      %k1: tensor<1x2x261x32xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 8, seed = 1}},
      %v1: tensor<1x2x261x32xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 9, seed = 1}},
      %o1: tensor<1x2x261x32xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 10, seed = 1}},
      %l1: tensor<1x2x261xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 11, seed = 1}},
      %g2: tensor<1x1x200x16xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 12, seed = 1}},
      %q2: tensor<1x1x200x16xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 13, seed = 1}},
      %k2: tensor<1x1x203x16xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 14, seed = 1}},
      %v2: tensor<1x1x203x16xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 15, seed = 1}},
      %o2: tensor<1x1x200x16xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 16, seed = 1}},
      %l2: tensor<1x1x200xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 17, seed = 1}},
      %m2: tensor<200x203xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 18, seed = 1}})
      -> (tensor<1x2x270x32xbf16>, tensor<1x2x280x32xbf16>, tensor<1x2x280x32xbf16>, tensor<1x2x261x32xbf16>, tensor<1x2x261x32xbf16>, tensor<1x2x261x32xbf16>, tensor<1x1x200x16xbf16>, tensor<1x1x203x16xbf16>, tensor<1x1x203x16xbf16>) {
    %0:3 = fx.call "aten._scaled_dot_product_flash_attention_for_cpu_backward.default"(%g0, %q0, %k0, %v0, %o0, %l0, 0.0, false) : (tensor<1x2x270x32xbf16>, tensor<1x2x270x32xbf16>, tensor<1x2x280x32xbf16>, tensor<1x2x280x32xbf16>, tensor<1x2x270x32xbf16>, tensor<1x2x270xf32>) -> (tensor<1x2x270x32xbf16>, tensor<1x2x280x32xbf16>, tensor<1x2x280x32xbf16>)
    %1:3 = fx.call "aten._scaled_dot_product_flash_attention_for_cpu_backward.default"(%g1, %q1, %k1, %v1, %o1, %l1, 0.0, true) : (tensor<1x2x261x32xbf16>, tensor<1x2x261x32xbf16>, tensor<1x2x261x32xbf16>, tensor<1x2x261x32xbf16>, tensor<1x2x261x32xbf16>, tensor<1x2x261xf32>) -> (tensor<1x2x261x32xbf16>, tensor<1x2x261x32xbf16>, tensor<1x2x261x32xbf16>)
    %2:3 = fx.call "aten._scaled_dot_product_flash_attention_for_cpu_backward.default"(%g2, %q2, %k2, %v2, %o2, %l2, 0.0, false, attn_mask = %m2) : (tensor<1x1x200x16xbf16>, tensor<1x1x200x16xbf16>, tensor<1x1x203x16xbf16>, tensor<1x1x203x16xbf16>, tensor<1x1x200x16xbf16>, tensor<1x1x200xf32>, tensor<200x203xf32>) -> (tensor<1x1x200x16xbf16>, tensor<1x1x203x16xbf16>, tensor<1x1x203x16xbf16>)
    fx.output %0#0, %0#1, %0#2, %1#0, %1#1, %1#2, %2#0, %2#1, %2#2 : tensor<1x2x270x32xbf16>, tensor<1x2x280x32xbf16>, tensor<1x2x280x32xbf16>, tensor<1x2x261x32xbf16>, tensor<1x2x261x32xbf16>, tensor<1x2x261x32xbf16>, tensor<1x1x200x16xbf16>, tensor<1x1x203x16xbf16>, tensor<1x1x203x16xbf16>
  }
}
