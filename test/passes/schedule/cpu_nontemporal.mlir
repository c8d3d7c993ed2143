// Transposed results are stored past the caches where each vector is a whole
// line, and there are more of them than a cache keeps.
// RUN: tc-opt %s --loop-schedule=target=x86-64-v4 | FileCheck %s
// RUN: tc-opt %s --loop-schedule=target=x86-64-v3 | FileCheck %s --check-prefix=HALF
// Vectors of AVX2 are halves of lines.
// HALF-NOT: nontemporal

// CHECK: loop.kernel @large
// CHECK-SAME: chunk_size = 32 : i64
// CHECK-SAME: nontemporal = 32 : i64
loop.kernel @large(%x: tensor<2048x2048xf32>) -> tensor<2048x2048xf32> iters(i = 2048, j = 2048) {
  %y = loop.map (i, j) reads(%a = %x[j, i] : tensor<2048x2048xf32>) -> tensor<2048x2048xf32> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<2048x2048xf32>
}

// CHECK: loop.kernel @small
// CHECK-NOT: nontemporal
loop.kernel @small(%x: tensor<1024x1024xf32>) -> tensor<1024x1024xf32> iters(i = 1024, j = 1024) {
  %y = loop.map (i, j) reads(%a = %x[j, i] : tensor<1024x1024xf32>) -> tensor<1024x1024xf32> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<1024x1024xf32>
}

// Rows that begin anywhere in a line.
// CHECK: loop.kernel @rows_of_no_lines
// CHECK-NOT: nontemporal
loop.kernel @rows_of_no_lines(%x: tensor<2040x2048xf32>) -> tensor<2048x2040xf32> iters(i = 2048, j = 2040) {
  %y = loop.map (i, j) reads(%a = %x[j, i] : tensor<2040x2048xf32>) -> tensor<2048x2040xf32> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<2048x2040xf32>
}

// CHECK: loop.kernel @halves
// CHECK-NOT: nontemporal
loop.kernel @halves(%x: tensor<4096x2048xf32>) -> tensor<2048x4096xbf16> iters(i = 2048, j = 4096) {
  %y = loop.map (i, j) reads(%a = %x[j, i] : tensor<4096x2048xf32>) -> tensor<2048x4096xbf16> {
    %0 = prim.convert_element_type %a : f32 to bf16
    loop.yield %0 : bf16
  }
  loop.yield %y : tensor<2048x4096xbf16>
}

// Rows of a map, from twice as many bytes on; vectors of AVX2, too.
// CHECK: loop.kernel @rows
// CHECK-SAME: nests = [{past_caches, stages = [0]}]
loop.kernel @rows(%x: tensor<4096x2048xf32>, %y: tensor<2048xf32>) -> tensor<4096x2048xf32> iters(i = 4096, j = 2048) {
  %z = loop.map (i, j) reads(%a = %x[i, j] : tensor<4096x2048xf32>, %b = %y[j] : tensor<2048xf32>) -> tensor<4096x2048xf32> {
    %0 = prim.add %a, %b : f32
    loop.yield %0 : f32
  }
  loop.yield %z : tensor<4096x2048xf32>
}

// CHECK: loop.kernel @fewer_rows
// CHECK-NOT: past_caches
loop.kernel @fewer_rows(%x: tensor<2048x2048xf32>, %y: tensor<2048xf32>) -> tensor<2048x2048xf32> iters(i = 2048, j = 2048) {
  %z = loop.map (i, j) reads(%a = %x[i, j] : tensor<2048x2048xf32>, %b = %y[j] : tensor<2048xf32>) -> tensor<2048x2048xf32> {
    %0 = prim.add %a, %b : f32
    loop.yield %0 : f32
  }
  loop.yield %z : tensor<2048x2048xf32>
}
