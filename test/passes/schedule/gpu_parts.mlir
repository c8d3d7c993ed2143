// A long reduction to few results on a matrix unit is made in parts, whose sums a
// second launch adds up; written by hand it is taken as it is written. Where
// threads copy: the copy engine needs no parts of @weights.
// RUN: tc-opt %s --split-input-file --loop-schedule=target=cuda,tune=sm_90a,tensor-maps=0 -o %t.1 && FileCheck %s < %t.1
// RUN: tc-opt %t.1 --split-input-file --loop-schedule=target=cuda,tune=sm_90a -o %t.2 && cmp %t.1 %t.2
// RUN: tc-opt %t.1 --split-input-file --loop-to-gpu=target=cuda,tune=sm_90a | FileCheck %s --check-prefix=CODE

// CHECK: loop.kernel @long
// CHECK-SAME: adds = [{as = "partial", for = ["k"], of = [0], parts = [[PARTS:[0-9]+]] : i64}]
// CHECK-SAME: run = 2 : i64, unit = "wgmma.m64k16.bf16"
// CHECK-SAME: for = ["part.{{[0-9]+}}"], step = 1 : i64, to = "grid"
// CHECK-SAME: {run = 0 : i64}{{.*}} for = ["part.{{[0-9]+}}"], to = "thread"}, {body = [{run = 1 : i64}]
// CODE: gpu.func @long
// CODE: nvvm.wgmma.mma_async
// CODE: gpu.func @long_phase1
loop.kernel @long(%x: tensor<65536x64xbf16>, %y: tensor<65536x128xbf16>) -> tensor<64x128xbf16> iters(i = 64, j = 128, k = 65536) {
  %0 = loop.contract (i, j) over (k) reads(%a = %x[k, i] : tensor<65536x64xbf16>, %b = %y[k, j] : tensor<65536x128xbf16>) -> tensor<64x128xf32> {
    %1 = prim.convert_element_type %a : bf16 to f32
    %2 = prim.convert_element_type %b : bf16 to f32
    loop.yield %1, %2 : f32, f32
  }
  %3 = loop.map (i, j) reads(%a = %0[i, j] : tensor<64x128xf32>) -> tensor<64x128xbf16> {
    %1 = prim.convert_element_type %a : f32 to bf16
    loop.yield %1 : bf16
  }
  loop.yield %3 : tensor<64x128xbf16>
}

// -----

// Enough tiles for all multiprocessors: whole.
// CHECK: loop.kernel @wide
// CHECK-NOT: partial
// CODE: gpu.func @wide
loop.kernel @wide(%x: tensor<4096x4096xbf16>, %y: tensor<4096x4096xbf16>) -> tensor<4096x4096xbf16> iters(i = 4096, j = 4096, k = 4096) {
  %0 = loop.contract (i, j) over (k) reads(%a = %x[k, i] : tensor<4096x4096xbf16>, %b = %y[k, j] : tensor<4096x4096xbf16>) -> tensor<4096x4096xbf16> {
    loop.yield %a, %b : bf16, bf16
  }
  loop.yield %0 : tensor<4096x4096xbf16>
}

// -----

// Rows of 28 in vectors of four, by as many threads as a block may have.
// CHECK: loop.kernel @channels
// CHECK-SAME: threads = 1024 : i64
// CODE: gpu.func @channels
// CODE: llvm.load {{.*}}alignment = 8 {{.*}} -> vector<4xi16>
loop.kernel @channels(%x: tensor<64x128x28x28xbf16>) -> tensor<128xf32> iters(c = 128, n = 64, y = 28, x = 28) {
  %0 = loop.reduce (c) over (n, y, x) [add] reads(%a = %x[n, c, y, x] : tensor<64x128x28x28xbf16>) -> tensor<128xf32> {
    %1 = prim.convert_element_type %a : bf16 to f32
    loop.yield %1 : f32
  }
  loop.yield %0 : tensor<128xf32>
}

// -----

// Too few tiles to hide how long a copy takes: parts, though they are added up.
// CHECK: loop.kernel @weights
// CHECK-SAME: adds = [{as = "partial", for = ["k"], of = [0], parts = 4 : i64}]
// CODE: gpu.func @weights
loop.kernel @weights(%x: tensor<8192x768xbf16>, %y: tensor<8192x768xbf16>) -> tensor<768x768xf32> iters(i = 768, j = 768, k = 8192) {
  %0 = loop.contract (i, j) over (k) reads(%a = %x[k, i] : tensor<8192x768xbf16>, %b = %y[k, j] : tensor<8192x768xbf16>) -> tensor<768x768xf32> {
    %1 = prim.convert_element_type %a : bf16 to f32
    %2 = prim.convert_element_type %b : bf16 to f32
    loop.yield %1, %2 : f32, f32
  }
  loop.yield %0 : tensor<768x768xf32>
}

// -----

// A sum of elements whose positions are read first is made in parts from fewer
// points on than others are.
// CHECK: loop.kernel @gathered
// CHECK-SAME: adds = [{as = "partial", for = ["i"], of = [0]
loop.kernel @gathered(%x: tensor<65536x8xf32>, %w: tensor<65536xi64>) -> tensor<f32> iters(i = 65536) {
  %0 = loop.reduce () over (i) [add] reads(%a = %w[i] : tensor<65536xi64>) -> tensor<f32> {
    %i = loop.index <i>
    %v = loop.at %x[%i, %a] : tensor<65536x8xf32>
    loop.yield %v : f32
  }
  loop.yield %0 : tensor<f32>
}

// -----

// CHECK: loop.kernel @in_order
// CHECK-NOT: partial
loop.kernel @in_order(%x: tensor<16384xf32>) -> tensor<f32> iters(i = 16384) {
  %0 = loop.reduce () over (i) [add] reads(%a = %x[i] : tensor<16384xf32>) -> tensor<f32> {
    loop.yield %a : f32
  }
  loop.yield %0 : tensor<f32>
}
