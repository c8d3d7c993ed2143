// Scans whose lanes are neighbours along the scan: of whole vectors and of the
// rest, before each element (exclusive) and behind it, of all kinds, with a
// reduction of the same row beside them; NaN stays from where it stands on.
// RUN: tc-interpret %s --expect >%t.mlir && tc-run %t.mlir --check
// RUN: tc-run %t.mlir --check --threads=1
// Vectors are shuffled: no element waits for the one before it.
// RUN: tc-compile %s --target=x86-64-v4 --emit=asm -o %t.s
// RUN: FileCheck %s --input-file=%t.s
// CHECK: vmaxps {{.*}}%zmm
!x = tensor<3x83xf32>
!i = tensor<3x83xi32>
!r = tensor<3xf32>
loop.kernel private @scans(%x: !x, %n: !i) -> (!x, !x, !x, !i, !i, !r) iters(i = 3, j = 83) {
  %max = loop.scan (i, j) along j [max] reads(%a = %x[i, j] : !x) -> !x {
    %nan = prim.constant 0x7FC00000 : f32
    %high = prim.constant 1.75 : f32
    %is = prim.gt %a, %high : f32
    %y = prim.where %is, %nan, %a : i1, f32
    loop.yield %y : f32
  }
  %before = loop.scan (i, j) along j [min] exclusive reads(%a = %x[i, j] : !x) -> !x {
    loop.yield %a : f32
  }
  %sum = loop.scan (i, j) along j [add] exclusive reads(%a = %x[i, j] : !x) -> !x {
    loop.yield %a : f32
  }
  %product = loop.scan (i, j) along j [mul] reads(%a = %n[i, j] : !i) -> !i {
    loop.yield %a : i32
  }
  %least = loop.scan (i, j) along j [min] reads(%a = %n[i, j] : !i) -> !i {
    loop.yield %a : i32
  }
  %all = loop.reduce (i) over (j) [add] reads(%a = %x[i, j] : !x) -> !r {
    loop.yield %a : f32
  }
  loop.yield %max, %before, %sum, %product, %least, %all : !x, !x, !x, !i, !i, !r
}
func.func @main(%x: !x {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}},
                %n: !i {tc.init = {kind = "randint", low = -9, high = 9, stream = 2}}) -> (!x, !x, !x, !i, !i, !r) {
  %0:6 = loop.launch @scans(%x, %n) : (!x, !i) -> (!x, !x, !x, !i, !i, !r)
  return %0#0, %0#1, %0#2, %0#3, %0#4, %0#5 : !x, !x, !x, !i, !i, !r
}
