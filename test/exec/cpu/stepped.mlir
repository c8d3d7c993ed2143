// Lanes two to four elements apart are read in runs, without what lies between
// or behind them: ends of slices, borders of a pool, types of 4 and 8 bytes.
// RUN: tc-interpret %s --expect >%t.mlir && tc-compile %t.mlir -o %t.so
// RUN: tc-run %t.so --check --guard --repeat=1
// RUN: tc-compile %s --target=x86-64-v4 --emit=asm -o %t.s
// RUN: FileCheck %s <%t.s
// CHECK-NOT: vgather
// CHECK-NOT: vpgather
module attributes {tc.version = "0.1"} {
  fx.graph @main(%x: tensor<3x5x37x61xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1, seed = 1}},
                 %d: tensor<7x101xf64> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2, seed = 1}},
                 %i: tensor<7x101xi32> {tc.init = {kind = "randint", low = -99, high = 99, stream = 3, seed = 1}})
      -> (tensor<3x5x19x31xf32>, tensor<7x34xf64>, tensor<7x26xi32>) {
    %0 = fx.call "aten.max_pool2d.default"(%x, [3, 3], [2, 2], [1, 1]) : (tensor<3x5x37x61xf32>) -> tensor<3x5x19x31xf32>
    %1 = fx.call "aten.slice.Tensor"(%d, 1, 0, 101, 3) : (tensor<7x101xf64>) -> tensor<7x34xf64>
    %2 = fx.call "aten.neg.default"(%1) : (tensor<7x34xf64>) -> tensor<7x34xf64>
    %3 = fx.call "aten.slice.Tensor"(%i, 1, 0, 101, 4) : (tensor<7x101xi32>) -> tensor<7x26xi32>
    %4 = fx.call "aten.neg.default"(%3) : (tensor<7x26xi32>) -> tensor<7x26xi32>
    fx.output %0, %2, %4 : tensor<3x5x19x31xf32>, tensor<7x34xf64>, tensor<7x26xi32>
  }
}
