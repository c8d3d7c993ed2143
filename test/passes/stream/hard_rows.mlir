// Streamed and whole give the same on the hard rows: 12 rows of 10 keys, in
// blocks of 4 (the last one short), of 5, of 16 (one short block).
// RUN: tc-interpret %s --pipeline='loop-stream{all=true block=4}' --same-as=reference | FileCheck %s
// RUN: tc-interpret %s --pipeline='loop-stream{all=true block=5}' --same-as=reference | FileCheck %s
// RUN: tc-interpret %s --pipeline='loop-stream{all=true block=16}' --same-as=reference | FileCheck %s
// As a GPU has it, whose factors and selections are of rows; and with a factor of
// what is reduced and exponentiated.
// RUN: tc-interpret %s --pipeline='loop-stream{all=true block=4 otherwise=cuda}' --same-as=reference | FileCheck %s
// RUN: tc-interpret %s --pipeline='loop-stream{all=true block=16 otherwise=cuda}' --same-as=reference | FileCheck %s
// RUN: sed -e '/\[max\]/{n;s/loop.yield %%a/%%c = prim.constant 0.25 : f32 %%e = prim.mul %%a, %%c : f32 loop.yield %%e/}' -e 's/= prim.sub %%a, /= prim.sub %%ca, /; /= prim.sub %%ca, /s/^/%%cc = prim.constant 0.25 : f32 %%ca = prim.mul %%a, %%cc : f32 /' %s > %t.scaled.mlir
// RUN: tc-interpret %t.scaled.mlir --pipeline='loop-stream{all=true block=4 otherwise=cuda}' --same-as=reference | FileCheck %s
// RUN: tc-opt %t.scaled.mlir --loop-stream='all=true otherwise=cuda' | FileCheck %s --check-prefix=SCALED
// SCALED: loop.for
// SCALED: loop.reduce {{.*}} [max]
// SCALED-NOT: prim.mul
// SCALED: prim.maximum
// RUN: tc-opt %s --loop-stream=all=true -o %t && tc-opt %t --tc-verify-loop | FileCheck %s --check-prefix=LOOP
// CHECK-COUNT-6: same
// LOOP-COUNT-2: loop.for
// LOOP-NOT: loop.for
//
//   row 0: ordinary
//   row 1: all masked
//   row 2: first block masked, then a low maximum
//   row 3: only the last masked
//   row 4: plus infinity in the first block
//   row 5: plus infinity in the last block
//   row 6: not a number
//   row 7: not a number behind a masked block
//   row 8: masked by the least number
//   row 9: least numbers, then others
//   row 10: growing by much in every block
//   row 11: one key

