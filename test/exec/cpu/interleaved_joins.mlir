// Pieces that interleave: along the innermost dimension, in two dimensions with
// one element more in the first phase, one join in another, and pieces that begin
// where no vector does. A stage reads what was joined. A kernel without stages
// joins what it gets.
// RUN: tc-interpret %s --expect >%t.mlir && tc-run %t.mlir --check --guard --repeat=1
// RUN: tc-run %t.mlir --check --guard --target=x86-64-v3 --repeat=1
module attributes {tc.version = "0.1"} {
  loop.kernel private @innermost(%x: tensor<3x40xf32>) -> tensor<3x80xf32> iters(i = 3, j = 40) {
    %0 = loop.map (i, j) reads(%a = %x[i, j] : tensor<3x40xf32>) -> tensor<3x40xf32> {
      %y = prim.neg %a : f32
      loop.yield %y : f32
    }
    %1 = loop.map (i, j) reads(%a = %x[i, -j + 39] : tensor<3x40xf32>) -> tensor<3x40xf32> {
      loop.yield %a : f32
    }
    %y = loop.join %0, %1 at [#tc.dims<[0, 0]>, #tc.dims<[0, 1]>] {loop.steps = array<i64: 1, 2>} : (tensor<3x40xf32>, tensor<3x40xf32>) -> tensor<3x80xf32>
    loop.yield %y : tensor<3x80xf32>
  }
  loop.kernel private @both(%x: tensor<3x4x32xf32>) -> (tensor<5x7x32xf32>, tensor<32xf32>) iters(i = 3, i1 = 2, j = 4, j1 = 3, c = 32, y = 5, z = 7) {
    %0 = loop.map (i, j, c) reads(%a = %x[i, j, c] : tensor<3x4x32xf32>) -> tensor<3x4x32xf32> {
      loop.yield %a : f32
    }
    %1 = loop.map (i, j1, c) reads(%a = %x[i, j1 + 1, c] : tensor<3x4x32xf32>) -> tensor<3x3x32xf32> {
      %y = prim.neg %a : f32
      loop.yield %y : f32
    }
    %2 = loop.map (i1, j, c) reads(%a = %x[i1 + 1, j, c] : tensor<3x4x32xf32>) -> tensor<2x4x32xf32> {
      %y = prim.abs %a : f32
      loop.yield %y : f32
    }
    %3 = loop.reduce (i1, j1, c) over (j) [max] reads(%a = %x[i1, j, c] : tensor<3x4x32xf32>) -> tensor<2x3x32xf32> {
      loop.yield %a : f32
    }
    %y = loop.join %0, %1, %2, %3 at [#tc.dims<[0, 0, 0]>, #tc.dims<[0, 1, 0]>, #tc.dims<[1, 0, 0]>, #tc.dims<[1, 1, 0]>] {loop.steps = array<i64: 2, 2, 1>} : (tensor<3x4x32xf32>, tensor<3x3x32xf32>, tensor<2x4x32xf32>, tensor<2x3x32xf32>) -> tensor<5x7x32xf32>
    %s = loop.reduce (c) over (y, z) [max] reads(%a = %y[y, z, c] : tensor<5x7x32xf32>) -> tensor<32xf32> {
      loop.yield %a : f32
    }
    loop.yield %y, %s : tensor<5x7x32xf32>, tensor<32xf32>
  }
  loop.kernel private @nested(%x: tensor<8x16xf32>) -> tensor<32x19xf32> iters(i = 8, j = 16, k = 3, r = 32) {
    %0 = loop.map (i, j) reads(%a = %x[i, j] : tensor<8x16xf32>) -> tensor<8x16xf32> {
      loop.yield %a : f32
    }
    %1 = loop.map (i, j) reads(%a = %x[i, j] : tensor<8x16xf32>) -> tensor<8x16xf32> {
      %y = prim.neg %a : f32
      loop.yield %y : f32
    }
    %two = loop.join %0, %1 at [#tc.dims<[0, 0]>, #tc.dims<[1, 0]>] {loop.steps = array<i64: 2, 1>} : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<16x16xf32>
    %2 = loop.map (i, j) reads(%a = %x[-i + 7, j] : tensor<8x16xf32>) -> tensor<8x16xf32> {
      %y = prim.abs %a : f32
      loop.yield %y : f32
    }
    %3 = loop.map (i, j) reads(%a = %x[i, -j + 15] : tensor<8x16xf32>) -> tensor<8x16xf32> {
      loop.yield %a : f32
    }
    %more = loop.join %2, %3 at [#tc.dims<[0, 0]>, #tc.dims<[8, 0]>] : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<16x16xf32>
    %all = loop.join %two, %more at [#tc.dims<[0, 0]>, #tc.dims<[1, 0]>] {loop.steps = array<i64: 2, 1>} : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<32x16xf32>
    %left = loop.map (r, k) reads(%a = %x[0, k] : tensor<8x16xf32>) -> tensor<32x3xf32> {
      loop.yield %a : f32
    }
    %y = loop.join %left, %all at [#tc.dims<[0, 0]>, #tc.dims<[0, 3]>] : (tensor<32x3xf32>, tensor<32x16xf32>) -> tensor<32x19xf32>
    loop.yield %y : tensor<32x19xf32>
  }
  loop.kernel private @alone(%x: tensor<3x40xf32>) -> tensor<3x80xf32> iters() {
    %y = loop.join %x, %x at [#tc.dims<[0, 0]>, #tc.dims<[0, 1]>] {loop.steps = array<i64: 1, 2>} : (tensor<3x40xf32>, tensor<3x40xf32>) -> tensor<3x80xf32>
    loop.yield %y : tensor<3x80xf32>
  }
  func.func @main(%a: tensor<3x40xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}}, %b: tensor<3x4x32xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}}, %c: tensor<8x16xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3}}) -> (tensor<3x80xf32>, tensor<5x7x32xf32>, tensor<32xf32>, tensor<32x19xf32>, tensor<3x80xf32>) {
    %0 = loop.launch @innermost(%a) : (tensor<3x40xf32>) -> tensor<3x80xf32>
    %1:2 = loop.launch @both(%b) : (tensor<3x4x32xf32>) -> (tensor<5x7x32xf32>, tensor<32xf32>)
    %2 = loop.launch @nested(%c) : (tensor<8x16xf32>) -> tensor<32x19xf32>
    %3 = loop.launch @alone(%a) : (tensor<3x40xf32>) -> tensor<3x80xf32>
    return %0, %1#0, %1#1, %2, %3 : tensor<3x80xf32>, tensor<5x7x32xf32>, tensor<32xf32>, tensor<32x19xf32>, tensor<3x80xf32>
  }
}
