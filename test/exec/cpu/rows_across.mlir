// Long sums over rows that are neighbours in memory, their steps apart, as in
// gradients of weights: tasks pack such rows step by step, in blocks of the
// outer iterators of the sum if a panel of all steps is too large (with a small
// second cache: of two of them), and sums wait between blocks. Numbers of rows
// and columns are no multiples of anything; one result has a map behind its
// sums, one is f64, two have rows that are no neighbours (windows of images), one of
// them few steps.
// RUN: tc-interpret %s --expect >%t.mlir && tc-compile %t.mlir -o %t.so
// RUN: tc-run %t.so --check --guard --repeat=1
// RUN: tc-compile %t.mlir --target=x86-64-v3,l2=16384 -o %t.small.so
// RUN: tc-run %t.small.so --check --guard --repeat=1
// RUN: tc-opt %s --tc-cpu --loop-to-cpu=target=x86-64-v3,l2=16384 | FileCheck %s
// Prefetches of rows and columns that are packed, 32 steps ahead: of 100 and 75
// floats, 37 and 41 doubles, 40 and 38, 44 and 50 floats.
// CHECK-DAG: arith.constant 3200 : i64
// CHECK-DAG: arith.constant 2400 : i64
// CHECK-DAG: arith.constant 1184 : i64
// CHECK-DAG: arith.constant 1312 : i64
// CHECK-DAG: arith.constant 1280 : i64
// CHECK-DAG: arith.constant 1216 : i64
// CHECK-DAG: arith.constant 1408 : i64
// CHECK-DAG: arith.constant 1600 : i64
module attributes {tc.version = "0.1"} {
  func.func @main(%dy: tensor<3x100x11x13xf32> {tc.layout = #tc.layout<order = [0, 2, 3, 1]>, tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}},
                  %x: tensor<3x75x11x13xf32> {tc.layout = #tc.layout<order = [0, 2, 3, 1]>, tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}},
                  %u: tensor<300x37xf64> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3}},
                  %v: tensor<300x41xf64> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 4}},
                  %b: tensor<75xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 5}},
                  %p: tensor<40x2x26x28xf32> {tc.layout = #tc.layout<order = [1, 2, 3, 0]>, tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 6}},
                  %q: tensor<38x2x24x26xf32> {tc.layout = #tc.layout<order = [1, 2, 3, 0]>, tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 7}},
                  %m: tensor<44x8x9x9xf32> {tc.layout = #tc.layout<order = [1, 2, 3, 0]>, tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 8}},
                  %n: tensor<50x8x7x7xf32> {tc.layout = #tc.layout<order = [1, 2, 3, 0]>, tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 9}})
      -> (tensor<100x75xf32>, tensor<37x41xf64>, tensor<40x38x3x3xf32>, tensor<44x50x3x3xf32>) {
    %0 = prim.dot_general %dy, %x batch [], [] contract [0, 2, 3], [0, 2, 3] : tensor<3x100x11x13xf32>, tensor<3x75x11x13xf32>
    %1 = prim.broadcast_in_dim %b [1] : tensor<75xf32> to tensor<100x75xf32>
    %2 = prim.add %0, %1 : tensor<100x75xf32>
    %3 = prim.dot_general %u, %v batch [], [] contract [0], [0] : tensor<300x37xf64>, tensor<300x41xf64>
    %4 = prim.convolution %p, %q strides [1, 1] pad [0, 0], [0, 0] dilation [1, 1], [1, 1] groups 1 : tensor<40x2x26x28xf32>, tensor<38x2x24x26xf32>
    %5 = prim.convolution %m, %n strides [1, 1] pad [0, 0], [0, 0] dilation [1, 1], [1, 1] groups 1 : tensor<44x8x9x9xf32>, tensor<50x8x7x7xf32>
    return %2, %3, %4, %5 : tensor<100x75xf32>, tensor<37x41xf64>, tensor<40x38x3x3xf32>, tensor<44x50x3x3xf32>
  }
}
