// Where points of the batch choose matrices by data and have fewer tiles of rows
// than a group, the group goes on along the batch before the next column: blocks
// of rows of an expert share what they read of its matrix. Batches that groups
// divide and others, of a symbol, of one and three tiles of rows.
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %s --target=emulate --check --repeat=1 --size b=0
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %s --target=emulate --check --repeat=1 --size b=5
// RUN: env TC_NUMBERS=gpu_group=3 LD_PRELOAD=%build/lib/libtcemulate.so tc-run %s --target=emulate --check --repeat=1 --size b=4
// RUN: tc-opt %s --tc-gpu --loop-to-gpu=target=cuda,tune=sm_90a | FileCheck %s
// The number of a block is a place in its group before it is one of the batch.
// CHECK: gpu.func @{{.*}}dot_general{{.*}}known_block_size = array<i32: 128
// CHECK: %[[AT:.*]] = gpu.block_id {{.*}}x
// CHECK: %[[BLOCK:.*]] = arith.index_cast %[[AT]]
// CHECK-NOT: arith.remui %[[BLOCK]],
// CHECK: arith.divui %[[BLOCK]],
module attributes {tc.version = "0.1"} {
  func.func @main(%x: tensor<11x40x64xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}},
                  %w: tensor<4x64x520xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}},
                  %y: tensor<3x150x64xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3}},
                  %v: tensor<2x64x264xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 4}},
                  %z: tensor<?x40x64xbf16, #tc.dims<[b, 40, 64]>> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 5}},
                  %g: tensor<11xi64> {tc.init = {kind = "randint", low = 0, high = 4, stream = 6}},
                  %h: tensor<3xi64> {tc.init = {kind = "randint", low = 0, high = 2, stream = 7}},
                  %i: tensor<?xi64, #tc.dims<[b]>> {tc.init = {kind = "randint", low = 0, high = 4, stream = 8}})
      -> (tensor<11x40x520xbf16>, tensor<3x150x264xbf16>, tensor<?x40x520xbf16, #tc.dims<[b, 40, 520]>>) {
    %0 = prim.index %w[%g] [0] : tensor<4x64x520xbf16>, tensor<11xi64>
    %1 = prim.dot_general %x, %0 batch [0], [0] contract [2], [1] : tensor<11x40x64xbf16>, tensor<11x64x520xbf16>
    %2 = prim.index %v[%h] [0] : tensor<2x64x264xbf16>, tensor<3xi64>
    %3 = prim.dot_general %y, %2 batch [0], [0] contract [2], [1] : tensor<3x150x64xbf16>, tensor<3x64x264xbf16>
    %4 = prim.index %w[%i] [0] : tensor<4x64x520xbf16>, tensor<?xi64, #tc.dims<[b]>>
    %5 = prim.dot_general %z, %4 batch [0], [0] contract [2], [1] : tensor<?x40x64xbf16, #tc.dims<[b, 40, 64]>>, tensor<?x64x520xbf16, #tc.dims<[b, 64, 520]>>
    return %1, %3, %5 : tensor<11x40x520xbf16>, tensor<3x150x264xbf16>, tensor<?x40x520xbf16, #tc.dims<[b, 40, 520]>>
  }
}
