// The copy engine moves operands: one thread of a role issues boxes, and zeros
// arrive behind the last row, column and step. The columns' operand is
// contiguous along them: two boxes a slot.
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %s --target=emulate --check --repeat=1
// Teams of two warp groups; three teams; one.
// RUN: sed -e 's/role = "multiply", step = 128 : i64, to = "group"/role = "multiply", step = 64 : i64, to = "group"/; s/ring = 5/ring = 3/; s/registers = 240/registers = 112/; s/warps = 8/warps = 16/; s/threads = 384/threads = 640/' %s > %t.groups.mlir
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %t.groups.mlir --target=emulate --check --repeat=1
// RUN: sed -e 's/registers = 240/registers = 160/; s/warps = 8/warps = 12/; s/threads = 384/threads = 512/' %s > %t.three.mlir
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %t.three.mlir --target=emulate --check --repeat=1
// RUN: sed -e 's/role = "multiply", step = 128 : i64, to = "group"/role = "multiply", step = 64 : i64, to = "group"/' %s > %t.one.mlir
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %t.one.mlir --target=emulate --check --repeat=1
// The step's tables hold what the driver makes maps of; ptxas neither spills nor
// warns.
// RUN: tc-opt %s --loop-to-gpu=target=cuda,tune=sm_90a | FileCheck %s --check-prefix=MAPS
// RUN: tc-compile %s --target=cuda --target-cpu=sm_90a --emit=ptx -o %t.ptx
// RUN: FileCheck %s --check-prefix=PTX --input-file %t.ptx
// MAPS: gpu.func @rows_by_columns
// MAPS-SAME: loop.tensor_maps = [{box = [64, 128], buffer = 0 : i64, extents = [#tc.size<200>, #tc.size<400>], offset = #tc.size<0>, strides = [#tc.size<2>, #tc.size<400>]}, {box = [64, 64], buffer = 1 : i64, extents = [#tc.size<328>, #tc.size<200>], offset = #tc.size<0>, strides = [#tc.size<2>, #tc.size<656>]}]
// PTX-COUNT-2: .param .align 64 .b8 {{.*}}[128]
// PTX: mbarrier.init
// PTX: fence.proxy.async
// PTX: bar.sync
// PTX-DAG: setmaxnreg.inc.sync.aligned.u32 240;
// PTX-DAG: wgmma.mma_async.sync.aligned.m64n128k16
// PTX-NOT: fence.proxy
// PTX: setmaxnreg.dec.sync.aligned.u32 24;
// PTX: mbarrier.arrive.expect_tx
// PTX-COUNT-3: cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes
module attributes {tc.version = "0.1"} {
  loop.kernel private @rows_by_columns(%arg0: tensor<400x200xbf16>, %arg1: tensor<200x328xbf16>, %arg2: tensor<328xbf16>) -> tensor<400x328xbf16> iters(d0 = 400, d1 = 328, d2 = 200) attributes {loop.schedule = {launches = [{body = [{body = [{body = [{body = [{copy = [0, 0], engine = "tma", role = "load", to = "shared"}, {copy = [0, 1], engine = "tma", role = "load", to = "shared"}, {body = [{body = [{run = 0 : i64, unit = "wgmma.m64k16.bf16"}], for = ["d1"], step = 128 : i64, to = "group"}], for = ["d0"], role = "multiply", step = 128 : i64, to = "group"}], for = ["d2"], ring = 5 : i64, step = 64 : i64, to = "seq"}, {body = [{body = [{run = 1 : i64}], for = ["d1"], to = "vector"}], for = ["d0", "d1"], role = "multiply", step = 8 : i64, to = "thread"}], for = ["d1"], step = 128 : i64, to = "persist"}], for = ["d0"], step = 128 : i64, to = "persist"}], group = 2 : i64, resident = 1 : i64, roles = [{name = "load", registers = 24 : i64, warps = 4 : i64}, {name = "multiply", registers = 240 : i64, warps = 8 : i64}], threads = 384 : i64}]}} {
    %0 = loop.contract (d0, d1) over (d2) reads(%arg3 = %arg0[d0, d2] : tensor<400x200xbf16>, %arg4 = %arg1[d2, d1] : tensor<200x328xbf16>) -> tensor<400x328xf32> {
      %2 = prim.convert_element_type %arg3 : bf16 to f32
      %3 = prim.convert_element_type %arg4 : bf16 to f32
      loop.yield %2, %3 : f32, f32
    }
    %1 = loop.map (d0, d1) reads(%arg3 = %0[d0, d1] : tensor<400x328xf32>, %arg4 = %arg2[d1] : tensor<328xbf16>) -> tensor<400x328xbf16> {
      %2 = prim.convert_element_type %arg4 : bf16 to f32
      %3 = prim.add %arg3, %2 : f32
      %4 = prim.convert_element_type %3 : f32 to bf16
      loop.yield %4 : bf16
    }
    loop.yield %1 : tensor<400x328xbf16>
  }
  func.func @main(%arg0: tensor<400x200xbf16> {tc.init = {kind = "uniform", mean = 0.000000e+00 : f64, std = 1.000000e+00 : f64, stream = 1 : i64}}, %arg1: tensor<200x328xbf16> {tc.init = {kind = "uniform", mean = 0.000000e+00 : f64, std = 1.000000e+00 : f64, stream = 2 : i64}}, %arg2: tensor<328xbf16> {tc.init = {kind = "uniform", mean = 0.000000e+00 : f64, std = 1.000000e+00 : f64, stream = 3 : i64}}) -> tensor<400x328xbf16> attributes {loop.arena = #tc.size<0>} {
    %0 = loop.launch @rows_by_columns(%arg0, %arg1, %arg2) {loop.places = [{result = 0 : i64}]} : (tensor<400x200xbf16>, tensor<200x328xbf16>, tensor<328xbf16>) -> tensor<400x328xbf16>
    return %0 : tensor<400x328xbf16>
  }
}
