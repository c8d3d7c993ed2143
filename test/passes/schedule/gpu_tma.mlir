// The copy engine moves operands that lie at multiples of 16 bytes, with strides
// that are, read within bounds; threads copy all others.
// RUN: tc-opt %s --split-input-file --loop-schedule=target=cuda,tune=sm_90a -o %t.1 && FileCheck %s < %t.1
// RUN: tc-opt %t.1 --split-input-file --loop-schedule=target=cuda,tune=sm_90a -o %t.2 && cmp %t.1 %t.2
// RUN: tc-opt %s --split-input-file --loop-schedule=target=cuda,tune=sm_90a,tensor-maps=0 | FileCheck %s --check-prefix=NONE
// RUN: not tc-opt %t.1 --split-input-file --loop-schedule=target=cuda,tune=sm_90a,tensor-maps=0 2>&1 | FileCheck %s --check-prefix=REFUSED
// REFUSED: [TC-0611] {{.*}}: tma: the target has no copy engine (L7)
// Other chips have none.
// RUN: tc-opt %s --split-input-file --loop-schedule=target=cuda,tune=sm_80 | FileCheck %s --check-prefix=NONE
// NONE-NOT: engine = "tma"

// CHECK-LABEL: @rows
// CHECK-SAME: {copy = [0, 0], engine = "tma", role = "load", to = "shared"}, {copy = [0, 1], engine = "tma", role = "load", to = "shared"}
loop.kernel @rows(%x: tensor<4096x768xbf16>, %w: tensor<3072x768xbf16>) -> tensor<4096x3072xbf16> iters(i = 4096, j = 3072, k = 768) {
  %y = loop.contract (i, j) over (k) reads(%a = %x[i, k] : tensor<4096x768xbf16>, %b = %w[j, k] : tensor<3072x768xbf16>) -> tensor<4096x3072xbf16> {
    loop.yield %a, %b : bf16, bf16
  }
  loop.yield %y : tensor<4096x3072xbf16>
}

// -----

// Contiguous along points; a step of an iterator of its own.
// CHECK-LABEL: @columns
// CHECK-SAME: engine = "tma"
loop.kernel @columns(%x: tensor<768x4096xbf16>, %w: tensor<12x64x3072xbf16>) -> tensor<4096x3072xbf16> iters(i = 4096, j = 3072, h = 12, d = 64) {
  %y = loop.contract (i, j) over (h, d) reads(%a = %x[64*h + d, i] : tensor<768x4096xbf16>, %b = %w[h, d, j] : tensor<12x64x3072xbf16>) -> tensor<4096x3072xbf16> {
    loop.yield %a, %b : bf16, bf16
  }
  loop.yield %y : tensor<4096x3072xbf16>
}

// -----

// Heads of a joined tensor: dimensions of the batch.
// CHECK-LABEL: @heads
// CHECK-SAME: engine = "tma"
loop.kernel @heads(%x: tensor<8x1024x12x64xbf16>, %w: tensor<8x1024x12x64xbf16>) -> tensor<8x12x1024x1024xbf16> iters(b = 8, h = 12, i = 1024, j = 1024, k = 64) {
  %y = loop.contract (b, h, i, j) over (k) reads(%a = %x[b, i, h, k] : tensor<8x1024x12x64xbf16>, %c = %w[b, j, h, k] : tensor<8x1024x12x64xbf16>) -> tensor<8x12x1024x1024xbf16> {
    loop.yield %a, %c : bf16, bf16
  }
  loop.yield %y : tensor<8x12x1024x1024xbf16>
}

// -----

// Rows of 1540 bytes.
// CHECK-LABEL: @unaligned
// CHECK-NOT: engine = "tma"
// CHECK: loop.yield
loop.kernel @unaligned(%x: tensor<4096x770xbf16>, %w: tensor<3072x770xbf16>) -> tensor<4096x3072xbf16> iters(i = 4096, j = 3072, k = 770) {
  %y = loop.contract (i, j) over (k) reads(%a = %x[i, k] : tensor<4096x770xbf16>, %b = %w[j, k] : tensor<3072x770xbf16>) -> tensor<4096x3072xbf16> {
    loop.yield %a, %b : bf16, bf16
  }
  loop.yield %y : tensor<4096x3072xbf16>
}

// -----

// Boxes that begin 8 bytes into a row.
// CHECK-LABEL: @inside
// CHECK-SAME: engine = "tma"
loop.kernel @inside(%x: tensor<4096x776xbf16>, %w: tensor<3072x768xbf16>) -> tensor<4096x3072xbf16> iters(i = 4096, j = 3072, k = 768) {
  %y = loop.contract (i, j) over (k) reads(%a = %x[i, k + 4] : tensor<4096x776xbf16>, %b = %w[j, k] : tensor<3072x768xbf16>) -> tensor<4096x3072xbf16> {
    loop.yield %a, %b : bf16, bf16
  }
  loop.yield %y : tensor<4096x3072xbf16>
}

// -----

// A read that runs backwards.
// CHECK-LABEL: @backwards
// CHECK-NOT: engine = "tma"
// CHECK: loop.yield
loop.kernel @backwards(%x: tensor<4096x768xbf16>, %w: tensor<3072x768xbf16>) -> tensor<4096x3072xbf16> iters(i = 4096, j = 3072, k = 768) {
  %y = loop.contract (i, j) over (k) reads(%a = %x[4095 - i, k] : tensor<4096x768xbf16>, %b = %w[j, k] : tensor<3072x768xbf16>) -> tensor<4096x3072xbf16> {
    loop.yield %a, %b : bf16, bf16
  }
  loop.yield %y : tensor<4096x3072xbf16>
}
