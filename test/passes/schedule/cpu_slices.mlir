// f32 in slices of bf16 on tile registers: where rows, columns and steps are
// many enough, and rows lie along the steps or side by side; the next panel is
// packed between the steps of tiles, but not where it is transposed.
// RUN: tc-opt %s --loop-schedule=target=x86-64-v4,l2=2097152,cores=2,features=amx-tile+amx-bf16 | FileCheck %s
// RUN: tc-opt %s --loop-schedule=target=x86-64-v4,l2=2097152,cores=2,features=amx-tile+amx-bf16 | tc-opt --loop-schedule=target=x86-64-v4,l2=2097152,cores=2,features=amx-tile+amx-bf16 | FileCheck %s
// RUN: tc-opt %s --loop-schedule=target=x86-64-v4,l2=2097152,cores=2 | FileCheck %s --check-prefix=NONE
// NONE-NOT: amx
// RUN: tc-opt %s --loop-schedule=target=x86-64-v4,l2=2097152,cores=2,features=amx-tile+amx-bf16 | sed '/@transposed/,/loop.yield/s/rows = 32/packing_between = 1 : i64, rows = 32/' >%t.mlir && not tc-opt %t.mlir --loop-schedule=target=x86-64-v4,l2=2097152,cores=2,features=amx-tile+amx-bf16 2>&1 | FileCheck %s --check-prefix=REFUSED
// REFUSED: [TC-0612] {{.*}}product.packing_between: there is no code for this entry here
// RUN: tc-opt %s --loop-schedule=target=x86-64-v4,l2=2097152,cores=2 | sed '/@short/,/loop.yield/s/phases = \[{/phases = [{unit = "amx.bf16x6", /' >%t.mlir && not tc-opt %t.mlir --loop-schedule=target=x86-64-v4,l2=2097152,cores=2,features=amx-tile+amx-bf16 2>&1 | FileCheck %s --check-prefix=SHORT
// SHORT: [TC-061{{[0-2]}}]

// CHECK-LABEL: loop.kernel @along
// CHECK-SAME: packing_between = 2 : i64
// CHECK-SAME: rows = 32 : i64, rows_from = "blocks"
// CHECK-SAME: unit = "amx.bf16x6"
loop.kernel @along(%x: tensor<256x768xf32>, %w: tensor<768x1024xf32>) -> tensor<256x1024xf32> iters(i = 256, j = 1024, k = 768) {
  %y = loop.contract (i, j) over (k) reads(%a = %x[i, k] : tensor<256x768xf32>, %b = %w[k, j] : tensor<768x1024xf32>) -> tensor<256x1024xf32> {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %y : tensor<256x1024xf32>
}

// CHECK-LABEL: loop.kernel @transposed
// CHECK-NOT: packing_between
// CHECK-SAME: unit = "amx.bf16x6"
loop.kernel @transposed(%x: tensor<256x768xf32>, %w: tensor<1024x768xf32>) -> tensor<256x1024xf32> iters(i = 256, j = 1024, k = 768) {
  %y = loop.contract (i, j) over (k) reads(%a = %x[i, k] : tensor<256x768xf32>, %b = %w[j, k] : tensor<1024x768xf32>) -> tensor<256x1024xf32> {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %y : tensor<256x1024xf32>
}

// CHECK-LABEL: loop.kernel @across
// CHECK-SAME: packing_between = 2 : i64
// CHECK-SAME: rows = 32 : i64, rows_from = "steps"
// CHECK-SAME: unit = "amx.bf16x6"
loop.kernel @across(%x: tensor<256x768xf32>, %w: tensor<256x1024xf32>) -> tensor<768x1024xf32> iters(i = 768, j = 1024, k = 256) {
  %y = loop.contract (i, j) over (k) reads(%a = %x[k, i] : tensor<256x768xf32>, %b = %w[k, j] : tensor<256x1024xf32>) -> tensor<768x1024xf32> {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %y : tensor<768x1024xf32>
}

// A sum in blocks.
// CHECK-LABEL: loop.kernel @long
// CHECK-SAME: blocks = 7 : i64
// CHECK-SAME: steps = 448 : i64
// CHECK-SAME: unit = "amx.bf16x6"
loop.kernel @long(%x: tensor<256x3072xf32>, %w: tensor<3072x768xf32>) -> tensor<256x768xf32> iters(i = 256, j = 768, k = 3072) {
  %y = loop.contract (i, j) over (k) reads(%a = %x[i, k] : tensor<256x3072xf32>, %b = %w[k, j] : tensor<3072x768xf32>) -> tensor<256x768xf32> {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %y : tensor<256x768xf32>
}

// CHECK-LABEL: loop.kernel @few_rows
// CHECK-NOT: amx
loop.kernel @few_rows(%x: tensor<16x768xf32>, %w: tensor<768x1024xf32>) -> tensor<16x1024xf32> iters(i = 16, j = 1024, k = 768) {
  %y = loop.contract (i, j) over (k) reads(%a = %x[i, k] : tensor<16x768xf32>, %b = %w[k, j] : tensor<768x1024xf32>) -> tensor<16x1024xf32> {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %y : tensor<16x1024xf32>
}

// CHECK-LABEL: loop.kernel @short
// CHECK-NOT: amx
loop.kernel @short(%x: tensor<256x60xf32>, %w: tensor<60x1024xf32>) -> tensor<256x1024xf32> iters(i = 256, j = 1024, k = 60) {
  %y = loop.contract (i, j) over (k) reads(%a = %x[i, k] : tensor<256x60xf32>, %b = %w[k, j] : tensor<60x1024xf32>) -> tensor<256x1024xf32> {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %y : tensor<256x1024xf32>
}

// FMA has few columns, and other steps inside than slices would have.
// CHECK-LABEL: loop.kernel @few_columns
// CHECK-NOT: amx
loop.kernel @few_columns(%x: tensor<2x34x34x64xf32>, %w: tensor<2x33x33x40xf32>) -> tensor<64x40xf32> iters(i = 64, j = 40, n = 2, y = 33, x = 33) {
  %y = loop.contract (i, j) over (n, y, x) reads(%a = %x[n, y, x, i] : tensor<2x34x34x64xf32>, %b = %w[n, y, x, j] : tensor<2x33x33x40xf32>) -> tensor<64x40xf32> {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %y : tensor<64x40xf32>
}
