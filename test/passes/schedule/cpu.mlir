// How kernels are run on a CPU, written down by loop-schedule.
// RUN: tc-opt %s --loop-schedule=target=x86-64-v3 | FileCheck %s
// What it writes is allowed, and kept.
// RUN: tc-opt %s --loop-schedule=target=x86-64-v3 -o %t.1
// RUN: tc-opt %t.1 --loop-schedule=target=x86-64-v4 -o %t.2
// RUN: cmp %t.1 %t.2
// RUN: tc-opt %t.1 --loop-schedule="target=x86-64-v4 replace" | FileCheck %s --check-prefix=WIDER

!x = tensor<?x768xf32, #tc.dims<[n, 768]>>
!r = tensor<?xf32, #tc.dims<[n]>>

// All stages of a row in one task.
// CHECK-LABEL: loop.kernel @softmax
// CHECK-SAME: lanes = 16 : i64, stages = [0, 1, 2, 3], tasks = ["i"], vector = "j"
// WIDER-LABEL: loop.kernel @softmax
// WIDER-SAME: lanes = 32 : i64
loop.kernel @softmax(%x: !x) -> !x iters(i = n, j = 768) {
  %m = loop.reduce (i) over (j) [max] reads(%a = %x[i, j] : !x) -> !r {
    loop.yield %a : f32
  }
  %e = loop.map (i, j) reads(%a = %x[i, j] : !x, %b = %m[i] : !r) -> !x {
    %0 = prim.sub %a, %b : f32
    %1 = prim.exp %0 : f32
    loop.yield %1 : f32
  }
  %s = loop.reduce (i) over (j) [add] reads(%a = %e[i, j] : !x) -> !r {
    loop.yield %a : f32
  }
  %y = loop.map (i, j) reads(%a = %e[i, j] : !x, %b = %s[i] : !r) -> !x {
    %0 = prim.div %a, %b : f32
    loop.yield %0 : f32
  }
  loop.yield %y : !x
}

// A sum of everything is made in parts.
// CHECK-LABEL: loop.kernel @total
// CHECK-SAME: split = "i", split_parts = 64 : i64, stages = [0], tasks = [], vector = "j"
loop.kernel @total(%x: tensor<4096x768xf32>) -> tensor<f32> iters(i = 4096, j = 768) {
  %s = loop.reduce () over (i, j) [add] reads(%a = %x[i, j] : tensor<4096x768xf32>) -> tensor<f32> {
    loop.yield %a : f32
  }
  loop.yield %s : tensor<f32>
}

// Running sums of a long row, with the maps around them, are made in chunks;
// those of many rows, or with a combination of their own, are not.
// CHECK-LABEL: loop.kernel @running
// CHECK-SAME: chunk = "i", chunk_size = 16384
// CHECK-SAME: stages = [0, 1, 2], tasks = [], vector = "i"
loop.kernel @running(%x: tensor<1000000xf32>) -> tensor<1000000xf32> iters(i = 1000000) {
  %e = loop.map (i) reads(%a = %x[i] : tensor<1000000xf32>) -> tensor<1000000xf32> {
    %0 = prim.abs %a : f32
    loop.yield %0 : f32
  }
  %s = loop.scan (i) along i [add] reads(%a = %e[i] : tensor<1000000xf32>) -> tensor<1000000xf32> {
    loop.yield %a : f32
  }
  %y = loop.map (i) reads(%a = %s[i] : tensor<1000000xf32>, %b = %e[i] : tensor<1000000xf32>) -> tensor<1000000xf32> {
    %0 = prim.sub %a, %b : f32
    loop.yield %0 : f32
  }
  loop.yield %y : tensor<1000000xf32>
}

// CHECK-LABEL: loop.kernel @running_rows
// CHECK-NOT: chunk
// CHECK-SAME: stages = [0], tasks = ["i"], vector = "j"
loop.kernel @running_rows(%x: tensor<32x100000xf32>) -> tensor<32x100000xf32> iters(i = 32, j = 100000) {
  %s = loop.scan (i, j) along j [add] reads(%a = %x[i, j] : tensor<32x100000xf32>) -> tensor<32x100000xf32> {
    loop.yield %a : f32
  }
  loop.yield %s : tensor<32x100000xf32>
}

