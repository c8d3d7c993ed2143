// Few long rows: blocks share each, in parts that are contiguous in memory, and
// the mean and the squares around it, or the maximum and the exponentials, are
// one reduction, so that two launches give the statistics, a third has the map. Channels lie last here, so parts are lines of images, and a part's
// threads go along channels.
// RUN: tc-opt %s --tc-gpu --loop-schedule=target=cuda,tune=sm_90a -o %t.1 && FileCheck %s <%t.1
// RUN: tc-opt %t.1 --loop-schedule=target=cuda,tune=sm_90a | cmp - %t.1
// RUN: env TC_NUMBERS=gpu_long_row=1048576 tc-opt %s --tc-gpu --loop-schedule=target=cuda,tune=sm_90a | FileCheck %s --check-prefix=ROWS
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %s --target=emulate --check --repeat=1
// CHECK: loop.kernel private @{{.*}}loop.schedule = {adds = [{as = "partial", for = ["d2"], of = [0, 1], parts = 14 : i64}]
// CHECK-NEXT: loop.reduce (d0) over (d2, d3, d1) [custom]
// CHECK: loop.reduce (d0) over (d1, d2, d3) [add]
// CHECK: loop.kernel private @{{.*}}loop.schedule = {adds = [{as = "partial", for = ["d1"], of = [0
// CHECK-NEXT: loop.reduce (d0) over (d1) [custom]
// ROWS-NOT: [custom]
// ROWS-NOT: adds
module attributes {tc.version = "0.1", tc.target = "cuda"} {
  fx.graph @main(%x: tensor<3x16x56x56xf32> {tc.layout = #tc.layout<order = [0, 2, 3, 1]>, tc.init = {kind = "uniform", mean = 3.0, std = 1.0, stream = 1 : i64}}, %w: tensor<16xf32> {tc.init = {kind = "uniform", mean = 1.0, std = 0.1, stream = 2 : i64}}, %y: tensor<4x40000xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 3.0, stream = 3 : i64}}) -> (tensor<3x16x56x56xf32>, tensor<4xbf16>) {
    %0 = fx.call "aten.group_norm.default"(%x, 1, %w, %w) : (tensor<3x16x56x56xf32>, tensor<16xf32>, tensor<16xf32>) -> tensor<3x16x56x56xf32>
    %1 = fx.call "aten.logsumexp.default"(%y, [1], false) : (tensor<4x40000xbf16>) -> tensor<4xbf16>
    fx.output %0, %1 : tensor<3x16x56x56xf32>, tensor<4xbf16>
  }
}
