// A product whose results have nothing long side by side (the gradient of a
// convolution's weight): panels run along what lies so in a factor. The padded
// image, its channels and its places turned, is read without questions.
// RUN: tc-interpret %s --expect >%t.mlir && tc-run %t.mlir --check --guard --repeat=1
// RUN: tc-run %t.mlir --target=x86-64-v2 --check --repeat=1
// RUN: tc-opt %s --prim-to-loop --loop-fuse --cse --loop-layout --loop-schedule=target=x86-64-v3 | FileCheck %s
// CHECK: phases = [{grain = 1 : i64, product = {{.*}}, stages = [0, 1]}]
// CHECK-NEXT: loop.contract
// CHECK-NEXT: loop.yield %{{.*}}, %{{.*}} : f32, f32
func.func @main(%x: tensor<2x24x7x6xf32> {tc.layout = #tc.layout<order = [0, 2, 3, 1]>, tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}},
    %dy: tensor<2x40x7x6xf32> {tc.layout = #tc.layout<order = [0, 2, 3, 1]>, tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}}) -> tensor<40x24x3x3xf32> {
  %c = prim.constant dense<0.0> : tensor<f32>
  %0 = prim.transpose %x [1, 0, 2, 3] : tensor<2x24x7x6xf32>
  %1 = prim.transpose %dy [1, 0, 2, 3] : tensor<2x40x7x6xf32>
  %2 = prim.pad %0, %c low <[0, 0, 1, 1]> high <[0, 0, 1, 1]> interior [0, 0, 0, 0] : tensor<24x2x7x6xf32>, tensor<f32> to tensor<24x2x9x8xf32>
  %3 = prim.convolution %2, %1 strides [1, 1] pad [0, 0], [0, 0] dilation [1, 1], [1, 1] groups 1 : tensor<24x2x9x8xf32>, tensor<40x2x7x6xf32>
  %4 = prim.transpose %3 [1, 0, 2, 3] : tensor<24x40x3x3xf32>
  return %4 : tensor<40x24x3x3xf32>
}
