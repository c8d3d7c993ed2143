// The maps over a scan's result join it; on GPUs those in the order of what it
// reads.
// RUN: tc-opt %s --split-input-file "--loop-fuse=stream=true otherwise=x86-64-v4" | FileCheck %s
// RUN: tc-opt %s --split-input-file "--loop-fuse=stream=true otherwise=x86-64-v4 disable=scans" | FileCheck %s --check-prefix=APART
// RUN: tc-opt %s --split-input-file "--loop-fuse=stream=true otherwise=cuda,tune=sm_90a" | FileCheck %s --check-prefixes=APART,GPU

!x = tensor<4x32xf32>

// In another order of dimensions, too; others read the result as well.
// CHECK-LABEL: func.func @main
// CHECK-COUNT-1: loop.launch
// CHECK-NOT: loop.launch
// APART-LABEL: func.func @main
// APART-COUNT-2: loop.launch
func.func @main(%x: !x) -> (tensor<32x4xf32>, !x) {
  %0 = loop.launch @running(%x) : (!x) -> !x
  %1 = loop.launch @turned(%0, %x) : (!x, !x) -> tensor<32x4xf32>
  return %1, %0 : tensor<32x4xf32>, !x
}
loop.kernel private @running(%x: !x) -> !x iters(i = 4, j = 32) {
  %0 = loop.scan (i, j) along j [add] reads(%a = %x[i, j] : !x) -> !x {
    loop.yield %a : f32
  }
  loop.yield %0 : !x
}
loop.kernel private @turned(%s: !x, %x: !x) -> tensor<32x4xf32> iters(j = 32, i = 4) {
  %0 = loop.map (j, i) reads(%a = %s[i, j] : !x, %b = %x[i, j] : !x) -> tensor<32x4xf32> {
    %1 = prim.exp %a : f32
    %2 = prim.mul %1, %b : f32
    loop.yield %2 : f32
  }
  loop.yield %0 : tensor<32x4xf32>
}

// -----

// Not one that reads the result elsewhere, or more than once.
// CHECK-LABEL: func.func @main
// CHECK-COUNT-3: loop.launch
!x = tensor<4x32xf32>
func.func @main(%x: !x) -> (!x, tensor<4x32x2xf32>) {
  %0 = loop.launch @running(%x) : (!x) -> !x
  %1 = loop.launch @mirrored(%0) : (!x) -> !x
  %2 = loop.launch @repeated(%0) : (!x) -> tensor<4x32x2xf32>
  return %1, %2 : !x, tensor<4x32x2xf32>
}
loop.kernel private @running(%x: !x) -> !x iters(i = 4, j = 32) {
  %0 = loop.scan (i, j) along j [add] reads(%a = %x[i, j] : !x) -> !x {
    loop.yield %a : f32
  }
  loop.yield %0 : !x
}
loop.kernel private @mirrored(%s: !x) -> !x iters(i = 4, j = 32) {
  %0 = loop.map (i, j) reads(%a = %s[i, 31 - j] : !x) -> !x {
    %1 = prim.exp %a : f32
    loop.yield %1 : f32
  }
  loop.yield %0 : !x
}
loop.kernel private @repeated(%s: !x) -> tensor<4x32x2xf32> iters(i = 4, j = 32, k = 2) {
  %0 = loop.map (i, j, k) reads(%a = %s[i, j] : !x) -> tensor<4x32x2xf32> {
    %1 = prim.exp %a : f32
    loop.yield %1 : f32
  }
  loop.yield %0 : tensor<4x32x2xf32>
}

// -----

// Not an expensive map of a scan that has no vectors along it; a cheap one.
// CHECK-LABEL: func.func @main
// CHECK-COUNT-2: loop.launch
// CHECK-NOT: loop.launch
!x = tensor<4x32xf32>
func.func @main(%x: !x) -> (!x, !x) {
  %0 = loop.launch @running(%x) : (!x) -> !x
  %1 = loop.launch @dear(%0) : (!x) -> !x
  %2 = loop.launch @cheap(%0) : (!x) -> !x
  return %1, %2 : !x, !x
}
loop.kernel private @running(%x: !x) -> !x iters(i = 4, j = 32) {
  %0 = loop.scan (i, j) along j [add] reverse reads(%a = %x[i, j] : !x) -> !x {
    loop.yield %a : f32
  }
  loop.yield %0 : !x
}
loop.kernel private @dear(%s: !x) -> !x iters(i = 4, j = 32) {
  %0 = loop.map (i, j) reads(%a = %s[i, j] : !x) -> !x {
    %1 = prim.exp %a : f32
    loop.yield %1 : f32
  }
  loop.yield %0 : !x
}
loop.kernel private @cheap(%s: !x) -> !x iters(i = 4, j = 32) {
  %0 = loop.map (i, j) reads(%a = %s[i, j] : !x) -> !x {
    %1 = prim.neg %a : f32
    loop.yield %1 : f32
  }
  loop.yield %0 : !x
}

// -----

// On GPUs the order of the maps is that in which the scan reads.
// CHECK-LABEL: func.func @rows
// CHECK-COUNT-1: loop.launch
// CHECK-NOT: loop.launch
// GPU-LABEL: func.func @rows
// GPU-COUNT-1: loop.launch
// GPU-NOT: loop.launch
!x = tensor<4x32xf32>
func.func @rows(%x: !x) -> !x {
  %0 = loop.launch @running(%x) : (!x) -> !x
  %1 = loop.launch @behind(%0, %x) : (!x, !x) -> !x
  return %1 : !x
}
loop.kernel private @running(%x: !x) -> !x iters(i = 4, j = 32) {
  %0 = loop.scan (i, j) along j [add] reads(%a = %x[i, j] : !x) -> !x {
    loop.yield %a : f32
  }
  loop.yield %0 : !x
}
loop.kernel private @behind(%s: !x, %x: !x) -> !x iters(i = 4, j = 32) {
  %0 = loop.map (i, j) reads(%a = %s[i, j] : !x, %b = %x[i, j] : !x) -> !x {
    %1 = prim.exp %a : f32
    %2 = prim.mul %1, %b : f32
    loop.yield %2 : f32
  }
  loop.yield %0 : !x
}
