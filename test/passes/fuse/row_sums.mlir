// The sum of a product's factor over the product's steps joins the product, where
// units read factors from shared memory: one of halves, that sums over all that
// the product does, and has many bytes.
// RUN: tc-opt %s --split-input-file "--loop-fuse=stream=true otherwise=cuda,tune=sm_90a" | FileCheck %s
// RUN: env TC_NUMBERS=gpu_sums_bytes=67108866 tc-opt %s --split-input-file "--loop-fuse=stream=true otherwise=cuda,tune=sm_90a" | FileCheck %s --check-prefix=APART
// RUN: tc-opt %s --split-input-file "--loop-fuse=stream=true otherwise=cuda,tune=sm_90a disable=sums" | FileCheck %s --check-prefix=APART
// RUN: tc-opt %s --split-input-file "--loop-fuse=stream=true otherwise=cuda,tune=sm_80" | FileCheck %s --check-prefix=APART
// RUN: tc-opt %s --split-input-file "--loop-fuse=stream=true otherwise=x86-64-v4" | FileCheck %s --check-prefix=APART
// RUN: env TC_NUMBERS=gpu_sums_columns=39 tc-opt %s --split-input-file "--loop-fuse=stream=true otherwise=cuda,tune=sm_90a" | FileCheck %s --check-prefix=APART

// CHECK-LABEL: func.func @bias
// CHECK-COUNT-1: loop.launch
// CHECK-NOT: loop.launch
// APART-LABEL: func.func @bias
// APART-COUNT-2: loop.launch
func.func @bias(%y: tensor<4x4096x2048xbf16>, %x: tensor<4x4096x40xbf16>) -> (tensor<2048x40xf32>, tensor<2048xf32>) {
  %0 = loop.launch @sum(%y) : (tensor<4x4096x2048xbf16>) -> tensor<2048xf32>
  %1 = loop.launch @product(%x, %y) : (tensor<4x4096x40xbf16>, tensor<4x4096x2048xbf16>) -> tensor<2048x40xf32>
  return %1, %0 : tensor<2048x40xf32>, tensor<2048xf32>
}
loop.kernel private @sum(%y: tensor<4x4096x2048xbf16>) -> tensor<2048xf32> iters(c = 2048, n = 4, p = 4096) {
  %0 = loop.reduce (c) over (n, p) [add] reads(%a = %y[n, p, c] : tensor<4x4096x2048xbf16>) -> tensor<2048xf32> {
    %1 = prim.convert_element_type %a : bf16 to f32
    loop.yield %1 : f32
  }
  loop.yield %0 : tensor<2048xf32>
}
// CHECK: loop.reduce (c) over (n, p)
// CHECK: loop.contract (c, d) over (n, p)
loop.kernel private @product(%x: tensor<4x4096x40xbf16>, %y: tensor<4x4096x2048xbf16>) -> tensor<2048x40xf32> iters(c = 2048, d = 40, n = 4, p = 4096) {
  %0 = loop.contract (c, d) over (n, p) reads(%a = %y[n, p, c] : tensor<4x4096x2048xbf16>, %b = %x[n, p, d] : tensor<4x4096x40xbf16>) -> tensor<2048x40xf32> {
    %1 = prim.convert_element_type %a : bf16 to f32
    %2 = prim.convert_element_type %b : bf16 to f32
    loop.yield %1, %2 : f32, f32
  }
  loop.yield %0 : tensor<2048x40xf32>
}

// -----

