// Products over rows, and over columns, of what products make give the same
// streamed and whole: 12 rows of 10 columns, in blocks of 4 (the last one short),
// of 5, of 16 (one short block).
// RUN: tc-interpret %s --pipeline='loop-stream{block=4}' --same-as=reference | FileCheck %s
// RUN: tc-interpret %s --pipeline='loop-stream{block=5}' --same-as=reference | FileCheck %s
// RUN: tc-interpret %s --pipeline='loop-stream{block=16}' --same-as=reference | FileCheck %s
// RUN: tc-opt %s --loop-stream -o %t && tc-opt %t --tc-verify-loop | FileCheck %s --check-prefix=LOOP
// CHECK-COUNT-6: same
// LOOP-COUNT-2: loop.for
// LOOP-NOT: loop.for
//
// Of a row, the value that is subtracted and which columns it sees:
//   rows 0, 3: ordinary; row 1: -inf, none; row 2: the first block is masked
//   row 4: +inf; row 5: not a number; row 6: +inf, none; row 7: exp is inf
//   row 8: one column; row 9: the exponent is as large as it gets
//   row 10: +inf in the first product; row 11: not a number in the second
// Of columns, 2 has +inf in the first product, 5 no number in the second; rows
// that do not exist would be 0 / 0.

module attributes {tc.sizes = {r = 12 : i64, n = 10 : i64, z = 0 : i64}} {
loop.kernel @rows(%g: tensor<?x3xf32, #tc.dims<[r, 3]>>, %q: tensor<?x3xf32, #tc.dims<[r, 3]>>, %k: tensor<?x3xf32, #tc.dims<[n, 3]>>, %v: tensor<?x3xf32, #tc.dims<[n, 3]>>, %l: tensor<?xf32, #tc.dims<[r]>>, %e: tensor<?xf32, #tc.dims<[r]>>, %m: tensor<?x?xi1, #tc.dims<[r, n]>>) -> tensor<?x3xf32, #tc.dims<[r, 3]>> iters(i = r, j = n, d = 3) {
  %s = loop.contract (i, j) over (d) reads(%a = %q[i, d] : tensor<?x3xf32, #tc.dims<[r, 3]>>, %c = %k[j, d] : tensor<?x3xf32, #tc.dims<[n, 3]>>) -> tensor<?x?xf32, #tc.dims<[r, n]>> {
    loop.yield %a, %c : f32, f32
  }
  %p = loop.map (i, j) reads(%a = %s[i, j] : tensor<?x?xf32, #tc.dims<[r, n]>>, %h = %l[i] : tensor<?xf32, #tc.dims<[r]>>, %b = %m[i, j] : tensor<?x?xi1, #tc.dims<[r, n]>>) -> tensor<?x?xf32, #tc.dims<[r, n]>> {
    %low = prim.constant 0xFF800000 : f32
    %no = prim.constant 0.0 : f32
    %0 = prim.where %b, %a, %low : i1, f32
    %1 = prim.sub %0, %h : f32
    %2 = prim.exp %1 : f32
    %3 = prim.eq %h, %low : f32
    %4 = prim.where %3, %no, %2 : i1, f32
    loop.yield %4 : f32
  }
  %dp = loop.contract (i, j) over (d) reads(%a = %g[i, d] : tensor<?x3xf32, #tc.dims<[r, 3]>>, %c = %v[j, d] : tensor<?x3xf32, #tc.dims<[n, 3]>>) -> tensor<?x?xf32, #tc.dims<[r, n]>> {
    loop.yield %a, %c : f32, f32
  }
  %ds = loop.map (i, j) reads(%a = %p[i, j] : tensor<?x?xf32, #tc.dims<[r, n]>>, %b = %dp[i, j] : tensor<?x?xf32, #tc.dims<[r, n]>>, %c = %e[i] : tensor<?xf32, #tc.dims<[r]>>) -> tensor<?x?xf32, #tc.dims<[r, n]>> {
    %0 = prim.sub %b, %c : f32
    %1 = prim.mul %a, %0 : f32
    loop.yield %1 : f32
  }
  %dq = loop.contract (i, d) over (j) reads(%a = %ds[i, j] : tensor<?x?xf32, #tc.dims<[r, n]>>, %c = %k[j, d] : tensor<?x3xf32, #tc.dims<[n, 3]>>) -> tensor<?x3xf32, #tc.dims<[r, 3]>> {
    loop.yield %a, %c : f32, f32
  }
  loop.yield %dq : tensor<?x3xf32, #tc.dims<[r, 3]>>
}

loop.kernel @rows_whole(%g: tensor<?x3xf32, #tc.dims<[r, 3]>>, %q: tensor<?x3xf32, #tc.dims<[r, 3]>>, %k: tensor<?x3xf32, #tc.dims<[n, 3]>>, %v: tensor<?x3xf32, #tc.dims<[n, 3]>>, %l: tensor<?xf32, #tc.dims<[r]>>, %e: tensor<?xf32, #tc.dims<[r]>>, %m: tensor<?x?xi1, #tc.dims<[r, n]>>) -> tensor<?x3xf32, #tc.dims<[r, 3]>> iters(i = r, j = n, d = 3) attributes {loop.schedule = {}} {
  %s = loop.contract (i, j) over (d) reads(%a = %q[i, d] : tensor<?x3xf32, #tc.dims<[r, 3]>>, %c = %k[j, d] : tensor<?x3xf32, #tc.dims<[n, 3]>>) -> tensor<?x?xf32, #tc.dims<[r, n]>> {
    loop.yield %a, %c : f32, f32
  }
  %p = loop.map (i, j) reads(%a = %s[i, j] : tensor<?x?xf32, #tc.dims<[r, n]>>, %h = %l[i] : tensor<?xf32, #tc.dims<[r]>>, %b = %m[i, j] : tensor<?x?xi1, #tc.dims<[r, n]>>) -> tensor<?x?xf32, #tc.dims<[r, n]>> {
    %low = prim.constant 0xFF800000 : f32
    %no = prim.constant 0.0 : f32
    %0 = prim.where %b, %a, %low : i1, f32
    %1 = prim.sub %0, %h : f32
    %2 = prim.exp %1 : f32
    %3 = prim.eq %h, %low : f32
    %4 = prim.where %3, %no, %2 : i1, f32
    loop.yield %4 : f32
  }
  %dp = loop.contract (i, j) over (d) reads(%a = %g[i, d] : tensor<?x3xf32, #tc.dims<[r, 3]>>, %c = %v[j, d] : tensor<?x3xf32, #tc.dims<[n, 3]>>) -> tensor<?x?xf32, #tc.dims<[r, n]>> {
    loop.yield %a, %c : f32, f32
  }
  %ds = loop.map (i, j) reads(%a = %p[i, j] : tensor<?x?xf32, #tc.dims<[r, n]>>, %b = %dp[i, j] : tensor<?x?xf32, #tc.dims<[r, n]>>, %c = %e[i] : tensor<?xf32, #tc.dims<[r]>>) -> tensor<?x?xf32, #tc.dims<[r, n]>> {
    %0 = prim.sub %b, %c : f32
    %1 = prim.mul %a, %0 : f32
    loop.yield %1 : f32
  }
  %dq = loop.contract (i, d) over (j) reads(%a = %ds[i, j] : tensor<?x?xf32, #tc.dims<[r, n]>>, %c = %k[j, d] : tensor<?x3xf32, #tc.dims<[n, 3]>>) -> tensor<?x3xf32, #tc.dims<[r, 3]>> {
    loop.yield %a, %c : f32, f32
  }
  loop.yield %dq : tensor<?x3xf32, #tc.dims<[r, 3]>>
}

loop.kernel @columns(%g: tensor<?x3xf32, #tc.dims<[r, 3]>>, %q: tensor<?x3xf32, #tc.dims<[r, 3]>>, %k: tensor<?x3xf32, #tc.dims<[n, 3]>>, %v: tensor<?x3xf32, #tc.dims<[n, 3]>>, %l: tensor<?xf32, #tc.dims<[r]>>, %e: tensor<?xf32, #tc.dims<[r]>>, %m: tensor<?x?xi1, #tc.dims<[r, n]>>) -> (tensor<?x3xf32, #tc.dims<[n, 3]>>, tensor<?x3xf32, #tc.dims<[n, 3]>>) iters(i = r, j = n, d = 3) {
  %s = loop.contract (i, j) over (d) reads(%a = %q[i, d] : tensor<?x3xf32, #tc.dims<[r, 3]>>, %c = %k[j, d] : tensor<?x3xf32, #tc.dims<[n, 3]>>) -> tensor<?x?xf32, #tc.dims<[r, n]>> {
    loop.yield %a, %c : f32, f32
  }
  %p = loop.map (i, j) reads(%a = %s[i, j] : tensor<?x?xf32, #tc.dims<[r, n]>>, %h = %l[i] : tensor<?xf32, #tc.dims<[r]>>, %b = %m[i, j] : tensor<?x?xi1, #tc.dims<[r, n]>>) -> tensor<?x?xf32, #tc.dims<[r, n]>> {
    %low = prim.constant 0xFF800000 : f32
    %no = prim.constant 0.0 : f32
    %0 = prim.where %b, %a, %low : i1, f32
    %1 = prim.sub %0, %h : f32
    %2 = prim.exp %1 : f32
    %3 = prim.eq %h, %low : f32
    %4 = prim.where %3, %no, %2 : i1, f32
    loop.yield %4 : f32
  }
  %dp = loop.contract (i, j) over (d) reads(%a = %g[i, d] : tensor<?x3xf32, #tc.dims<[r, 3]>>, %c = %v[j, d] : tensor<?x3xf32, #tc.dims<[n, 3]>>) -> tensor<?x?xf32, #tc.dims<[r, n]>> {
    loop.yield %a, %c : f32, f32
  }
  %ds = loop.map (i, j) reads(%a = %p[i, j] : tensor<?x?xf32, #tc.dims<[r, n]>>, %b = %dp[i, j] : tensor<?x?xf32, #tc.dims<[r, n]>>, %c = %e[i] : tensor<?xf32, #tc.dims<[r]>>) -> tensor<?x?xf32, #tc.dims<[r, n]>> {
    %0 = prim.div %b, %c : f32
    %1 = prim.mul %a, %0 : f32
    loop.yield %1 : f32
  }
  %dk = loop.contract (j, d) over (i) reads(%a = %ds[i, j] : tensor<?x?xf32, #tc.dims<[r, n]>>, %c = %q[i, d] : tensor<?x3xf32, #tc.dims<[r, 3]>>) -> tensor<?x3xf32, #tc.dims<[n, 3]>> {
    loop.yield %a, %c : f32, f32
  }
  %dv = loop.contract (j, d) over (i) reads(%a = %p[i, j] : tensor<?x?xf32, #tc.dims<[r, n]>>, %c = %g[i, d] : tensor<?x3xf32, #tc.dims<[r, 3]>>) -> tensor<?x3xf32, #tc.dims<[n, 3]>> {
    loop.yield %a, %c : f32, f32
  }
  loop.yield %dk, %dv : tensor<?x3xf32, #tc.dims<[n, 3]>>, tensor<?x3xf32, #tc.dims<[n, 3]>>
}

loop.kernel @columns_whole(%g: tensor<?x3xf32, #tc.dims<[r, 3]>>, %q: tensor<?x3xf32, #tc.dims<[r, 3]>>, %k: tensor<?x3xf32, #tc.dims<[n, 3]>>, %v: tensor<?x3xf32, #tc.dims<[n, 3]>>, %l: tensor<?xf32, #tc.dims<[r]>>, %e: tensor<?xf32, #tc.dims<[r]>>, %m: tensor<?x?xi1, #tc.dims<[r, n]>>) -> (tensor<?x3xf32, #tc.dims<[n, 3]>>, tensor<?x3xf32, #tc.dims<[n, 3]>>) iters(i = r, j = n, d = 3) attributes {loop.schedule = {}} {
  %s = loop.contract (i, j) over (d) reads(%a = %q[i, d] : tensor<?x3xf32, #tc.dims<[r, 3]>>, %c = %k[j, d] : tensor<?x3xf32, #tc.dims<[n, 3]>>) -> tensor<?x?xf32, #tc.dims<[r, n]>> {
    loop.yield %a, %c : f32, f32
  }
  %p = loop.map (i, j) reads(%a = %s[i, j] : tensor<?x?xf32, #tc.dims<[r, n]>>, %h = %l[i] : tensor<?xf32, #tc.dims<[r]>>, %b = %m[i, j] : tensor<?x?xi1, #tc.dims<[r, n]>>) -> tensor<?x?xf32, #tc.dims<[r, n]>> {
    %low = prim.constant 0xFF800000 : f32
    %no = prim.constant 0.0 : f32
    %0 = prim.where %b, %a, %low : i1, f32
    %1 = prim.sub %0, %h : f32
    %2 = prim.exp %1 : f32
    %3 = prim.eq %h, %low : f32
    %4 = prim.where %3, %no, %2 : i1, f32
    loop.yield %4 : f32
  }
  %dp = loop.contract (i, j) over (d) reads(%a = %g[i, d] : tensor<?x3xf32, #tc.dims<[r, 3]>>, %c = %v[j, d] : tensor<?x3xf32, #tc.dims<[n, 3]>>) -> tensor<?x?xf32, #tc.dims<[r, n]>> {
    loop.yield %a, %c : f32, f32
  }
  %ds = loop.map (i, j) reads(%a = %p[i, j] : tensor<?x?xf32, #tc.dims<[r, n]>>, %b = %dp[i, j] : tensor<?x?xf32, #tc.dims<[r, n]>>, %c = %e[i] : tensor<?xf32, #tc.dims<[r]>>) -> tensor<?x?xf32, #tc.dims<[r, n]>> {
    %0 = prim.div %b, %c : f32
    %1 = prim.mul %a, %0 : f32
    loop.yield %1 : f32
  }
  %dk = loop.contract (j, d) over (i) reads(%a = %ds[i, j] : tensor<?x?xf32, #tc.dims<[r, n]>>, %c = %q[i, d] : tensor<?x3xf32, #tc.dims<[r, 3]>>) -> tensor<?x3xf32, #tc.dims<[n, 3]>> {
    loop.yield %a, %c : f32, f32
  }
  %dv = loop.contract (j, d) over (i) reads(%a = %p[i, j] : tensor<?x?xf32, #tc.dims<[r, n]>>, %c = %g[i, d] : tensor<?x3xf32, #tc.dims<[r, 3]>>) -> tensor<?x3xf32, #tc.dims<[n, 3]>> {
    loop.yield %a, %c : f32, f32
  }
  loop.yield %dk, %dv : tensor<?x3xf32, #tc.dims<[n, 3]>>, tensor<?x3xf32, #tc.dims<[n, 3]>>
}

func.func @main(%g: tensor<?x3xf32, #tc.dims<[r, 3]>> {tc.init = dense<"0x0000C03F00000040000000C0000080BF000000400000803F000000C0000000BF00000040000000C00000004000000040000000BF0000003F0000803F0000C03F0000003F0000C03F000000400000003F0000003F0000C03F000000400000803F0000003F000080BF000000BF000000C0000000C0000080BF0000003F000080BF000000BF0000C07F0000003F00000040"> : tensor<12x3xf32>}, %q: tensor<?x3xf32, #tc.dims<[r, 3]>> {tc.init = dense<"0x000080BF0000803F0000803F000080BF000000BF0000803F0000003F0000C03F0000803F000000C00000803F000000C0000000400000003F000000BF0000803F000080BF000080BF0000C03F0000003F0000803F000000400000803F0000003F0000003F0000C03F00000040000080BF000080BF0000C03F0000807F000000400000803F0000003F0000C03F000000C0"> : tensor<12x3xf32>}, %k: tensor<?x3xf32, #tc.dims<[n, 3]>> {tc.init = dense<"0x0000C03F00000040000000BF0000003F0000803F000000400000003F0000803F000000BF0000803F0000803F0000003F0000803F000080BF000000BF0000C03F000000C000000040000000BF0000803F0000C03F0000C03F000080BF0000C03F00000040000000BF0000803F0000803F0000803F000000C0"> : tensor<10x3xf32>}, %v: tensor<?x3xf32, #tc.dims<[n, 3]>> {tc.init = dense<"0x0000C03F0000C03F000080BF0000C03F000000400000803F000000BF000000BF000000C0000000C00000003F000000400000C03F0000003F000000C0000000BF00000040000000C00000003F000080BF000000C0000000BF0000003F000000400000003F00000040000000C0000000C00000803F0000803F"> : tensor<10x3xf32>},
    %l: tensor<?xf32, #tc.dims<[r]>> {tc.init = dense<"0x00002040000080FF00002040000020400000807F0000C07F0000807F0000C8C200002040E6B161FF0000204000002040"> : tensor<12xf32>}, %e: tensor<?xf32, #tc.dims<[r]>> {tc.init = dense<"0x00000040000000C00000003F0000C03F0000803F000000BF0000803F000000BF0000803F000080BF000000C0000000BF"> : tensor<12xf32>}, %m: tensor<?x?xi1, #tc.dims<[r, n]>> {tc.init = dense<[[true, true, true, true, true, true, true, true, true, true], [false, false, false, false, false, false, false, false, false, false], [false, false, false, false, true, true, true, true, true, true], [true, true, true, true, true, true, true, true, true, false], [true, true, true, true, true, true, true, true, true, true], [true, true, true, true, true, true, true, true, true, true], [false, false, false, false, false, false, false, false, false, false], [true, true, true, true, true, true, true, true, true, true], [false, false, false, false, false, false, false, true, false, false], [true, true, true, true, true, true, true, true, true, true], [true, true, true, true, true, true, true, true, true, true], [true, true, true, true, true, true, true, true, true, true]]> : tensor<12x10xi1>},
    %g2: tensor<?x3xf32, #tc.dims<[r, 3]>> {tc.init = dense<"0x0000003F0000C03F0000C03F0000C03F000080BF000000BF0000003F000000BF0000803F000000BF0000803F000000BF000000C0000000400000003F0000803F000000BF000000C00000003F0000803F0000803F0000C03F000080BF000000C00000C03F0000C03F000000BF0000003F000000BF0000C03F000000BF0000803F0000C03F000000BF0000C03F0000003F"> : tensor<12x3xf32>}, %q2: tensor<?x3xf32, #tc.dims<[r, 3]>> {tc.init = dense<"0x000000C0000000C0000000C00000803F0000803F000000C0000080BF0000003F000000BF0000803F000000BF000080BF0000C03F000000C000000040000000BF000000BF000000BF000080BF000000400000003F0000003F0000003F000000400000803F0000003F0000C03F000000400000803F0000C03F0000803F000000C00000803F000000400000803F000000BF"> : tensor<12x3xf32>}, %k2: tensor<?x3xf32, #tc.dims<[n, 3]>> {tc.init = dense<"0x0000C03F00000040000000BF0000003F0000803F000000400000807F0000803F000000BF0000803F0000803F0000003F0000803F000080BF000000BF0000C03F000000C000000040000000BF0000803F0000C03F0000C03F000080BF0000C03F00000040000000BF0000803F0000803F0000803F000000C0"> : tensor<10x3xf32>}, %v2: tensor<?x3xf32, #tc.dims<[n, 3]>> {tc.init = dense<"0x0000C03F0000C03F000080BF0000C03F000000400000803F000000BF000000BF000000C0000000C00000003F000000400000C03F0000003F000000C00000C07F00000040000000C00000003F000080BF000000C0000000BF0000003F000000400000003F00000040000000C0000000C00000803F0000803F"> : tensor<10x3xf32>}, %l2: tensor<?xf32, #tc.dims<[r]>> {tc.init = dense<"0x00002040000080FF00002040000020400000807F00002040000020400000A0C100002040000020400000204000002040"> : tensor<12xf32>},
    %k0: tensor<?x3xf32, #tc.dims<[z, 3]>> {tc.init = {kind = "constant", value = 0.0}}, %m0: tensor<?x?xi1, #tc.dims<[r, z]>> {tc.init = {kind = "constant", value = 0.0}})
    -> (tensor<?x3xf32, #tc.dims<[r, 3]>>, tensor<?x3xf32, #tc.dims<[n, 3]>>, tensor<?x3xf32, #tc.dims<[n, 3]>>, tensor<?x3xf32, #tc.dims<[r, 3]>>, tensor<?x3xf32, #tc.dims<[z, 3]>>, tensor<?x3xf32, #tc.dims<[z, 3]>>) {
  %0 = loop.launch @rows(%g, %q, %k, %v, %l, %e, %m) : (tensor<?x3xf32, #tc.dims<[r, 3]>>, tensor<?x3xf32, #tc.dims<[r, 3]>>, tensor<?x3xf32, #tc.dims<[n, 3]>>, tensor<?x3xf32, #tc.dims<[n, 3]>>, tensor<?xf32, #tc.dims<[r]>>, tensor<?xf32, #tc.dims<[r]>>, tensor<?x?xi1, #tc.dims<[r, n]>>) -> tensor<?x3xf32, #tc.dims<[r, 3]>>
  %1:2 = loop.launch @columns(%g2, %q2, %k2, %v2, %l2, %e, %m) : (tensor<?x3xf32, #tc.dims<[r, 3]>>, tensor<?x3xf32, #tc.dims<[r, 3]>>, tensor<?x3xf32, #tc.dims<[n, 3]>>, tensor<?x3xf32, #tc.dims<[n, 3]>>, tensor<?xf32, #tc.dims<[r]>>, tensor<?xf32, #tc.dims<[r]>>, tensor<?x?xi1, #tc.dims<[r, n]>>) -> (tensor<?x3xf32, #tc.dims<[n, 3]>>, tensor<?x3xf32, #tc.dims<[n, 3]>>)
  %2 = loop.launch @rows(%g, %q, %k0, %k0, %l, %e, %m0) : (tensor<?x3xf32, #tc.dims<[r, 3]>>, tensor<?x3xf32, #tc.dims<[r, 3]>>, tensor<?x3xf32, #tc.dims<[z, 3]>>, tensor<?x3xf32, #tc.dims<[z, 3]>>, tensor<?xf32, #tc.dims<[r]>>, tensor<?xf32, #tc.dims<[r]>>, tensor<?x?xi1, #tc.dims<[r, z]>>) -> tensor<?x3xf32, #tc.dims<[r, 3]>>
  %3:2 = loop.launch @columns(%g, %q, %k0, %k0, %l, %e, %m0) : (tensor<?x3xf32, #tc.dims<[r, 3]>>, tensor<?x3xf32, #tc.dims<[r, 3]>>, tensor<?x3xf32, #tc.dims<[z, 3]>>, tensor<?x3xf32, #tc.dims<[z, 3]>>, tensor<?xf32, #tc.dims<[r]>>, tensor<?xf32, #tc.dims<[r]>>, tensor<?x?xi1, #tc.dims<[r, z]>>) -> (tensor<?x3xf32, #tc.dims<[z, 3]>>, tensor<?x3xf32, #tc.dims<[z, 3]>>)
  return %0, %1#0, %1#1, %2, %3#0, %3#1 : tensor<?x3xf32, #tc.dims<[r, 3]>>, tensor<?x3xf32, #tc.dims<[n, 3]>>, tensor<?x3xf32, #tc.dims<[n, 3]>>, tensor<?x3xf32, #tc.dims<[r, 3]>>, tensor<?x3xf32, #tc.dims<[z, 3]>>, tensor<?x3xf32, #tc.dims<[z, 3]>>
}

func.func @reference(%g: tensor<?x3xf32, #tc.dims<[r, 3]>> {tc.init = dense<"0x0000C03F00000040000000C0000080BF000000400000803F000000C0000000BF00000040000000C00000004000000040000000BF0000003F0000803F0000C03F0000003F0000C03F000000400000003F0000003F0000C03F000000400000803F0000003F000080BF000000BF000000C0000000C0000080BF0000003F000080BF000000BF0000C07F0000003F00000040"> : tensor<12x3xf32>}, %q: tensor<?x3xf32, #tc.dims<[r, 3]>> {tc.init = dense<"0x000080BF0000803F0000803F000080BF000000BF0000803F0000003F0000C03F0000803F000000C00000803F000000C0000000400000003F000000BF0000803F000080BF000080BF0000C03F0000003F0000803F000000400000803F0000003F0000003F0000C03F00000040000080BF000080BF0000C03F0000807F000000400000803F0000003F0000C03F000000C0"> : tensor<12x3xf32>}, %k: tensor<?x3xf32, #tc.dims<[n, 3]>> {tc.init = dense<"0x0000C03F00000040000000BF0000003F0000803F000000400000003F0000803F000000BF0000803F0000803F0000003F0000803F000080BF000000BF0000C03F000000C000000040000000BF0000803F0000C03F0000C03F000080BF0000C03F00000040000000BF0000803F0000803F0000803F000000C0"> : tensor<10x3xf32>}, %v: tensor<?x3xf32, #tc.dims<[n, 3]>> {tc.init = dense<"0x0000C03F0000C03F000080BF0000C03F000000400000803F000000BF000000BF000000C0000000C00000003F000000400000C03F0000003F000000C0000000BF00000040000000C00000003F000080BF000000C0000000BF0000003F000000400000003F00000040000000C0000000C00000803F0000803F"> : tensor<10x3xf32>},
    %l: tensor<?xf32, #tc.dims<[r]>> {tc.init = dense<"0x00002040000080FF00002040000020400000807F0000C07F0000807F0000C8C200002040E6B161FF0000204000002040"> : tensor<12xf32>}, %e: tensor<?xf32, #tc.dims<[r]>> {tc.init = dense<"0x00000040000000C00000003F0000C03F0000803F000000BF0000803F000000BF0000803F000080BF000000C0000000BF"> : tensor<12xf32>}, %m: tensor<?x?xi1, #tc.dims<[r, n]>> {tc.init = dense<[[true, true, true, true, true, true, true, true, true, true], [false, false, false, false, false, false, false, false, false, false], [false, false, false, false, true, true, true, true, true, true], [true, true, true, true, true, true, true, true, true, false], [true, true, true, true, true, true, true, true, true, true], [true, true, true, true, true, true, true, true, true, true], [false, false, false, false, false, false, false, false, false, false], [true, true, true, true, true, true, true, true, true, true], [false, false, false, false, false, false, false, true, false, false], [true, true, true, true, true, true, true, true, true, true], [true, true, true, true, true, true, true, true, true, true], [true, true, true, true, true, true, true, true, true, true]]> : tensor<12x10xi1>},
    %g2: tensor<?x3xf32, #tc.dims<[r, 3]>> {tc.init = dense<"0x0000003F0000C03F0000C03F0000C03F000080BF000000BF0000003F000000BF0000803F000000BF0000803F000000BF000000C0000000400000003F0000803F000000BF000000C00000003F0000803F0000803F0000C03F000080BF000000C00000C03F0000C03F000000BF0000003F000000BF0000C03F000000BF0000803F0000C03F000000BF0000C03F0000003F"> : tensor<12x3xf32>}, %q2: tensor<?x3xf32, #tc.dims<[r, 3]>> {tc.init = dense<"0x000000C0000000C0000000C00000803F0000803F000000C0000080BF0000003F000000BF0000803F000000BF000080BF0000C03F000000C000000040000000BF000000BF000000BF000080BF000000400000003F0000003F0000003F000000400000803F0000003F0000C03F000000400000803F0000C03F0000803F000000C00000803F000000400000803F000000BF"> : tensor<12x3xf32>}, %k2: tensor<?x3xf32, #tc.dims<[n, 3]>> {tc.init = dense<"0x0000C03F00000040000000BF0000003F0000803F000000400000807F0000803F000000BF0000803F0000803F0000003F0000803F000080BF000000BF0000C03F000000C000000040000000BF0000803F0000C03F0000C03F000080BF0000C03F00000040000000BF0000803F0000803F0000803F000000C0"> : tensor<10x3xf32>}, %v2: tensor<?x3xf32, #tc.dims<[n, 3]>> {tc.init = dense<"0x0000C03F0000C03F000080BF0000C03F000000400000803F000000BF000000BF000000C0000000C00000003F000000400000C03F0000003F000000C00000C07F00000040000000C00000003F000080BF000000C0000000BF0000003F000000400000003F00000040000000C0000000C00000803F0000803F"> : tensor<10x3xf32>}, %l2: tensor<?xf32, #tc.dims<[r]>> {tc.init = dense<"0x00002040000080FF00002040000020400000807F00002040000020400000A0C100002040000020400000204000002040"> : tensor<12xf32>},
    %k0: tensor<?x3xf32, #tc.dims<[z, 3]>> {tc.init = {kind = "constant", value = 0.0}}, %m0: tensor<?x?xi1, #tc.dims<[r, z]>> {tc.init = {kind = "constant", value = 0.0}})
    -> (tensor<?x3xf32, #tc.dims<[r, 3]>>, tensor<?x3xf32, #tc.dims<[n, 3]>>, tensor<?x3xf32, #tc.dims<[n, 3]>>, tensor<?x3xf32, #tc.dims<[r, 3]>>, tensor<?x3xf32, #tc.dims<[z, 3]>>, tensor<?x3xf32, #tc.dims<[z, 3]>>) {
  %0 = loop.launch @rows_whole(%g, %q, %k, %v, %l, %e, %m) : (tensor<?x3xf32, #tc.dims<[r, 3]>>, tensor<?x3xf32, #tc.dims<[r, 3]>>, tensor<?x3xf32, #tc.dims<[n, 3]>>, tensor<?x3xf32, #tc.dims<[n, 3]>>, tensor<?xf32, #tc.dims<[r]>>, tensor<?xf32, #tc.dims<[r]>>, tensor<?x?xi1, #tc.dims<[r, n]>>) -> tensor<?x3xf32, #tc.dims<[r, 3]>>
  %1:2 = loop.launch @columns_whole(%g2, %q2, %k2, %v2, %l2, %e, %m) : (tensor<?x3xf32, #tc.dims<[r, 3]>>, tensor<?x3xf32, #tc.dims<[r, 3]>>, tensor<?x3xf32, #tc.dims<[n, 3]>>, tensor<?x3xf32, #tc.dims<[n, 3]>>, tensor<?xf32, #tc.dims<[r]>>, tensor<?xf32, #tc.dims<[r]>>, tensor<?x?xi1, #tc.dims<[r, n]>>) -> (tensor<?x3xf32, #tc.dims<[n, 3]>>, tensor<?x3xf32, #tc.dims<[n, 3]>>)
  %2 = loop.launch @rows_whole(%g, %q, %k0, %k0, %l, %e, %m0) : (tensor<?x3xf32, #tc.dims<[r, 3]>>, tensor<?x3xf32, #tc.dims<[r, 3]>>, tensor<?x3xf32, #tc.dims<[z, 3]>>, tensor<?x3xf32, #tc.dims<[z, 3]>>, tensor<?xf32, #tc.dims<[r]>>, tensor<?xf32, #tc.dims<[r]>>, tensor<?x?xi1, #tc.dims<[r, z]>>) -> tensor<?x3xf32, #tc.dims<[r, 3]>>
  %3:2 = loop.launch @columns_whole(%g, %q, %k0, %k0, %l, %e, %m0) : (tensor<?x3xf32, #tc.dims<[r, 3]>>, tensor<?x3xf32, #tc.dims<[r, 3]>>, tensor<?x3xf32, #tc.dims<[z, 3]>>, tensor<?x3xf32, #tc.dims<[z, 3]>>, tensor<?xf32, #tc.dims<[r]>>, tensor<?xf32, #tc.dims<[r]>>, tensor<?x?xi1, #tc.dims<[r, z]>>) -> (tensor<?x3xf32, #tc.dims<[z, 3]>>, tensor<?x3xf32, #tc.dims<[z, 3]>>)
  return %0, %1#0, %1#1, %2, %3#0, %3#1 : tensor<?x3xf32, #tc.dims<[r, 3]>>, tensor<?x3xf32, #tc.dims<[n, 3]>>, tensor<?x3xf32, #tc.dims<[n, 3]>>, tensor<?x3xf32, #tc.dims<[r, 3]>>, tensor<?x3xf32, #tc.dims<[z, 3]>>, tensor<?x3xf32, #tc.dims<[z, 3]>>
}

}
