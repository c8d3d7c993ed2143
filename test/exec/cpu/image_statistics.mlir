// Statistics of images' channels, channels last: of blocks of rows first, and in
// parts of images. Means far from 0, and extents that are no multiples of parts
// or vectors; a norm's gradients.
// RUN: tc-run %s --check --threads=1
// RUN: tc-run %s --check --threads=3
// RUN: tc-run %s --check --threads=2 --target=x86-64-v3
// RUN: tc-opt %s --tc-cpu --loop-schedule=target=x86-64-v3 | FileCheck %s
// CHECK: {grain = {{[0-9]+}} : i64, lanes = 32 : i64, stages = [0, 1], tasks = ["d1", "d2"], vector = "d0"}
// CHECK: split = "d3", split_outer = ["d0", "d2"], split_parts = 54 : i64, stages = [0, 2]
!x = tensor<3x200x9x17xf32>
module attributes {tc.version = "0.1"} {
  fx.graph @main(
      %x: !x {tc.init = {kind = "uniform", mean = 300.0, std = 1.0, stream = 1, seed = 7}, tc.layout = #tc.layout<order = [0, 2, 3, 1]>},
      %weight: tensor<200xf32> {tc.init = {kind = "uniform", mean = 1.0, std = 0.5, stream = 2, seed = 7}},
      %bias: tensor<200xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 0.5, stream = 3, seed = 7}},
      %m: tensor<200xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 0.5, stream = 9, seed = 7}},
      %v: tensor<200xf32> {tc.init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 10, seed = 7}},
      %dy: !x {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 4, seed = 7}, tc.layout = #tc.layout<order = [0, 2, 3, 1]>},
      %mean: tensor<200xf32> {tc.init = {kind = "uniform", mean = 300.0, std = 0.1, stream = 7, seed = 7}},
      %rstd: tensor<200xf32> {tc.init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 8, seed = 7}})
      -> (!x {tc.layout = #tc.layout<order = [0, 2, 3, 1]>}, tensor<200xf32>, tensor<200xf32>, tensor<200xf32>, tensor<200xf32>,
          !x {tc.layout = #tc.layout<order = [0, 2, 3, 1]>}, tensor<200xf32>, tensor<200xf32>) {
    %0:5 = fx.call "aten._native_batch_norm_legit_functional.default"(%x, %weight, %bias, %m, %v, true, 0.1, 1.0e-05) : (!x, tensor<200xf32>, tensor<200xf32>, tensor<200xf32>, tensor<200xf32>) -> (!x, tensor<200xf32>, tensor<200xf32>, tensor<200xf32>, tensor<200xf32>)
    %1:3 = fx.call "aten.native_batch_norm_backward.default"(%dy, %x, %weight, none, none, %mean, %rstd, true, 1.0e-05, [true, true, true]) : (!x, !x, tensor<200xf32>, tensor<200xf32>, tensor<200xf32>) -> (!x, tensor<200xf32>, tensor<200xf32>)
    fx.output %0#0, %0#1, %0#2, %0#3, %0#4, %1#0, %1#1, %1#2 : !x, tensor<200xf32>, tensor<200xf32>, tensor<200xf32>, tensor<200xf32>, !x, tensor<200xf32>, tensor<200xf32>
  }
}
