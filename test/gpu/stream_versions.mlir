// Attention over rows of symbolic length, in versions: where the length is a
// multiple of the streamed blocks nothing is masked.
// RUN: tc-opt %s --loop-schedule=target=cuda,tune=sm_90a -o %t.1 && FileCheck %s < %t.1
// RUN: tc-opt %t.1 --loop-schedule=target=cuda,tune=sm_90a -o %t.2 && cmp %t.1 %t.2
// RUN: tc-opt %t.1 --prim-expand-math --loop-to-gpu=target=cuda,tune=sm_90a | FileCheck %s --check-prefix=MASKS
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %s --target=emulate --check --repeat=1 --size s0=1 --size s1=128
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %s --target=emulate --check --repeat=1 --size s0=1 --size s1=1
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %s --target=emulate --check --repeat=1 --size s0=1 --size s1=130
// CHECK: loop.schedule = {versions = [
// CHECK-SAME: when = [{divisible = 128 : i64, size = #tc.size<s1>}]}, {
// Positions are not compared with the length.
// MASKS: gpu.func @attention(
// MASKS-SAME: %[[S:[a-z0-9]+]]: i64)
// MASKS: arith.divui %[[S]], %c128
// MASKS-NOT: arith.cmpi slt, %{{.*}}, %[[S]]
// MASKS: gpu.func @attention_phase1(
// MASKS-SAME: %[[S:[a-z0-9]+]]: i64)
// MASKS: arith.cmpi slt, %{{.*}}, %[[S]]
module attributes {tc.version = "0.1", tc.sizes = {s0 = 1 : i64, s1 = 128 : i64}} {
  loop.kernel private @attention(%arg0: tensor<?x?x128xbf16, #tc.dims<[s0, s1, 128]>>, %arg1: tensor<?x?x128xbf16, #tc.dims<[s0, s1, 128]>>, %arg2: tensor<?x?x128xbf16, #tc.dims<[s0, s1, 128]>>) -> tensor<?x?x2x64xbf16, #tc.dims<[s0, s1, 2, 64]>> iters(d0 = s0, d1 = s1, d2 = 2, d3 = 64, d4b = floordiv(s1 + 127, 128), d4i = 128) attributes {loop.stream = {block = "d4b", extent = #tc.size<s1>, point = "d4i"}} {
    %0 = loop.map (d0, d2, d1) -> tensor<?x2x?xf32, #tc.dims<[s0, 2, s1]>> {
      %6 = prim.constant 0xFF800000 : f32
      loop.yield %6 : f32
    }
    %1 = loop.map (d0, d2, d1) -> tensor<?x2x?xf32, #tc.dims<[s0, 2, s1]>> {
      %6 = prim.constant 0.000000e+00 : f32
      loop.yield %6 : f32
    }
    %2 = loop.map (d0, d2, d1, d3) -> tensor<?x2x?x64xf32, #tc.dims<[s0, 2, s1, 64]>> {
      %6 = prim.constant 0.000000e+00 : f32
      loop.yield %6 : f32
    }
    %3 = loop.map (d0, d2, d1, d3) reads(%arg3 = %arg1[d0, d1, 64*d2 + d3] : tensor<?x?x128xbf16, #tc.dims<[s0, s1, 128]>>) -> tensor<?x2x?x64xbf16, #tc.dims<[s0, 2, s1, 64]>> {
      loop.yield %arg3 : bf16
    }
    %4:3 = loop.for d4b carry(%arg3 = %0 : tensor<?x2x?xf32, #tc.dims<[s0, 2, s1]>>, %arg4 = %1 : tensor<?x2x?xf32, #tc.dims<[s0, 2, s1]>>, %arg5 = %2 : tensor<?x2x?x64xf32, #tc.dims<[s0, 2, s1, 64]>>) -> (tensor<?x2x?xf32, #tc.dims<[s0, 2, s1]>>, tensor<?x2x?xf32, #tc.dims<[s0, 2, s1]>>, tensor<?x2x?x64xf32, #tc.dims<[s0, 2, s1, 64]>>) {
      %6 = loop.contract (d0, d2, d1, d4i) over (d3) reads(%arg6 = %arg2[d0, 128*d4b + d4i, 64*d2 + d3] : tensor<?x?x128xbf16, #tc.dims<[s0, s1, 128]>> else 0.000000e+00, %arg7 = %3[d0, d2, d1, d3] : tensor<?x2x?x64xbf16, #tc.dims<[s0, 2, s1, 64]>>) -> tensor<?x2x?x128xf32, #tc.dims<[s0, 2, s1, 128]>> {
        %17 = prim.convert_element_type %arg7 : bf16 to f32
        %18 = prim.convert_element_type %arg6 : bf16 to f32
        loop.yield %17, %18 : f32, f32
      }
      %7 = loop.map (d0, d2, d1, d4i) reads(%arg6 = %6[d0, d2, d1, d4i] : tensor<?x2x?x128xf32, #tc.dims<[s0, 2, s1, 128]>>) -> tensor<?x2x?x128xf32, #tc.dims<[s0, 2, s1, 128]>> {
        %17 = prim.constant 1.250000e-01 : f32
        %18 = prim.mul %arg6, %17 : f32
        loop.yield %18 : f32
      }
      %8 = loop.reduce (d0, d2, d1) over (d4i) [max] reads(%arg6 = %7[d0, d2, d1, d4i] : tensor<?x2x?x128xf32, #tc.dims<[s0, 2, s1, 128]>>) -> tensor<?x2x?xf32, #tc.dims<[s0, 2, s1]>> {
        %17 = prim.constant 0xFF800000 : f32
        %18 = loop.index <128*d4b + d4i>
        %19 = loop.index <s1>
        %20 = prim.lt %18, %19 : i64
        %21 = prim.where %20, %arg6, %17 : i1, f32
        loop.yield %21 : f32
      }
      %9 = loop.map (d0, d2, d1) reads(%arg6 = %arg3[d0, d2, d1] : tensor<?x2x?xf32, #tc.dims<[s0, 2, s1]>>, %arg7 = %8[d0, d2, d1] : tensor<?x2x?xf32, #tc.dims<[s0, 2, s1]>>) -> tensor<?x2x?xf32, #tc.dims<[s0, 2, s1]>> {
        %17 = prim.maximum %arg6, %arg7 : f32
        loop.yield %17 : f32
      }
      %10 = loop.map (d0, d2, d1, d4i) reads(%arg6 = %9[d0, d2, d1] : tensor<?x2x?xf32, #tc.dims<[s0, 2, s1]>>, %arg7 = %7[d0, d2, d1, d4i] : tensor<?x2x?x128xf32, #tc.dims<[s0, 2, s1, 128]>>) -> tensor<?x2x?x128xf32, #tc.dims<[s0, 2, s1, 128]>> {
        %17 = prim.constant 0xFF800000 : f32
        %18 = loop.index <128*d4b + d4i>
        %19 = loop.index <s1>
        %20 = prim.lt %18, %19 : i64
        %21 = prim.where %20, %arg7, %17 : i1, f32
        %22 = prim.sub %21, %arg6 : f32
        %23 = prim.exp %22 {tc.absolute} : f32
        loop.yield %23 : f32
      }
      %11 = loop.reduce (d0, d2, d1) over (d4i) [add] reads(%arg6 = %10[d0, d2, d1, d4i] : tensor<?x2x?x128xf32, #tc.dims<[s0, 2, s1, 128]>>) -> tensor<?x2x?xf32, #tc.dims<[s0, 2, s1]>> {
        %17 = prim.constant 0.000000e+00 : f32
        %18 = loop.index <128*d4b + d4i>
        %19 = loop.index <s1>
        %20 = prim.lt %18, %19 : i64
        %21 = prim.where %20, %arg6, %17 : i1, f32
        loop.yield %21 : f32
      }
      %12 = loop.map (d0, d2, d1) reads(%arg6 = %arg3[d0, d2, d1] : tensor<?x2x?xf32, #tc.dims<[s0, 2, s1]>>, %arg7 = %9[d0, d2, d1] : tensor<?x2x?xf32, #tc.dims<[s0, 2, s1]>>) -> tensor<?x2x?xf32, #tc.dims<[s0, 2, s1]>> {
        %17 = prim.sub %arg6, %arg7 : f32
        %18 = prim.exp %17 : f32
        loop.yield %18 : f32
      }
      %13 = loop.map (d0, d2, d1) reads(%arg6 = %arg4[d0, d2, d1] : tensor<?x2x?xf32, #tc.dims<[s0, 2, s1]>>, %arg7 = %11[d0, d2, d1] : tensor<?x2x?xf32, #tc.dims<[s0, 2, s1]>>, %arg8 = %arg3[d0, d2, d1] : tensor<?x2x?xf32, #tc.dims<[s0, 2, s1]>>, %arg9 = %12[d0, d2, d1] : tensor<?x2x?xf32, #tc.dims<[s0, 2, s1]>>) -> tensor<?x2x?xf32, #tc.dims<[s0, 2, s1]>> {
        %17 = prim.constant 0xFF800000 : f32
        %18 = prim.eq %arg8, %17 : f32
        %19 = prim.mul %arg6, %arg9 : f32
        %20 = prim.add %19, %arg7 : f32
        %21 = prim.where %18, %arg7, %20 : i1, f32
        loop.yield %21 : f32
      }
      %14 = loop.map (d0, d2, d1, d4i) reads(%arg6 = %10[d0, d2, d1, d4i] : tensor<?x2x?x128xf32, #tc.dims<[s0, 2, s1, 128]>>) -> tensor<?x2x?x128xbf16, #tc.dims<[s0, 2, s1, 128]>> {
        %17 = prim.convert_element_type %arg6 : f32 to bf16
        loop.yield %17 : bf16
      }
      %15 = loop.contract (d0, d2, d1, d3) over (d4i) reads(%arg6 = %14[d0, d2, d1, d4i] : tensor<?x2x?x128xbf16, #tc.dims<[s0, 2, s1, 128]>>, %arg7 = %arg0[d0, 128*d4b + d4i, 64*d2 + d3] : tensor<?x?x128xbf16, #tc.dims<[s0, s1, 128]>> else 0.000000e+00) -> tensor<?x2x?x64xf32, #tc.dims<[s0, 2, s1, 64]>> {
        %17 = prim.convert_element_type %arg6 : bf16 to f32
        %18 = prim.convert_element_type %arg7 : bf16 to f32
        loop.yield %17, %18 : f32, f32
      }
      %16 = loop.map (d0, d2, d1, d3) reads(%arg6 = %arg5[d0, d2, d1, d3] : tensor<?x2x?x64xf32, #tc.dims<[s0, 2, s1, 64]>>, %arg7 = %15[d0, d2, d1, d3] : tensor<?x2x?x64xf32, #tc.dims<[s0, 2, s1, 64]>>, %arg8 = %arg3[d0, d2, d1] : tensor<?x2x?xf32, #tc.dims<[s0, 2, s1]>>, %arg9 = %12[d0, d2, d1] : tensor<?x2x?xf32, #tc.dims<[s0, 2, s1]>>) -> tensor<?x2x?x64xf32, #tc.dims<[s0, 2, s1, 64]>> {
        %17 = prim.constant 0xFF800000 : f32
        %18 = prim.eq %arg8, %17 : f32
        %19 = prim.mul %arg6, %arg9 : f32
        %20 = prim.add %19, %arg7 : f32
        %21 = prim.where %18, %arg7, %20 : i1, f32
        loop.yield %21 : f32
      }
      loop.yield %9, %13, %16 : tensor<?x2x?xf32, #tc.dims<[s0, 2, s1]>>, tensor<?x2x?xf32, #tc.dims<[s0, 2, s1]>>, tensor<?x2x?x64xf32, #tc.dims<[s0, 2, s1, 64]>>
    }
    %5 = loop.map (d0, d1, d2, d3) reads(%arg3 = %4#2[d0, d2, d1, d3] : tensor<?x2x?x64xf32, #tc.dims<[s0, 2, s1, 64]>>, %arg4 = %4#1[d0, d2, d1] : tensor<?x2x?xf32, #tc.dims<[s0, 2, s1]>>) -> tensor<?x?x2x64xbf16, #tc.dims<[s0, s1, 2, 64]>> {
      %6 = prim.div %arg3, %arg4 : f32
      %7 = loop.index <s1>
      %8 = prim.constant 0 : i64
      %9 = prim.eq %7, %8 : i64
      %10 = prim.where %9, %arg3, %6 : i1, f32
      %11 = prim.convert_element_type %10 : f32 to bf16
      loop.yield %11 : bf16
    }
    loop.yield %5 : tensor<?x?x2x64xbf16, #tc.dims<[s0, s1, 2, 64]>>
  }
  func.func @main(%q: tensor<?x?x128xbf16, #tc.dims<[s0, s1, 128]>> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1 : i64}}, %k: tensor<?x?x128xbf16, #tc.dims<[s0, s1, 128]>> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2 : i64}}, %v: tensor<?x?x128xbf16, #tc.dims<[s0, s1, 128]>> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3 : i64}}) -> tensor<?x?x2x64xbf16, #tc.dims<[s0, s1, 2, 64]>> attributes {loop.arena = #tc.size<0>} {
    %0 = loop.launch @attention(%v, %q, %k) {loop.places = [{result = 0 : i64}]} : (tensor<?x?x128xbf16, #tc.dims<[s0, s1, 128]>>, tensor<?x?x128xbf16, #tc.dims<[s0, s1, 128]>>, tensor<?x?x128xbf16, #tc.dims<[s0, s1, 128]>>) -> tensor<?x?x2x64xbf16, #tc.dims<[s0, s1, 2, 64]>>
    return %0 : tensor<?x?x2x64xbf16, #tc.dims<[s0, s1, 2, 64]>>
  }
}
