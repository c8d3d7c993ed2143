// Products of f32 that do not permit TF32, on its matrix unit, in three products
// of factors that are split (unit_split.c): operands whose steps are contiguous,
// or whose points are; batches, windows, odd sizes. (How exact they are:
// test/exec/cpu/sum_errors.mlir, in the suite's column emulate, which truncates
// as the unit does.)
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %s --target=emulate --check --repeat=1
// RUN: tc-compile %s --target=cuda --target-cpu=sm_80 --emit=ptx -o - | FileCheck %s
// CHECK-NOT: cvt.rna
// CHECK: mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32
// Of less than 64 steps the sum of f32 has a tighter bound: the schedule is refused.
// RUN: sed -e 's/72/56/g' %s | not tc-compile - --target=cuda --target-cpu=sm_80 --emit=ptx -o %t 2>&1 | FileCheck %s --check-prefix=SHORT
// SHORT: [TC-0611]{{.*}}the kernel is no contraction of its types with maps behind it, of 64 steps or more
// A warp's tile has sums of eight steps beside all sums.
// RUN: sed -e 's/step = 16 : i64, to = "warp"/step = 64 : i64, to = "warp"/g' -e 's/step = 32 : i64, to = "grid"/step = 64 : i64, to = "grid"/g' -e 's/threads = 128/threads = 32/g' %s | not tc-compile - --target=cuda --target-cpu=sm_80 --emit=ptx -o %t 2>&1 | FileCheck %s --check-prefix=WIDE
// WIDE: [TC-0611]{{.*}}where factors are split, 64 x 32
module attributes {tc.version = "0.1"} {
  loop.kernel private @k0_dot_general(%arg0: tensor<96x72xf32>, %arg1: tensor<80x72xf32>) -> tensor<96x80xf32> iters(d0 = 72, d1 = 96, d2 = 80) attributes {loop.schedule = {launches = [{body = [{body = [{body = [{body = [{bytes = 16 : i64, copy = [0, 0], engine = "cp.async", to = "shared"}, {bytes = 16 : i64, copy = [0, 1], engine = "cp.async", to = "shared"}, {body = [{body = [{run = 0 : i64, unit = "mma.m16n8k8.tf32x3"}], for = ["d2"], step = 16 : i64, to = "warp"}], for = ["d1"], step = 16 : i64, to = "warp"}], for = ["d0"], ring = 4 : i64, step = 32 : i64, to = "seq"}, {body = [{body = [], for = ["d2"], to = "vector"}], for = ["d1", "d2"], step = 8 : i64, to = "thread"}], for = ["d2"], step = 32 : i64, to = "grid"}], for = ["d1"], step = 32 : i64, to = "grid"}], group = 8 : i64, resident = 1 : i64, threads = 128 : i64}]}} {
    %0 = loop.contract (d1, d2) over (d0) reads(%arg2 = %arg0[d1, d0] : tensor<96x72xf32>, %arg3 = %arg1[d2, d0] : tensor<80x72xf32>) -> tensor<96x80xf32> {
      loop.yield %arg2, %arg3 : f32, f32
    }
    loop.yield %0 : tensor<96x80xf32>
  }
  loop.kernel private @k1_dot_general(%arg0: tensor<96x72xf32>, %arg1: tensor<72x80xf32>) -> tensor<96x80xf32> iters(d0 = 72, d1 = 96, d2 = 80) attributes {loop.schedule = {launches = [{body = [{body = [{body = [{body = [{bytes = 16 : i64, copy = [0, 0], engine = "cp.async", to = "shared"}, {bytes = 16 : i64, copy = [0, 1], engine = "cp.async", to = "shared"}, {body = [{body = [{run = 0 : i64, unit = "mma.m16n8k8.tf32x3"}], for = ["d2"], step = 16 : i64, to = "warp"}], for = ["d1"], step = 16 : i64, to = "warp"}], for = ["d0"], ring = 4 : i64, step = 32 : i64, to = "seq"}, {body = [{body = [], for = ["d2"], to = "vector"}], for = ["d1", "d2"], step = 8 : i64, to = "thread"}], for = ["d2"], step = 32 : i64, to = "grid"}], for = ["d1"], step = 32 : i64, to = "grid"}], group = 8 : i64, resident = 1 : i64, threads = 128 : i64}]}} {
    %0 = loop.contract (d1, d2) over (d0) reads(%arg2 = %arg0[d1, d0] : tensor<96x72xf32>, %arg3 = %arg1[d0, d2] : tensor<72x80xf32>) -> tensor<96x80xf32> {
      loop.yield %arg2, %arg3 : f32, f32
    }
    loop.yield %0 : tensor<96x80xf32>
  }
  loop.kernel private @k2_dot_general(%arg0: tensor<72x96xf32>, %arg1: tensor<80x72xf32>) -> tensor<96x80xf32> iters(d0 = 72, d1 = 96, d2 = 80) attributes {loop.schedule = {launches = [{body = [{body = [{body = [{body = [{bytes = 16 : i64, copy = [0, 0], engine = "cp.async", to = "shared"}, {bytes = 16 : i64, copy = [0, 1], engine = "cp.async", to = "shared"}, {body = [{body = [{run = 0 : i64, unit = "mma.m16n8k8.tf32x3"}], for = ["d2"], step = 16 : i64, to = "warp"}], for = ["d1"], step = 16 : i64, to = "warp"}], for = ["d0"], ring = 4 : i64, step = 32 : i64, to = "seq"}, {body = [{body = [], for = ["d2"], to = "vector"}], for = ["d1", "d2"], step = 8 : i64, to = "thread"}], for = ["d2"], step = 32 : i64, to = "grid"}], for = ["d1"], step = 32 : i64, to = "grid"}], group = 8 : i64, resident = 1 : i64, threads = 128 : i64}]}} {
    %0 = loop.contract (d1, d2) over (d0) reads(%arg2 = %arg0[d0, d1] : tensor<72x96xf32>, %arg3 = %arg1[d2, d0] : tensor<80x72xf32>) -> tensor<96x80xf32> {
      loop.yield %arg2, %arg3 : f32, f32
    }
    loop.yield %0 : tensor<96x80xf32>
  }
  loop.kernel private @k3_dot_general(%arg0: tensor<72x96xf32>, %arg1: tensor<72x80xf32>) -> tensor<96x80xf32> iters(d0 = 72, d1 = 96, d2 = 80) attributes {loop.schedule = {launches = [{body = [{body = [{body = [{body = [{bytes = 16 : i64, copy = [0, 0], engine = "cp.async", to = "shared"}, {bytes = 16 : i64, copy = [0, 1], engine = "cp.async", to = "shared"}, {body = [{body = [{run = 0 : i64, unit = "mma.m16n8k8.tf32x3"}], for = ["d2"], step = 16 : i64, to = "warp"}], for = ["d1"], step = 16 : i64, to = "warp"}], for = ["d0"], ring = 4 : i64, step = 32 : i64, to = "seq"}, {body = [{body = [], for = ["d2"], to = "vector"}], for = ["d1", "d2"], step = 8 : i64, to = "thread"}], for = ["d2"], step = 32 : i64, to = "grid"}], for = ["d1"], step = 32 : i64, to = "grid"}], group = 8 : i64, resident = 1 : i64, threads = 128 : i64}]}} {
    %0 = loop.contract (d1, d2) over (d0) reads(%arg2 = %arg0[d0, d1] : tensor<72x96xf32>, %arg3 = %arg1[d0, d2] : tensor<72x80xf32>) -> tensor<96x80xf32> {
      loop.yield %arg2, %arg3 : f32, f32
    }
    loop.yield %0 : tensor<96x80xf32>
  }
  loop.kernel private @k4_dot_general(%arg0: tensor<3x33x72xf32>, %arg1: tensor<3x72x37xf32>) -> tensor<3x33x37xf32> iters(d0 = 3, d1 = 72, d2 = 33, d3 = 37) attributes {loop.schedule = {launches = [{body = [{body = [{body = [{body = [{body = [{bytes = 16 : i64, copy = [0, 0], engine = "cp.async", to = "shared"}, {bytes = 4 : i64, copy = [0, 1], engine = "plain", to = "shared"}, {body = [{body = [{run = 0 : i64, unit = "mma.m16n8k8.tf32x3"}], for = ["d3"], step = 16 : i64, to = "warp"}], for = ["d2"], step = 16 : i64, to = "warp"}], for = ["d1"], ring = 4 : i64, step = 32 : i64, to = "seq"}, {body = [], for = ["d2", "d3"], step = 1 : i64, to = "thread"}], for = ["d3"], step = 32 : i64, to = "grid"}], for = ["d2"], step = 32 : i64, to = "grid"}], for = ["d0"], step = 1 : i64, to = "grid"}], group = 8 : i64, resident = 1 : i64, threads = 128 : i64}]}} {
    %0 = loop.contract (d0, d2, d3) over (d1) reads(%arg2 = %arg0[d0, d2, d1] : tensor<3x33x72xf32>, %arg3 = %arg1[d0, d1, d3] : tensor<3x72x37xf32>) -> tensor<3x33x37xf32> {
      loop.yield %arg2, %arg3 : f32, f32
    }
    loop.yield %0 : tensor<3x33x37xf32>
  }
  loop.kernel private @k5_convolution(%arg0: tensor<2x8x9x11xf32>, %arg1: tensor<24x8x3x3xf32>) -> tensor<2x24x5x11xf32> iters(d0 = 2, d1 = 24, d2 = 5, d3 = 11, d4 = 8, d5 = 3, d6 = 3) attributes {loop.schedule = {launches = [{body = [{body = [{body = [{body = [{bytes = 4 : i64, copy = [0, 1], engine = "plain", to = "shared"}, {bytes = 4 : i64, copy = [0, 0], engine = "plain", to = "shared"}, {body = [{body = [{run = 0 : i64, unit = "mma.m16n8k8.tf32x3"}], for = ["d0", "d2", "d3"], step = 16 : i64, to = "warp"}], for = ["d1"], step = 16 : i64, to = "warp"}], for = ["d4", "d5", "d6"], ring = 4 : i64, step = 32 : i64, to = "seq"}, {body = [], for = ["d1", "d0", "d2", "d3"], step = 1 : i64, to = "thread"}], for = ["d0", "d2", "d3"], step = 32 : i64, to = "grid"}], for = ["d1"], step = 32 : i64, to = "grid"}], group = 8 : i64, resident = 1 : i64, threads = 128 : i64}]}} {
    %0 = loop.contract (d0, d1, d2, d3) over (d4, d5, d6) reads(%arg2 = %arg0[d0, d4, 2*d2 + d5 - 1, d3 + d6 - 1] : tensor<2x8x9x11xf32> else 0.000000e+00, %arg3 = %arg1[d1, d4, d5, d6] : tensor<24x8x3x3xf32>) -> tensor<2x24x5x11xf32> {
      loop.yield %arg2, %arg3 : f32, f32
    }
    loop.yield %0 : tensor<2x24x5x11xf32>
  }
  loop.kernel private @k6_dot_general(%arg0: tensor<65x130xf32>, %arg1: tensor<131x130xf32>) -> tensor<65x131xf32> iters(d0 = 130, d1 = 65, d2 = 131) attributes {loop.schedule = {launches = [{body = [{body = [{body = [{body = [{bytes = 8 : i64, copy = [0, 0], engine = "cp.async", to = "shared"}, {bytes = 8 : i64, copy = [0, 1], engine = "cp.async", to = "shared"}, {body = [{body = [{run = 0 : i64, unit = "mma.m16n8k8.tf32x3"}], for = ["d2"], step = 16 : i64, to = "warp"}], for = ["d1"], step = 16 : i64, to = "warp"}], for = ["d0"], ring = 4 : i64, step = 32 : i64, to = "seq"}, {body = [], for = ["d1", "d2"], step = 1 : i64, to = "thread"}], for = ["d2"], step = 32 : i64, to = "grid"}], for = ["d1"], step = 32 : i64, to = "grid"}], group = 8 : i64, resident = 1 : i64, threads = 128 : i64}]}} {
    %0 = loop.contract (d1, d2) over (d0) reads(%arg2 = %arg0[d1, d0] : tensor<65x130xf32>, %arg3 = %arg1[d2, d0] : tensor<131x130xf32>) -> tensor<65x131xf32> {
      loop.yield %arg2, %arg3 : f32, f32
    }
    loop.yield %0 : tensor<65x131xf32>
  }
  func.func @main(%arg0: tensor<96x72xf32> {tc.init = {kind = "uniform", mean = 0.000000e+00 : f64, std = 1.000000e+00 : f64, stream = 1 : i64}}, %arg1: tensor<80x72xf32> {tc.init = {kind = "uniform", mean = 0.000000e+00 : f64, std = 1.000000e+00 : f64, stream = 2 : i64}}, %arg2: tensor<72x96xf32> {tc.init = {kind = "uniform", mean = 0.000000e+00 : f64, std = 1.000000e+00 : f64, stream = 3 : i64}}, %arg3: tensor<72x80xf32> {tc.init = {kind = "uniform", mean = 0.000000e+00 : f64, std = 1.000000e+00 : f64, stream = 4 : i64}}, %arg4: tensor<3x33x72xf32> {tc.init = {kind = "uniform", mean = 0.000000e+00 : f64, std = 1.000000e+00 : f64, stream = 5 : i64}}, %arg5: tensor<3x72x37xf32> {tc.init = {kind = "uniform", mean = 0.000000e+00 : f64, std = 1.000000e+00 : f64, stream = 6 : i64}}, %arg6: tensor<2x8x9x11xf32> {tc.init = {kind = "uniform", mean = 0.000000e+00 : f64, std = 1.000000e+00 : f64, stream = 7 : i64}}, %arg7: tensor<24x8x3x3xf32> {tc.init = {kind = "uniform", mean = 0.000000e+00 : f64, std = 1.000000e+00 : f64, stream = 8 : i64}}, %arg8: tensor<65x130xf32> {tc.init = {kind = "uniform", mean = 0.000000e+00 : f64, std = 1.000000e+00 : f64, stream = 9 : i64}}, %arg9: tensor<131x130xf32> {tc.init = {kind = "uniform", mean = 0.000000e+00 : f64, std = 1.000000e+00 : f64, stream = 10 : i64}}) -> (tensor<96x80xf32>, tensor<96x80xf32>, tensor<96x80xf32>, tensor<96x80xf32>, tensor<3x33x37xf32>, tensor<2x24x5x11xf32>, tensor<65x131xf32>) attributes {loop.arena = #tc.size<0>} {
    %0 = loop.launch @k0_dot_general(%arg0, %arg1) {loop.places = [{result = 0 : i64}]} : (tensor<96x72xf32>, tensor<80x72xf32>) -> tensor<96x80xf32>
    %1 = loop.launch @k1_dot_general(%arg0, %arg3) {loop.places = [{result = 1 : i64}]} : (tensor<96x72xf32>, tensor<72x80xf32>) -> tensor<96x80xf32>
    %2 = loop.launch @k2_dot_general(%arg2, %arg1) {loop.places = [{result = 2 : i64}]} : (tensor<72x96xf32>, tensor<80x72xf32>) -> tensor<96x80xf32>
    %3 = loop.launch @k3_dot_general(%arg2, %arg3) {loop.places = [{result = 3 : i64}]} : (tensor<72x96xf32>, tensor<72x80xf32>) -> tensor<96x80xf32>
    %4 = loop.launch @k4_dot_general(%arg4, %arg5) {loop.places = [{result = 4 : i64}]} : (tensor<3x33x72xf32>, tensor<3x72x37xf32>) -> tensor<3x33x37xf32>
    %5 = loop.launch @k5_convolution(%arg6, %arg7) {loop.places = [{result = 5 : i64}]} : (tensor<2x8x9x11xf32>, tensor<24x8x3x3xf32>) -> tensor<2x24x5x11xf32>
    %6 = loop.launch @k6_dot_general(%arg8, %arg9) {loop.places = [{result = 6 : i64}]} : (tensor<65x130xf32>, tensor<131x130xf32>) -> tensor<65x131xf32>
    return %0, %1, %2, %3, %4, %5, %6 : tensor<96x80xf32>, tensor<96x80xf32>, tensor<96x80xf32>, tensor<96x80xf32>, tensor<3x33x37xf32>, tensor<2x24x5x11xf32>, tensor<65x131xf32>
  }
}

