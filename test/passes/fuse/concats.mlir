// On CPUs a map goes into the concatenation by rows that alone reads it: code is
// cut in the ranges of rows that the concatenation tells apart (see
// test/exec/cpu/cut_ranges.mlir).
// RUN: tc-opt %s --split-input-file "--loop-fuse=stream=true otherwise=x86-64-v4" | FileCheck %s
// RUN: tc-opt %s --split-input-file "--loop-fuse=stream=true otherwise=x86-64-v4 disable=concats" | FileCheck %s --check-prefix=APART
// RUN: tc-opt %s --split-input-file "--loop-fuse=stream=true otherwise=cuda,tune=sm_90a disable=launches" | FileCheck %s --check-prefix=APART

// CHECK-LABEL: func.func @main
// CHECK-COUNT-1: loop.launch
// CHECK-NOT: loop.launch
// APART-LABEL: func.func @main
// APART-COUNT-2: loop.launch
func.func @main(%x: tensor<4x32xf32>, %y: tensor<6x32xf32>) -> tensor<10x32xf32> {
  %0 = loop.launch @sines(%y) : (tensor<6x32xf32>) -> tensor<6x32xf32>
  %1 = loop.launch @both(%x, %0) : (tensor<4x32xf32>, tensor<6x32xf32>) -> tensor<10x32xf32>
  return %1 : tensor<10x32xf32>
}
loop.kernel private @sines(%y: tensor<6x32xf32>) -> tensor<6x32xf32> iters(i = 6, j = 32) {
  %0 = loop.map (i, j) reads(%a = %y[i, j] : tensor<6x32xf32>) -> tensor<6x32xf32> {
    %1 = prim.sin %a : f32
    loop.yield %1 : f32
  }
  loop.yield %0 : tensor<6x32xf32>
}
loop.kernel private @both(%x: tensor<4x32xf32>, %y: tensor<6x32xf32>) -> tensor<10x32xf32> iters(i = 10, j = 32) {
  %0 = loop.map (i, j) reads(%a = %x[i, j] : tensor<4x32xf32> else 0.0, %b = %y[i - 4, j] : tensor<6x32xf32> else 0.0) -> tensor<10x32xf32> {
    %at = loop.index <i>
    %four = prim.constant 4 : i64
    %isFirst = prim.lt %at, %four : i64
    %1 = prim.where %isFirst, %a, %b : i1, f32
    loop.yield %1 : f32
  }
  loop.yield %0 : tensor<10x32xf32>
}

// -----

// Not where lanes would run over both (columns), nor where the reader uses the
// operand in all rows.
// CHECK-LABEL: func.func @main
// CHECK-COUNT-4: loop.launch
// APART-LABEL: func.func @main
// APART-COUNT-4: loop.launch
func.func @main(%x: tensor<32x4xf32>, %y: tensor<32x6xf32>) -> (tensor<32x10xf32>, tensor<40x6xf32>) {
  %0 = loop.launch @sines(%y) : (tensor<32x6xf32>) -> tensor<32x6xf32>
  %1 = loop.launch @columns(%x, %0) : (tensor<32x4xf32>, tensor<32x6xf32>) -> tensor<32x10xf32>
  %2 = loop.launch @cosines(%y) : (tensor<32x6xf32>) -> tensor<32x6xf32>
  %3 = loop.launch @padded(%2) : (tensor<32x6xf32>) -> tensor<40x6xf32>
  return %1, %3 : tensor<32x10xf32>, tensor<40x6xf32>
}
loop.kernel private @sines(%y: tensor<32x6xf32>) -> tensor<32x6xf32> iters(i = 32, j = 6) {
  %0 = loop.map (i, j) reads(%a = %y[i, j] : tensor<32x6xf32>) -> tensor<32x6xf32> {
    %1 = prim.sin %a : f32
    loop.yield %1 : f32
  }
  loop.yield %0 : tensor<32x6xf32>
}
loop.kernel private @columns(%x: tensor<32x4xf32>, %y: tensor<32x6xf32>) -> tensor<32x10xf32> iters(i = 32, j = 10) {
  %0 = loop.map (i, j) reads(%a = %x[i, j] : tensor<32x4xf32> else 0.0, %b = %y[i, j - 4] : tensor<32x6xf32> else 0.0) -> tensor<32x10xf32> {
    %at = loop.index <j>
    %four = prim.constant 4 : i64
    %isFirst = prim.lt %at, %four : i64
    %1 = prim.where %isFirst, %a, %b : i1, f32
    loop.yield %1 : f32
  }
  loop.yield %0 : tensor<32x10xf32>
}
loop.kernel private @cosines(%y: tensor<32x6xf32>) -> tensor<32x6xf32> iters(i = 32, j = 6) {
  %0 = loop.map (i, j) reads(%a = %y[i, j] : tensor<32x6xf32>) -> tensor<32x6xf32> {
    %1 = prim.cos %a : f32
    loop.yield %1 : f32
  }
  loop.yield %0 : tensor<32x6xf32>
}
loop.kernel private @padded(%y: tensor<32x6xf32>) -> tensor<40x6xf32> iters(i = 40, j = 6) {
  %0 = loop.map (i, j) reads(%b = %y[i - 4, j] : tensor<32x6xf32> else 2.0) -> tensor<40x6xf32> {
    %at = loop.index <i>
    %four = prim.constant 4 : i64
    %isFirst = prim.lt %at, %four : i64
    %more = prim.constant 1.0 : f32
    %none = prim.constant 0.0 : f32
    %1 = prim.where %isFirst, %more, %none : i1, f32
    %2 = prim.add %b, %1 : f32
    loop.yield %2 : f32
  }
  loop.yield %0 : tensor<40x6xf32>
}
