// Sums that are `ordered` have the same bits wherever they are computed: in the
// interpreter and in compiled code. 1e8 swallows what is added to it one by
// one, and not what is added first.
// RUN: tc-opt %s --prim-to-loop --loop-fuse | FileCheck %s --check-prefix=LOOP
// RUN: tc-opt %s --prim-to-loop --loop-fuse --loop-schedule | FileCheck %s --check-prefix=PLAN
// RUN: tc-interpret %s --print | FileCheck %s

// LOOP: loop.reduce (d0) over (d1) [add] ordered reads(
// LOOP: loop.contract (d1, d2) over (d0) ordered reads(
// LOOP: loop.scan (d0, d1) along d1 [add] ordered reads(

// No product in tiles, and no lanes along what is summed.
// PLAN-NOT: product
// PLAN: loop.contract (d1, d2) over (d0) ordered

// CHECK: result 0: f32[2] 1e+08 1e+08
module attributes {tc.version = "0.1"} {
  func.func @main(%w: tensor<1000x33xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}},
                  %x: tensor<40x1000xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}})
      -> (tensor<2xf32>, tensor<40xf32>, tensor<40x33xf32>, tensor<40x1000xf32>) {
    %a = prim.constant dense<[[1.0e8, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0], [1.0e8, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0]]> : tensor<2x10xf32>
    %0 = prim.sum %a [1] {ordered} : tensor<2x10xf32>
    %1 = prim.sum %x [1] {ordered} : tensor<40x1000xf32>
    %2 = prim.dot_general %x, %w batch [], [] contract [1], [0] {ordered} : tensor<40x1000xf32>, tensor<1000x33xf32>
    %3 = prim.cumsum %x dim 1 {ordered} : tensor<40x1000xf32>
    return %0, %1, %2, %3 : tensor<2xf32>, tensor<40xf32>, tensor<40x33xf32>, tensor<40x1000xf32>
  }
}