// A task has the few columns of its chunk.
// CHECK-LABEL: loop.kernel @running_columns
// CHECK-SAME: chunk = "i", chunk_size = 16384
// CHECK-SAME: stages = [0], tasks = [], vector = "j"
loop.kernel @running_columns(%x: tensor<100000x32xf32>) -> tensor<100000x32xf32> iters(i = 100000, j = 32) {
  %s = loop.scan (i, j) along i [add] reads(%a = %x[i, j] : tensor<100000x32xf32>) -> tensor<100000x32xf32> {
    loop.yield %a : f32
  }
  loop.yield %s : tensor<100000x32xf32>
}

// A combination of its own whose sides may change places: along lanes, in
// chunks.
// CHECK-LABEL: loop.kernel @own
// CHECK-SAME: chunk = "i", chunk_size = 16384
// CHECK-SAME: stages = [0], tasks = [], vector = "i"
loop.kernel @own(%x: tensor<100000xf32>) -> tensor<100000xf32> iters(i = 100000) {
  %s = loop.scan (i) along i [custom] reads(%a = %x[i] : tensor<100000xf32>) -> tensor<100000xf32> {
    loop.yield %a : f32
  } combine [0.0 : f32] (%b: f32, %c: f32) {
    %0 = prim.add %b, %c : f32
    loop.yield %0 : f32
  }
  loop.yield %s : tensor<100000xf32>
}

// Not where their order counts.
// CHECK-LABEL: loop.kernel @affine
// CHECK-NOT: chunk
// CHECK-SAME: stages = [0], tasks = []
loop.kernel @affine(%x: tensor<100000xf32>) -> tensor<100000xf32> iters(i = 100000) {
  %h, %p = loop.scan (i) along i [custom] reads(%a = %x[i] : tensor<100000xf32>) -> (tensor<100000xf32>, tensor<100000xf32>) {
    loop.yield %a, %a : f32, f32
  } combine [0.0 : f32, 1.0 : f32] (%h0: f32, %p0: f32, %h1: f32, %p1: f32) {
    %0 = prim.mul %p1, %h0 : f32
    %1 = prim.add %0, %h1 : f32
    %2 = prim.mul %p0, %p1 : f32
    loop.yield %1, %2 : f32, f32
  }
  loop.yield %h : tensor<100000xf32>
}

// Running maxima with sums of exponentials, shifted by them.
// CHECK-LABEL: loop.kernel @log_sum_exps
// CHECK-SAME: chunk = "i", chunk_size = 16384
// CHECK-SAME: stages = [0, 1], tasks = [], vector = "i"
loop.kernel @log_sum_exps(%x: tensor<100000xf32>) -> tensor<100000xf32> iters(i = 100000) {
  %m, %s = loop.scan (i) along i [custom] reads(%a = %x[i] : tensor<100000xf32>) -> (tensor<100000xf32>, tensor<100000xf32>) {
    %one = prim.constant 1.0 : f32
    loop.yield %a, %one : f32, f32
  } combine [0xFF800000 : f32, 0.0 : f32] (%m0: f32, %s0: f32, %m1: f32, %s1: f32) {
    %one = prim.constant 1.0 : f32
    %most = prim.maximum %m0, %m1 : f32
    %least = prim.minimum %m1, %m0 : f32
    %gap = prim.sub %least, %most : f32
    %e = prim.exp %gap : f32
    %is0 = prim.eq %m0, %most : f32
    %is1 = prim.eq %m1, %most : f32
    %e0 = prim.where %is0, %one, %e : i1, f32
    %e1 = prim.where %is1, %one, %e : i1, f32
    %t0 = prim.mul %s0, %e0 : f32
    %t1 = prim.mul %e1, %s1 : f32
    %sum = prim.add %t0, %t1 : f32
    loop.yield %most, %sum : f32, f32
  }
  %y = loop.map (i) reads(%a = %m[i] : tensor<100000xf32>, %b = %s[i] : tensor<100000xf32>) -> tensor<100000xf32> {
    %0 = prim.log %b : f32
    %1 = prim.add %a, %0 : f32
    loop.yield %1 : f32
  }
  loop.yield %y : tensor<100000xf32>
}

