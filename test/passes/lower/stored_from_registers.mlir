// Sums with no maps behind them are stored as results from registers, without a
// way through scratch, the third argument. Lines that are stored are prefetched
// while a tile's sums are computed, but not of so few steps that these end
// before memory answers.
// RUN: tc-compile %s --target=x86-64-v3 --emit=ll -o %t.ll && FileCheck %s < %t.ll
// CHECK-LABEL: define void @sums({{.*}})
// CHECK: llvm.prefetch
// CHECK-NOT: ptr %2
// CHECK: store <8 x float>
// CHECK-NOT: ptr %2
// CHECK-LABEL: define void @few_steps({{.*}})
// CHECK-NOT: llvm.prefetch
// CHECK-NOT: ptr %2
// CHECK: store <8 x float>
// CHECK-NOT: llvm.prefetch
// CHECK-NOT: ptr %2
// CHECK: ret void

!x = tensor<64x64xf32>
!w = tensor<8x64x16xf32>
!s = tensor<16x64xf32>
!v = tensor<8x16x16xf32>
!y = tensor<64x128xf32>

module attributes {tc.version = "0.1"} {
loop.kernel private @sums(%x: !x, %w: !w) -> !y iters(i = 64, j = 128, k = 64) attributes {loop.schedule = {phases = [{stages = [0], product = {tiles = 2, panels = 3, rows = 4, vectors = 2, columns_from = "panels"}}]}} {
  %y = loop.contract (i, j) over (k) reads(%a = %x[i, k] : !x, %b = %w[floordiv(j, 16), k, mod(j, 16)] : !w) -> !y {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %y : !y
}

loop.kernel private @few_steps(%x: !s, %w: !v) -> !y iters(i = 64, j = 128, k = 16) attributes {loop.schedule = {phases = [{stages = [0], product = {tiles = 2, panels = 3, rows = 4, vectors = 2, columns_from = "panels"}}]}} {
  %y = loop.contract (i, j) over (k) reads(%a = %x[k, i] : !s, %b = %w[floordiv(j, 16), k, mod(j, 16)] : !v) -> !y {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %y : !y
}

func.func @main(%x: !x, %w: !w, %s: !s, %v: !v) -> (!y, !y) {
  %0 = loop.launch @sums(%x, %w) : (!x, !w) -> !y
  %1 = loop.launch @few_steps(%s, %v) : (!s, !v) -> !y
  return %0, %1 : !y, !y
}
}
