// Behind a loop over blocks of points a product has as many points as a block,
// which are none of its: all of them exist, while of the last block's 64 there
// are 38. The code generators asked which block they are in, and crashed.
// RUN: tc-run %s --check --guard --target=x86-64-v3 --repeat=0
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %s --check --target=emulate --repeat=1
!q = tensor<16x8xf32>
!k = tensor<102x8xf32>
!w = tensor<64x8xf32>
!s = tensor<16x64xf32>
module attributes {tc.version = "0.1"} {
loop.kernel @k(%q: !q, %k: !k, %w: !w) -> (!q, !s) iters(r = 16, d = 8, b = 2, i = 64) attributes {loop.stream = {block = "b", extent = #tc.size<102>, point = "i"}} {
  %0 = loop.map (r, d) reads(%x = %q[r, d] : !q) -> !q {
    loop.yield %x : f32
  }
  %1 = loop.for b carry(%sum = %0 : !q) -> !q {
    %2 = loop.contract (r, i) over (d) reads(%x = %q[r, d] : !q, %y = %k[64*b + i, d] : !k else 0.0) -> !s {
      loop.yield %x, %y : f32, f32
    }
    %3 = loop.contract (r, d) over (i) reads(%x = %2[r, i] : !s, %y = %k[64*b + i, d] : !k else 0.0) -> !q {
      %4 = prim.constant 0.0 : f32
      %5 = loop.index <64*b + i>
      %6 = loop.index <102>
      %7 = prim.lt %5, %6 : i64
      %8 = prim.where %7, %x, %4 : i1, f32
      loop.yield %8, %y : f32, f32
    }
    %9 = loop.map (r, d) reads(%x = %sum[r, d] : !q, %y = %3[r, d] : !q) -> !q {
      %4 = prim.add %x, %y : f32
      loop.yield %4 : f32
    }
    loop.yield %9 : !q
  }
  %2 = loop.contract (r, i) over (d) reads(%x = %1[r, d] : !q, %y = %w[i, d] : !w) -> !s {
    loop.yield %x, %y : f32, f32
  }
  loop.yield %1, %2 : !q, !s
}
func.func @main(%q: !q {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}}, %k: !k {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}}, %w: !w {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3}}) -> (!q, !s) {
  %0:2 = loop.launch @k(%q, %k, %w) : (!q, !k, !w) -> (!q, !s)
  return %0#0, %0#1 : !q, !s
}
}