// Sums over some of the steps, maxima, and sums of squares stay apart.
// CHECK-LABEL: func.func @others
// CHECK: loop.launch @{{some|first|squares}}
// CHECK: loop.launch @product
// CHECK-NOT: loop.launch
// APART-LABEL: func.func @others
func.func @others(%y: tensor<4x4096x2048xbf16>, %x: tensor<4x4096x40xbf16>) -> (tensor<2048x40xf32>, tensor<4x2048xf32>, tensor<4096x2048xf32>, tensor<2048xf32>) {
  %0 = loop.launch @some(%y) : (tensor<4x4096x2048xbf16>) -> tensor<4x2048xf32>
  %1 = loop.launch @first(%y) : (tensor<4x4096x2048xbf16>) -> tensor<4096x2048xf32>
  %2 = loop.launch @squares(%y) : (tensor<4x4096x2048xbf16>) -> tensor<2048xf32>
  %3 = loop.launch @product(%x, %y) : (tensor<4x4096x40xbf16>, tensor<4x4096x2048xbf16>) -> tensor<2048x40xf32>
  return %3, %0, %1, %2 : tensor<2048x40xf32>, tensor<4x2048xf32>, tensor<4096x2048xf32>, tensor<2048xf32>
}
loop.kernel private @some(%y: tensor<4x4096x2048xbf16>) -> tensor<4x2048xf32> iters(n = 4, c = 2048, p = 4096) {
  %0 = loop.reduce (n, c) over (p) [add] reads(%a = %y[n, p, c] : tensor<4x4096x2048xbf16>) -> tensor<4x2048xf32> {
    %1 = prim.convert_element_type %a : bf16 to f32
    loop.yield %1 : f32
  }
  loop.yield %0 : tensor<4x2048xf32>
}
loop.kernel private @first(%y: tensor<4x4096x2048xbf16>) -> tensor<4096x2048xf32> iters(p = 4096, c = 2048, n = 4) {
  %0 = loop.reduce (p, c) over (n) [max] reads(%a = %y[n, p, c] : tensor<4x4096x2048xbf16>) -> tensor<4096x2048xf32> {
    %1 = prim.convert_element_type %a : bf16 to f32
    loop.yield %1 : f32
  }
  loop.yield %0 : tensor<4096x2048xf32>
}
loop.kernel private @squares(%y: tensor<4x4096x2048xbf16>) -> tensor<2048xf32> iters(c = 2048, n = 4, p = 4096) {
  %0 = loop.reduce (c) over (n, p) [add] reads(%a = %y[n, p, c] : tensor<4x4096x2048xbf16>) -> tensor<2048xf32> {
    %1 = prim.convert_element_type %a : bf16 to f32
    %2 = prim.mul %1, %1 : f32
    loop.yield %2 : f32
  }
  loop.yield %0 : tensor<2048xf32>
}
loop.kernel private @product(%x: tensor<4x4096x40xbf16>, %y: tensor<4x4096x2048xbf16>) -> tensor<2048x40xf32> iters(c = 2048, d = 40, n = 4, p = 4096) {
  %0 = loop.contract (c, d) over (n, p) reads(%a = %y[n, p, c] : tensor<4x4096x2048xbf16>, %b = %x[n, p, d] : tensor<4x4096x40xbf16>) -> tensor<2048x40xf32> {
    %1 = prim.convert_element_type %a : bf16 to f32
    %2 = prim.convert_element_type %b : bf16 to f32
    loop.yield %1, %2 : f32, f32
  }
  loop.yield %0 : tensor<2048x40xf32>
}

// -----

