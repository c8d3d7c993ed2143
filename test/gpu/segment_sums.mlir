// Sums of segments on warp groups: blocks of a segment alone, one of all rows,
// one of none; tiles of steps that are copied ahead of what is there are none.
// RUN: tc-interpret %s --expect >%t.mlir
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %t.mlir --check --repeat=1 --target=emulate
// RUN: tc-compile %s --target=cuda --target-cpu=sm_90a --emit=ptx -o %t.ptx && FileCheck %s <%t.ptx
// CHECK: wgmma.mma_async
loop.kernel @groups(%x: tensor<2x9x64x128xbf16>, %y: tensor<2x9x64x256xbf16>, %low: tensor<2x4xi64>, %high: tensor<2x4xi64>) -> tensor<2x4x128x256xbf16>
    iters(a = 2, g = 4, m = 128, n = 256, b = 9, r = 64)
    attributes {loop.schedule = {launches = [{body = [{body = [{body = [{body = [{body = [{bytes = 16 : i64, copy = [0, 0], engine = "cp.async", to = "shared"}, {bytes = 16 : i64, copy = [0, 1], engine = "cp.async", to = "shared"}, {body = [{body = [{run = 0 : i64, unit = "wgmma.m64k16.bf16"}], for = ["n"], step = 256 : i64, to = "group"}], for = ["m"], step = 64 : i64, to = "group"}], for = ["b.6", "r"], ring = 4 : i64, step = 64 : i64, to = "seq"}, {body = [{body = [{run = 1 : i64}], for = ["n"], to = "vector"}], for = ["m", "n"], step = 8 : i64, to = "thread"}], for = ["n"], step = 256 : i64, to = "grid"}], for = ["m"], step = 128 : i64, to = "grid"}], for = ["a", "g"], step = 1 : i64, to = "grid"}], group = 8 : i64, resident = 1 : i64, threads = 256 : i64}]}} {
  %s = loop.contract (a, g, m, n) over (b, r) reads(%p = %x[a, b, r, m] : tensor<2x9x64x128xbf16>, %q = %y[a, b, r, n] : tensor<2x9x64x256xbf16>,
      %l = %low[a, g] : tensor<2x4xi64>, %h = %high[a, g] : tensor<2x4xi64>) -> tensor<2x4x128x256xf32> {
    %at = loop.index #tc.size<b>
    %zero = prim.constant 0.0 : bf16
    %0 = prim.ge %at, %l : i64
    %1 = prim.lt %at, %h : i64
    %in = prim.bitwise_and %0, %1 : i1
    %2 = prim.where %in, %p, %zero : i1, bf16
    %3 = prim.where %in, %q, %zero : i1, bf16
    %4 = prim.convert_element_type %2 : bf16 to f32
    %5 = prim.convert_element_type %3 : bf16 to f32
    loop.yield %4, %5 : f32, f32
  }
  %t = loop.map (a, g, m, n) reads(%p = %s[a, g, m, n] : tensor<2x4x128x256xf32>) -> tensor<2x4x128x256xbf16> {
    %0 = prim.convert_element_type %p : f32 to bf16
    loop.yield %0 : bf16
  }
  loop.yield %t : tensor<2x4x128x256xbf16>
}

func.func @main(%p: tensor<2x9x64x128xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3}},
                %w: tensor<2x9x64x256xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 5}}) -> tensor<2x4x128x256xbf16> {
  %first = prim.constant dense<[[0, 9, 0, 4], [2, 3, 3, 3]]> : tensor<2x4xi64>
  %last = prim.constant dense<[[9, 9, 4, 5], [3, 3, 8, 9]]> : tensor<2x4xi64>
  %0 = loop.launch @groups(%p, %w, %first, %last) : (tensor<2x9x64x128xbf16>, tensor<2x9x64x256xbf16>, tensor<2x4xi64>, tensor<2x4xi64>) -> tensor<2x4x128x256xbf16>
  return %0 : tensor<2x4x128x256xbf16>
}
