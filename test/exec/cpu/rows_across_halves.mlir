// Gradients of weights in halves: rows that are neighbours in memory, their steps
// apart, are packed as rows_across.mlir says: in pairs of steps where a unit
// multiplies these and one of the reduction's iterators, which becomes the
// innermost one, has an even number of points, else widened.
// RUN: tc-interpret %s --expect >%t.mlir && tc-run %t.mlir --check --guard --repeat=1
// RUN: tc-compile %t.mlir --target=x86-64-v3,l2=16384 -o %t.small.so
// RUN: tc-run %t.small.so --check --guard --repeat=1
// RUN: tc-opt %s --tc-cpu --loop-to-cpu=target=x86-64-v3,l2=16384 | FileCheck %s
// Prefetches of rows, 32 steps ahead: of 100, 37, 44 and 36.
// CHECK-DAG: arith.constant 3200 : i64
// CHECK-DAG: arith.constant 1184 : i64
// CHECK-DAG: arith.constant 1408 : i64
// CHECK-DAG: arith.constant 1152 : i64
// RUN: tc-opt %s --tc-cpu --loop-schedule=target=x86-64-v4,features=avx512bf16 | FileCheck %s --check-prefix=UNIT
// UNIT-COUNT-2: {grain = 1 : i64, product = {{.*}}, stages = [0, 1]}
// UNIT-LABEL: loop.kernel private @{{k[0-9]+}}_convolution(%arg0: tensor<44x
// UNIT-SAME: {grain = 1 : i64, product = {{.*}}, stages = [0, 1], unit = "dot.bf16"}
// UNIT-LABEL: loop.kernel private @{{k[0-9]+}}_convolution(%arg0: tensor<36x
// UNIT-SAME: {grain = 1 : i64, product = {{.*}}, stages = [0, 1], unit = "dot.bf16"}
#last = #tc.layout<order = [0, 2, 3, 1]>
#first = #tc.layout<order = [1, 2, 3, 0]>
module attributes {tc.version = "0.1"} {
  func.func @main(%dy: tensor<3x100x11x13xbf16> {tc.layout = #last, tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}},
                  %x: tensor<3x75x11x13xbf16> {tc.layout = #last, tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}},
                  %u: tensor<300x37xf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3}},
                  %v: tensor<300x41xf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 4}},
                  %m: tensor<44x8x9x9xbf16> {tc.layout = #first, tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 8}},
                  %n: tensor<50x8x7x7xbf16> {tc.layout = #first, tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 9}},
                  %k: tensor<36x4x12x12xbf16> {tc.layout = #first, tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 10}},
                  %l: tensor<50x4x10x10xbf16> {tc.layout = #first, tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 11}})
      -> (tensor<100x75xbf16>, tensor<37x41xf16>, tensor<44x50x3x3xbf16>, tensor<36x50x3x3xbf16>) {
    %0 = prim.dot_general %dy, %x batch [], [] contract [0, 2, 3], [0, 2, 3] : tensor<3x100x11x13xbf16>, tensor<3x75x11x13xbf16>
    %3 = prim.dot_general %u, %v batch [], [] contract [0], [0] : tensor<300x37xf16>, tensor<300x41xf16>
    %5 = prim.convolution %m, %n strides [1, 1] pad [0, 0], [0, 0] dilation [1, 1], [1, 1] groups 1 : tensor<44x8x9x9xbf16>, tensor<50x8x7x7xbf16>
    %6 = prim.convolution %k, %l strides [1, 1] pad [0, 0], [0, 0] dilation [1, 1], [1, 1] groups 1 : tensor<36x4x12x12xbf16>, tensor<50x4x10x10xbf16>
    return %0, %3, %5, %6 : tensor<100x75xbf16>, tensor<37x41xf16>, tensor<44x50x3x3xbf16>, tensor<36x50x3x3xbf16>
  }
}
