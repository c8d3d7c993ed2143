// Rows of an operand are a streamed product's lanes: of 31, which are whole
// vectors and a part of one, no more are read. (Rows of what stages make lie in
// memory that has room for whole vectors.)
// RUN: tc-run %s --check --guard --target=x86-64-v2 --repeat=0
// RUN: tc-run %s --check --guard --target=x86-64-v3 --repeat=0
// Of one more than whole vectors the last is no vector.
// RUN: sed 's/31/33/g' %s > %t.mlir
// RUN: tc-run %t.mlir --check --guard --target=x86-64-v3 --repeat=0
!q = tensor<31x32xf32>
!k = tensor<102x32xf32>
!s = tensor<31x64xf32>
module attributes {tc.version = "0.1"} {
loop.kernel @k(%k: !k, %q: !q) -> !q iters(r = 31, d = 32, b = 2, i = 64) attributes {loop.stream = {block = "b", extent = #tc.size<102>, point = "i"}} {
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
  loop.yield %1 : !q
}
func.func @main(%k: !k {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}}, %q: !q {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}}) -> !q {
  %0 = loop.launch @k(%k, %q) : (!k, !q) -> !q
  return %0 : !q
}
}
