// Rows whose length no vector divides: their vectors are aligned in memory, and
// rows that are read again stay in shared memory, as far as there is room.
// RUN: tc-opt %s --split-input-file --verify-diagnostics --loop-schedule=target=cuda,tune=sm_90a | FileCheck %s
// RUN: tc-opt %s --split-input-file --verify-diagnostics --loop-to-gpu=target=cuda,tune=sm_90a -o /dev/null

// Whatever the numbers are, what is chosen is legal.
// RUN: env TC_NUMBERS=gpu_aligned_threads=1099511627776,gpu_aligned_words=1099511627776 tc-opt %s --split-input-file --verify-diagnostics --loop-to-gpu=target=cuda,tune=sm_90a -o /dev/null
// RUN: env TC_NUMBERS=gpu_aligned_fewest=1099511627776 tc-opt %s --split-input-file --verify-diagnostics --loop-to-gpu=target=cuda,tune=sm_90a -o /dev/null
// RUN: env TC_NUMBERS=gpu_held_bytes=1024,gpu_held_percent=1,gpu_beginning_threads=1 tc-opt %s --split-input-file --verify-diagnostics --loop-to-gpu=target=cuda,tune=sm_90a -o /dev/null
// RUN: env TC_NUMBERS=gpu_held_bytes=1099511627776,gpu_held_percent=1,gpu_beginning_threads=1099511627776,gpu_aligned_ahead=1 tc-opt %s --split-input-file --verify-diagnostics --loop-to-gpu=target=cuda,tune=sm_90a -o /dev/null
// RUN: env TC_NUMBERS=gpu_aligned_fewest=1,gpu_aligned_longer=1,gpu_aligned_words=1 tc-opt %s --split-input-file --verify-diagnostics --loop-to-gpu=target=cuda,tune=sm_90a -o /dev/null

// What is summed is read once.
// CHECK-LABEL: loop.kernel @once
// CHECK-SAME: body = [{align = 8 : i64, body = [{body = [{run = 0 : i64}], for = ["j"], to = "thread"}], for = ["i"], loads = {{[0-9]+}} : i64, step = 1 : i64, to = "grid"}]
loop.kernel @once(%x: tensor<4096x50257xbf16>) -> tensor<4096xf32> iters(i = 4096, j = 50257) {
  %y = loop.reduce (i) over (j) [add] reads(%a = %x[i, j] : tensor<4096x50257xbf16>) -> tensor<4096xf32> {
    %0 = prim.convert_element_type %a : bf16 to f32
    loop.yield %0 : f32
  }
  loop.yield %y : tensor<4096xf32>
}

// -----

// What is read by two loops stays; so does a row that vectors divide, but no
// number of threads.
// CHECK-LABEL: loop.kernel @again
// CHECK-SAME: body = [{align = 4 : i64, body = [{copy = [0, 0], engine = "plain", to = "shared"}, {body = [{run = 0 : i64}]
// CHECK-SAME: resident = 1 : i64
loop.kernel @again(%x: tensor<4096x50304xf32>) -> tensor<4096x50304xf32> iters(i = 4096, j = 50304) {
  %s = loop.reduce (i) over (j) [add] reads(%a = %x[i, j] : tensor<4096x50304xf32>) -> tensor<4096xf32> {
    loop.yield %a : f32
  }
  %y = loop.map (i, j) reads(%a = %x[i, j] : tensor<4096x50304xf32>, %b = %s[i] : tensor<4096xf32>) -> tensor<4096x50304xf32> {
    %0 = prim.div %a, %b : f32
    loop.yield %0 : f32
  }
  loop.yield %y : tensor<4096x50304xf32>
}

// -----

// Of two such rows one stays: shared memory has no room for both.
// CHECK-LABEL: loop.kernel @one
// CHECK-SAME: body = [{align = 4 : i64, body = [{copy = [0, 0], engine = "plain", to = "shared"}, {body = [{run = 0 : i64}]
loop.kernel @one(%x: tensor<4096x50257xf32>, %z: tensor<4096x50257xf32>) -> tensor<4096x50257xf32> iters(i = 4096, j = 50257) {
  %s = loop.reduce (i) over (j) [add] reads(%a = %x[i, j] : tensor<4096x50257xf32>, %b = %z[i, j] : tensor<4096x50257xf32>) -> tensor<4096xf32> {
    %0 = prim.mul %a, %b : f32
    loop.yield %0 : f32
  }
  %y = loop.map (i, j) reads(%a = %x[i, j] : tensor<4096x50257xf32>, %b = %s[i] : tensor<4096xf32>, %c = %z[i, j] : tensor<4096x50257xf32>) -> tensor<4096x50257xf32> {
    %0 = prim.sub %a, %b : f32
    %1 = prim.mul %0, %c : f32
    loop.yield %1 : f32
  }
  loop.yield %y : tensor<4096x50257xf32>
}

