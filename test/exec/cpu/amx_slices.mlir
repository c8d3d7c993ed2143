// Products of f32 in slices of bf16 in tile registers: columns and steps side
// by side, an odd number of either, rows whose steps are far apart, weights,
// whose panels are packed at load, a batch, a long sum, maps.
// (Numbers that slices or units may lose: amx_slices_special.test.)
// RUN: tc-interpret %s --expect >%t.mlir && tc-compile %t.mlir -o %t.so
// RUN: tc-run %t.so --check --guard --repeat=1
// RUN: tc-compile %s --target=x86-64-v4,features=avx512bf16+amx-tile+amx-bf16 --emit=asm -o %t.s
// RUN: FileCheck %s <%t.s
// RUN: tc-compile %s --target=x86-64-v4,features=avx512bf16 --emit=asm -o %t.s
// RUN: FileCheck %s --check-prefix=NONE <%t.s
// CHECK: tdpbf16ps %tmm
// NONE-NOT: tile
module attributes {tc.version = "0.1"} {
prim.weight @w : tensor<123x131xf32> {init = {kind = "uniform", mean = 0.2, std = 1.0, stream = 71}}
prim.weight @v : tensor<128x160xf32> {init = {kind = "uniform", mean = 0.2, std = 1.0, stream = 72}}
func.func @main(%a1: tensor<96x130xf32> {tc.init = {kind = "uniform", mean = 0.2, std = 1.0, stream = 1}},
                %a2: tensor<130x100xf32> {tc.init = {kind = "uniform", mean = 0.2, std = 1.0, stream = 2}},
                %a4: tensor<96x130xf32> {tc.init = {kind = "uniform", mean = 0.2, std = 1.0, stream = 4}},
                %a5: tensor<100x130xf32> {tc.init = {kind = "uniform", mean = 0.2, std = 1.0, stream = 5}},
                %a7: tensor<125x131xf32> {tc.init = {kind = "uniform", mean = 0.2, std = 1.0, stream = 7}},
                %a8: tensor<131x123xf32> {tc.init = {kind = "uniform", mean = 0.2, std = 1.0, stream = 8}},
                %a10: tensor<125x131xf32> {tc.init = {kind = "uniform", mean = 0.2, std = 1.0, stream = 10}},
                %a11: tensor<123x131xf32> {tc.init = {kind = "uniform", mean = 0.2, std = 1.0, stream = 11}},
                %a13: tensor<130x96xf32> {tc.init = {kind = "uniform", mean = 0.2, std = 1.0, stream = 13}},
                %a14: tensor<130x100xf32> {tc.init = {kind = "uniform", mean = 0.2, std = 1.0, stream = 14}},
                %a16: tensor<130x125xf32> {tc.init = {kind = "uniform", mean = 0.2, std = 1.0, stream = 16}},
                %a17: tensor<123x130xf32> {tc.init = {kind = "uniform", mean = 0.2, std = 1.0, stream = 17}},
                %a19: tensor<3x128x64xf32> {tc.init = {kind = "uniform", mean = 0.2, std = 1.0, stream = 19}},
                %a20: tensor<3x64x128xf32> {tc.init = {kind = "uniform", mean = 0.2, std = 1.0, stream = 20}},
                %a22: tensor<64x2048xf32> {tc.init = {kind = "uniform", mean = 0.2, std = 1.0, stream = 22}},
                %a23: tensor<2048x64xf32> {tc.init = {kind = "uniform", mean = 0.2, std = 1.0, stream = 23}},
                %a25: tensor<128x96xf32> {tc.init = {kind = "uniform", mean = 0.2, std = 1.0, stream = 25}},
                %a26: tensor<96x128xf32> {tc.init = {kind = "uniform", mean = 0.2, std = 1.0, stream = 26}},
                %a28: tensor<128x128xf32> {tc.init = {kind = "uniform", mean = 0.2, std = 1.0, stream = 28}},
                %xw: tensor<160x131xf32> {tc.init = {kind = "uniform", mean = 0.2, std = 1.0, stream = 73}},
                %xv: tensor<96x160xf32> {tc.init = {kind = "uniform", mean = 0.2, std = 1.0, stream = 74}})
    -> (tensor<160x123xf32>, tensor<96x128xf32>, tensor<96x100xf32>, tensor<96x100xf32>, tensor<125x123xf32>, tensor<125x123xf32>, tensor<96x100xf32>, tensor<125x123xf32>, tensor<3x128x128xf32>, tensor<64x64xf32>, tensor<128x128xf32>) {
  %r3 = prim.dot_general %a1, %a2 batch [], [] contract [1], [0] : tensor<96x130xf32>, tensor<130x100xf32>
  %r6 = prim.dot_general %a4, %a5 batch [], [] contract [1], [1] : tensor<96x130xf32>, tensor<100x130xf32>
  %r9 = prim.dot_general %a7, %a8 batch [], [] contract [1], [0] : tensor<125x131xf32>, tensor<131x123xf32>
  %r12 = prim.dot_general %a10, %a11 batch [], [] contract [1], [1] : tensor<125x131xf32>, tensor<123x131xf32>
  %r15 = prim.dot_general %a13, %a14 batch [], [] contract [0], [0] : tensor<130x96xf32>, tensor<130x100xf32>
  %r18 = prim.dot_general %a16, %a17 batch [], [] contract [0], [1] : tensor<130x125xf32>, tensor<123x130xf32>
  %r21 = prim.dot_general %a19, %a20 batch [0], [0] contract [2], [1] : tensor<3x128x64xf32>, tensor<3x64x128xf32>
  %r24 = prim.dot_general %a22, %a23 batch [], [] contract [1], [0] : tensor<64x2048xf32>, tensor<2048x64xf32>
  %r27 = prim.dot_general %a25, %a26 batch [], [] contract [1], [0] : tensor<128x96xf32>, tensor<96x128xf32>
  %r29 = prim.add %r27, %a28 : tensor<128x128xf32>
  %r30 = prim.tanh %r29 : tensor<128x128xf32>
  %w = prim.get_weight @w : tensor<123x131xf32>
  %v = prim.get_weight @v : tensor<128x160xf32>
  %pw = prim.dot_general %xw, %w batch [], [] contract [1], [1] : tensor<160x131xf32>, tensor<123x131xf32>
  %pv = prim.dot_general %xv, %v batch [], [] contract [1], [1] : tensor<96x160xf32>, tensor<128x160xf32>
  return %pw, %pv, %r3, %r6, %r9, %r12, %r15, %r18, %r21, %r24, %r30 : tensor<160x123xf32>, tensor<96x128xf32>, tensor<96x100xf32>, tensor<96x100xf32>, tensor<125x123xf32>, tensor<125x123xf32>, tensor<96x100xf32>, tensor<125x123xf32>, tensor<3x128x128xf32>, tensor<64x64xf32>, tensor<128x128xf32>
}
}