module attributes {tc.sizes = {r = 12 : i64, n = 10 : i64, z = 0 : i64}} {
loop.kernel @plain(%s: tensor<?x?xf32, #tc.dims<[r, n]>>, %v: tensor<?x3xf32, #tc.dims<[n, 3]>>, %keep: tensor<?x?xi1, #tc.dims<[r, n]>>) -> (tensor<?x3xf32, #tc.dims<[r, 3]>>, tensor<?xf32, #tc.dims<[r]>>) iters(i = r, j = n, e = 3) {
  %m = loop.reduce (i) over (j) [max] reads(%a = %s[i, j] : tensor<?x?xf32, #tc.dims<[r, n]>>) -> tensor<?xf32, #tc.dims<[r]>> {
    loop.yield %a : f32
  }
  %x = loop.map (i, j) reads(%a = %s[i, j] : tensor<?x?xf32, #tc.dims<[r, n]>>, %b = %m[i] : tensor<?xf32, #tc.dims<[r]>>) -> tensor<?x?xf32, #tc.dims<[r, n]>> {
    %0 = prim.sub %a, %b : f32
    %1 = prim.exp %0 : f32
    loop.yield %1 : f32
  }
  %l = loop.reduce (i) over (j) [add] reads(%a = %x[i, j] : tensor<?x?xf32, #tc.dims<[r, n]>>) -> tensor<?xf32, #tc.dims<[r]>> {
    loop.yield %a : f32
  }
  %p = loop.map (i, j) reads(%a = %x[i, j] : tensor<?x?xf32, #tc.dims<[r, n]>>, %c = %l[i] : tensor<?xf32, #tc.dims<[r]>>, %b = %m[i] : tensor<?xf32, #tc.dims<[r]>>, %k = %keep[i, j] : tensor<?x?xi1, #tc.dims<[r, n]>>) -> tensor<?x?xf32, #tc.dims<[r, n]>> {
    %0 = prim.div %a, %c : f32
    %two = prim.constant 2.0 : f32
    %no = prim.constant 0.0 : f32
    %1 = prim.mul %0, %two : f32
    %2 = prim.where %k, %1, %no : i1, f32
    loop.yield %2 : f32
  }
  %o = loop.contract (i, e) over (j) reads(%a = %p[i, j] : tensor<?x?xf32, #tc.dims<[r, n]>>, %c = %v[j, e] : tensor<?x3xf32, #tc.dims<[n, 3]>>) -> tensor<?x3xf32, #tc.dims<[r, 3]>> {
    loop.yield %a, %c : f32, f32
  }
  %lse = loop.map (i) reads(%a = %m[i] : tensor<?xf32, #tc.dims<[r]>>, %c = %l[i] : tensor<?xf32, #tc.dims<[r]>>) -> tensor<?xf32, #tc.dims<[r]>> {
    %0 = prim.log %c : f32
    %1 = prim.add %a, %0 : f32
    loop.yield %1 : f32
  }
  loop.yield %o, %lse : tensor<?x3xf32, #tc.dims<[r, 3]>>, tensor<?xf32, #tc.dims<[r]>>
}

loop.kernel @plain_whole(%s: tensor<?x?xf32, #tc.dims<[r, n]>>, %v: tensor<?x3xf32, #tc.dims<[n, 3]>>, %keep: tensor<?x?xi1, #tc.dims<[r, n]>>) -> (tensor<?x3xf32, #tc.dims<[r, 3]>>, tensor<?xf32, #tc.dims<[r]>>) iters(i = r, j = n, e = 3) attributes {loop.schedule = {}} {
  %m = loop.reduce (i) over (j) [max] reads(%a = %s[i, j] : tensor<?x?xf32, #tc.dims<[r, n]>>) -> tensor<?xf32, #tc.dims<[r]>> {
    loop.yield %a : f32
  }
  %x = loop.map (i, j) reads(%a = %s[i, j] : tensor<?x?xf32, #tc.dims<[r, n]>>, %b = %m[i] : tensor<?xf32, #tc.dims<[r]>>) -> tensor<?x?xf32, #tc.dims<[r, n]>> {
    %0 = prim.sub %a, %b : f32
    %1 = prim.exp %0 : f32
    loop.yield %1 : f32
  }
  %l = loop.reduce (i) over (j) [add] reads(%a = %x[i, j] : tensor<?x?xf32, #tc.dims<[r, n]>>) -> tensor<?xf32, #tc.dims<[r]>> {
    loop.yield %a : f32
  }
  %p = loop.map (i, j) reads(%a = %x[i, j] : tensor<?x?xf32, #tc.dims<[r, n]>>, %c = %l[i] : tensor<?xf32, #tc.dims<[r]>>, %b = %m[i] : tensor<?xf32, #tc.dims<[r]>>, %k = %keep[i, j] : tensor<?x?xi1, #tc.dims<[r, n]>>) -> tensor<?x?xf32, #tc.dims<[r, n]>> {
    %0 = prim.div %a, %c : f32
    %two = prim.constant 2.0 : f32
    %no = prim.constant 0.0 : f32
    %1 = prim.mul %0, %two : f32
    %2 = prim.where %k, %1, %no : i1, f32
    loop.yield %2 : f32
  }
  %o = loop.contract (i, e) over (j) reads(%a = %p[i, j] : tensor<?x?xf32, #tc.dims<[r, n]>>, %c = %v[j, e] : tensor<?x3xf32, #tc.dims<[n, 3]>>) -> tensor<?x3xf32, #tc.dims<[r, 3]>> {
    loop.yield %a, %c : f32, f32
  }
  %lse = loop.map (i) reads(%a = %m[i] : tensor<?xf32, #tc.dims<[r]>>, %c = %l[i] : tensor<?xf32, #tc.dims<[r]>>) -> tensor<?xf32, #tc.dims<[r]>> {
    %0 = prim.log %c : f32
    %1 = prim.add %a, %0 : f32
    loop.yield %1 : f32
  }
  loop.yield %o, %lse : tensor<?x3xf32, #tc.dims<[r, 3]>>, tensor<?xf32, #tc.dims<[r]>>
}

loop.kernel @safe(%s: tensor<?x?xf32, #tc.dims<[r, n]>>, %v: tensor<?x3xf32, #tc.dims<[n, 3]>>, %keep: tensor<?x?xi1, #tc.dims<[r, n]>>) -> (tensor<?x3xf32, #tc.dims<[r, 3]>>, tensor<?xf32, #tc.dims<[r]>>) iters(i = r, j = n, e = 3) {
  %m = loop.reduce (i) over (j) [max] reads(%a = %s[i, j] : tensor<?x?xf32, #tc.dims<[r, n]>>) -> tensor<?xf32, #tc.dims<[r]>> {
    loop.yield %a : f32
  }
  %x = loop.map (i, j) reads(%a = %s[i, j] : tensor<?x?xf32, #tc.dims<[r, n]>>, %b = %m[i] : tensor<?xf32, #tc.dims<[r]>>) -> tensor<?x?xf32, #tc.dims<[r, n]>> {
    %inf = prim.constant 0xFF800000 : f32
    %zero = prim.constant 0.0 : f32
    %none = prim.eq %b, %inf : f32
    %h = prim.where %none, %zero, %b : i1, f32
    %0 = prim.sub %a, %h : f32
    %1 = prim.exp %0 : f32
    loop.yield %1 : f32
  }
  %l = loop.reduce (i) over (j) [add] reads(%a = %x[i, j] : tensor<?x?xf32, #tc.dims<[r, n]>>) -> tensor<?xf32, #tc.dims<[r]>> {
    loop.yield %a : f32
  }
  %p = loop.map (i, j) reads(%a = %x[i, j] : tensor<?x?xf32, #tc.dims<[r, n]>>, %c = %l[i] : tensor<?xf32, #tc.dims<[r]>>, %b = %m[i] : tensor<?xf32, #tc.dims<[r]>>, %k = %keep[i, j] : tensor<?x?xi1, #tc.dims<[r, n]>>) -> tensor<?x?xf32, #tc.dims<[r, n]>> {
    %inf = prim.constant 0xFF800000 : f32
    %one = prim.constant 1.0 : f32
    %none = prim.eq %b, %inf : f32
    %d = prim.where %none, %one, %c : i1, f32
    %0 = prim.div %a, %d : f32
    %two = prim.constant 2.0 : f32
    %no = prim.constant 0.0 : f32
    %1 = prim.mul %0, %two : f32
    %2 = prim.where %k, %1, %no : i1, f32
    loop.yield %2 : f32
  }
  %o = loop.contract (i, e) over (j) reads(%a = %p[i, j] : tensor<?x?xf32, #tc.dims<[r, n]>>, %c = %v[j, e] : tensor<?x3xf32, #tc.dims<[n, 3]>>) -> tensor<?x3xf32, #tc.dims<[r, 3]>> {
    loop.yield %a, %c : f32, f32
  }
  %lse = loop.map (i) reads(%a = %m[i] : tensor<?xf32, #tc.dims<[r]>>, %c = %l[i] : tensor<?xf32, #tc.dims<[r]>>) -> tensor<?xf32, #tc.dims<[r]>> {
    %0 = prim.log %c : f32
    %1 = prim.add %a, %0 : f32
    loop.yield %1 : f32
  }
  loop.yield %o, %lse : tensor<?x3xf32, #tc.dims<[r, 3]>>, tensor<?xf32, #tc.dims<[r]>>
}

loop.kernel @safe_whole(%s: tensor<?x?xf32, #tc.dims<[r, n]>>, %v: tensor<?x3xf32, #tc.dims<[n, 3]>>, %keep: tensor<?x?xi1, #tc.dims<[r, n]>>) -> (tensor<?x3xf32, #tc.dims<[r, 3]>>, tensor<?xf32, #tc.dims<[r]>>) iters(i = r, j = n, e = 3) attributes {loop.schedule = {}} {
  %m = loop.reduce (i) over (j) [max] reads(%a = %s[i, j] : tensor<?x?xf32, #tc.dims<[r, n]>>) -> tensor<?xf32, #tc.dims<[r]>> {
    loop.yield %a : f32
  }
  %x = loop.map (i, j) reads(%a = %s[i, j] : tensor<?x?xf32, #tc.dims<[r, n]>>, %b = %m[i] : tensor<?xf32, #tc.dims<[r]>>) -> tensor<?x?xf32, #tc.dims<[r, n]>> {
    %inf = prim.constant 0xFF800000 : f32
    %zero = prim.constant 0.0 : f32
    %none = prim.eq %b, %inf : f32
    %h = prim.where %none, %zero, %b : i1, f32
    %0 = prim.sub %a, %h : f32
    %1 = prim.exp %0 : f32
    loop.yield %1 : f32
  }
  %l = loop.reduce (i) over (j) [add] reads(%a = %x[i, j] : tensor<?x?xf32, #tc.dims<[r, n]>>) -> tensor<?xf32, #tc.dims<[r]>> {
    loop.yield %a : f32
  }
  %p = loop.map (i, j) reads(%a = %x[i, j] : tensor<?x?xf32, #tc.dims<[r, n]>>, %c = %l[i] : tensor<?xf32, #tc.dims<[r]>>, %b = %m[i] : tensor<?xf32, #tc.dims<[r]>>, %k = %keep[i, j] : tensor<?x?xi1, #tc.dims<[r, n]>>) -> tensor<?x?xf32, #tc.dims<[r, n]>> {
    %inf = prim.constant 0xFF800000 : f32
    %one = prim.constant 1.0 : f32
    %none = prim.eq %b, %inf : f32
    %d = prim.where %none, %one, %c : i1, f32
    %0 = prim.div %a, %d : f32
    %two = prim.constant 2.0 : f32
    %no = prim.constant 0.0 : f32
    %1 = prim.mul %0, %two : f32
    %2 = prim.where %k, %1, %no : i1, f32
    loop.yield %2 : f32
  }
  %o = loop.contract (i, e) over (j) reads(%a = %p[i, j] : tensor<?x?xf32, #tc.dims<[r, n]>>, %c = %v[j, e] : tensor<?x3xf32, #tc.dims<[n, 3]>>) -> tensor<?x3xf32, #tc.dims<[r, 3]>> {
    loop.yield %a, %c : f32, f32
  }
  %lse = loop.map (i) reads(%a = %m[i] : tensor<?xf32, #tc.dims<[r]>>, %c = %l[i] : tensor<?xf32, #tc.dims<[r]>>) -> tensor<?xf32, #tc.dims<[r]>> {
    %0 = prim.log %c : f32
    %1 = prim.add %a, %0 : f32
    loop.yield %1 : f32
  }
  loop.yield %o, %lse : tensor<?x3xf32, #tc.dims<[r, 3]>>, tensor<?xf32, #tc.dims<[r]>>
}

func.func @main(%s: tensor<?x?xf32, #tc.dims<[r, n]>> {tc.init = dense<"0x0000003F000080BF000000400000803E00004040000000C00000803F00000000000000BF0000C03F000080FF000080FF000080FF000080FF000080FF000080FF000080FF000080FF000080FF000080FF000080FF000080FF000080FF000080FF000048C3000049C3008047C3000080FF000080FF000080FF0000803F0000004000004040000080400000A0400000C0400000E04000000041000080FF000080FF0000803F0000807F00000040000040400000000000000000000000000000000000000000000000000000803F00000040000040400000804000000000000000000000000000000000000000000000807F0000803F0000004000004040000080400000C07F0000000000000000000000000000000000000000000080FF000080FF000080FF000080FF0000803F0000004000004040000080400000A0400000C07FFFFF7FFFFFFF7FFFFFFF7FFFFFFF7FFFFFFF7FFFFFFF7FFFFFFF7FFFFFFF7FFFFFFF7FFFFFFF7FFFFFFF7FFFFFFF7FFFFFFF7FFFFFFF7FFFFFFF7FFF0000803F0000004000004040000080400000A040000096C300008CC3000082C3000070C30000C8C20000B4C20000A0C200008CC20000484300005243000080FF000080FF000080FF000080FF000080FF000080FF000080FF000080FF000080FF0000E040"> : tensor<12x10xf32>}, %v: tensor<?x3xf32, #tc.dims<[n, 3]>> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}}, %k: tensor<?x?xi1, #tc.dims<[r, n]>> {tc.init = {kind = "randint", low = 0, high = 2, stream = 3}},
    %s0: tensor<?x?xf32, #tc.dims<[r, z]>> {tc.init = {kind = "constant", value = 0.0}}, %v0: tensor<?x3xf32, #tc.dims<[z, 3]>> {tc.init = {kind = "constant", value = 0.0}}, %k0: tensor<?x?xi1, #tc.dims<[r, z]>> {tc.init = {kind = "constant", value = 0}})
    -> (tensor<?x3xf32, #tc.dims<[r, 3]>>, tensor<?xf32, #tc.dims<[r]>>, tensor<?x3xf32, #tc.dims<[r, 3]>>, tensor<?xf32, #tc.dims<[r]>>, tensor<?x3xf32, #tc.dims<[r, 3]>>, tensor<?xf32, #tc.dims<[r]>>) {
  %0:2 = loop.launch @plain(%s, %v, %k) : (tensor<?x?xf32, #tc.dims<[r, n]>>, tensor<?x3xf32, #tc.dims<[n, 3]>>, tensor<?x?xi1, #tc.dims<[r, n]>>) -> (tensor<?x3xf32, #tc.dims<[r, 3]>>, tensor<?xf32, #tc.dims<[r]>>)
  %1:2 = loop.launch @safe(%s, %v, %k) : (tensor<?x?xf32, #tc.dims<[r, n]>>, tensor<?x3xf32, #tc.dims<[n, 3]>>, tensor<?x?xi1, #tc.dims<[r, n]>>) -> (tensor<?x3xf32, #tc.dims<[r, 3]>>, tensor<?xf32, #tc.dims<[r]>>)
  %2:2 = loop.launch @plain(%s0, %v0, %k0) : (tensor<?x?xf32, #tc.dims<[r, z]>>, tensor<?x3xf32, #tc.dims<[z, 3]>>, tensor<?x?xi1, #tc.dims<[r, z]>>) -> (tensor<?x3xf32, #tc.dims<[r, 3]>>, tensor<?xf32, #tc.dims<[r]>>)
  return %0#0, %0#1, %1#0, %1#1, %2#0, %2#1 : tensor<?x3xf32, #tc.dims<[r, 3]>>, tensor<?xf32, #tc.dims<[r]>>, tensor<?x3xf32, #tc.dims<[r, 3]>>, tensor<?xf32, #tc.dims<[r]>>, tensor<?x3xf32, #tc.dims<[r, 3]>>, tensor<?xf32, #tc.dims<[r]>>
}

func.func @reference(%s: tensor<?x?xf32, #tc.dims<[r, n]>> {tc.init = dense<"0x0000003F000080BF000000400000803E00004040000000C00000803F00000000000000BF0000C03F000080FF000080FF000080FF000080FF000080FF000080FF000080FF000080FF000080FF000080FF000080FF000080FF000080FF000080FF000048C3000049C3008047C3000080FF000080FF000080FF0000803F0000004000004040000080400000A0400000C0400000E04000000041000080FF000080FF0000803F0000807F00000040000040400000000000000000000000000000000000000000000000000000803F00000040000040400000804000000000000000000000000000000000000000000000807F0000803F0000004000004040000080400000C07F0000000000000000000000000000000000000000000080FF000080FF000080FF000080FF0000803F0000004000004040000080400000A0400000C07FFFFF7FFFFFFF7FFFFFFF7FFFFFFF7FFFFFFF7FFFFFFF7FFFFFFF7FFFFFFF7FFFFFFF7FFFFFFF7FFFFFFF7FFFFFFF7FFFFFFF7FFFFFFF7FFFFFFF7FFF0000803F0000004000004040000080400000A040000096C300008CC3000082C3000070C30000C8C20000B4C20000A0C200008CC20000484300005243000080FF000080FF000080FF000080FF000080FF000080FF000080FF000080FF000080FF0000E040"> : tensor<12x10xf32>}, %v: tensor<?x3xf32, #tc.dims<[n, 3]>> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}}, %k: tensor<?x?xi1, #tc.dims<[r, n]>> {tc.init = {kind = "randint", low = 0, high = 2, stream = 3}},
    %s0: tensor<?x?xf32, #tc.dims<[r, z]>> {tc.init = {kind = "constant", value = 0.0}}, %v0: tensor<?x3xf32, #tc.dims<[z, 3]>> {tc.init = {kind = "constant", value = 0.0}}, %k0: tensor<?x?xi1, #tc.dims<[r, z]>> {tc.init = {kind = "constant", value = 0}})
    -> (tensor<?x3xf32, #tc.dims<[r, 3]>>, tensor<?xf32, #tc.dims<[r]>>, tensor<?x3xf32, #tc.dims<[r, 3]>>, tensor<?xf32, #tc.dims<[r]>>, tensor<?x3xf32, #tc.dims<[r, 3]>>, tensor<?xf32, #tc.dims<[r]>>) {
  %0:2 = loop.launch @plain_whole(%s, %v, %k) : (tensor<?x?xf32, #tc.dims<[r, n]>>, tensor<?x3xf32, #tc.dims<[n, 3]>>, tensor<?x?xi1, #tc.dims<[r, n]>>) -> (tensor<?x3xf32, #tc.dims<[r, 3]>>, tensor<?xf32, #tc.dims<[r]>>)
  %1:2 = loop.launch @safe_whole(%s, %v, %k) : (tensor<?x?xf32, #tc.dims<[r, n]>>, tensor<?x3xf32, #tc.dims<[n, 3]>>, tensor<?x?xi1, #tc.dims<[r, n]>>) -> (tensor<?x3xf32, #tc.dims<[r, 3]>>, tensor<?xf32, #tc.dims<[r]>>)
  %2:2 = loop.launch @plain_whole(%s0, %v0, %k0) : (tensor<?x?xf32, #tc.dims<[r, z]>>, tensor<?x3xf32, #tc.dims<[z, 3]>>, tensor<?x?xi1, #tc.dims<[r, z]>>) -> (tensor<?x3xf32, #tc.dims<[r, 3]>>, tensor<?xf32, #tc.dims<[r]>>)
  return %0#0, %0#1, %1#0, %1#1, %2#0, %2#1 : tensor<?x3xf32, #tc.dims<[r, 3]>>, tensor<?xf32, #tc.dims<[r]>>, tensor<?x3xf32, #tc.dims<[r, 3]>>, tensor<?xf32, #tc.dims<[r]>>, tensor<?x3xf32, #tc.dims<[r, 3]>>, tensor<?xf32, #tc.dims<[r]>>
}

}