// -----

// Of a row that shared memory has no room for the beginning stays there, as many
// vectors as the block's threads have, or a multiple of them.
// CHECK-LABEL: loop.kernel @beginning
// CHECK-SAME: body = [{align = 8 : i64, body = [{copy = [0, 0], engine = "plain", points = 106496 : i64, to = "shared"}, {body = [{run = 0 : i64}]
// CHECK-SAME: loads = 2 : i64
// CHECK-SAME: resident = 1 : i64, threads = 1024 : i64
loop.kernel @beginning(%x: tensor<4096x128256xbf16>) -> tensor<4096x128256xbf16> iters(i = 4096, j = 128256) {
  %s = loop.reduce (i) over (j) [add] reads(%a = %x[i, j] : tensor<4096x128256xbf16>) -> tensor<4096xf32> {
    %0 = prim.convert_element_type %a : bf16 to f32
    loop.yield %0 : f32
  }
  %y = loop.map (i, j) reads(%a = %x[i, j] : tensor<4096x128256xbf16>, %b = %s[i] : tensor<4096xf32>) -> tensor<4096x128256xbf16> {
    %0 = prim.convert_element_type %a : bf16 to f32
    %1 = prim.div %0, %b : f32
    %2 = prim.convert_element_type %1 : f32 to bf16
    loop.yield %2 : bf16
  }
  loop.yield %y : tensor<4096x128256xbf16>
}

// -----

// Too little of it would stay.
// CHECK-LABEL: loop.kernel @longer
// CHECK-NOT: copy
loop.kernel @longer(%x: tensor<4096x300000xf32>) -> tensor<4096x300000xf32> iters(i = 4096, j = 300000) {
  %s = loop.reduce (i) over (j) [add] reads(%a = %x[i, j] : tensor<4096x300000xf32>) -> tensor<4096xf32> {
    loop.yield %a : f32
  }
  %y = loop.map (i, j) reads(%a = %x[i, j] : tensor<4096x300000xf32>, %b = %s[i] : tensor<4096xf32>) -> tensor<4096x300000xf32> {
    %0 = prim.div %a, %b : f32
    loop.yield %0 : f32
  }
  loop.yield %y : tensor<4096x300000xf32>
}

// -----

// Rows that registers keep are as they were, and rows of less than a vector for
// each of 64 threads.
// CHECK-LABEL: loop.kernel @kept
// CHECK-NOT: align
loop.kernel @kept(%x: tensor<4096x1024xf32>) -> tensor<4096x1024xf32> iters(i = 4096, j = 1024) {
  %s = loop.reduce (i) over (j) [add] reads(%a = %x[i, j] : tensor<4096x1024xf32>) -> tensor<4096xf32> {
    loop.yield %a : f32
  }
  %y = loop.map (i, j) reads(%a = %x[i, j] : tensor<4096x1024xf32>, %b = %s[i] : tensor<4096xf32>) -> tensor<4096x1024xf32> {
    %0 = prim.div %a, %b : f32
    loop.yield %0 : f32
  }
  loop.yield %y : tensor<4096x1024xf32>
}

// -----

// CHECK-LABEL: loop.kernel @short
// CHECK-NOT: align
loop.kernel @short(%x: tensor<4096x127xf32>) -> tensor<4096x127xf32> iters(i = 4096, j = 127) {
  %s = loop.reduce (i) over (j) [add] reads(%a = %x[i, j] : tensor<4096x127xf32>) -> tensor<4096xf32> {
    loop.yield %a : f32
  }
  %y = loop.map (i, j) reads(%a = %x[i, j] : tensor<4096x127xf32>, %b = %s[i] : tensor<4096xf32>) -> tensor<4096x127xf32> {
    %0 = prim.div %a, %b : f32
    loop.yield %0 : f32
  }
  loop.yield %y : tensor<4096x127xf32>
}

// -----

