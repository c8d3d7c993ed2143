// Columns of windows with a border are packed for many rows that lie in the
// order of the steps, and tiles walk through both in one loop, whatever the
// window; of strided images, too, of integers, and of halves, whose rows are
// packed. Few rows read windows where they lie.
// RUN: tc-interpret %s --expect >%t.mlir && tc-run %t.mlir --check --guard --repeat=1
// RUN: tc-run %t.mlir --target=x86-64-v3 --check --guard --repeat=1
// RUN: tc-run %t.mlir --target=x86-64-v2 --check --repeat=1
// RUN: tc-opt %s --tc-cpu --loop-schedule=target=x86-64-v3 | FileCheck %s --check-prefix=PACKED
// RUN: env TC_NUMBERS=cpu_window_rows=51 tc-opt %s --tc-cpu --loop-schedule=target=x86-64-v3 | FileCheck %s --check-prefix=PLACE
// RUN: tc-opt %s --tc-cpu --loop-to-cpu=target=x86-64-v3 | FileCheck %s
// PACKED-NOT: columns_from
// PLACE: columns_from = "windows"
// All 36 steps, four an iteration; of 279 blocks of 128.
// CHECK-LABEL: func.func private @k0_convolution(
// CHECK: scf.for {{.*}} to %c36_i64{{[_0-9]*}} step %c4_i64{{.*}}vector<8xf32>
// CHECK-LABEL: func.func private @k1_convolution(
// CHECK: scf.for {{.*}} to %c279_i64{{[_0-9]*}} step %c128_i64{{.*}}vector<8xf32>
func.func @main(%ax: tensor<2x4x9x21xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}},
                %aw: tensor<50x4x3x3xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}},
                %bx: tensor<1x31x9x22xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3}},
                %bw: tensor<50x31x3x3xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 4}},
                %cx: tensor<1x4x9x21xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 5}},
                %cw: tensor<50x4x3x3xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 6}},
                %dx: tensor<1x4x9x21xi32> {tc.init = {kind = "randint", low = -9, high = 9, stream = 7}},
                %dw: tensor<50x4x3x3xi32> {tc.init = {kind = "randint", low = -9, high = 9, stream = 8}})
    -> (tensor<2x50x9x21xf32>, tensor<1x50x5x11xf32>, tensor<1x50x9x21xbf16>, tensor<1x50x9x21xi32>) {
  %a = prim.convolution %ax, %aw strides [1, 1] pad [1, 1], [1, 1] dilation [1, 1], [1, 1] groups 1 : tensor<2x4x9x21xf32>, tensor<50x4x3x3xf32>
  %b = prim.convolution %bx, %bw strides [2, 2] pad [1, 1], [1, 1] dilation [1, 1], [1, 1] groups 1 : tensor<1x31x9x22xf32>, tensor<50x31x3x3xf32>
  %c = prim.convolution %cx, %cw strides [1, 1] pad [1, 1], [1, 1] dilation [1, 1], [1, 1] groups 1 : tensor<1x4x9x21xbf16>, tensor<50x4x3x3xbf16>
  %d = prim.convolution %dx, %dw strides [1, 1] pad [1, 1], [1, 1] dilation [1, 1], [1, 1] groups 1 : tensor<1x4x9x21xi32>, tensor<50x4x3x3xi32>
  return %a, %b, %c, %d : tensor<2x50x9x21xf32>, tensor<1x50x5x11xf32>, tensor<1x50x9x21xbf16>, tensor<1x50x9x21xi32>
}
