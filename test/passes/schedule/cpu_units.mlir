// Products of bf16 on the target's matrix units: the fastest that can multiply
// the operands as they lie, or the one that is written.
// RUN: tc-opt %s --split-input-file --loop-schedule=target=x86-64-v4,features=avx512bf16+amx-tile+amx-bf16 --verify-diagnostics | FileCheck %s

// CHECK-LABEL: loop.kernel @tiles
// CHECK-SAME: {grain = 1 : i64, product = {{.*}}, stages = [0], unit = "amx.bf16"}
loop.kernel @tiles(%x: tensor<64x96xbf16>, %w: tensor<70x96xbf16>) -> tensor<64x70xf32> iters(i = 64, n = 70, k = 96) {
  %y = loop.contract (i, n) over (k) reads(%a = %x[i, k] : tensor<64x96xbf16>, %b = %w[n, k] : tensor<70x96xbf16>) -> tensor<64x70xf32> {
    %0 = prim.convert_element_type %a : bf16 to f32
    %1 = prim.convert_element_type %b : bf16 to f32
    loop.yield %0, %1 : f32, f32
  }
  loop.yield %y : tensor<64x70xf32>
}

// -----

// Tasks pack an odd number of steps with a zero behind them.
// CHECK-LABEL: loop.kernel @odd
// CHECK-SAME: {grain = 1 : i64, product = {{.*}}, stages = [0], unit = "amx.bf16"}
loop.kernel @odd(%x: tensor<64x95xbf16>, %w: tensor<70x95xbf16>) -> tensor<64x70xf32> iters(i = 64, n = 70, k = 95) {
  %y = loop.contract (i, n) over (k) reads(%a = %x[i, k] : tensor<64x95xbf16>, %b = %w[n, k] : tensor<70x95xbf16>) -> tensor<64x70xf32> {
    %0 = prim.convert_element_type %a : bf16 to f32
    %1 = prim.convert_element_type %b : bf16 to f32
    loop.yield %0, %1 : f32, f32
  }
  loop.yield %y : tensor<64x70xf32>
}

// -----

// Panels that lie in pairs serve either unit.
// CHECK-LABEL: loop.kernel @dot
// CHECK-SAME: {product = {panels = 1 : i64, rows = 6 : i64, tiles = 1 : i64, vectors = 2 : i64}, stages = [0], unit = "dot.bf16"}
loop.kernel @dot(%x: tensor<64x96xbf16>, %w: tensor<2x48x32x2xbf16>) -> tensor<64x64xf32> iters(i = 64, n = 64, k = 96) attributes {loop.schedule = {phases = [{stages = [0], product = {tiles = 1, panels = 1, rows = 6, vectors = 2}, unit = "dot.bf16"}]}} {
  %y = loop.contract (i, n) over (k) reads(%a = %x[i, k] : tensor<64x96xbf16>, %b = %w[floordiv(n, 32), floordiv(k, 2), mod(n, 32), mod(k, 2)] : tensor<2x48x32x2xbf16>) -> tensor<64x64xf32> {
    %0 = prim.convert_element_type %a : bf16 to f32
    %1 = prim.convert_element_type %b : bf16 to f32
    loop.yield %0, %1 : f32, f32
  }
  loop.yield %y : tensor<64x64xf32>
}

// -----

// CHECK-LABEL: loop.kernel @none
// CHECK-SAME: {product = {panels = 1 : i64, rows = 6 : i64, tiles = 1 : i64, vectors = 2 : i64}, stages = [0]}
loop.kernel @none(%x: tensor<64x96xbf16>, %w: tensor<70x96xbf16>) -> tensor<64x70xf32> iters(i = 64, n = 70, k = 96) attributes {loop.schedule = {phases = [{stages = [0], product = {tiles = 1, panels = 1, rows = 6, vectors = 2}}]}} {
  %y = loop.contract (i, n) over (k) reads(%a = %x[i, k] : tensor<64x96xbf16>, %b = %w[n, k] : tensor<70x96xbf16>) -> tensor<64x70xf32> {
    %0 = prim.convert_element_type %a : bf16 to f32
    %1 = prim.convert_element_type %b : bf16 to f32
    loop.yield %0, %1 : f32, f32
  }
  loop.yield %y : tensor<64x70xf32>
}

