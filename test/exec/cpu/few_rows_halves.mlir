// Few rows of bf16 whose factors lie along the sum are multiplied in pairs, in
// blocks of accumulators, where the target's vectors have an instruction for
// that: numbers of columns that no block divides, of steps that no vector does.
// RUN: tc-interpret %s --expect >%t.mlir && tc-run %t.mlir --check --guard --repeat=1
// RUN: tc-opt %s --loop-schedule=target=x86-64-v4,features=avx512bf16 | FileCheck %s
// CHECK-COUNT-3: unit = "dot.bf16", vector = "k"
module attributes {tc.version = "0.1"} {

loop.kernel private @two(%x: tensor<2x96xbf16>, %w: tensor<70x96xbf16>) -> tensor<2x70xf32> iters(i = 2, n = 70, k = 96) {
  %y = loop.contract (i, n) over (k) reads(%a = %x[i, k] : tensor<2x96xbf16>, %b = %w[n, k] : tensor<70x96xbf16>) -> tensor<2x70xf32> {
    %0 = prim.convert_element_type %a : bf16 to f32
    %1 = prim.convert_element_type %b : bf16 to f32
    loop.yield %0, %1 : f32, f32
  }
  loop.yield %y : tensor<2x70xf32>
}

loop.kernel private @five(%x: tensor<5x70xbf16>, %w: tensor<37x70xbf16>) -> tensor<5x37xf32> iters(i = 5, n = 37, k = 70) {
  %y = loop.contract (i, n) over (k) reads(%a = %x[i, k] : tensor<5x70xbf16>, %b = %w[n, k] : tensor<37x70xbf16>) -> tensor<5x37xf32> {
    %0 = prim.convert_element_type %a : bf16 to f32
    %1 = prim.convert_element_type %b : bf16 to f32
    loop.yield %0, %1 : f32, f32
  }
  loop.yield %y : tensor<5x37xf32>
}

loop.kernel private @twelve(%x: tensor<12x6xbf16>, %w: tensor<131x6xbf16>) -> tensor<12x131xf32> iters(i = 12, n = 131, k = 6) {
  %y = loop.contract (i, n) over (k) reads(%a = %x[i, k] : tensor<12x6xbf16>, %b = %w[n, k] : tensor<131x6xbf16>) -> tensor<12x131xf32> {
    %0 = prim.convert_element_type %a : bf16 to f32
    %1 = prim.convert_element_type %b : bf16 to f32
    loop.yield %0, %1 : f32, f32
  }
  loop.yield %y : tensor<12x131xf32>
}

func.func @main(%x0: tensor<2x96xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}},
                %w0: tensor<70x96xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}},
                %x1: tensor<5x70xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3}},
                %w1: tensor<37x70xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 4}},
                %x2: tensor<12x6xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 5}},
                %w2: tensor<131x6xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 6}})
    -> (tensor<2x70xf32>, tensor<5x37xf32>, tensor<12x131xf32>) {
  %0 = loop.launch @two(%x0, %w0) : (tensor<2x96xbf16>, tensor<70x96xbf16>) -> tensor<2x70xf32>
  %1 = loop.launch @five(%x1, %w1) : (tensor<5x70xbf16>, tensor<37x70xbf16>) -> tensor<5x37xf32>
  %2 = loop.launch @twelve(%x2, %w2) : (tensor<12x6xbf16>, tensor<131x6xbf16>) -> tensor<12x131xf32>
  return %0, %1, %2 : tensor<2x70xf32>, tensor<5x37xf32>, tensor<12x131xf32>
}
}