// Nor products of floats: those of a chunk may overflow. Those of integers
// cannot.
// CHECK-LABEL: loop.kernel @products
// CHECK-NOT: chunk
// CHECK-SAME: stages = [0], tasks = []
// CHECK-LABEL: loop.kernel @integers
// CHECK-SAME: chunk = "i", chunk_size = 16384
loop.kernel @products(%x: tensor<100000xf32>) -> tensor<100000xf32> iters(i = 100000) {
  %s = loop.scan (i) along i [mul] reads(%a = %x[i] : tensor<100000xf32>) -> tensor<100000xf32> {
    loop.yield %a : f32
  }
  loop.yield %s : tensor<100000xf32>
}
loop.kernel @integers(%x: tensor<100000xi64>) -> tensor<100000xi64> iters(i = 100000) {
  %s = loop.scan (i) along i [mul] reads(%a = %x[i] : tensor<100000xi64>) -> tensor<100000xi64> {
    loop.yield %a : i64
  }
  loop.yield %s : tensor<100000xi64>
}

// Long rows of one iterator are cut into chunks.
// CHECK-LABEL: loop.kernel @flat
// CHECK-SAME: chunk = "i", chunk_size = 4096
// CHECK-SAME: tasks = [], vector = "i"
loop.kernel @flat(%x: tensor<1000000xf32>) -> tensor<1000000xf32> iters(i = 1000000) {
  %y = loop.map (i) reads(%a = %x[i] : tensor<1000000xf32>) -> tensor<1000000xf32> {
    %0 = prim.abs %a : f32
    loop.yield %0 : f32
  }
  loop.yield %y : tensor<1000000xf32>
}

// Sums over rows and then over columns have no iterator in common.
// CHECK-LABEL: loop.kernel @both
// CHECK-SAME: stages = [0], tasks = ["i"]
// CHECK-SAME: stages = [1]
loop.kernel @both(%x: tensor<512x512xf32>) -> (tensor<512xf32>, tensor<512xf32>) iters(i = 512, j = 512) {
  %r = loop.reduce (i) over (j) [add] reads(%a = %x[i, j] : tensor<512x512xf32>) -> tensor<512xf32> {
    loop.yield %a : f32
  }
  %c = loop.reduce (j) over (i) [add] reads(%a = %x[i, j] : tensor<512x512xf32>, %b = %r[i] : tensor<512xf32>) -> tensor<512xf32> {
    %0 = prim.mul %a, %b : f32
    loop.yield %0 : f32
  }
  loop.yield %r, %c : tensor<512xf32>, tensor<512xf32>
}

// The base of a scatter is copied in a phase of its own.
// CHECK-LABEL: loop.kernel @scattered
// CHECK-SAME: stages = [0], tasks =
// CHECK-SAME: stages = [1], tasks = [], vector = "j"
loop.kernel @scattered(%x: tensor<1000x64xf32>, %k: tensor<300xi64>, %v: tensor<300x64xf32>) -> tensor<1000x64xf32> iters(i = 300, j = 64) {
  %y = loop.scatter (i, j) into %x : tensor<1000x64xf32> [add] reads(%a = %k[i] : tensor<300xi64>, %b = %v[i, j] : tensor<300x64xf32>) {
    %0 = loop.index #tc.size<j>
    loop.yield %a, %0, %b : i64, i64, f32
  }
  loop.yield %y : tensor<1000x64xf32>
}

