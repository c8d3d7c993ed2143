// The gradient of a convolution's weight, its reduction in parts. Both operands
// are contiguous along channels, so that c is the innermost of the columns; the
// result has q there. Partial sums lie as the tiles have them: adjacent lanes
// store adjacent vectors, and the launch that adds them up reads them in another
// order.
// RUN: tc-opt %s -o %t.1 && tc-opt %t.1 --loop-schedule=target=cuda,tune=sm_90a -o %t.2 && cmp %t.1 %t.2
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %s --target=emulate --check --repeat=1
// RUN: tc-compile %s --target=cuda,tune=sm_90a --target-cpu=sm_90a --emit=ptx -o %t.ptx
// RUN: FileCheck %s --input-file=%t.ptx

// CHECK: .entry fragments(
// CHECK-NOT: st.global.b32
// CHECK: st.global.v4.b32 [{{.*}}+16]
// CHECK-NOT: st.global.b32
// CHECK: .entry fragments_phase1(
// CHECK: ld.global.b32
// CHECK: .entry groups(
// CHECK-NOT: st.global.b32
// CHECK: st.global.v4.b32 [{{.*}}+16]
// CHECK-NOT: st.global.b32
// CHECK: .entry groups_phase1(

!x = tensor<4x34x64xbf16>
!g = tensor<4x32x64xbf16>
!w = tensor<64x64x3xbf16>

module attributes {tc.version = "0.1"} {
  loop.kernel private @fragments(%x: !x, %g: !g) -> !w iters(o = 64, c = 64, q = 3, n = 4, h = 32) attributes {loop.schedule = {adds = [{as = "partial", for = ["h"], of = [0], parts = 4 : i64}], launches = [{body = [{body = [{body = [{body = [{body = [{bytes = 16 : i64, copy = [2, 1], engine = "cp.async", to = "shared"}, {bytes = 16 : i64, copy = [2, 0], engine = "cp.async", to = "shared"}, {body = [{body = [{run = 2 : i64, unit = "mma.m16n8k16.bf16"}], for = ["q", "c"], step = 16 : i64, to = "warp"}], for = ["o"], step = 16 : i64, to = "warp"}], for = ["n", "of.part.6"], ring = 4 : i64, step = 64 : i64, to = "seq"}, {body = [{body = [], for = ["c"], to = "vector"}], for = ["o", "q", "c"], step = 8 : i64, to = "thread"}], for = ["q", "c"], step = 32 : i64, to = "grid"}], for = ["o"], step = 32 : i64, to = "grid"}], for = ["part.5"], step = 1 : i64, to = "grid"}], group = 8 : i64, resident = 1 : i64, threads = 128 : i64}, {body = [{body = [{body = [{run = 0 : i64}, {run = 1 : i64}], for = ["o", "c", "q"], step = 1 : i64, to = "thread"}], for = ["o", "c", "q"], step = 256 : i64, to = "grid"}], threads = 256 : i64}]}} {
    %y = loop.contract (o, c, q) over (n, h) reads(%a = %x[n, h + q, c] : !x, %b = %g[n, h, o] : !g) -> tensor<64x64x3xf32> {
      %0 = prim.convert_element_type %a : bf16 to f32
      %1 = prim.convert_element_type %b : bf16 to f32
      loop.yield %0, %1 : f32, f32
    }
    %r = loop.map (o, c, q) reads(%s = %y[o, c, q] : tensor<64x64x3xf32>) -> !w {
      %0 = prim.convert_element_type %s : f32 to bf16
      loop.yield %0 : bf16
    }
    loop.yield %r : !w
  }
  loop.kernel private @groups(%x: !x, %g: !g) -> !w iters(o = 64, c = 64, q = 3, n = 4, h = 32) attributes {loop.schedule = {adds = [{as = "partial", for = ["h"], of = [0], parts = 4 : i64}], launches = [{body = [{body = [{body = [{body = [{body = [{bytes = 16 : i64, copy = [2, 1], engine = "cp.async", to = "shared"}, {bytes = 16 : i64, copy = [2, 0], engine = "cp.async", to = "shared"}, {body = [{body = [{run = 2 : i64, unit = "wgmma.m64k16.bf16"}], for = ["q", "c"], step = 64 : i64, to = "group"}], for = ["o"], step = 64 : i64, to = "group"}], for = ["n", "of.part.6"], ring = 4 : i64, step = 64 : i64, to = "seq"}, {body = [{body = [], for = ["c"], to = "vector"}], for = ["o", "q", "c"], step = 8 : i64, to = "thread"}], for = ["q", "c"], step = 64 : i64, to = "grid"}], for = ["o"], step = 64 : i64, to = "grid"}], for = ["part.5"], step = 1 : i64, to = "grid"}], group = 8 : i64, resident = 1 : i64, threads = 128 : i64}, {body = [{body = [{body = [{run = 0 : i64}, {run = 1 : i64}], for = ["o", "c", "q"], step = 1 : i64, to = "thread"}], for = ["o", "c", "q"], step = 256 : i64, to = "grid"}], threads = 256 : i64}]}} {
    %y = loop.contract (o, c, q) over (n, h) reads(%a = %x[n, h + q, c] : !x, %b = %g[n, h, o] : !g) -> tensor<64x64x3xf32> {
      %0 = prim.convert_element_type %a : bf16 to f32
      %1 = prim.convert_element_type %b : bf16 to f32
      loop.yield %0, %1 : f32, f32
    }
    %r = loop.map (o, c, q) reads(%s = %y[o, c, q] : tensor<64x64x3xf32>) -> !w {
      %0 = prim.convert_element_type %s : f32 to bf16
      loop.yield %0 : bf16
    }
    loop.yield %r : !w
  }
  func.func @main(%x: !x {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1 : i64}},
                  %g: !g {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2 : i64}}) -> (!w, !w) attributes {loop.arena = #tc.size<0>} {
    %0 = loop.launch @fragments(%x, %g) {loop.places = [{result = 0 : i64}]} : (!x, !g) -> !w
    %1 = loop.launch @groups(%x, %g) {loop.places = [{result = 1 : i64}]} : (!x, !g) -> !w
    return %0, %1 : !w, !w
  }
}