// -----

// expected-error @below {{[TC-0611] loop.schedule: phase 0: the stages are no product that the unit can multiply}}
loop.kernel @wide(%x: tensor<64x96xf32>, %w: tensor<70x96xf32>) -> tensor<64x70xf32> iters(i = 64, n = 70, k = 96) attributes {loop.schedule = {phases = [{stages = [0], product = {tiles = 1, panels = 1, rows = 6, vectors = 2}, unit = "amx.bf16"}]}} {
  %y = loop.contract (i, n) over (k) reads(%a = %x[i, k] : tensor<64x96xf32>, %b = %w[n, k] : tensor<70x96xf32>) -> tensor<64x70xf32> {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %y : tensor<64x70xf32>
}

// -----

// expected-error @below {{[TC-0611] loop.schedule: phase 0: unit: the target has no 'wgmma.m64k16.bf16'}}
loop.kernel @other(%x: tensor<64x96xbf16>, %w: tensor<70x96xbf16>) -> tensor<64x70xf32> iters(i = 64, n = 70, k = 96) attributes {loop.schedule = {phases = [{stages = [0], product = {tiles = 1, panels = 1, rows = 6, vectors = 2}, unit = "wgmma.m64k16.bf16"}]}} {
  %y = loop.contract (i, n) over (k) reads(%a = %x[i, k] : tensor<64x96xbf16>, %b = %w[n, k] : tensor<70x96xbf16>) -> tensor<64x70xf32> {
    %0 = prim.convert_element_type %a : bf16 to f32
    %1 = prim.convert_element_type %b : bf16 to f32
    loop.yield %0, %1 : f32, f32
  }
  loop.yield %y : tensor<64x70xf32>
}

// -----

// expected-error @below {{[TC-0611] loop.schedule: phase 0: unit: no product of the phase can run on 'amx.bf16'}}
loop.kernel @map(%x: tensor<8xf32>) -> tensor<8xf32> iters(i = 8) attributes {loop.schedule = {phases = [{stages = [0], tasks = ["i"], unit = "amx.bf16"}]}} {
  %y = loop.map (i) reads(%a = %x[i] : tensor<8xf32>) -> tensor<8xf32> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<8xf32>
}

// -----

// An odd number of steps: rows are read from lines of the image, which a task
// copies, and panels have the steps of a weight one behind the other.
// CHECK-LABEL: loop.kernel @odd
// CHECK-SAME: product = {column = "o", columns_from = "panels", panels = {{[12]}} : i64, {{.*}}rows = 14 : i64, rows_from = "lines"
// CHECK-SAME: unit = "dot.bf16"
loop.kernel @odd(%x: tensor<1x3x224x224xbf16>, %w: tensor<2x3x7x7x32xbf16>) -> tensor<1x112x112x64xf32> iters(n = 1, o = 64, y = 112, x = 112, c = 3, i = 7, j = 7) {
  %r = loop.contract (n, y, x, o) over (c, i, j) reads(%a = %x[n, c, 2*y + i - 3, 2*x + j - 3] : tensor<1x3x224x224xbf16> else 0.000000e+00, %b = %w[floordiv(o, 32), c, i, j, mod(o, 32)] : tensor<2x3x7x7x32xbf16>) -> tensor<1x112x112x64xf32> {
    %0 = prim.convert_element_type %a : bf16 to f32
    %1 = prim.convert_element_type %b : bf16 to f32
    loop.yield %0, %1 : f32, f32
  }
  loop.yield %r : tensor<1x112x112x64xf32>
}
