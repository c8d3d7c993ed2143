// Products and convolutions of f32 that permit TF32, on warp groups: both
// operands are contiguous along their steps. Sizes that tiles do not divide.
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %s --target=emulate --check --repeat=1
// RUN: tc-compile %s --target=cuda --target-cpu=sm_90a --emit=ptx -o - | FileCheck %s
// CHECK: .entry{{.*}}dot_general
// CHECK: wgmma.mma_async.sync.aligned.m64n{{[0-9]+}}k8.f32.tf32.tf32
// CHECK: .entry{{.*}}convolution
// CHECK: wgmma.mma_async.sync.aligned.m64n{{[0-9]+}}k8.f32.tf32.tf32
// An operand whose points are contiguous is for mma.sync.
// CHECK: .entry{{.*}}dot_general
// CHECK: mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32
module attributes {tc.version = "0.1"} {
func.func @main(%a: tensor<200x520xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1 : i64}}, %b: tensor<330x520xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2 : i64}}, %x: tensor<2x36x24x32xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3 : i64}}, %w: tensor<72x36x3x3xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 4 : i64}}, %c: tensor<520x330xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 5 : i64}}) -> (tensor<200x330xf32>, tensor<2x72x24x32xf32>, tensor<200x330xf32>) {
  %0 = prim.dot_general %a, %b batch [], [] contract [1], [1] {tf32} : tensor<200x520xf32>, tensor<330x520xf32>
  %1 = prim.convolution %x, %w strides [1, 1] pad [1, 1], [1, 1] dilation [1, 1], [1, 1] groups 1 {tf32} : tensor<2x36x24x32xf32>, tensor<72x36x3x3xf32>
  %2 = prim.dot_general %a, %c batch [], [] contract [1], [0] {tf32} : tensor<200x520xf32>, tensor<520x330xf32>
  return %0, %1, %2 : tensor<200x330xf32>, tensor<2x72x24x32xf32>, tensor<200x330xf32>
}
}
