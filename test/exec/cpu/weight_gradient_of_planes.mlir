// The gradient of a convolution's weight where no factor's channels are side by
// side: panels run along the longest iterator, and are brought together while
// they are packed. Results are stored along rows, a column of a tile after the
// other.
// RUN: tc-interpret %s --expect >%t.mlir && tc-run %t.mlir --check --guard --repeat=1
// RUN: tc-run %t.mlir --target=x86-64-v2 --check --repeat=1
// RUN: tc-opt %s --prim-to-loop --loop-fuse --cse --loop-layout --loop-schedule=target=x86-64-v3 | FileCheck %s
// CHECK: phases = [{grain = 1 : i64, product = {{.*}}, stages = [0, 1]}]
func.func @main(%x: tensor<2x3x17x13xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}},
    %dy: tensor<2x40x8x6xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}}) -> tensor<40x3x3x3xf32> {
  %0 = prim.transpose %x [1, 0, 2, 3] : tensor<2x3x17x13xf32>
  %1 = prim.transpose %dy [1, 0, 2, 3] : tensor<2x40x8x6xf32>
  %3 = prim.convolution %0, %1 strides [1, 1] pad [0, 0], [0, 0] dilation [1, 1], [2, 2] groups 1 : tensor<3x2x17x13xf32>, tensor<40x2x8x6xf32>
  %4 = prim.transpose %3 [1, 0, 2, 3] : tensor<3x40x3x3xf32>
  return %4 : tensor<40x3x3x3xf32>
}
