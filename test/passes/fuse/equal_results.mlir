// Results of a kernel that are equal are one: what reads the second reads the
// first. Maps of other bodies are not equal, and what the function gives stays.
// RUN: tc-opt %s --loop-fuse | FileCheck %s
// RUN: tc-opt %s --loop-fuse=disable=results | FileCheck %s --check-prefix=OFF
// CHECK-LABEL: func.func @main(
// CHECK: %[[R:.*]]:3 = loop.launch @product(
// CHECK: loop.launch @product2(%[[R]]#0, %[[R]]#0)
// OFF: :4 = loop.launch @product(
!x = tensor<64x64xf32>
loop.kernel private @product(%x: !x, %w: !x) -> (!x, !x, !x, !x) iters(i = 64, j = 64, k = 64) {
  %0 = loop.contract (i, j) over (k) reads(%a = %x[i, k] : !x, %b = %w[k, j] : !x) -> !x {
    loop.yield %a, %b : f32, f32
  }
  %1 = loop.map (i, j) reads(%a = %0[i, j] : !x) -> !x {
    %2 = prim.exp %a : f32
    loop.yield %2 : f32
  }
  %3 = loop.map (i, j) reads(%a = %0[i, j] : !x) -> !x {
    %2 = prim.exp %a : f32
    loop.yield %2 : f32
  }
  %4 = loop.map (i, j) reads(%a = %0[i, j] : !x) -> !x {
    %2 = prim.sin %a : f32
    loop.yield %2 : f32
  }
  %5 = loop.map (i, j) reads(%a = %0[i, j] : !x) -> !x {
    %2 = prim.sin %a : f32
    loop.yield %2 : f32
  }
  loop.yield %1, %3, %4, %5 : !x, !x, !x, !x
}
loop.kernel private @product2(%x: !x, %w: !x) -> !x iters(i = 64, j = 64, k = 64) {
  %0 = loop.contract (i, j) over (k) reads(%a = %x[i, k] : !x, %b = %w[k, j] : !x) -> !x {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %0 : !x
}
func.func @main(%x: !x, %w: !x) -> (!x, !x, !x) {
  %0:4 = loop.launch @product(%x, %w) : (!x, !x) -> (!x, !x, !x, !x)
  %1 = loop.launch @product2(%0#0, %0#1) : (!x, !x) -> !x
  return %1, %0#2, %0#3 : !x, !x, !x
}
