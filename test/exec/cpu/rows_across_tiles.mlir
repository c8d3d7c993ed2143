// Gradients of weights in tile registers: rows that are neighbours in memory,
// their steps apart, are packed in pairs of steps and transposed register by
// register. Steps that are whole registers (384), registers of 30 steps (420),
// such with a rest (392, 400); tiles of 32, 25 and 18 rows; a last panel that is
// not whole; windows; with a small second cache in blocks of steps, whose sums
// are loaded again. With tiles of 32 rows and steps evenly apart rows are
// transposed as they are loaded. Sums are cut into parts, a task each, where
// else there would not be a task for each core; a phase adds them up. Windows
// are looped over inside of a task. (amx_emulated.test runs it.)
// RUN: tc-interpret %s --expect >%t.mlir && tc-run %t.mlir --check --guard --repeat=1
// RUN: tc-opt %s --tc-cpu --loop-schedule=target=x86-64-v4,features=amx-tile+amx-bf16 | FileCheck %s
// CHECK-COUNT-6: {grain = 1 : i64, product = {{.*}}, stages = [0, 1], unit = "amx.bf16"}
// A step's rows are transposed, and sums loaded: of more than one block alone.
// RUN: tc-compile %s --target=x86-64-v4,features=amx-tile+amx-bf16 --emit=asm -o %t.s
// RUN: FileCheck %s --check-prefix=WHOLE <%t.s
// RUN: tc-compile %s --target=x86-64-v4,l2=16384,features=amx-tile+amx-bf16 --emit=asm -o %t.s
// RUN: FileCheck %s --check-prefix=BLOCKS <%t.s
// WHOLE: dot_general:
// WHOLE: vpunpckhqdq
// WHOLE-NOT: tileloadd {{.*}}, %tmm0
// WHOLE: tdpbf16ps {{.*}}, %tmm0
// BLOCKS: dot_general:
// BLOCKS: tileloadd {{.*}}, %tmm0
// BLOCKS: tdpbf16ps {{.*}}, %tmm0
// RUN: tc-compile %s --target=x86-64-v4,cores=8,features=amx-tile+amx-bf16 --emit=asm -o %t.s
// RUN: FileCheck %s --check-prefix=PARTS <%t.s
// RUN: tc-compile %s --target=x86-64-v4,cores=1,features=amx-tile+amx-bf16 --emit=asm -o %t.s
// RUN: FileCheck %s --check-prefix=ONE <%t.s
// PARTS: dot_general:
// PARTS: vpunpcklwd
// PARTS: tilestored
// PARTS: dot_general.phase1:
// PARTS-NOT: tdpbf16ps
// PARTS: vaddps
// ONE-NOT: phase1
#first = #tc.layout<order = [1, 2, 3, 0]>
module attributes {tc.version = "0.1"} {
  func.func @main(%a: tensor<384x64xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}},
                  %b: tensor<384x96xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}},
                  %c: tensor<420x100xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3}},
                  %d: tensor<420x75xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 4}},
                  %e: tensor<392x33xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 5}},
                  %f: tensor<392x64xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 6}},
                  %k: tensor<36x4x12x12xbf16> {tc.layout = #first, tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 7}},
                  %l: tensor<50x4x10x10xbf16> {tc.layout = #first, tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 8}},
                  %m: tensor<392x48xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 9}},
                  %n: tensor<32x2x16x16xbf16> {tc.layout = #first, tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 10}},
                  %o: tensor<64x2x14x14xbf16> {tc.layout = #first, tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 11}})
      -> (tensor<64x96xbf16>, tensor<100x75xbf16>, tensor<33x64xbf16>, tensor<36x50x3x3xbf16>,
          tensor<64x48xbf16>, tensor<32x64x3x3xbf16>) {
    %0 = prim.dot_general %a, %b batch [], [] contract [0], [0] : tensor<384x64xbf16>, tensor<384x96xbf16>
    %1 = prim.dot_general %c, %d batch [], [] contract [0], [0] : tensor<420x100xbf16>, tensor<420x75xbf16>
    %2 = prim.dot_general %e, %f batch [], [] contract [0], [0] : tensor<392x33xbf16>, tensor<392x64xbf16>
    %3 = prim.convolution %k, %l strides [1, 1] pad [0, 0], [0, 0] dilation [1, 1], [1, 1] groups 1 : tensor<36x4x12x12xbf16>, tensor<50x4x10x10xbf16>
    %4 = prim.dot_general %f, %m batch [], [] contract [0], [0] : tensor<392x64xbf16>, tensor<392x48xbf16>
    %5 = prim.convolution %n, %o strides [1, 1] pad [0, 0], [0, 0] dilation [1, 1], [1, 1] groups 1 : tensor<32x2x16x16xbf16>, tensor<64x2x14x14xbf16>
    return %0, %1, %2, %3, %4, %5 : tensor<64x96xbf16>, tensor<100x75xbf16>, tensor<33x64xbf16>, tensor<36x50x3x3xbf16>, tensor<64x48xbf16>, tensor<32x64x3x3xbf16>
  }
}
