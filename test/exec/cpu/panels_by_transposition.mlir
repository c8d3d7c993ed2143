// Panels of a factor that lies along the reduction (x w^T, a linear layer) are
// packed by transposing vectors in registers, not by gathers: whole panels, a
// last one that is not, steps left over; and few rows, for which nothing is
// packed, in blocks as even as can be.
// RUN: tc-interpret %s --expect >%t.mlir && tc-run %t.mlir --check --guard --repeat=1
// RUN: tc-run %t.mlir --check --guard --target=x86-64-v3 --repeat=1
// RUN: sed "s/x83x/x80x/g; s/x35x/x32x/g; s/x40x/x48x/g" %s >%t.even.mlir
// RUN: tc-compile %t.even.mlir --target=x86-64-v4 --emit=asm -o %t.s
// RUN: FileCheck %s --implicit-check-not=gather --input-file=%t.s
// CHECK: vshuff64x2
func.func @main(%x: tensor<50x83xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 0}},
                %w: tensor<77x83xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}},
                %a: tensor<20x35xf64> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}},
                %b: tensor<24x35xf64> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3}},
                %h: tensor<30x40xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 4}},
                %v: tensor<64x40xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 5}},
                %f: tensor<8x83xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 6}})
    -> (tensor<50x77xf32>, tensor<20x24xf64>, tensor<30x64xbf16>, tensor<8x77xf32>) {
  %0 = prim.dot_general %x, %w batch [], [] contract [1], [1] : tensor<50x83xf32>, tensor<77x83xf32>
  %1 = prim.dot_general %a, %b batch [], [] contract [1], [1] : tensor<20x35xf64>, tensor<24x35xf64>
  %2 = prim.dot_general %h, %v batch [], [] contract [1], [1] : tensor<30x40xbf16>, tensor<64x40xbf16>
  %3 = prim.dot_general %f, %w batch [], [] contract [1], [1] : tensor<8x83xf32>, tensor<77x83xf32>
  return %0, %1, %2, %3 : tensor<50x77xf32>, tensor<20x24xf64>, tensor<30x64xbf16>, tensor<8x77xf32>
}
