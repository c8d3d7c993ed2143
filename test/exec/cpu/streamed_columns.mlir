// A streamed loop that has no lanes, since a value that it carries comes out of
// it as it went in: its scores are a product in blocks whose columns are the
// streamed points. Of the last block's 64 there are 38, which are two vectors
// and a part of one.
// RUN: tc-opt %s --loop-schedule=target=x86-64-v3 | FileCheck %s
// RUN: tc-run %s --check --guard --target=x86-64-v3 --repeat=0
// The same of sums over the points in vectors.
// RUN: tc-opt %s --loop-schedule=target=x86-64-v3 | sed 's/{stages = \[4\], vector = "r"}/{columns = 1 : i64, rows = 6 : i64, stages = [4], vector = "i"}/' > %t.mlir
// RUN: grep -q 'rows = 6 : i64, stages = .4., vector = "i"' %t.mlir
// RUN: tc-run %t.mlir --check --guard --target=x86-64-v3 --repeat=0
// On GPUs threads run over the whole block, and read nothing behind the keys.
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %s --check --guard --target=emulate --repeat=1
// CHECK: columns = 2 : i64, rows = 6 : i64, stages = [3], vector = "i"
!q = tensor<16x1xf32>
!k = tensor<102x1xf32>
!s = tensor<16x64xf32>
module attributes {tc.version = "0.1"} {
loop.kernel @k(%q: !q, %k: !k) -> (!q, !q) iters(r = 16, d = 1, b = 2, i = 64) attributes {loop.stream = {block = "b", extent = #tc.size<102>, point = "i"}} {
  %0 = loop.map (r, d) reads(%x = %q[r, d] : !q) -> !q {
    loop.yield %x : f32
  }
  %1:2 = loop.for b carry(%sum = %0 : !q, %same = %0 : !q) -> (!q, !q) {
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
    loop.yield %9, %same : !q, !q
  }
  loop.yield %1#0, %1#1 : !q, !q
}
func.func @main(%q: !q {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}}, %k: !k {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}}) -> (!q, !q) {
  %0:2 = loop.launch @k(%q, %k) : (!q, !k) -> (!q, !q)
  return %0#0, %0#1 : !q, !q
}
}
