// A softmax of columns by blocks of rows (loop-block-exponentials) of hard
// columns, by their number modulo 8:
//
//   0: all masked                                4: plus infinity in the last block
//   1: the first 100 rows masked                 5: a NaN behind masked blocks
//   2: all masked but the first row              6: growing by much in every block
//   3: plus infinity in the first block          7: falling by much
//
// RUN: tc-opt %s --tc-cpu | FileCheck %s
// RUN: tc-interpret %s --expect > %t.mlir
// RUN: tc-interpret %t.mlir --pipeline=loop-block-exponentials --check
// RUN: tc-compile %t.mlir --target=x86-64-v3 -o %t.so
// RUN: tc-run %t.so --check --threads=1 --repeat=1
// RUN: tc-run %t.mlir --check --threads=3 --repeat=1
// CHECK: block.0 = 17, row.0 = 64
!x = tensor<1088x136xf32>
!c = tensor<136xf32>
module attributes {tc.version = "0.1"} {
  loop.kernel private @hard(%x: !x) -> !x iters(i = 1088, j = 136) attributes {loop.schedule = {phases = [{stages = [0], tasks = ["i"], vector = "j", lanes = 16, grain = 1}]}} {
    %0 = loop.map (i, j) reads(%a = %x[i, j] : !x) -> !x {
      %i = loop.index <i>
      %f = prim.convert_element_type %i : i64 to f32
      %class = loop.index <j mod 8>
      %none = prim.constant 0xFF800000 : f32
      %all = prim.constant 0x7F800000 : f32
      %nan = prim.constant 0x7FC00000 : f32
      %c0 = prim.constant 0 : i64
      %c1 = prim.constant 1 : i64
      %c2 = prim.constant 2 : i64
      %c3 = prim.constant 3 : i64
      %c4 = prim.constant 4 : i64
      %c5 = prim.constant 5 : i64
      %c6 = prim.constant 6 : i64
      %c7 = prim.constant 7 : i64
      %first = prim.constant 5 : i64
      %hundred = prim.constant 100 : i64
      %last = prim.constant 1086 : i64
      %is0 = prim.eq %class, %c0 : i64
      %v0 = prim.where %is0, %none, %a : i1, f32
      %is1 = prim.eq %class, %c1 : i64
      %early = prim.lt %i, %hundred : i64
      %m1 = prim.where %early, %none, %a : i1, f32
      %v1 = prim.where %is1, %m1, %v0 : i1, f32
      %is2 = prim.eq %class, %c2 : i64
      %isRow0 = prim.eq %i, %c0 : i64
      %m2 = prim.where %isRow0, %a, %none : i1, f32
      %v2 = prim.where %is2, %m2, %v1 : i1, f32
      %is3 = prim.eq %class, %c3 : i64
      %isFirst = prim.eq %i, %first : i64
      %m3 = prim.where %isFirst, %all, %a : i1, f32
      %v3 = prim.where %is3, %m3, %v2 : i1, f32
      %is4 = prim.eq %class, %c4 : i64
      %isLast = prim.eq %i, %last : i64
      %m4 = prim.where %isLast, %all, %a : i1, f32
      %v4 = prim.where %is4, %m4, %v3 : i1, f32
      %is5 = prim.eq %class, %c5 : i64
      %m5 = prim.where %isLast, %nan, %none : i1, f32
      %v5 = prim.where %is5, %m5, %v4 : i1, f32
      %is6 = prim.eq %class, %c6 : i64
      %m6 = prim.add %a, %f : f32
      %v6 = prim.where %is6, %m6, %v5 : i1, f32
      %is7 = prim.eq %class, %c7 : i64
      %m7 = prim.sub %a, %f : f32
      %v7 = prim.where %is7, %m7, %v6 : i1, f32
      loop.yield %v7 : f32
    }
    loop.yield %0 : !x
  }
  loop.kernel private @softmax(%x: !x) -> (!x, !c) iters(i = 1088, j = 136) {
    %m = loop.reduce (j) over (i) [max] reads(%a = %x[i, j] : !x) -> !c {
      loop.yield %a : f32
    }
    %e = loop.map (i, j) reads(%a = %x[i, j] : !x, %b = %m[j] : !c) -> !x {
      %0 = prim.sub %a, %b : f32
      %1 = prim.exp %0 : f32
      loop.yield %1 : f32
    }
    %s = loop.reduce (j) over (i) [add] reads(%a = %e[i, j] : !x) -> !c {
      loop.yield %a : f32
    }
    %y = loop.map (i, j) reads(%a = %e[i, j] : !x, %b = %s[j] : !c) -> !x {
      %0 = prim.div %a, %b : f32
      loop.yield %0 : f32
    }
    loop.yield %y, %s : !x, !c
  }
  func.func @main(%x: !x {tc.init = {kind = "uniform", mean = 0.0, std = 2.0, stream = 1}}) -> (!x, !c) {
    %0 = loop.launch @hard(%x) : (!x) -> !x
    %y, %s = loop.launch @softmax(%0) : (!x) -> (!x, !c)
    return %y, %s : !x, !c
  }
}
