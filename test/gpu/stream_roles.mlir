// Roles of a streamed contraction: a warp group copies, two others have 64 rows
// each and issue their products by turns; keys that the mask leaves out, a last
// block of keys and a last tile of rows that are short, more tiles than blocks of
// threads that the emulated chip holds.
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %s --target=emulate --check --repeat=1
// Each at its own pace; blocks of threads that persist; three groups and as many
// slots, one group.
// RUN: sed -e 's/order = "turns", //' %s > %t.pace.mlir
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %t.pace.mlir --target=emulate --check --repeat=1
// RUN: sed -e 's/to = "grid"/to = "persist"/g' %s > %t.persist.mlir
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %t.persist.mlir --target=emulate --check --repeat=1
// RUN: sed -e 's/step = 128 : i64, to = "grid"/step = 192 : i64, to = "grid"/; s/to = "grid"/to = "persist"/g; s/ring = 2/ring = 3/; s/registers = 24 /registers = 32 /; s/registers = 240/registers = 160/; s/warps = 8/warps = 12/; s/threads = 384/threads = 512/' %s > %t.three.mlir
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %t.three.mlir --target=emulate --check --repeat=1
// RUN: sed -e 's/step = 128 : i64, to = "grid"/step = 64 : i64, to = "grid"/; s/resident = 1/resident = 2/; s/registers = 240/registers = 232/; s/warps = 8/warps = 4/; s/threads = 384/threads = 256/' %s > %t.one.mlir
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %t.one.mlir --target=emulate --check --repeat=1
// The copy engine brings keys and values: by turns, to blocks of threads that
// persist, keys whose points are contiguous in memory; zeros behind the last one.
// RUN: sed -e '/loop.kernel/s/bytes = 16 : i64, \(copy = .7, 0.\), engine = "cp.async"/\1, engine = "tma"/; /loop.kernel/s/bytes = 16 : i64, \(copy = .16, 1.\), engine = "cp.async"/\1, engine = "tma"/' %s > %t.tma.mlir
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %t.tma.mlir --target=emulate --check --repeat=1
// RUN: sed -e 's/order = "turns", //; s/to = "grid"/to = "persist"/g' %t.tma.mlir > %t.tma.persist.mlir
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %t.tma.persist.mlir --target=emulate --check --repeat=1
// RUN: sed -e 's/300/304/g; s/%%arg1: tensor<1x2x304x64xbf16>/%%arg1: tensor<1x2x64x304xbf16>/; s/%%arg1\[d0, d1, 128\*d2b + d2i, d5\] : tensor<1x2x304x64xbf16>/%%arg1[d0, d1, d5, 128*d2b + d2i] : tensor<1x2x64x304xbf16>/; /loop.launch/s/(tensor<1x2x304x64xbf16>, tensor<1x2x304x64xbf16>/(tensor<1x2x304x64xbf16>, tensor<1x2x64x304xbf16>/' %t.tma.mlir > %t.tma.along.mlir
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %t.tma.along.mlir --target=emulate --check --repeat=1
// RUN: tc-opt --loop-schedule=target=cuda,tune=sm_90a %t.tma.mlir > %t.tma.again.mlir
// RUN: tc-opt --loop-schedule=target=cuda,tune=sm_90a %t.tma.again.mlir | diff - %t.tma.again.mlir
// RUN: tc-opt --prim-expand-math=exp2=true --loop-to-gpu=target=cuda,tune=sm_90a %t.tma.mlir | FileCheck %s --check-prefix=BOXES
// BOXES: loop.tensor_maps = {{.}}{box = [64, 128, 1], buffer = 1 : i64, extents = [#tc.size<64>, #tc.size<300>, #tc.size<2>], {{.*}}{box = [64, 128, 1], buffer = 0 : i64
// Both streamed operands or none, by a thread of a role, at multiples of 16 bytes.
// RUN: sed -e 's/\(copy = .16, 1.\), engine = "tma"/bytes = 16 : i64, \1, engine = "cp.async"/' %t.tma.mlir | not tc-opt --loop-schedule=target=cuda,tune=sm_90a 2>&1 | FileCheck %s --check-prefix=BOTH
// RUN: sed -e 's/roles = .*}], threads = 384/threads = 256/; s/role = "[a-z]*", //g; s/order = "turns", //' %t.tma.mlir | not tc-opt --loop-schedule=target=cuda,tune=sm_90a 2>&1 | FileCheck %s --check-prefix=ROLE
// RUN: sed -e 's/x300x64x/x300x60x/g; s/d5 = 64/d5 = 60/' %t.tma.mlir | not tc-opt --loop-schedule=target=cuda,tune=sm_90a 2>&1 | FileCheck %s --check-prefix=STRIDES
// BOTH: [TC-0612] loop.schedule: launch 0: {{.*}}bytes: there is no code for this entry here
// ROLE: [TC-0611] loop.schedule: launch 0: tma: a thread of a role copies
// STRIDES: [TC-0611] loop.schedule: launch 0: tma: streamed operands lie at multiples of 16 bytes
// What there is no code for.
// RUN: sed -e 's/roles = .*}], threads = 384/threads = 256/; s/role = "[a-z]*", //g' %s | not tc-opt --loop-schedule=target=cuda,tune=sm_90a 2>&1 | FileCheck %s --check-prefix=TURNS
// RUN: sed -e 's/warps = 8/warps = 16/; s/threads = 384/threads = 640/' %s | not tc-opt --loop-schedule=target=cuda,tune=sm_90a 2>&1 | FileCheck %s --check-prefix=TEAMS
// RUN: sed -e 's/registers = 240/registers = 248/' %s | not tc-opt --loop-schedule=target=cuda,tune=sm_90a 2>&1 | FileCheck %s --check-prefix=REGISTERS
// RUN: sed -e 's/order = "turns"/order = "reverse"/' %s | not tc-opt --loop-schedule=target=cuda,tune=sm_90a 2>&1 | FileCheck %s --check-prefix=ORDER
// TURNS: [TC-0611] loop.schedule: launch 0: turns, and blocks that persist, are of streams with roles
// TEAMS: [TC-0611] loop.schedule: launch 0: roles of streams are of warp groups that share one tile
// REGISTERS: [TC-0611] loop.schedule: launch 0: registers of roles must be multiples of 8 from 24 to 240
// ORDER: [TC-0612] loop.schedule: launch 0: {{.*}}order: there is no code for this entry here
module attributes {tc.version = "0.1"} {
  loop.kernel private @k21_dot_general(%arg0: tensor<1x2x300x64xbf16>, %arg1: tensor<1x2x300x64xbf16>, %arg2: tensor<1x4x300x64xbf16>) -> tensor<1x2x2x300x64xbf16> iters(d0 = 1, d1 = 2, d3 = 2, d4 = 300, d5 = 64, d2b = 3, d2i = 128) attributes {loop.schedule = {launches = [{body = [{body = [{body = [{bytes = 16 : i64, copy = [3, 0], engine = "cp.async", role = "load", to = "shared"}, {body = [{run = 0 : i64}, {run = 1 : i64}, {run = 2 : i64}, {run = 3 : i64}, {run = 4 : i64}, {run = 5 : i64}, {run = 6 : i64}], for = ["d3", "d4"], role = "multiply", step = 64 : i64, to = "group"}, {body = [{bytes = 16 : i64, copy = [7, 0], engine = "cp.async", role = "load", to = "shared"}, {bytes = 16 : i64, copy = [16, 1], engine = "cp.async", role = "load", to = "shared"}, {body = [{run = 7 : i64, unit = "wgmma.m64k16.bf16"}, {run = 8 : i64}, {combine = "lanes", run = 9 : i64}, {run = 10 : i64}, {run = 11 : i64}, {combine = "lanes", run = 12 : i64}, {run = 13 : i64}, {run = 14 : i64}, {run = 15 : i64}, {run = 16 : i64, unit = "wgmma.m64k16.bf16"}, {run = 17 : i64}, {run = 18 : i64}, {run = 19 : i64}, {run = 20 : i64}], for = ["d3", "d4"], order = "turns", role = "multiply", step = 64 : i64, to = "group"}], for = ["d2b"], ring = 2 : i64, skew = 1 : i64, step = 1 : i64, to = "seq"}, {body = [{run = 21 : i64}], for = ["d3", "d4"], role = "multiply", step = 64 : i64, to = "group"}], for = ["d3", "d4"], order = "reverse", step = 128 : i64, to = "grid"}], for = ["d0", "d1"], step = 1 : i64, to = "grid"}], resident = 1 : i64, roles = [{name = "load", registers = 24 : i64, warps = 4 : i64}, {name = "multiply", registers = 240 : i64, warps = 8 : i64}], threads = 384 : i64}]}, loop.stream = {block = "d2b", extent = #tc.size<300>, most = [#tc.size<d4>], point = "d2i"}} {
    %0 = loop.map (d0, d1, d3, d4) -> tensor<1x2x2x300xf32> {
      %6 = prim.constant 0xFF800000 : f32
      loop.yield %6 : f32
    }
    %1 = loop.map (d0, d1, d3, d4) -> tensor<1x2x2x300xf32> {
      %6 = prim.constant 0.000000e+00 : f32
      loop.yield %6 : f32
    }
    %2 = loop.map (d0, d1, d3, d4, d5) -> tensor<1x2x2x300x64xf32> {
      %6 = prim.constant 0.000000e+00 : f32
      loop.yield %6 : f32
    }
    %3 = loop.map (d0, d1, d3, d4, d5) reads(%arg3 = %arg2[0, 2*d1 + d3, d4, d5] : tensor<1x4x300x64xbf16>) -> tensor<1x2x2x300x64xbf16> {
      loop.yield %arg3 : bf16
    }
    %4:3 = loop.for d2b carry(%arg3 = %0 : tensor<1x2x2x300xf32>, %arg4 = %1 : tensor<1x2x2x300xf32>, %arg5 = %2 : tensor<1x2x2x300x64xf32>) -> (tensor<1x2x2x300xf32>, tensor<1x2x2x300xf32>, tensor<1x2x2x300x64xf32>) {
      %6 = loop.contract (d0, d1, d3, d4, d2i) over (d5) reads(%arg6 = %arg1[d0, d1, 128*d2b + d2i, d5] : tensor<1x2x300x64xbf16> else 0.000000e+00, %arg7 = %3[d0, d1, d3, d4, d5] : tensor<1x2x2x300x64xbf16>) -> tensor<1x2x2x300x128xf32> {
        %17 = prim.convert_element_type %arg7 : bf16 to f32
        %18 = prim.convert_element_type %arg6 : bf16 to f32
        loop.yield %17, %18 : f32, f32
      }
      %7 = loop.map (d0, d1, d3, d4, d2i) reads(%arg6 = %6[d0, d1, d3, d4, d2i] : tensor<1x2x2x300x128xf32>) -> tensor<1x2x2x300x128xf32> {
        %17 = loop.index <128*d2b + d2i>
        %18 = loop.index <d4>
        %19 = prim.le %17, %18 : i64
        %20 = prim.constant 0xFF800000 : f32
        %21 = prim.where %19, %arg6, %20 : i1, f32
        loop.yield %21 : f32
      }
      %8 = loop.reduce (d0, d1, d3, d4) over (d2i) [max] reads(%arg6 = %7[d0, d1, d3, d4, d2i] : tensor<1x2x2x300x128xf32>) -> tensor<1x2x2x300xf32> {
        %17 = prim.constant 0xFF800000 : f32
        %18 = loop.index <128*d2b + d2i>
        %19 = loop.index <300>
        %20 = prim.lt %18, %19 : i64
        %21 = prim.where %20, %arg6, %17 : i1, f32
        loop.yield %21 : f32
      }
      %9 = loop.map (d0, d1, d3, d4) reads(%arg6 = %arg3[d0, d1, d3, d4] : tensor<1x2x2x300xf32>, %arg7 = %8[d0, d1, d3, d4] : tensor<1x2x2x300xf32>) -> tensor<1x2x2x300xf32> {
        %17 = prim.maximum %arg6, %arg7 : f32
        loop.yield %17 : f32
      }
      %10 = loop.map (d0, d1, d3, d4, d2i) reads(%arg6 = %9[0, d1, d3, d4] : tensor<1x2x2x300xf32>, %arg7 = %7[d0, d1, d3, d4, d2i] : tensor<1x2x2x300x128xf32>) -> tensor<1x2x2x300x128xf32> {
        %17 = prim.constant 0xFF800000 : f32
        %18 = loop.index <128*d2b + d2i>
        %19 = loop.index <300>
        %20 = prim.lt %18, %19 : i64
        %21 = prim.where %20, %arg7, %17 : i1, f32
        %22 = prim.eq %arg6, %17 : f32
        %23 = prim.constant 0.000000e+00 : f32
        %24 = prim.where %22, %23, %arg6 : i1, f32
        %25 = prim.sub %21, %24 : f32
        %26 = prim.constant 1.250000e-01 : f32
        %27 = prim.mul %25, %26 : f32
        %28 = prim.exp %27 {tc.absolute} : f32
        loop.yield %28 : f32
      }
      %11 = loop.reduce (d0, d1, d3, d4) over (d2i) [add] reads(%arg6 = %10[d0, d1, d3, d4, d2i] : tensor<1x2x2x300x128xf32>) -> tensor<1x2x2x300xf32> {
        %17 = prim.constant 0.000000e+00 : f32
        %18 = loop.index <128*d2b + d2i>
        %19 = loop.index <300>
        %20 = prim.lt %18, %19 : i64
        %21 = prim.where %20, %arg6, %17 : i1, f32
        loop.yield %21 : f32
      }
      %12 = loop.map (d0, d1, d3, d4) reads(%arg6 = %arg3[0, d1, d3, d4] : tensor<1x2x2x300xf32>, %arg7 = %9[0, d1, d3, d4] : tensor<1x2x2x300xf32>, %arg8 = %arg3[d0, d1, d3, d4] : tensor<1x2x2x300xf32>) -> tensor<1x2x2x300xf32> {
        %17 = prim.sub %arg6, %arg7 : f32
        %18 = prim.constant 1.250000e-01 : f32
        %19 = prim.mul %17, %18 : f32
        %20 = prim.exp %19 {tc.absolute} : f32
        %21 = prim.constant 0xFF800000 : f32
        %22 = prim.eq %arg8, %21 : f32
        %23 = prim.constant 0.000000e+00 : f32
        %24 = prim.where %22, %23, %20 : i1, f32
        loop.yield %24 : f32
      }
      %13 = loop.map (d0, d1, d3, d4) reads(%arg6 = %arg4[d0, d1, d3, d4] : tensor<1x2x2x300xf32>, %arg7 = %11[d0, d1, d3, d4] : tensor<1x2x2x300xf32>, %arg8 = %12[d0, d1, d3, d4] : tensor<1x2x2x300xf32>) -> tensor<1x2x2x300xf32> {
        %17 = prim.mul %arg6, %arg8 : f32
        %18 = prim.add %17, %arg7 : f32
        loop.yield %18 : f32
      }
      %14 = loop.map (d0, d1, d3, d4, d2i) reads(%arg6 = %10[d0, d1, d3, d4, d2i] : tensor<1x2x2x300x128xf32>) -> tensor<1x2x2x300x128xbf16> {
        %17 = prim.convert_element_type %arg6 : f32 to bf16
        loop.yield %17 : bf16
      }
      %15 = loop.contract (d0, d1, d3, d4, d5) over (d2i) reads(%arg6 = %14[d0, d1, d3, d4, d2i] : tensor<1x2x2x300x128xbf16>, %arg7 = %arg0[d0, d1, 128*d2b + d2i, d5] : tensor<1x2x300x64xbf16> else 0.000000e+00) -> tensor<1x2x2x300x64xf32> {
        %17 = prim.convert_element_type %arg6 : bf16 to f32
        %18 = prim.convert_element_type %arg7 : bf16 to f32
        loop.yield %17, %18 : f32, f32
      }
      %16 = loop.map (d0, d1, d3, d4, d5) reads(%arg6 = %arg5[d0, d1, d3, d4, d5] : tensor<1x2x2x300x64xf32>, %arg7 = %15[d0, d1, d3, d4, d5] : tensor<1x2x2x300x64xf32>, %arg8 = %12[d0, d1, d3, d4] : tensor<1x2x2x300xf32>) -> tensor<1x2x2x300x64xf32> {
        %17 = prim.mul %arg6, %arg8 : f32
        %18 = prim.add %17, %arg7 : f32
        loop.yield %18 : f32
      }
      loop.yield %9, %13, %16 : tensor<1x2x2x300xf32>, tensor<1x2x2x300xf32>, tensor<1x2x2x300x64xf32>
    }
    %5 = loop.map (d0, d1, d3, d4, d5) reads(%arg3 = %4#2[d0, d1, d3, d4, d5] : tensor<1x2x2x300x64xf32>, %arg4 = %4#0[d0, d1, d3, d4] : tensor<1x2x2x300xf32>, %arg5 = %4#1[0, d1, d3, d4] : tensor<1x2x2x300xf32>, %arg6 = %4#0[0, d1, d3, d4] : tensor<1x2x2x300xf32>) -> tensor<1x2x2x300x64xbf16> {
      %6 = prim.constant 0xFF800000 : f32
      %7 = prim.eq %arg6, %6 : f32
      %8 = prim.constant 0x7FC00000 : f32
      %9 = prim.where %7, %8, %arg5 : i1, f32
      %10 = prim.eq %arg4, %6 : f32
      %11 = prim.where %10, %8, %arg3 : i1, f32
      %12 = prim.constant 1.000000e+00 : f32
      %13 = prim.div %12, %9 : f32
      %14 = prim.mul %11, %13 : f32
      %15 = prim.convert_element_type %14 : f32 to bf16
      loop.yield %15 : bf16
    }
    loop.yield %5 : tensor<1x2x2x300x64xbf16>
  }
  func.func @main(%arg0: tensor<1x4x300x64xbf16> {tc.init = {kind = "uniform", mean = 0.000000e+00 : f64, seed = 1 : i64, std = 1.000000e+00 : f64, stream = 0 : i64}}, %arg1: tensor<1x2x300x64xbf16> {tc.init = {kind = "uniform", mean = 0.000000e+00 : f64, seed = 1 : i64, std = 1.000000e+00 : f64, stream = 1 : i64}}, %arg2: tensor<1x2x300x64xbf16> {tc.init = {kind = "uniform", mean = 0.000000e+00 : f64, seed = 1 : i64, std = 1.000000e+00 : f64, stream = 2 : i64}}) -> tensor<1x4x300x64xbf16> attributes {loop.arena = #tc.size<0>} {
    %0 = loop.launch @k21_dot_general(%arg2, %arg1, %arg0) {loop.places = [{result = 0 : i64}]} : (tensor<1x2x300x64xbf16>, tensor<1x2x300x64xbf16>, tensor<1x4x300x64xbf16>) -> tensor<1x2x2x300x64xbf16>
    %1 = prim.reshape %0 : tensor<1x2x2x300x64xbf16> to tensor<1x4x300x64xbf16>
    return %1 : tensor<1x4x300x64xbf16>
  }
}