// By hand: shorter vectors, other loads under way: allowed.
// CHECK-LABEL: loop.kernel @fine
// CHECK-SAME: align = 2 : i64
loop.kernel @fine(%x: tensor<?x333xf32, #tc.dims<[r, 333]>>) -> tensor<?xf32, #tc.dims<[r]>> iters(i = r, j = 333) attributes {loop.schedule = {launches = [{body = [{align = 2 : i64, body = [{body = [{run = 0 : i64}], for = ["j"], to = "thread"}], for = ["i"], loads = 3 : i64, step = 1 : i64, to = "grid"}], threads = 96 : i64}]}} {
  %y = loop.reduce (i) over (j) [add] reads(%a = %x[i, j] : tensor<?x333xf32, #tc.dims<[r, 333]>>) -> tensor<?xf32, #tc.dims<[r]>> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<?xf32, #tc.dims<[r]>>
}

// -----

// expected-error @below {{[TC-0611] loop.schedule: launch 0: align: it is a power of two, at most the elements of an access (L7)}}
loop.kernel @long(%x: tensor<8x333xf32>) -> tensor<8xf32> iters(i = 8, j = 333) attributes {loop.schedule = {launches = [{body = [{align = 8 : i64, body = [{body = [{run = 0 : i64}], for = ["j"], to = "thread"}], for = ["i"], loads = 1 : i64, step = 1 : i64, to = "grid"}], threads = 64 : i64}]}} {
  %y = loop.reduce (i) over (j) [add] reads(%a = %x[i, j] : tensor<8x333xf32>) -> tensor<8xf32> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<8xf32>
}

// -----

// expected-error @below {{[TC-0611] loop.schedule: launch 0: align: the threads of a block share a row of maps and reductions along one iterator, contiguous in memory (L7)}}
loop.kernel @columns(%x: tensor<333x8xf32>) -> tensor<8xf32> iters(i = 8, j = 333) attributes {loop.schedule = {launches = [{body = [{align = 2 : i64, body = [{body = [{run = 0 : i64}], for = ["j"], to = "thread"}], for = ["i"], loads = 1 : i64, step = 1 : i64, to = "grid"}], threads = 64 : i64}]}} {
  %y = loop.reduce (i) over (j) [add] reads(%a = %x[j, i] : tensor<333x8xf32>) -> tensor<8xf32> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<8xf32>
}

// -----

// expected-error @below {{[TC-0610] loop.schedule: launch 0: loads must be a number from 1 to 8}}
loop.kernel @loads(%x: tensor<8x333xf32>) -> tensor<8xf32> iters(i = 8, j = 333) attributes {loop.schedule = {launches = [{body = [{align = 2 : i64, body = [{body = [{run = 0 : i64}], for = ["j"], to = "thread"}], for = ["i"], loads = 9 : i64, step = 1 : i64, to = "grid"}], threads = 64 : i64}]}} {
  %y = loop.reduce (i) over (j) [add] reads(%a = %x[i, j] : tensor<8x333xf32>) -> tensor<8xf32> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<8xf32>
}

// -----

// expected-error @below {{[TC-0611] loop.schedule: launch 0: copy: shared memory has no room for the row (L6)}}
loop.kernel @room(%x: tensor<8x100003xf32>) -> tensor<8xf32> iters(i = 8, j = 100003) attributes {loop.schedule = {launches = [{body = [{align = 4 : i64, body = [{copy = [0, 0], engine = "plain", to = "shared"}, {body = [{run = 0 : i64}], for = ["j"], to = "thread"}], for = ["i"], loads = 1 : i64, step = 1 : i64, to = "grid"}], threads = 64 : i64}]}} {
  %y = loop.reduce (i) over (j) [add] reads(%a = %x[i, j] : tensor<8x100003xf32>) -> tensor<8xf32> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<8xf32>
}

// -----

// What is read at two places has no one row.
// expected-error @below {{[TC-0611] loop.schedule: launch 0: copy: an argument whose row stays in shared memory is read at the same points everywhere, in aligned vectors, and copied once (L7)}}
loop.kernel @elsewhere(%x: tensor<8x334xf32>) -> tensor<8xf32> iters(i = 8, j = 333) attributes {loop.schedule = {launches = [{body = [{align = 4 : i64, body = [{copy = [0, 0], engine = "plain", to = "shared"}, {body = [{run = 0 : i64}], for = ["j"], to = "thread"}], for = ["i"], loads = 1 : i64, step = 1 : i64, to = "grid"}], threads = 64 : i64}]}} {
  %y = loop.reduce (i) over (j) [add] reads(%a = %x[i, j] : tensor<8x334xf32>, %b = %x[i, j + 1] : tensor<8x334xf32>) -> tensor<8xf32> {
    %0 = prim.mul %a, %b : f32
    loop.yield %0 : f32
  }
  loop.yield %y : tensor<8xf32>
}

// -----

// expected-error @below {{[TC-0610] loop.schedule: launch 0: copy: it names a read of a stage, [stage, read]}}
loop.kernel @read(%x: tensor<8x333xf32>) -> tensor<8xf32> iters(i = 8, j = 333) attributes {loop.schedule = {launches = [{body = [{align = 4 : i64, body = [{copy = [0, 1], engine = "plain", to = "shared"}, {body = [{run = 0 : i64}], for = ["j"], to = "thread"}], for = ["i"], loads = 1 : i64, step = 1 : i64, to = "grid"}], threads = 64 : i64}]}} {
  %y = loop.reduce (i) over (j) [add] reads(%a = %x[i, j] : tensor<8x333xf32>) -> tensor<8xf32> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<8xf32>
}

// -----

// By hand: of two rows as much stays.
// CHECK-LABEL: loop.kernel @both
// CHECK-SAME: {copy = [0, 0], engine = "plain", points = 256 : i64, to = "shared"}, {copy = [0, 1], engine = "plain", points = 256 : i64, to = "shared"}
loop.kernel @both(%x: tensor<8x333xf32>, %z: tensor<8x333xf32>) -> tensor<8xf32> iters(i = 8, j = 333) attributes {loop.schedule = {launches = [{body = [{align = 4 : i64, body = [{copy = [0, 0], engine = "plain", points = 256 : i64, to = "shared"}, {copy = [0, 1], engine = "plain", points = 256 : i64, to = "shared"}, {body = [{run = 0 : i64}], for = ["j"], to = "thread"}], for = ["i"], loads = 2 : i64, step = 1 : i64, to = "grid"}], threads = 64 : i64}]}} {
  %y = loop.reduce (i) over (j) [add] reads(%a = %x[i, j] : tensor<8x333xf32>, %b = %z[i, j] : tensor<8x333xf32>) -> tensor<8xf32> {
    %0 = prim.mul %a, %b : f32
    loop.yield %0 : f32
  }
  loop.yield %y : tensor<8xf32>
}

// -----

// expected-error @below {{[TC-0611] loop.schedule: launch 0: copy: all rows that stay in shared memory have the same 'points' (L7)}}
loop.kernel @uneven(%x: tensor<8x333xf32>, %z: tensor<8x333xf32>) -> tensor<8xf32> iters(i = 8, j = 333) attributes {loop.schedule = {launches = [{body = [{align = 4 : i64, body = [{copy = [0, 0], engine = "plain", points = 256 : i64, to = "shared"}, {copy = [0, 1], engine = "plain", to = "shared"}, {body = [{run = 0 : i64}], for = ["j"], to = "thread"}], for = ["i"], loads = 2 : i64, step = 1 : i64, to = "grid"}], threads = 64 : i64}]}} {
  %y = loop.reduce (i) over (j) [add] reads(%a = %x[i, j] : tensor<8x333xf32>, %b = %z[i, j] : tensor<8x333xf32>) -> tensor<8xf32> {
    %0 = prim.mul %a, %b : f32
    loop.yield %0 : f32
  }
  loop.yield %y : tensor<8xf32>
}

// -----

// expected-error @below {{[TC-0611] loop.schedule: launch 0: copy: 'points' must be a multiple of threads * align, and fewer than the row has; without it all of the row stays (L7)}}
loop.kernel @part(%x: tensor<8x333xf32>) -> tensor<8xf32> iters(i = 8, j = 333) attributes {loop.schedule = {launches = [{body = [{align = 4 : i64, body = [{copy = [0, 0], engine = "plain", points = 128 : i64, to = "shared"}, {body = [{run = 0 : i64}], for = ["j"], to = "thread"}], for = ["i"], loads = 2 : i64, step = 1 : i64, to = "grid"}], threads = 64 : i64}]}} {
  %y = loop.reduce (i) over (j) [add] reads(%a = %x[i, j] : tensor<8x333xf32>) -> tensor<8xf32> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<8xf32>
}

// -----

// expected-error @below {{[TC-0611] loop.schedule: launch 0: copy: 'points' must be a multiple of threads * align, and fewer than the row has; without it all of the row stays (L7)}}
loop.kernel @all(%x: tensor<8x333xf32>) -> tensor<8xf32> iters(i = 8, j = 333) attributes {loop.schedule = {launches = [{body = [{align = 4 : i64, body = [{copy = [0, 0], engine = "plain", points = 512 : i64, to = "shared"}, {body = [{run = 0 : i64}], for = ["j"], to = "thread"}], for = ["i"], loads = 2 : i64, step = 1 : i64, to = "grid"}], threads = 64 : i64}]}} {
  %y = loop.reduce (i) over (j) [add] reads(%a = %x[i, j] : tensor<8x333xf32>) -> tensor<8xf32> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<8xf32>
}

// -----

// expected-error @below {{[TC-0611] loop.schedule: launch 0: copy: 'points' must be a multiple of threads * align, and fewer than the row has; without it all of the row stays (L7)}}
loop.kernel @none(%x: tensor<8x333xf32>) -> tensor<8xf32> iters(i = 8, j = 333) attributes {loop.schedule = {launches = [{body = [{align = 4 : i64, body = [{copy = [0, 0], engine = "plain", points = 0 : i64, to = "shared"}, {body = [{run = 0 : i64}], for = ["j"], to = "thread"}], for = ["i"], loads = 2 : i64, step = 1 : i64, to = "grid"}], threads = 64 : i64}]}} {
  %y = loop.reduce (i) over (j) [add] reads(%a = %x[i, j] : tensor<8x333xf32>) -> tensor<8xf32> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<8xf32>
}

// -----

// Maps of such rows: the threads of a block share a row.
// CHECK-LABEL: loop.kernel @maps
// CHECK-SAME: body = [{align = 8 : i64, body = [{body = [{run = 0 : i64}], for = ["j"], to = "thread"}], for = ["b", "i"], loads = {{[0-9]+}} : i64, step = 1 : i64, to = "grid"}]
loop.kernel @maps(%x: tensor<4x64x1023xbf16>, %s: tensor<64xbf16>) -> tensor<4x64x1023xbf16> iters(b = 4, i = 64, j = 1023) {
  %0 = loop.map (b, i, j) reads(%a = %x[b, i, j] : tensor<4x64x1023xbf16>, %f = %s[i] : tensor<64xbf16>) -> tensor<4x64x1023xbf16> {
    %1 = prim.mul %a, %f : bf16
    loop.yield %1 : bf16
  }
  loop.yield %0 : tensor<4x64x1023xbf16>
}

// -----

// The words of a wave are a line of memory as they are.
// CHECK-LABEL: loop.kernel @words
// CHECK-NOT: align
loop.kernel @words(%x: tensor<4x64x1023xf32>, %s: tensor<64xf32>) -> tensor<4x64x1023xf32> iters(b = 4, i = 64, j = 1023) {
  %0 = loop.map (b, i, j) reads(%a = %x[b, i, j] : tensor<4x64x1023xf32>, %f = %s[i] : tensor<64xf32>) -> tensor<4x64x1023xf32> {
    %1 = prim.mul %a, %f : f32
    loop.yield %1 : f32
  }
  loop.yield %0 : tensor<4x64x1023xf32>
}

// -----

// Fewer rows than multiprocessors.
// CHECK-LABEL: loop.kernel @few
// CHECK-NOT: align
loop.kernel @few(%x: tensor<64x1023xbf16>, %s: tensor<64xbf16>) -> tensor<64x1023xbf16> iters(i = 64, j = 1023) {
  %0 = loop.map (i, j) reads(%a = %x[i, j] : tensor<64x1023xbf16>, %f = %s[i] : tensor<64xbf16>) -> tensor<64x1023xbf16> {
    %1 = prim.mul %a, %f : bf16
    loop.yield %1 : bf16
  }
  loop.yield %0 : tensor<64x1023xbf16>
}

// -----

// expected-error @below {{[TC-0611] loop.schedule: launch 0: align: the threads of a block share a row of maps and reductions along one iterator, contiguous in memory (L7)}}
loop.kernel @two_shared(%x: tensor<4x64x1023xbf16>, %s: tensor<64xbf16>) -> tensor<4x64x1023xbf16> iters(b = 4, i = 64, j = 1023) attributes {loop.schedule = {launches = [{body = [{align = 8 : i64, body = [{body = [{run = 0 : i64}], for = ["i", "j"], to = "thread"}], for = ["b"], loads = 2 : i64, step = 1 : i64, to = "grid"}], threads = 64 : i64}]}} {
  %0 = loop.map (b, i, j) reads(%a = %x[b, i, j] : tensor<4x64x1023xbf16>, %f = %s[i] : tensor<64xbf16>) -> tensor<4x64x1023xbf16> {
    %1 = prim.mul %a, %f : bf16
    loop.yield %1 : bf16
  }
  loop.yield %0 : tensor<4x64x1023xbf16>
}
