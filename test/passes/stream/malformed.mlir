// What `loop.stream` says wrongly, or of another kernel, is not used: the
// program runs as its text says.
// RUN: tc-interpret %s --expect >%t.mlir
// RUN: tc-run %t.mlir --check --repeat=1
// RUN: sed 's/block = "jb"/block = 3/' %t.mlir >%t.1.mlir && tc-run %t.1.mlir --check --repeat=1
// RUN: sed 's/#tc.size<10>, point/#tc.size<6>, point/' %t.mlir >%t.2.mlir && tc-run %t.2.mlir --check --repeat=1
// RUN: sed 's/extent = #tc.size<10>, //' %t.mlir >%t.3.mlir && tc-run %t.3.mlir --check --repeat=1
// RUN: sed 's/loop.stream = {.*}}/loop.stream = 7}/' %t.mlir >%t.4.mlir && tc-run %t.4.mlir --check --repeat=1

!x = tensor<5x10xf32>
!o = tensor<5xf32>
loop.kernel @sums(%x: !x) -> !o iters(i = 5, jb = 3, ji = 4) attributes {loop.stream = {block = "jb", extent = #tc.size<10>, point = "ji"}} {
  %zero = loop.map (i) reads() -> !o {
    %0 = prim.constant 0.0 : f32
    loop.yield %0 : f32
  }
  %s = loop.for jb carry(%c = %zero : !o) -> (!o) {
    %b = loop.reduce (i) over (ji) [add] reads(%a = %x[i, 4*jb + ji] : !x else 0.0) -> !o {
      loop.yield %a : f32
    }
    %n = loop.map (i) reads(%a = %c[i] : !o, %d = %b[i] : !o) -> !o {
      %0 = prim.add %a, %d : f32
      loop.yield %0 : f32
    }
    loop.yield %n : !o
  }
  loop.yield %s : !o
}
func.func @main(%x: !x {tc.init = {kind = "uniform", mean = 1.0, std = 1.0, stream = 1}}) -> !o {
  %0 = loop.launch @sums(%x) : (!x) -> !o
  return %0 : !o
}
