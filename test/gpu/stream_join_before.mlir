// A stage after the loop reads what one before it has computed, here a factor of
// each row: tiles are not joined, since the next one's is known by then.
// RUN: not tc-opt --loop-schedule=target=cuda,tune=sm_90a %s 2>&1 | FileCheck %s
// CHECK: [TC-0611] loop.schedule: launch 0: tiles are joined where no stage after the loop reads what one before it has computed
// RUN: sed -e 's/skew = 1 : i64, step = 128/step = 128/' %s > %t.alone.mlir
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %t.alone.mlir --target=emulate --check --repeat=1
module attributes {tc.version = "0.1"} {
  loop.kernel private @k13_dot_general(%arg0: tensor<1x2x384x64xbf16>, %arg1: tensor<1x2x384x64xbf16>, %arg2: tensor<1x4x300x64xbf16>) -> tensor<1x2x2x300x64xbf16> iters(d0 = 1, d1 = 2, d3 = 2, d4 = 300, d5 = 64, d2b = 3, d2i = 128) attributes {loop.schedule = {launches = [{body = [{body = [{body = [{bytes = 16 : i64, copy = [3, 0], engine = "cp.async", role = "load", to = "shared"}, {body = [{run = 0 : i64}, {run = 1 : i64}, {run = 2 : i64}, {run = 3 : i64}, {run = 4 : i64}, {run = 5 : i64}, {run = 6 : i64}, {run = 7 : i64}], for = ["d3", "d4"], role = "multiply", step = 64 : i64, to = "group"}, {body = [{copy = [8, 0], engine = "tma", role = "load", to = "shared"}, {copy = [16, 1], engine = "tma", role = "load", to = "shared"}, {body = [{operands = [{in = "registers", read = 1 : i64}], run = 8 : i64, unit = "wgmma.m64k16.bf16"}, {combine = "lanes", run = 9 : i64}, {run = 10 : i64}, {run = 11 : i64}, {combine = "lanes", run = 12 : i64}, {run = 13 : i64}, {run = 14 : i64}, {run = 15 : i64}, {run = 16 : i64, unit = "wgmma.m64k16.bf16"}, {run = 17 : i64}, {run = 18 : i64}, {run = 19 : i64}, {run = 20 : i64}], for = ["d3", "d4"], order = "turns", role = "multiply", step = 64 : i64, to = "group"}], for = ["d2b"], ring = 2 : i64, skew = 1 : i64, step = 1 : i64, to = "seq"}, {body = [{run = 21 : i64}], for = ["d3", "d4"], role = "multiply", step = 64 : i64, to = "group"}], for = ["d3", "d4"], skew = 1 : i64, step = 128 : i64, to = "persist"}], for = ["d0", "d1"], step = 1 : i64, to = "persist"}], resident = 1 : i64, roles = [{name = "load", registers = 24 : i64, warps = 4 : i64}, {name = "multiply", registers = 240 : i64, warps = 8 : i64}], threads = 384 : i64}]}, loop.stream = {block = "d2b", extent = #tc.size<384>, point = "d2i"}} {
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
    %scale = loop.map (d0, d1, d3, d4) reads(%arg3 = %arg2[0, 2*d1 + d3, d4, 0] : tensor<1x4x300x64xbf16>) -> tensor<1x2x2x300xf32> {
      %6 = prim.convert_element_type %arg3 : bf16 to f32
      loop.yield %6 : f32
    }
    %4:3 = loop.for d2b carry(%arg3 = %0 : tensor<1x2x2x300xf32>, %arg4 = %1 : tensor<1x2x2x300xf32>, %arg5 = %2 : tensor<1x2x2x300x64xf32>) -> (tensor<1x2x2x300xf32>, tensor<1x2x2x300xf32>, tensor<1x2x2x300x64xf32>) {
      %6 = loop.contract (d0, d1, d3, d4, d2i) over (d5) reads(%arg6 = %arg1[d0, d1, 128*d2b + d2i, d5] : tensor<1x2x384x64xbf16>, %arg7 = %3[d0, d1, d3, d4, d5] : tensor<1x2x2x300x64xbf16>) -> tensor<1x2x2x300x128xf32> {
        %16 = prim.convert_element_type %arg7 : bf16 to f32
        %17 = prim.convert_element_type %arg6 : bf16 to f32
        loop.yield %16, %17 : f32, f32
      }
      %7 = loop.reduce (d0, d1, d3, d4) over (d2i) [max] reads(%arg6 = %6[d0, d1, d3, d4, d2i] : tensor<1x2x2x300x128xf32>) -> tensor<1x2x2x300xf32> {
        loop.yield %arg6 : f32
      }
      %8 = loop.map (d0, d1, d3, d4) reads(%arg6 = %arg3[d0, d1, d3, d4] : tensor<1x2x2x300xf32>, %arg7 = %7[d0, d1, d3, d4] : tensor<1x2x2x300xf32>) -> tensor<1x2x2x300xf32> {
        %16 = prim.maximum %arg6, %arg7 : f32
        loop.yield %16 : f32
      }
      %9 = loop.map (d0, d1, d3, d4, d2i) reads(%arg6 = %8[0, d1, d3, d4] : tensor<1x2x2x300xf32>, %arg7 = %6[d0, d1, d3, d4, d2i] : tensor<1x2x2x300x128xf32>) -> tensor<1x2x2x300x128xf32> {
        %16 = prim.constant 0xFF800000 : f32
        %17 = prim.eq %arg6, %16 : f32
        %18 = prim.constant 0.000000e+00 : f32
        %19 = prim.where %17, %18, %arg6 : i1, f32
        %20 = prim.sub %arg7, %19 : f32
        %21 = prim.constant 1.250000e-01 : f32
        %22 = prim.mul %20, %21 : f32
        %23 = prim.exp %22 {tc.absolute} : f32
        loop.yield %23 : f32
      }
      %10 = loop.reduce (d0, d1, d3, d4) over (d2i) [add] reads(%arg6 = %9[d0, d1, d3, d4, d2i] : tensor<1x2x2x300x128xf32>) -> tensor<1x2x2x300xf32> {
        loop.yield %arg6 : f32
      }
      %11 = loop.map (d0, d1, d3, d4) reads(%arg6 = %arg3[0, d1, d3, d4] : tensor<1x2x2x300xf32>, %arg7 = %8[0, d1, d3, d4] : tensor<1x2x2x300xf32>, %arg8 = %arg3[d0, d1, d3, d4] : tensor<1x2x2x300xf32>) -> tensor<1x2x2x300xf32> {
        %16 = prim.sub %arg6, %arg7 : f32
        %17 = prim.constant 1.250000e-01 : f32
        %18 = prim.mul %16, %17 : f32
        %19 = prim.exp %18 {tc.absolute} : f32
        %20 = prim.constant 0xFF800000 : f32
        %21 = prim.eq %arg8, %20 : f32
        %22 = prim.constant 0.000000e+00 : f32
        %23 = prim.where %21, %22, %19 : i1, f32
        loop.yield %23 : f32
      }
      %12 = loop.map (d0, d1, d3, d4) reads(%arg6 = %arg4[d0, d1, d3, d4] : tensor<1x2x2x300xf32>, %arg7 = %10[d0, d1, d3, d4] : tensor<1x2x2x300xf32>, %arg8 = %11[d0, d1, d3, d4] : tensor<1x2x2x300xf32>) -> tensor<1x2x2x300xf32> {
        %16 = prim.mul %arg6, %arg8 : f32
        %17 = prim.add %16, %arg7 : f32
        loop.yield %17 : f32
      }
      %13 = loop.map (d0, d1, d3, d4, d2i) reads(%arg6 = %9[d0, d1, d3, d4, d2i] : tensor<1x2x2x300x128xf32>) -> tensor<1x2x2x300x128xbf16> {
        %16 = prim.convert_element_type %arg6 : f32 to bf16
        loop.yield %16 : bf16
      }
      %14 = loop.contract (d0, d1, d3, d4, d5) over (d2i) reads(%arg6 = %13[d0, d1, d3, d4, d2i] : tensor<1x2x2x300x128xbf16>, %arg7 = %arg0[d0, d1, 128*d2b + d2i, d5] : tensor<1x2x384x64xbf16>) -> tensor<1x2x2x300x64xf32> {
        %16 = prim.convert_element_type %arg6 : bf16 to f32
        %17 = prim.convert_element_type %arg7 : bf16 to f32
        loop.yield %16, %17 : f32, f32
      }
      %15 = loop.map (d0, d1, d3, d4, d5) reads(%arg6 = %arg5[d0, d1, d3, d4, d5] : tensor<1x2x2x300x64xf32>, %arg7 = %14[d0, d1, d3, d4, d5] : tensor<1x2x2x300x64xf32>, %arg8 = %11[d0, d1, d3, d4] : tensor<1x2x2x300xf32>) -> tensor<1x2x2x300x64xf32> {
        %16 = prim.mul %arg6, %arg8 : f32
        %17 = prim.add %16, %arg7 : f32
        loop.yield %17 : f32
      }
      loop.yield %8, %12, %15 : tensor<1x2x2x300xf32>, tensor<1x2x2x300xf32>, tensor<1x2x2x300x64xf32>
    }
    %5 = loop.map (d0, d1, d3, d4, d5) reads(%arg3 = %4#2[d0, d1, d3, d4, d5] : tensor<1x2x2x300x64xf32>, %arg4 = %4#0[d0, d1, d3, d4] : tensor<1x2x2x300xf32>, %arg5 = %4#1[0, d1, d3, d4] : tensor<1x2x2x300xf32>, %arg6 = %4#0[0, d1, d3, d4] : tensor<1x2x2x300xf32>, %arg7 = %scale[d0, d1, d3, d4] : tensor<1x2x2x300xf32>) -> tensor<1x2x2x300x64xbf16> {
      %6 = prim.constant 0xFF800000 : f32
      %7 = prim.eq %arg6, %6 : f32
      %8 = prim.constant 0x7FC00000 : f32
      %9 = prim.where %7, %8, %arg5 : i1, f32
      %10 = prim.eq %arg4, %6 : f32
      %11 = prim.where %10, %8, %arg3 : i1, f32
      %12 = prim.constant 1.000000e+00 : f32
      %13 = prim.div %12, %9 : f32
      %14 = prim.mul %11, %13 : f32
      %scaled = prim.mul %14, %arg7 : f32
      %15 = prim.convert_element_type %scaled : f32 to bf16
      loop.yield %15 : bf16
    }
    loop.yield %5 : tensor<1x2x2x300x64xbf16>
  }
  func.func @main(%arg0: tensor<1x4x300x64xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 0, seed = 1}}, %arg1: tensor<1x2x384x64xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1, seed = 1}}, %arg2: tensor<1x2x384x64xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2, seed = 1}}) -> tensor<1x4x300x64xbf16> attributes {loop.arena = #tc.size<0>} {
    %0 = loop.launch @k13_dot_general(%arg2, %arg1, %arg0) {loop.places = [{result = 0 : i64}]} : (tensor<1x2x384x64xbf16>, tensor<1x2x384x64xbf16>, tensor<1x4x300x64xbf16>) -> tensor<1x2x2x300x64xbf16>
    %1 = prim.reshape %0 : tensor<1x2x2x300x64xbf16> to tensor<1x4x300x64xbf16>
    return %1 : tensor<1x4x300x64xbf16>
  }
}