// The product reads a reshape of what the sum reads: steps that are joined are
// one iterator of the sum, too. Until then neither the transposition nor the
// conversion, which are stored for the product, goes into the sum: apart it
// reads half the bytes.
// CHECK-LABEL: func.func @reshaped
// CHECK-NEXT: %[[Y:.*]]:2 = loop.launch @{{.*}}(%arg0) : (tensor<4x2048x4096xf32>) -> (tensor<4x4096x2048xbf16>, tensor<4x2048x4096xf32>)
// CHECK-NEXT: %[[F:.*]] = prim.reshape %[[Y]]#0 : tensor<4x4096x2048xbf16> to tensor<16384x2048xbf16>
// CHECK-NEXT: loop.launch @{{.*}}(%arg1, %[[F]])
// CHECK-NEXT: return
// APART-LABEL: func.func @reshaped
func.func @reshaped(%x: tensor<4x2048x4096xf32>, %w: tensor<16384x40xbf16>) -> (tensor<2048x40xf32>, tensor<2048xf32>, tensor<4x2048x4096xf32>) {
  %0 = loop.launch @norm(%x) : (tensor<4x2048x4096xf32>) -> tensor<4x2048x4096xf32>
  %1 = loop.launch @narrow(%0) : (tensor<4x2048x4096xf32>) -> tensor<4x2048x4096xbf16>
  %2 = loop.launch @transpose(%1) : (tensor<4x2048x4096xbf16>) -> tensor<4x4096x2048xbf16>
  %3 = prim.reshape %2 : tensor<4x4096x2048xbf16> to tensor<16384x2048xbf16>
  %4 = loop.launch @sum(%2) : (tensor<4x4096x2048xbf16>) -> tensor<2048xf32>
  %5 = loop.launch @product(%w, %3) : (tensor<16384x40xbf16>, tensor<16384x2048xbf16>) -> tensor<2048x40xf32>
  return %5, %4, %0 : tensor<2048x40xf32>, tensor<2048xf32>, tensor<4x2048x4096xf32>
}
loop.kernel private @norm(%x: tensor<4x2048x4096xf32>) -> tensor<4x2048x4096xf32> iters(n = 4, p = 4096, c = 2048) {
  %0 = loop.reduce (n, p) over (c) [add] reads(%a = %x[n, c, p] : tensor<4x2048x4096xf32>) -> tensor<4x4096xf32> {
    loop.yield %a : f32
  }
  %1 = loop.map (n, c, p) reads(%a = %x[n, c, p] : tensor<4x2048x4096xf32>, %s = %0[n, p] : tensor<4x4096xf32>) -> tensor<4x2048x4096xf32> {
    %2 = prim.sub %a, %s : f32
    loop.yield %2 : f32
  }
  loop.yield %1 : tensor<4x2048x4096xf32>
}
loop.kernel private @narrow(%x: tensor<4x2048x4096xf32>) -> tensor<4x2048x4096xbf16> iters(n = 4, c = 2048, p = 4096) {
  %0 = loop.map (n, c, p) reads(%a = %x[n, c, p] : tensor<4x2048x4096xf32>) -> tensor<4x2048x4096xbf16> {
    %1 = prim.convert_element_type %a : f32 to bf16
    loop.yield %1 : bf16
  }
  loop.yield %0 : tensor<4x2048x4096xbf16>
}
loop.kernel private @transpose(%x: tensor<4x2048x4096xbf16>) -> tensor<4x4096x2048xbf16> iters(n = 4, p = 4096, c = 2048) {
  %0 = loop.map (n, p, c) reads(%a = %x[n, c, p] : tensor<4x2048x4096xbf16>) -> tensor<4x4096x2048xbf16> {
    loop.yield %a : bf16
  }
  loop.yield %0 : tensor<4x4096x2048xbf16>
}
// CHECK: loop.reduce (c) over (k) [add] reads(%{{.*}} = %{{.*}}[k, c] : tensor<16384x2048xbf16>)
// CHECK: loop.contract (c, d) over (k) reads(%{{.*}} = %{{.*}}[k, c]
loop.kernel private @sum(%y: tensor<4x4096x2048xbf16>) -> tensor<2048xf32> iters(c = 2048, n = 4, p = 4096) {
  %0 = loop.reduce (c) over (n, p) [add] reads(%a = %y[n, p, c] : tensor<4x4096x2048xbf16>) -> tensor<2048xf32> {
    %1 = prim.convert_element_type %a : bf16 to f32
    loop.yield %1 : f32
  }
  loop.yield %0 : tensor<2048xf32>
}
loop.kernel private @product(%x: tensor<16384x40xbf16>, %y: tensor<16384x2048xbf16>) -> tensor<2048x40xf32> iters(c = 2048, d = 40, k = 16384) {
  %0 = loop.contract (c, d) over (k) reads(%a = %y[k, c] : tensor<16384x2048xbf16>, %b = %x[k, d] : tensor<16384x40xbf16>) -> tensor<2048x40xf32> {
    %1 = prim.convert_element_type %a : bf16 to f32
    %2 = prim.convert_element_type %b : bf16 to f32
    loop.yield %1, %2 : f32, f32
  }
  loop.yield %0 : tensor<2048x40xf32>
}

// -----

// A reshape that joins a dimension that is kept to one that is summed over is
// no factor of the sum.
// CHECK-LABEL: func.func @joined
// CHECK: loop.launch @{{.*}} -> tensor<8192xf32>
// CHECK: loop.launch @{{.*}} -> tensor<4096x40xf32>
// APART-LABEL: func.func @joined
func.func @joined(%y: tensor<4096x2x8192xbf16>, %x: tensor<16384x40xbf16>) -> (tensor<4096x40xf32>, tensor<8192xf32>) {
  %0 = loop.launch @sum(%y) : (tensor<4096x2x8192xbf16>) -> tensor<8192xf32>
  %1 = prim.reshape %y : tensor<4096x2x8192xbf16> to tensor<4096x16384xbf16>
  %2 = loop.launch @product(%x, %1) : (tensor<16384x40xbf16>, tensor<4096x16384xbf16>) -> tensor<4096x40xf32>
  return %2, %0 : tensor<4096x40xf32>, tensor<8192xf32>
}
loop.kernel private @sum(%y: tensor<4096x2x8192xbf16>) -> tensor<8192xf32> iters(c = 8192, n = 4096, p = 2) {
  %0 = loop.reduce (c) over (n, p) [add] reads(%a = %y[n, p, c] : tensor<4096x2x8192xbf16>) -> tensor<8192xf32> {
    %1 = prim.convert_element_type %a : bf16 to f32
    loop.yield %1 : f32
  }
  loop.yield %0 : tensor<8192xf32>
}
loop.kernel private @product(%x: tensor<16384x40xbf16>, %y: tensor<4096x16384xbf16>) -> tensor<4096x40xf32> iters(c = 4096, d = 40, k = 16384) {
  %0 = loop.contract (c, d) over (k) reads(%a = %y[c, k] : tensor<4096x16384xbf16>, %b = %x[k, d] : tensor<16384x40xbf16>) -> tensor<4096x40xf32> {
    %1 = prim.convert_element_type %a : bf16 to f32
    %2 = prim.convert_element_type %b : bf16 to f32
    loop.yield %1, %2 : f32, f32
  }
  loop.yield %0 : tensor<4096x40xf32>
}
