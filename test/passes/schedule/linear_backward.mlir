// Backward of a linear layer over x[1, n, c], as AOTAutograd traces it: the
// views [1, n, c] -> [n, c] leave iterators of one point in the kernels. Both
// gradients are products all the same, with the maps on their points.
// RUN: tc-opt %s --tc-cpu --loop-schedule=target=x86-64-v3 | FileCheck %s
// Parts of a sum that cost little: the reduction of one gradient is split.
// RUN: sed s/xf32/xbf16/g %s | env TC_NUMBERS=gpu_part_steps=6 tc-opt --tc-gpu --loop-schedule=target=cuda,tune=sm_90a,tensor-maps=0 | FileCheck %s --check-prefix=GPU
// By the copy engine no reduction is split: tiles of 64 x 128 are enough.
// RUN: sed s/xf32/xbf16/g %s | tc-opt --tc-gpu --loop-schedule=target=cuda,tune=sm_90a | FileCheck %s --check-prefix=TENSOR

// CHECK: loop.kernel private @k1
// CHECK-SAME: phases = [{grain = 1 : i64, product = {{.*}}, stages = [0, 1]}]
// CHECK: loop.kernel private @k3
// CHECK-SAME: phases = [{grain = 1 : i64, product = {{.*}}, stages = [0, 1]}]
// CHECK: loop.kernel private @k4
// CHECK-NOT: loop.kernel

// GPU: loop.kernel private @k1
// GPU-SAME: adds = [{as = "partial"
// GPU-SAME: launches = [{
// GPU-SAME: unit = "wgmma.m64k16.bf16"
// GPU-SAME: threads = {{[0-9]+}} : i64}, {
// GPU-NOT: threads = {{[0-9]+}} : i64}, {
// GPU: loop.kernel private @k3
// GPU-SAME: launches = [{
// GPU-SAME: unit = "wgmma.m64k16.bf16"
// GPU-NOT: threads = {{[0-9]+}} : i64}, {
// GPU: loop.kernel private @k4

// TENSOR: loop.kernel private @k1
// TENSOR-NOT: as = "partial"
// TENSOR: engine = "tma"
// TENSOR: loop.kernel private @k3
// TENSOR-NOT: as = "partial"
// TENSOR: engine = "tma"
// TENSOR: loop.kernel private @k4

module attributes {tc.version = "0.1"} {
  fx.graph @main(%dy: tensor<1x1024x3072xf32> {tc.init = {kind = "uniform", mean = 0.0 : f64, std = 1.0 : f64, stream = 1 : i64, seed = 0 : i64}}, %w: tensor<3072x768xf32> {tc.init = {kind = "uniform", mean = 0.0 : f64, std = 1.0 : f64, stream = 2 : i64, seed = 0 : i64}}, %x: tensor<1024x768xf32> {tc.init = {kind = "uniform", mean = 0.0 : f64, std = 1.0 : f64, stream = 3 : i64, seed = 0 : i64}}) -> (tensor<1024x768xf32>, tensor<3072x768xf32>, tensor<1x3072xf32>) {
    %0 = fx.call "aten.view.default"(%dy, [1024, 3072]) : (tensor<1x1024x3072xf32>) -> tensor<1024x3072xf32>
    %dx = fx.call "aten.mm.default"(%0, %w) : (tensor<1024x3072xf32>, tensor<3072x768xf32>) -> tensor<1024x768xf32>
    %1 = fx.call "aten.t.default"(%0) : (tensor<1024x3072xf32>) -> tensor<3072x1024xf32>
    %dw = fx.call "aten.mm.default"(%1, %x) : (tensor<3072x1024xf32>, tensor<1024x768xf32>) -> tensor<3072x768xf32>
    %db = fx.call "aten.sum.dim_IntList"(%0, [0], true) : (tensor<1024x3072xf32>) -> tensor<1x3072xf32>
    fx.output %dx, %dw, %db : tensor<1024x768xf32>, tensor<3072x768xf32>, tensor<1x3072xf32>
  }
}
