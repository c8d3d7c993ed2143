// Rows that are windows of an image, read in place along its lines, every
// second element: the gradient of a weight whose image is planar. Of a sum whose
// panel the second cache does not keep, blocks are whole images and some of
// their lines, or a part of each line.
// RUN: tc-interpret %s --expect >%t.mlir && tc-run %t.mlir --check --guard --repeat=1
// RUN: tc-run %t.mlir --target=x86-64-v3,l2=16384 --check --guard --repeat=1
// RUN: tc-run %t.mlir --target=x86-64-v4,l2=16384,cores=2 --check --guard --threads=2 --repeat=1
// RUN: tc-opt %t.mlir --loop-schedule=target=x86-64-v3,l2=16384 | FileCheck %s
// RUN: tc-opt %t.mlir --loop-schedule=target=x86-64-v3,l2=1048576 | FileCheck %s --check-prefix=NEAR
// CHECK-LABEL: loop.kernel private @lines
// CHECK-SAME: blocks = 6 : i64, {{.*}} steps = 96 : i64,
// CHECK-LABEL: loop.kernel private @parts
// CHECK-SAME: blocks = 9 : i64, {{.*}} steps = 100 : i64,
// NEAR-NOT: blocks =
module attributes {tc.version = "0.1"} {
loop.kernel private @lines(%x: tensor<3x2x27x51xf32>, %d: tensor<2x12x24x40xf32>) -> tensor<40x3x3x3xf32> iters(o = 40, c = 3, i = 3, j = 3, n = 2, y = 12, z = 24) {
  %0 = loop.contract (c, i, j, o) over (n, y, z) reads(%a = %x[c, n, i + 2*y, j + 2*z] : tensor<3x2x27x51xf32>, %b = %d[n, y, z, o] : tensor<2x12x24x40xf32>) -> tensor<3x3x3x40xf32> {
    loop.yield %a, %b : f32, f32
  }
  %1 = loop.map (o, c, i, j) reads(%a = %0[c, i, j, o] : tensor<3x3x3x40xf32>) -> tensor<40x3x3x3xf32> {
    loop.yield %a : f32
  }
  loop.yield %1 : tensor<40x3x3x3xf32>
}
loop.kernel private @parts(%x: tensor<3x1x9x603xf32>, %d: tensor<1x3x300x40xf32>) -> tensor<3x3x3x40xf32> iters(o = 40, c = 3, i = 3, j = 3, n = 1, y = 3, z = 300) {
  %0 = loop.contract (c, i, j, o) over (n, y, z) reads(%a = %x[c, n, i + 2*y, j + 2*z] : tensor<3x1x9x603xf32>, %b = %d[n, y, z, o] : tensor<1x3x300x40xf32>) -> tensor<3x3x3x40xf32> {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %0 : tensor<3x3x3x40xf32>
}
func.func @main(%x: tensor<3x2x27x51xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}},
                %d: tensor<2x12x24x40xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}},
                %u: tensor<3x1x9x603xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3}},
                %v: tensor<1x3x300x40xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 4}})
    -> (tensor<40x3x3x3xf32>, tensor<3x3x3x40xf32>) {
  %0 = loop.launch @lines(%x, %d) : (tensor<3x2x27x51xf32>, tensor<2x12x24x40xf32>) -> tensor<40x3x3x3xf32>
  %1 = loop.launch @parts(%u, %v) : (tensor<3x1x9x603xf32>, tensor<1x3x300x40xf32>) -> tensor<3x3x3x40xf32>
  return %0, %1 : tensor<40x3x3x3xf32>, tensor<3x3x3x40xf32>
}
}
