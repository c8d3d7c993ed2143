// Statistics of columns: a norm over batches, channels last, and its gradients.
// On a GPU rows of threads share them, a block all of these columns, and the same
// launch has the maps of the sums.
// RUN: tc-run %s --check --threads=2
// RUN: tc-opt %s --tc-gpu --loop-schedule=target=cuda,tune=sm_90a | FileCheck %s
// CHECK: loop.kernel{{.*}}tensor<8x16x7x13xf32>
// CHECK-NOT: partial
// CHECK-SAME: for = ["d1", "d2", "d3"], to = "thread"}, {body = [{body = [{run = 1 : i64}, {run = 5 : i64}]
// CHECK-SAME: for = ["d1", "d2", "d3"], to = "thread"}, {body = [{body = [{run = 3 : i64}, {run = 6 : i64}]
// CHECK: loop.kernel{{.*}}tensor<6x24x24x10xbf16>
// CHECK-NOT: partial
// CHECK-SAME: {run = 0 : i64}, {run = 2 : i64}{{.*}} for = ["d0", "d2", "d3"], to = "thread"}, {body = [{body = [{run = 1 : i64}, {run = 3 : i64}]
module attributes {tc.version = "0.1"} {
  fx.graph @main(
      %x: tensor<8x16x7x13xf32> {tc.init = {kind = "uniform", mean = 1.5, std = 1.0, stream = 1, seed = 7}, tc.layout = #tc.layout<order = [0, 2, 3, 1]>},
      %weight: tensor<16xf32> {tc.init = {kind = "uniform", mean = 1.0, std = 0.5, stream = 2, seed = 7}},
      %bias: tensor<16xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 0.5, stream = 3, seed = 7}},
      %m: tensor<16xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 0.5, stream = 9, seed = 7}},
      %v: tensor<16xf32> {tc.init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 10, seed = 7}},
      %dy: tensor<6x24x24x10xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 4, seed = 7}, tc.layout = #tc.layout<order = [0, 2, 3, 1]>},
      %z: tensor<6x24x24x10xbf16> {tc.init = {kind = "uniform", mean = 0.5, std = 1.0, stream = 5, seed = 7}, tc.layout = #tc.layout<order = [0, 2, 3, 1]>},
      %scale: tensor<24xf32> {tc.init = {kind = "uniform", mean = 1.0, std = 0.5, stream = 6, seed = 7}},
      %mean: tensor<24xf32> {tc.init = {kind = "uniform", mean = 0.5, std = 0.1, stream = 7, seed = 7}},
      %rstd: tensor<24xf32> {tc.init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 8, seed = 7}})
      -> (tensor<8x16x7x13xf32> {tc.layout = #tc.layout<order = [0, 2, 3, 1]>}, tensor<16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16xf32>,
          tensor<6x24x24x10xbf16> {tc.layout = #tc.layout<order = [0, 2, 3, 1]>}, tensor<24xf32>, tensor<24xf32>) {
    %0:5 = fx.call "aten._native_batch_norm_legit_functional.default"(%x, %weight, %bias, %m, %v, true, 0.1, 1.0e-05) : (tensor<8x16x7x13xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16xf32>) -> (tensor<8x16x7x13xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16xf32>)
    %1:3 = fx.call "aten.native_batch_norm_backward.default"(%dy, %z, %scale, none, none, %mean, %rstd, true, 1.0e-05, [true, true, true]) : (tensor<6x24x24x10xbf16>, tensor<6x24x24x10xbf16>, tensor<24xf32>, tensor<24xf32>, tensor<24xf32>) -> (tensor<6x24x24x10xbf16>, tensor<24xf32>, tensor<24xf32>)
    fx.output %0#0, %0#1, %0#2, %0#3, %0#4, %1#0, %1#1, %1#2 : tensor<8x16x7x13xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<6x24x24x10xbf16>, tensor<24xf32>, tensor<24xf32>
  }
}
