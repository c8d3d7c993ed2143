// Gradients of the weights of strided convolutions of few channels, these
// first, in tile registers: rows are windows over the lines of an image, whose
// steps are two, three or four elements apart. A task packs them, a register
// as deep as a part of a line: 32 steps of 32, 20 of 20, 16 of 16 (two vectors
// cover no more four elements apart), 18 of 36. With a small second cache in
// blocks of lines. (amx_emulated.test runs it.) Vectors of pairs read rows whose
// parts lie one behind the other, the last one shorter: 22 and 14 of 36.
// RUN: tc-interpret %s --expect >%t.mlir && tc-run %t.mlir --check --guard --repeat=1
// RUN: tc-compile %t.mlir --target=host,l2=16384,cores=3 -o %t.small.so
// RUN: tc-run %t.small.so --check --guard --repeat=1
// RUN: sed 's/{tc.version/{tc.target = "x86-64-v4,features=avx512bf16,cores=2", tc.version/' %s | tc-opt - --tc-cpu --loop-schedule=target=x86-64-v4,features=avx512bf16,cores=2 | FileCheck %s --check-prefix=PAIRS
// PAIRS-COUNT-4: product = {{{.*}}parts = 2 : i64, {{.*}}rows_from = "windows", {{.*}}stores = "rows",{{.*}}unit = "dot.bf16"}
// PAIRS-NOT: unit =
// RUN: env TC_HOST=x86-64-v4 tc-opt %s --tc-cpu --loop-schedule=target=x86-64-v4,features=amx-tile+amx-bf16 | FileCheck %s
// CHECK-COUNT-4: {grain = 1 : i64, product = {{.*}}, stages = [0, 1], unit = "amx.bf16"}
// Registers of 16 steps are as deep as rows can be packed; of lines of 14 steps
// they would be less than half as deep, of an odd number of steps no pairs.
// CHECK: {grain = 1 : i64, product = {{.*}}, stages = [0, 1]}
// CHECK: {grain = 1 : i64, product = {{.*}}, stages = [0, 1]}
// Two vectors, one permutation.
// RUN: tc-compile %s --target=x86-64-v4,features=amx-tile+amx-bf16 --emit=asm -o %t.s
// RUN: FileCheck %s --check-prefix=ASM <%t.s
// ASM: vpermt2w
// ASM-NOT: vpunpck
// ASM: tdpbf16ps
#first = #tc.layout<order = [1, 2, 3, 0]>
module attributes {tc.version = "0.1"} {
  func.func @main(%a: tensor<3x2x69x69xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}},
                  %b: tensor<48x2x32x32xbf16> {tc.layout = #first, tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}},
                  %c: tensor<3x2x62x62xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3}},
                  %d: tensor<33x2x20x20xbf16> {tc.layout = #first, tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 4}},
                  %e: tensor<1x2x71x71xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 5}},
                  %f: tensor<64x2x16x16xbf16> {tc.layout = #first, tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 6}},
                  %g: tensor<4x1x73x73xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 7}},
                  %h: tensor<32x1x36x36xbf16> {tc.layout = #first, tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 8}},
                  %i: tensor<4x1x29x29xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 9}},
                  %j: tensor<32x1x14x14xbf16> {tc.layout = #first, tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 10}},
                  %k: tensor<4x1x35x35xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 11}},
                  %l: tensor<32x1x17x17xbf16> {tc.layout = #first, tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 12}})
      -> (tensor<3x48x7x7xbf16>, tensor<3x33x5x5xbf16>, tensor<1x64x11x11xbf16>, tensor<4x32x3x3xbf16>, tensor<4x32x3x3xbf16>, tensor<4x32x3x3xbf16>) {
    %0 = prim.convolution %a, %b strides [1, 1] pad [0, 0], [0, 0] dilation [1, 1], [2, 2] groups 1 : tensor<3x2x69x69xbf16>, tensor<48x2x32x32xbf16>
    %1 = prim.convolution %c, %d strides [1, 1] pad [0, 0], [0, 0] dilation [1, 1], [3, 3] groups 1 : tensor<3x2x62x62xbf16>, tensor<33x2x20x20xbf16>
    %2 = prim.convolution %e, %f strides [1, 1] pad [0, 0], [0, 0] dilation [1, 1], [4, 4] groups 1 : tensor<1x2x71x71xbf16>, tensor<64x2x16x16xbf16>
    %3 = prim.convolution %g, %h strides [1, 1] pad [0, 0], [0, 0] dilation [1, 1], [2, 2] groups 1 : tensor<4x1x73x73xbf16>, tensor<32x1x36x36xbf16>
    %4 = prim.convolution %i, %j strides [1, 1] pad [0, 0], [0, 0] dilation [1, 1], [2, 2] groups 1 : tensor<4x1x29x29xbf16>, tensor<32x1x14x14xbf16>
    %5 = prim.convolution %k, %l strides [1, 1] pad [0, 0], [0, 0] dilation [1, 1], [2, 2] groups 1 : tensor<4x1x35x35xbf16>, tensor<32x1x17x17xbf16>
    return %0, %1, %2, %3, %4, %5 : tensor<3x48x7x7xbf16>, tensor<3x33x5x5xbf16>, tensor<1x64x11x11xbf16>, tensor<4x32x3x3xbf16>, tensor<4x32x3x3xbf16>, tensor<4x32x3x3xbf16>
  }
}