// CHECK-LABEL: loop.kernel @product
// CHECK-SAME: {grain = 1 : i64, product = {{.*}}, stages = [0]}
loop.kernel @product(%x: tensor<256x256xf32>, %w: tensor<256x256xf32>) -> tensor<256x256xf32> iters(i = 256, n = 256, k = 256) {
  %p = loop.contract (i, n) over (k) reads(%a = %x[i, k] : tensor<256x256xf32>, %b = %w[k, n] : tensor<256x256xf32>) -> tensor<256x256xf32> {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %p : tensor<256x256xf32>
}

// Halves are held as the f32 that their product is of.

// CHECK-LABEL: loop.kernel @product_of_halves
// CHECK-SAME: {grain = 1 : i64, product = {{.*}}, stages = [0]}
loop.kernel @product_of_halves(%x: tensor<256x256xbf16>, %w: tensor<256x256xf16>) -> tensor<256x256xf32> iters(i = 256, n = 256, k = 256) {
  %y = loop.contract (i, n) over (k) reads(%a = %x[i, k] : tensor<256x256xbf16>, %b = %w[n, k] : tensor<256x256xf16>) -> tensor<256x256xf32> {
    %0 = prim.convert_element_type %a : bf16 to f32
    %1 = prim.convert_element_type %b : f16 to f32
    loop.yield %0, %1 : f32, f32
  }
  loop.yield %y : tensor<256x256xf32>
}

// Tall columns: rows are walked along the dimension that is contiguous, each
// statistic in parts of rows, the exponentials recomputed where they are read.
// CHECK-LABEL: loop.kernel @tall
// CHECK-SAME: split = "i", split_parts = 256 : i64, stages = [0], tasks = []
// CHECK-SAME: split = "i", split_parts = 256 : i64, stages = [1, 2], tasks = []
// CHECK-SAME: stages = [1, 3], tasks = ["i"], vector = "j"
loop.kernel @tall(%x: tensor<4096x1024xf32>) -> tensor<4096x1024xf32> iters(i = 4096, j = 1024) {
  %m = loop.reduce (j) over (i) [max] reads(%a = %x[i, j] : tensor<4096x1024xf32>) -> tensor<1024xf32> {
    loop.yield %a : f32
  }
  %e = loop.map (i, j) reads(%a = %x[i, j] : tensor<4096x1024xf32>, %b = %m[j] : tensor<1024xf32>) -> tensor<4096x1024xf32> {
    %0 = prim.sub %a, %b : f32
    %1 = prim.exp %0 : f32
    loop.yield %1 : f32
  }
  %s = loop.reduce (j) over (i) [add] reads(%a = %e[i, j] : tensor<4096x1024xf32>) -> tensor<1024xf32> {
    loop.yield %a : f32
  }
  %y = loop.map (i, j) reads(%a = %e[i, j] : tensor<4096x1024xf32>, %b = %s[j] : tensor<1024xf32>) -> tensor<4096x1024xf32> {
    %0 = prim.div %a, %b : f32
    loop.yield %0 : f32
  }
  loop.yield %y : tensor<4096x1024xf32>
}

// A reduction of long rows has no tall columns, though its two results both lie
// along the rows' numbers.
// CHECK-LABEL: loop.kernel @greatest
// CHECK-NOT: split =
// CHECK-SAME: stages = [0], tasks = ["i"], vector = "j"
loop.kernel @greatest(%x: tensor<1024x1024xf32>) -> (tensor<1024xf32>, tensor<1024xi64>) iters(i = 1024, j = 1024) {
  %m:2 = loop.reduce (i) over (j) [custom] reads(%a = %x[i, j] : tensor<1024x1024xf32>) -> (tensor<1024xf32>, tensor<1024xi64>) {
    %at = loop.index <j>
    loop.yield %a, %at : f32, i64
  } combine [0xFF800000 : f32, 9223372036854775807] (%a: f32, %i: i64, %b: f32, %j: i64) {
    %0 = prim.gt %a, %b : f32
    %1 = prim.where %0, %a, %b : i1, f32
    %2 = prim.where %0, %i, %j : i1, i64
    loop.yield %1, %2 : f32, i64
  }
  loop.yield %m#0, %m#1 : tensor<1024xf32>, tensor<1024xi64>
}

// Rows of images: parts of a line at least, of 64 rows where there are parts
// enough. So are few columns, which one task would have, where little is
// computed again, not an exponential, and a row is a cache line.
// CHECK-LABEL: loop.kernel @images
// CHECK-SAME: split = "x", split_outer = ["b", "y"], split_parts = 224 : i64, stages = [0], tasks = [], vector = "j"
// CHECK-SAME: stages = [1]
// CHECK-LABEL: loop.kernel @small_images
// CHECK-SAME: split = "y", split_outer = ["b"], split_parts = 24 : i64, stages = [0], tasks = [], vector = "j"
// CHECK-LABEL: loop.kernel @narrow_images
// CHECK-SAME: split = "x", split_outer = ["b", "y"], split_parts = 448 : i64, stages = [0, 1], tasks = [], vector = "j"
// CHECK-SAME: stages = [0, 2]
// CHECK-LABEL: loop.kernel @dear_narrow_images
// CHECK-NOT: split =
// CHECK-LABEL: loop.kernel @few_narrow_images
// CHECK-NOT: split =
loop.kernel @images(%x: tensor<8x28x28x256xf32>) -> tensor<8x28x28x256xf32> iters(b = 8, y = 28, x = 28, j = 256) {
  %s = loop.reduce (j) over (b, y, x) [add] reads(%a = %x[b, y, x, j] : tensor<8x28x28x256xf32>) -> tensor<256xf32> {
    loop.yield %a : f32
  }
  %y = loop.map (b, y, x, j) reads(%a = %x[b, y, x, j] : tensor<8x28x28x256xf32>, %b = %s[j] : tensor<256xf32>) -> tensor<8x28x28x256xf32> {
    %0 = prim.sub %a, %b : f32
    loop.yield %0 : f32
  }
  loop.yield %y : tensor<8x28x28x256xf32>
}
loop.kernel @small_images(%x: tensor<8x7x7x2048xf32>) -> tensor<8x7x7x2048xf32> iters(b = 8, y = 7, x = 7, j = 2048) {
  %s = loop.reduce (j) over (b, y, x) [add] reads(%a = %x[b, y, x, j] : tensor<8x7x7x2048xf32>) -> tensor<2048xf32> {
    loop.yield %a : f32
  }
  %y = loop.map (b, y, x, j) reads(%a = %x[b, y, x, j] : tensor<8x7x7x2048xf32>, %b = %s[j] : tensor<2048xf32>) -> tensor<8x7x7x2048xf32> {
    %0 = prim.sub %a, %b : f32
    loop.yield %0 : f32
  }
  loop.yield %y : tensor<8x7x7x2048xf32>
}
loop.kernel @narrow_images(%x: tensor<8x56x56x64xf32>) -> tensor<8x56x56x64xf32> iters(b = 8, y = 56, x = 56, j = 64) {
  %e = loop.map (b, y, x, j) reads(%a = %x[b, y, x, j] : tensor<8x56x56x64xf32>) -> tensor<8x56x56x64xf32> {
    %0 = prim.abs %a : f32
    loop.yield %0 : f32
  }
  %s = loop.reduce (j) over (b, y, x) [add] reads(%a = %e[b, y, x, j] : tensor<8x56x56x64xf32>) -> tensor<64xf32> {
    loop.yield %a : f32
  }
  %y = loop.map (b, y, x, j) reads(%a = %e[b, y, x, j] : tensor<8x56x56x64xf32>, %b = %s[j] : tensor<64xf32>) -> tensor<8x56x56x64xf32> {
    %0 = prim.sub %a, %b : f32
    loop.yield %0 : f32
  }
  loop.yield %y : tensor<8x56x56x64xf32>
}
loop.kernel @dear_narrow_images(%x: tensor<8x56x56x64xf32>) -> tensor<8x56x56x64xf32> iters(b = 8, y = 56, x = 56, j = 64) {
  %e = loop.map (b, y, x, j) reads(%a = %x[b, y, x, j] : tensor<8x56x56x64xf32>) -> tensor<8x56x56x64xf32> {
    %0 = prim.exp %a : f32
    loop.yield %0 : f32
  }
  %s = loop.reduce (j) over (b, y, x) [add] reads(%a = %e[b, y, x, j] : tensor<8x56x56x64xf32>) -> tensor<64xf32> {
    loop.yield %a : f32
  }
  %y = loop.map (b, y, x, j) reads(%a = %e[b, y, x, j] : tensor<8x56x56x64xf32>, %b = %s[j] : tensor<64xf32>) -> tensor<8x56x56x64xf32> {
    %0 = prim.sub %a, %b : f32
    loop.yield %0 : f32
  }
  loop.yield %y : tensor<8x56x56x64xf32>
}
loop.kernel @few_narrow_images(%x: tensor<8x56x56x8xf32>) -> tensor<8x56x56x8xf32> iters(b = 8, y = 56, x = 56, j = 8) {
  %e = loop.map (b, y, x, j) reads(%a = %x[b, y, x, j] : tensor<8x56x56x8xf32>) -> tensor<8x56x56x8xf32> {
    %0 = prim.abs %a : f32
    loop.yield %0 : f32
  }
  %s = loop.reduce (j) over (b, y, x) [add] reads(%a = %e[b, y, x, j] : tensor<8x56x56x8xf32>) -> tensor<8xf32> {
    loop.yield %a : f32
  }
  %y = loop.map (b, y, x, j) reads(%a = %e[b, y, x, j] : tensor<8x56x56x8xf32>, %b = %s[j] : tensor<8xf32>) -> tensor<8x56x56x8xf32> {
    %0 = prim.sub %a, %b : f32
    loop.yield %0 : f32
  }
  loop.yield %y : tensor<8x56x56x8xf32>
}

// So is a sum alone, where its strips of columns would meet more pages than caches
// and TLBs reach many times: not of less memory, nor of rows of a fourth of a page.
// CHECK-LABEL: loop.kernel @tall_sum
// CHECK-SAME: split = "i", split_parts = 256 : i64, stages = [0], tasks = [], vector = "j"
// CHECK-LABEL: loop.kernel @small_sum
// CHECK-NOT: split =
// CHECK-LABEL: loop.kernel @narrow_sum
// CHECK-NOT: split =
loop.kernel @tall_sum(%x: tensor<4096x1024xf32>) -> tensor<1024xf32> iters(i = 4096, j = 1024) {
  %s = loop.reduce (j) over (i) [add] reads(%a = %x[i, j] : tensor<4096x1024xf32>) -> tensor<1024xf32> {
    loop.yield %a : f32
  }
  loop.yield %s : tensor<1024xf32>
}
loop.kernel @small_sum(%x: tensor<1024x1024xf32>) -> tensor<1024xf32> iters(i = 1024, j = 1024) {
  %s = loop.reduce (j) over (i) [add] reads(%a = %x[i, j] : tensor<1024x1024xf32>) -> tensor<1024xf32> {
    loop.yield %a : f32
  }
  loop.yield %s : tensor<1024xf32>
}
loop.kernel @narrow_sum(%x: tensor<16384x256xf32>) -> tensor<256xf32> iters(i = 16384, j = 256) {
  %s = loop.reduce (j) over (i) [add] reads(%a = %x[i, j] : tensor<16384x256xf32>) -> tensor<256xf32> {
    loop.yield %a : f32
  }
  loop.yield %s : tensor<256xf32>
}

// Rows of few columns follow on each other; six exponentials cost more than the
// memory that they save; what reads rows in another order needs all of them.
// CHECK-LABEL: loop.kernel @narrow
// CHECK-NOT: split =
// CHECK-LABEL: loop.kernel @dear
// CHECK-NOT: split =
// CHECK-LABEL: loop.kernel @turned
// CHECK-NOT: split =
loop.kernel @narrow(%x: tensor<4096x100xf32>) -> tensor<4096x100xf32> iters(i = 4096, j = 100) {
  %m = loop.reduce (j) over (i) [max] reads(%a = %x[i, j] : tensor<4096x100xf32>) -> tensor<100xf32> {
    loop.yield %a : f32
  }
  %e = loop.map (i, j) reads(%a = %x[i, j] : tensor<4096x100xf32>, %b = %m[j] : tensor<100xf32>) -> tensor<4096x100xf32> {
    %0 = prim.sub %a, %b : f32
    %1 = prim.exp %0 : f32
    loop.yield %1 : f32
  }
  %s = loop.reduce (j) over (i) [add] reads(%a = %e[i, j] : tensor<4096x100xf32>) -> tensor<100xf32> {
    loop.yield %a : f32
  }
  %y = loop.map (i, j) reads(%a = %e[i, j] : tensor<4096x100xf32>, %b = %s[j] : tensor<100xf32>) -> tensor<4096x100xf32> {
    %0 = prim.div %a, %b : f32
    loop.yield %0 : f32
  }
  loop.yield %y : tensor<4096x100xf32>
}

loop.kernel @dear(%x: tensor<4096x1024xf32>) -> tensor<4096x1024xf32> iters(i = 4096, j = 1024) {
  %m = loop.reduce (j) over (i) [max] reads(%a = %x[i, j] : tensor<4096x1024xf32>) -> tensor<1024xf32> {
    loop.yield %a : f32
  }
  %e = loop.map (i, j) reads(%a = %x[i, j] : tensor<4096x1024xf32>, %b = %m[j] : tensor<1024xf32>) -> tensor<4096x1024xf32> {
    %0 = prim.sub %a, %b : f32
    %1 = prim.exp %0 : f32
    %2 = prim.exp %1 : f32
    %3 = prim.exp %2 : f32
    %4 = prim.exp %3 : f32
    %5 = prim.exp %4 : f32
    %6 = prim.exp %5 : f32
    loop.yield %6 : f32
  }
  %s = loop.reduce (j) over (i) [add] reads(%a = %e[i, j] : tensor<4096x1024xf32>) -> tensor<1024xf32> {
    loop.yield %a : f32
  }
  %y = loop.map (i, j) reads(%a = %e[i, j] : tensor<4096x1024xf32>, %b = %s[j] : tensor<1024xf32>) -> tensor<4096x1024xf32> {
    %0 = prim.div %a, %b : f32
    loop.yield %0 : f32
  }
  loop.yield %y : tensor<4096x1024xf32>
}

loop.kernel @turned(%x: tensor<4096x1024xf32>) -> tensor<4096x1024xf32> iters(i = 4096, j = 1024) {
  %m = loop.reduce (j) over (i) [max] reads(%a = %x[i, j] : tensor<4096x1024xf32>) -> tensor<1024xf32> {
    loop.yield %a : f32
  }
  %e = loop.map (i, j) reads(%a = %x[i, j] : tensor<4096x1024xf32>, %b = %m[j] : tensor<1024xf32>) -> tensor<4096x1024xf32> {
    %0 = prim.sub %a, %b : f32
    %1 = prim.exp %0 : f32
    loop.yield %1 : f32
  }
  %s = loop.reduce (j) over (i) [add] reads(%a = %e[-i + 4095, j] : tensor<4096x1024xf32>) -> tensor<1024xf32> {
    loop.yield %a : f32
  }
  %y = loop.map (i, j) reads(%a = %e[i, j] : tensor<4096x1024xf32>, %b = %s[j] : tensor<1024xf32>) -> tensor<4096x1024xf32> {
    %0 = prim.div %a, %b : f32
    loop.yield %0 : f32
  }
  loop.yield %y : tensor<4096x1024xf32>
}

// Columns that the cache holds stay in one task, however many there are.
// CHECK-LABEL: loop.kernel @low
// CHECK-NOT: split =
// CHECK-SAME: stages = [0, 1, 2]
loop.kernel @low(%x: tensor<256x4096xf32>) -> tensor<256x4096xf32> iters(i = 256, j = 4096) {
  %m = loop.reduce (j) over (i) [max] reads(%a = %x[i, j] : tensor<256x4096xf32>) -> tensor<4096xf32> {
    loop.yield %a : f32
  }
  %s = loop.reduce (j) over (i) [add] reads(%a = %x[i, j] : tensor<256x4096xf32>, %b = %m[j] : tensor<4096xf32>) -> tensor<4096xf32> {
    %0 = prim.sub %a, %b : f32
    loop.yield %0 : f32
  }
  %y = loop.map (i, j) reads(%a = %x[i, j] : tensor<256x4096xf32>, %b = %s[j] : tensor<4096xf32>) -> tensor<256x4096xf32> {
    %0 = prim.div %a, %b : f32
    loop.yield %0 : f32
  }
  loop.yield %y : tensor<256x4096xf32>
}

// A map that a stage of another phase reads, here turned, is not recomputed in
// parts of rows: it has to be in memory for that reader.
// CHECK-LABEL: loop.kernel @read_elsewhere
// CHECK-NOT: split =
// CHECK-SAME: stages = [0, 1]
// CHECK-SAME: stages = [2]
loop.kernel @read_elsewhere(%x: tensor<64x256x256xf32>) -> (tensor<256xf32>, tensor<256xf32>) iters(i = 64, j = 256, k = 256) {
  %e = loop.map (i, k, j) reads(%a = %x[i, k, j] : tensor<64x256x256xf32>) -> tensor<64x256x256xf32> {
    %0 = prim.abs %a : f32
    loop.yield %0 : f32
  }
  %s = loop.reduce (j) over (i, k) [add] reads(%a = %e[i, k, j] : tensor<64x256x256xf32>) -> tensor<256xf32> {
    loop.yield %a : f32
  }
  %t = loop.reduce (j) over (i, k) [add] reads(%a = %e[i, j, k] : tensor<64x256x256xf32>) -> tensor<256xf32> {
    loop.yield %a : f32
  }
  loop.yield %s, %t : tensor<256xf32>, tensor<256xf32>
}

// Rows that are gathered and added to others are shared out among owners of
// positions; not where a position is gathered itself.
// CHECK-LABEL: loop.kernel @gathered_rows
// CHECK-SAME: owners = 8 : i64, stages = [1], tasks = [], vector = "j"
loop.kernel @gathered_rows(%a: tensor<4096x256xf32>, %from: tensor<8192xi64>, %to: tensor<8192xi64>) -> tensor<4096x256xf32> iters(i = 8192, j = 256) {
  %0 = loop.scatter (i, j) into %a : tensor<4096x256xf32> [add] reads(%p = %to[i] : tensor<8192xi64>, %q = %from[i] : tensor<8192xi64>) {
    %k = loop.index <j>
    %x = loop.at %a[%q, %k] : tensor<4096x256xf32>
    loop.yield %p, %k, %x : i64, i64, f32
  }
  loop.yield %0 : tensor<4096x256xf32>
}

// CHECK-LABEL: loop.kernel @gathered_positions
// CHECK-NOT: owners
// CHECK-SAME: stages = [1], tasks = []
loop.kernel @gathered_positions(%a: tensor<4096x256xf32>, %x: tensor<8192x256xf32>, %from: tensor<8192xi64>, %to: tensor<8192x256xi64>) -> tensor<4096x256xf32> iters(i = 8192, j = 256) {
  %0 = loop.scatter (i, j) into %a : tensor<4096x256xf32> [add] reads(%p = %from[i] : tensor<8192xi64>, %v = %x[i, j] : tensor<8192x256xf32>) {
    %k = loop.index <j>
    %q = loop.at %to[%p, %k] : tensor<8192x256xi64>
    loop.yield %q, %k, %v : i64, i64, f32
  }
  loop.yield %0 : tensor<4096x256xf32>
}

// Tasks have some rows of scans that go point by point, if enough are left.
// CHECK-LABEL: loop.kernel @in_order
// CHECK-SAME: {phases = [{chunk = "i", chunk_size = 8 : i64, grain = 1 : i64, nests = [{rows = 4 : i64, stages = [0]}], stages = [0], tasks = []}, {grain = {{[0-9]+}} : i64, stages = [1], tasks = ["k"]}]}
loop.kernel @in_order(%x: tensor<128x1000xf32>, %y: tensor<100x1000xf32>) -> (tensor<128x1000xf32>, tensor<100x1000xf32>) iters(i = 128, j = 1000, k = 100) {
  %s = loop.scan (i, j) along j [add] ordered reads(%a = %x[i, j] : tensor<128x1000xf32>) -> tensor<128x1000xf32> {
    loop.yield %a : f32
  }
  %t = loop.scan (k, j) along j [add] ordered reads(%a = %y[k, j] : tensor<100x1000xf32>) -> tensor<100x1000xf32> {
    loop.yield %a : f32
  }
  loop.yield %s, %t : tensor<128x1000xf32>, tensor<100x1000xf32>
}
