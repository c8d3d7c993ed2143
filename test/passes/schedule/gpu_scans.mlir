// Scans on a GPU: the threads of a block share a row, or a chunk of a long one.
// RUN: tc-opt %s --loop-schedule=target=cuda,tune=sm_90a | FileCheck %s
// RUN: tc-opt %s --loop-schedule=target=cuda,tune=sm_90a | tc-opt --loop-schedule=target=cuda,tune=sm_90a | FileCheck %s

// CHECK-LABEL: loop.kernel @sums
// CHECK-SAME: body = [{body = [{body = [{body = [{run = 0 : i64}], for = ["j"], step = 1 : i64, to = "seq"}], for = ["j"], step = 4 : i64, to = "thread"}, {body = [{body = [{run = 1 : i64}], for = ["j"], step = 1 : i64, to = "seq"}], for = ["j"], step = 4 : i64, to = "thread"}], for = ["i"], step = 1 : i64, to = "grid"}]
// CHECK-SAME: threads = 256
loop.kernel @sums(%x: tensor<4096x1024xf32>) -> tensor<4096x1024xbf16> iters(i = 4096, j = 1024) {
  %s = loop.scan (i, j) along j [add] reads(%a = %x[i, j] : tensor<4096x1024xf32>) -> tensor<4096x1024xf32> {
    loop.yield %a : f32
  }
  %y = loop.map (i, j) reads(%a = %s[i, j] : tensor<4096x1024xf32>) -> tensor<4096x1024xbf16> {
    %0 = prim.convert_element_type %a : f32 to bf16
    loop.yield %0 : bf16
  }
  loop.yield %y : tensor<4096x1024xbf16>
}

// A row that takes several steps: four are combined at once.
// CHECK-LABEL: loop.kernel @steps
// CHECK-SAME: [{body = [{body = [{body = [{run = 0 : i64}], for = ["j"], step = 1 : i64, to = "seq"}], for = ["j"], step = 4 : i64, to = "thread"}], for = ["j"], step = 4096 : i64, to = "seq"}]
// CHECK-SAME: threads = 256
loop.kernel @steps(%x: tensor<4096x8000xf32>) -> tensor<4096x8000xf32> iters(i = 4096, j = 8000) {
  %s = loop.scan (i, j) along j [add] reads(%a = %x[i, j] : tensor<4096x8000xf32>) -> tensor<4096x8000xf32> {
    loop.yield %a : f32
  }
  loop.yield %s : tensor<4096x8000xf32>
}

// One row: chunks are combined, what is before each, then each is scanned.
// CHECK-LABEL: loop.kernel @row(
// CHECK-SAME: adds = [{as = "partial", for = ["i"], of = [0], step = 1024 : i64}]
// CHECK-SAME: run = 1
// CHECK-SAME: [{body = [{body = [{run = 2 : i64}], for = ["part.1"], step = 1 : i64, to = "seq"}], for = ["part.1"], step = 2 : i64, to = "thread"}]
// CHECK-SAME: [{body = [{body = [{run = 0 : i64}], for = ["i"], step = 1 : i64, to = "seq"}], for = ["i"], step = 4 : i64, to = "thread"}], for = ["i"], step = 1024 : i64, to = "grid"}]
// CHECK-SAME: threads = 256
loop.kernel @row(%x: tensor<100000xf32>) -> tensor<100000xf32> iters(i = 100000) {
  %s = loop.scan (i) along i [max] exclusive reverse reads(%a = %x[i] : tensor<100000xf32>) -> tensor<100000xf32> {
    loop.yield %a : f32
  }
  loop.yield %s : tensor<100000xf32>
}

// A row too short for eight chunks: all threads that a block may have.
// CHECK-LABEL: loop.kernel @short_row(
// CHECK-SAME: body = [{body = [{body = [{run = 0 : i64}], for = ["i"], step = 1 : i64, to = "seq"}], for = ["i"], step = 4 : i64, to = "thread"}]
// CHECK-SAME: threads = 1024
loop.kernel @short_row(%x: tensor<8188xf32>) -> tensor<8188xf32> iters(i = 8188) {
  %s = loop.scan (i) along i [max] exclusive reverse reads(%a = %x[i] : tensor<8188xf32>) -> tensor<8188xf32> {
    loop.yield %a : f32
  }
  loop.yield %s : tensor<8188xf32>
}

// Columns, of which neighbouring threads read neighbours: a thread has one.
// CHECK-LABEL: loop.kernel @columns
// CHECK-SAME: body = [{run = 0 : i64}], for = ["j"], step = 1 : i64, to = "thread"
loop.kernel @columns(%x: tensor<1024x4096xf32>) -> tensor<1024x4096xf32> iters(i = 1024, j = 4096) {
  %s = loop.scan (i, j) along i [add] reads(%a = %x[i, j] : tensor<1024x4096xf32>) -> tensor<1024x4096xf32> {
    loop.yield %a : f32
  }
  loop.yield %s : tensor<1024x4096xf32>
}

// Products of floats, and sums in order, stay a thread's: those of some threads'
// points may overflow where that of all before them is 0.
// CHECK-LABEL: loop.kernel @in_order
// CHECK-SAME: launches = [{body = [{run = 0 : i64}, {run = 1 : i64}],
loop.kernel @in_order(%x: tensor<100000xf32>) -> (tensor<100000xf32>, tensor<100000xf32>) iters(i = 100000) {
  %p = loop.scan (i) along i [mul] reads(%a = %x[i] : tensor<100000xf32>) -> tensor<100000xf32> {
    loop.yield %a : f32
  }
  %s = loop.scan (i) along i [add] ordered reads(%a = %x[i] : tensor<100000xf32>) -> tensor<100000xf32> {
    loop.yield %a : f32
  }
  loop.yield %p, %s : tensor<100000xf32>, tensor<100000xf32>
}
