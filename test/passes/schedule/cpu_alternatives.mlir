// What a search measures of a product: nests, then other tiles whose sums fit
// registers, with about as many rows and columns a task, then more or fewer of
// them. Each is a schedule as any other is.
// RUN: tc-opt %s "--loop-schedule=target=x86-64-v3 alternative=1" | FileCheck %s --check-prefix=NESTS
// RUN: tc-opt %s "--loop-schedule=target=x86-64-v3 alternative=2" -o %t.1 && FileCheck %s --check-prefix=WIDE < %t.1
// RUN: tc-opt %t.1 --loop-schedule=target=x86-64-v3 -o %t.2 && cmp %t.1 %t.2
// RUN: tc-opt %s "--loop-schedule=target=x86-64-v3 alternative=6" | FileCheck %s --check-prefix=FEWER
// RUN: tc-opt %s "--loop-schedule=target=x86-64-v3 alternative=7" | FileCheck %s --check-prefix=NONE
// RUN: tc-opt %s "--loop-schedule=target=x86-64-v4 alternative=2" | FileCheck %s --check-prefix=TALL

// NESTS-NOT: product =
// NESTS: tasks = ["j"], vector = "i"
// WIDE: product = {column = "j", panels = 1 : i64, rows = 4 : i64, terms = 64 : i64, tiles = 43 : i64, vectors = 3 : i64}
// FEWER: product = {column = "j", columns_from = "panels", panels = 1 : i64, rows = 6 : i64, terms = 64 : i64, tiles = 14 : i64, vectors = 2 : i64}
// NONE-NOT: loop.schedule =
// TALL: rows = 14 : i64, terms = 64 : i64, tiles = 36 : i64, vectors = 2 : i64}
loop.kernel @product(%x: tensor<512x256xf32>, %w: tensor<4x256x16xf32>) -> tensor<512x64xf32> iters(i = 512, j = 64, k = 256) {
  %y = loop.contract (i, j) over (k) reads(%a = %x[i, k] : tensor<512x256xf32>, %b = %w[floordiv(j, 16), k, mod(j, 16)] : tensor<4x256x16xf32>) -> tensor<512x64xf32> {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %y : tensor<512x64xf32>
}
