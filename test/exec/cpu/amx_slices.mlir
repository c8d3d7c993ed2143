// Products of f32 in slices of bf16 in tile registers: columns and steps side
// by side, an odd number of either, rows whose steps are far apart, weights,
// whose panels are packed at load, a batch, a long sum, maps; numbers so large
// that products overflow if slices are scaled, subnormal ones, products that
// are, infinities and NaN.
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
                %a31: tensor<96x128xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 31}},
                %a32: tensor<128x96xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 32}},
                %a38: tensor<96x128xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 38}},
                %a39: tensor<128x96xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 39}},
                %a43: tensor<96x128xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 43}},
                %a44: tensor<128x96xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 44}},
                %a50: tensor<96x128xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 50}},
                %a51: tensor<128x96xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 51}},
                %a57: tensor<96x128xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 57}},
                %a58: tensor<128x96xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 58}},
                %a64: tensor<96x128xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 64}},
                %a65: tensor<128x96xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 65}},
                %a71: tensor<96x128xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 71}},
                %a72: tensor<128x96xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 72}},
                %a82: tensor<96x128xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 82}},
                %a83: tensor<128x96xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 83}},
                %a89: tensor<96x128xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 89}},
                %a90: tensor<128x96xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 90}},
                %xw: tensor<160x131xf32> {tc.init = {kind = "uniform", mean = 0.2, std = 1.0, stream = 73}},
                %xv: tensor<96x160xf32> {tc.init = {kind = "uniform", mean = 0.2, std = 1.0, stream = 74}})
    -> (tensor<160x123xf32>, tensor<96x128xf32>, tensor<96x100xf32>, tensor<96x100xf32>, tensor<125x123xf32>, tensor<125x123xf32>, tensor<96x100xf32>, tensor<125x123xf32>, tensor<3x128x128xf32>, tensor<64x64xf32>, tensor<128x128xf32>, tensor<96x96xf32>, tensor<96x96xf32>, tensor<96x96xf32>, tensor<96x96xf32>, tensor<96x96xf32>, tensor<96x96xf32>, tensor<96x96xf32>, tensor<96x96xf32>, tensor<96x96xf32>) {
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
  %r33 = prim.constant dense<1.0e+38> : tensor<96x128xf32>
  %r34 = prim.mul %a31, %r33 : tensor<96x128xf32>
  %r35 = prim.constant dense<1.0e-38> : tensor<128x96xf32>
  %r36 = prim.mul %a32, %r35 : tensor<128x96xf32>
  %r37 = prim.dot_general %r34, %r36 batch [], [] contract [1], [0] : tensor<96x128xf32>, tensor<128x96xf32>
  %r40 = prim.constant dense<1.0e-41> : tensor<96x128xf32>
  %r41 = prim.mul %a38, %r40 : tensor<96x128xf32>
  %r42 = prim.dot_general %r41, %a39 batch [], [] contract [1], [0] : tensor<96x128xf32>, tensor<128x96xf32>
  %r45 = prim.constant dense<1.0e-41> : tensor<96x128xf32>
  %r46 = prim.mul %a43, %r45 : tensor<96x128xf32>
  %r47 = prim.constant dense<1.0e+37> : tensor<128x96xf32>
  %r48 = prim.mul %a44, %r47 : tensor<128x96xf32>
  %r49 = prim.dot_general %r46, %r48 batch [], [] contract [1], [0] : tensor<96x128xf32>, tensor<128x96xf32>
  %r52 = prim.constant dense<1.0e-22> : tensor<96x128xf32>
  %r53 = prim.mul %a50, %r52 : tensor<96x128xf32>
  %r54 = prim.constant dense<1.0e-22> : tensor<128x96xf32>
  %r55 = prim.mul %a51, %r54 : tensor<128x96xf32>
  %r56 = prim.dot_general %r53, %r55 batch [], [] contract [1], [0] : tensor<96x128xf32>, tensor<128x96xf32>
  %r61 = prim.constant dense<1.729> : tensor<96x128xf32>
  %r62 = prim.constant dense<0x7F800000> : tensor<96x128xf32>
  %p62 = prim.gt %a57, %r61 : tensor<96x128xf32>
  %s62 = prim.where %p62, %r62, %a57 : tensor<96x128xi1>, tensor<96x128xf32>
  %r63 = prim.dot_general %s62, %a58 batch [], [] contract [1], [0] : tensor<96x128xf32>, tensor<128x96xf32>
  %r68 = prim.constant dense<1.729> : tensor<128x96xf32>
  %r69 = prim.constant dense<0xFFFFFFFF> : tensor<128x96xf32>
  %p69 = prim.gt %a65, %r68 : tensor<128x96xf32>
  %s69 = prim.where %p69, %r69, %a65 : tensor<128x96xi1>, tensor<128x96xf32>
  %r70 = prim.dot_general %a64, %s69 batch [], [] contract [1], [0] : tensor<96x128xf32>, tensor<128x96xf32>
  %r75 = prim.constant dense<1.729> : tensor<96x128xf32>
  %r76 = prim.constant dense<0x7F800000> : tensor<96x128xf32>
  %p76 = prim.gt %a71, %r75 : tensor<96x128xf32>
  %s76 = prim.where %p76, %r76, %a71 : tensor<96x128xi1>, tensor<96x128xf32>
  %r79 = prim.constant dense<0.0> : tensor<128x96xf32>
  %r80 = prim.constant dense<0.0> : tensor<128x96xf32>
  %p80 = prim.gt %a72, %r79 : tensor<128x96xf32>
  %s80 = prim.where %p80, %r80, %a72 : tensor<128x96xi1>, tensor<128x96xf32>
  %r81 = prim.dot_general %s76, %s80 batch [], [] contract [1], [0] : tensor<96x128xf32>, tensor<128x96xf32>
  %r86 = prim.constant dense<1.729> : tensor<96x128xf32>
  %r87 = prim.constant dense<1.0e+35> : tensor<96x128xf32>
  %p87 = prim.gt %a82, %r86 : tensor<96x128xf32>
  %s87 = prim.where %p87, %r87, %a82 : tensor<96x128xi1>, tensor<96x128xf32>
  %r88 = prim.dot_general %s87, %a83 batch [], [] contract [1], [0] : tensor<96x128xf32>, tensor<128x96xf32>
  %r93 = prim.constant dense<1.729> : tensor<96x128xf32>
  %r94 = prim.constant dense<3.3e+38> : tensor<96x128xf32>
  %p94 = prim.gt %a89, %r93 : tensor<96x128xf32>
  %s94 = prim.where %p94, %r94, %a89 : tensor<96x128xi1>, tensor<96x128xf32>
  %r95 = prim.constant dense<1.0e-5> : tensor<128x96xf32>
  %r96 = prim.mul %a90, %r95 : tensor<128x96xf32>
  %r97 = prim.dot_general %s94, %r96 batch [], [] contract [1], [0] : tensor<96x128xf32>, tensor<128x96xf32>
  %w = prim.get_weight @w : tensor<123x131xf32>
  %v = prim.get_weight @v : tensor<128x160xf32>
  %pw = prim.dot_general %xw, %w batch [], [] contract [1], [1] : tensor<160x131xf32>, tensor<123x131xf32>
  %pv = prim.dot_general %xv, %v batch [], [] contract [1], [1] : tensor<96x160xf32>, tensor<128x160xf32>
  return %pw, %pv, %r3, %r6, %r9, %r12, %r15, %r18, %r21, %r24, %r30, %r37, %r42, %r49, %r56, %r63, %r70, %r81, %r88, %r97 : tensor<160x123xf32>, tensor<96x128xf32>, tensor<96x100xf32>, tensor<96x100xf32>, tensor<125x123xf32>, tensor<125x123xf32>, tensor<96x100xf32>, tensor<125x123xf32>, tensor<3x128x128xf32>, tensor<64x64xf32>, tensor<128x128xf32>, tensor<96x96xf32>, tensor<96x96xf32>, tensor<96x96xf32>, tensor<96x96xf32>, tensor<96x96xf32>, tensor<96x96xf32>, tensor<96x96xf32>, tensor<96x96xf32>, tensor<96x96xf32>
}
}
