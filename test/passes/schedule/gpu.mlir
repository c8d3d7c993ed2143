// How kernels are run on a GPU, written down by loop-schedule.
// RUN: tc-opt %s --loop-schedule=target=cuda,tune=sm_80 | FileCheck %s
// RUN: tc-opt %s --loop-schedule=target=cuda,tune=sm_80 | tc-opt --loop-schedule=target=cuda,tune=sm_80 | FileCheck %s
// RUN: tc-opt %s --loop-schedule=target=cuda,tune=sm_90a | FileCheck %s --check-prefix=GROUP

!x = tensor<8192x1024xf32>
!r = tensor<8192xf32>

// A thread has four neighbours at once.
// CHECK-LABEL: @points
// CHECK-SAME: for = ["j"], to = "vector"}], for = ["i", "j"], step = 4 : i64, to = "thread"
loop.kernel @points(%x: !x) -> !x iters(i = 8192, j = 1024) {
  %y = loop.map (i, j) reads(%a = %x[i, j] : !x) -> !x {
    %0 = prim.add %a, %a : f32
    loop.yield %0 : f32
  }
  loop.yield %y : !x
}

// Waves have a row each, whose elements their lanes keep in registers.
// CHECK-LABEL: @rows
// CHECK-SAME: {body = [{body = [{body = [{body = [{body = [{run = 0 : i64}], for = ["j"], to = "vector"}], for = ["j"], to = "thread"}, {body = [{body = [{run = 1 : i64}], for = ["j"], to = "vector"}], for = ["j"], to = "thread"}], for = ["i"], step = 1 : i64, to = "thread"}], for = ["i"], step = 4 : i64, to = "grid"}], threads = 128 : i64}]
loop.kernel @rows(%x: !x) -> !x iters(i = 8192, j = 1024) {
  %m = loop.reduce (i) over (j) [max] reads(%a = %x[i, j] : !x) -> !r {
    loop.yield %a : f32
  }
  %y = loop.map (i, j) reads(%a = %x[i, j] : !x, %b = %m[i] : !r) -> !x {
    %0 = prim.sub %a, %b : f32
    loop.yield %0 : f32
  }
  loop.yield %y : !x
}

// Ten elements are five pairs, of eight lanes, three of which have none.
// CHECK-LABEL: @very_short
// CHECK-SAME: for = ["j"], to = "thread"}], for = ["i"], step = 1 : i64, to = "thread"}], for = ["i"], step = 16 : i64, to = "grid"}], threads = 128 : i64}]
loop.kernel @very_short(%x: tensor<8191x10xf32>) -> tensor<8191x10xf32> iters(i = 8191, j = 10) {
  %m = loop.reduce (i) over (j) [max] reads(%a = %x[i, j] : tensor<8191x10xf32>) -> tensor<8191xf32> {
    loop.yield %a : f32
  }
  %y = loop.map (i, j) reads(%a = %x[i, j] : tensor<8191x10xf32>, %b = %m[i] : tensor<8191xf32>) -> tensor<8191x10xf32> {
    %0 = prim.sub %a, %b : f32
    loop.yield %0 : f32
  }
  loop.yield %y : tensor<8191x10xf32>
}

// A block has a row, whose elements its threads share; of 1,200 in vectors of
// four 150 threads would have two each, whole waves of them 160.
// CHECK-LABEL: @long_rows
// CHECK-SAME: {body = [{body = [{body = [{body = [{run = 0 : i64}], for = ["j"], to = "vector"}], for = ["j"], to = "thread"}, {body = [{body = [{run = 1 : i64}], for = ["j"], to = "vector"}], for = ["j"], to = "thread"}], for = ["i"], step = 1 : i64, to = "grid"}], threads = 160 : i64}
loop.kernel @long_rows(%x: tensor<8192x1200xf32>) -> tensor<8192x1200xf32> iters(i = 8192, j = 1200) {
  %m = loop.reduce (i) over (j) [max] reads(%a = %x[i, j] : tensor<8192x1200xf32>) -> !r {
    loop.yield %a : f32
  }
  %y = loop.map (i, j) reads(%a = %x[i, j] : tensor<8192x1200xf32>, %b = %m[i] : !r) -> tensor<8192x1200xf32> {
    %0 = prim.sub %a, %b : f32
    loop.yield %0 : f32
  }
  loop.yield %y : tensor<8192x1200xf32>
}

// Squares of memory that is written along another iterator than it is read.
// CHECK-LABEL: @transposed
// CHECK-SAME: copy = [0, 0], engine = "plain", to = "shared"
// CHECK-SAME: for = ["j", "i"]
// CHECK-SAME: step = 64 : i64, to = "grid"
loop.kernel @transposed(%x: !x) -> tensor<1024x8192xf32> iters(j = 1024, i = 8192) {
  %y = loop.map (j, i) reads(%a = %x[i, j] : !x) -> tensor<1024x8192xf32> {
    %0 = prim.add %a, %a : f32
    loop.yield %0 : f32
  }
  loop.yield %y : tensor<1024x8192xf32>
}

// A long reduction to one number: in parts, and their sum in a second launch.
// CHECK-LABEL: @parts
// CHECK-SAME: adds = [{as = "partial", for = ["i"], of = [0], parts = {{[0-9]+}} : i64}]
// CHECK-SAME: launches = [{body = {{.*}}{run = 1 : i64}{{.*}}}, {body = {{.*}}{run = 0 : i64}
loop.kernel @parts(%x: tensor<1048576xf32>) -> tensor<f32> iters(i = 1048576) {
  %s = loop.reduce () over (i) [add] reads(%a = %x[i] : tensor<1048576xf32>) -> tensor<f32> {
    loop.yield %a : f32
  }
  loop.yield %s : tensor<f32>
}

// f32: factors are split on the unit of TF32. (By FMA: test/gpu/kernels.mlir.)
// CHECK-LABEL: @splits
// CHECK-SAME: unit = "mma.m16n8k8.tf32x3"}], for = ["j"], step = 32 : i64, to = "warp"}], for = ["i"], step = 32 : i64, to = "warp"}], for = ["k"], ring = 4 : i64, step = 32 : i64, to = "seq"}
loop.kernel @splits(%x: !x, %w: !x) -> tensor<8192x8192xf32> iters(i = 8192, j = 8192, k = 1024) {
  %y = loop.contract (i, j) over (k) reads(%a = %x[i, k] : !x, %b = %w[j, k] : !x) -> tensor<8192x8192xf32> {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %y : tensor<8192x8192xf32>
}

!h = tensor<8192x1024xbf16>

// bf16: matrix units; of warp groups that have roles operands are copied by the
// copy engine.
// CHECK-LABEL: @unit
// CHECK-SAME: {bytes = 16 : i64, copy = [0, 0], engine = "cp.async", to = "shared"}
// CHECK-SAME: {run = 0 : i64, unit = "mma.m16n8k16.bf16"}], for = ["j"], step = 64 : i64, to = "warp"}], for = ["i"], step = 64 : i64, to = "warp"}
// CHECK-SAME: for = ["k"], ring = 4 : i64, step = 32 : i64, to = "seq"
// CHECK-SAME: group = 8 : i64, resident = 1 : i64, threads = 256 : i64
// GROUP-LABEL: @unit
// GROUP-SAME: copy = [0, 0], engine = "tma", role = "load"
// GROUP-SAME: unit = "wgmma.m64k16.bf16"}], for = ["j"], step = 128 : i64, to = "group"}], for = ["i"], role = "multiply", step = 128 : i64, to = "group"}
// GROUP-SAME: for = ["j"], step = 128 : i64, to = "persist"}], for = ["i"], step = 128 : i64, to = "persist"}
// GROUP-SAME: roles = [{name = "load", registers = 24 : i64, warps = 4 : i64}, {name = "multiply", registers = 240 : i64, warps = 8 : i64}], threads = 384 : i64
loop.kernel @unit(%x: !h, %w: !h) -> tensor<8192x8192xbf16> iters(i = 8192, j = 8192, k = 1024) {
  %y = loop.contract (i, j) over (k) reads(%a = %x[i, k] : !h, %b = %w[j, k] : !h) -> tensor<8192x8192xbf16> {
    loop.yield %a, %b : bf16, bf16
  }
  loop.yield %y : tensor<8192x8192xbf16>
}

// Rows of an odd number of elements: a thread still has eight at once, cut where
// they are aligned; at both ends of a tile there are less.
// GROUP-LABEL: @odd_rows
// GROUP-SAME: for = ["j"], to = "vector"}], for = ["i", "j"], role = "multiply", step = 8 : i64, tail = "peel", to = "thread"}
loop.kernel @odd_rows(%x: !h, %w: tensor<5001x1024xbf16>) -> tensor<8192x5001xbf16> iters(i = 8192, j = 5001, k = 1024) {
  %y = loop.contract (i, j) over (k) reads(%a = %x[i, k] : !h, %b = %w[j, k] : tensor<5001x1024xbf16>) -> tensor<8192x5001xf32> {
    %0 = prim.convert_element_type %a : bf16 to f32
    %1 = prim.convert_element_type %b : bf16 to f32
    loop.yield %0, %1 : f32, f32
  }
  %z = loop.map (i, j) reads(%a = %y[i, j] : tensor<8192x5001xf32>) -> tensor<8192x5001xbf16> {
    %0 = prim.convert_element_type %a : f32 to bf16
    loop.yield %0 : bf16
  }
  loop.yield %z : tensor<8192x5001xbf16>
}

// Short rows: a block has several, each the lanes of a quarter of a wave, which
// have 16 bytes of it.
// CHECK-LABEL: @short_rows
// CHECK-SAME: {body = [{run = 0 : i64}], for = ["j"], to = "vector"}], for = ["j"], to = "thread"}, {run = 1 : i64}], for = ["i"], step = 1 : i64, to = "thread"}], for = ["i"], step = 32 : i64, to = "grid"}], threads = 256 : i64
loop.kernel @short_rows(%x: tensor<65536x64xbf16>) -> tensor<65536xf32> iters(i = 65536, j = 64) {
  %y = loop.reduce (i) over (j) [add] reads(%a = %x[i, j] : tensor<65536x64xbf16>) -> tensor<65536xf32> {
    %0 = prim.convert_element_type %a : bf16 to f32
    loop.yield %0 : f32
  }
  %z = loop.map (i) reads(%a = %y[i] : tensor<65536xf32>) -> tensor<65536xf32> {
    %0 = prim.sqrt %a : f32
    loop.yield %0 : f32
  }
  loop.yield %z : tensor<65536xf32>
}

// Rows of a table, which the body looks up: a wave has a row of it, as if it
// were read in place.
// CHECK-LABEL: @gathered_rows
// CHECK-SAME: {launches = [{body = [{body = [{body = [{body = [{body = [{run = 0 : i64}], for = ["j"], to = "vector"}], for = ["j"], to = "thread"}, {body = [{body = [{run = 1 : i64}], for = ["j"], to = "vector"}], for = ["j"], to = "thread"}], for = ["i"], step = 1 : i64, to = "thread"}], for = ["i"], step = 4 : i64, to = "grid"}]
loop.kernel @gathered_rows(%at: tensor<8192xi64>, %t: tensor<50257x768xf32>, %m: tensor<8192xf32>) -> (tensor<8192xf32>, tensor<8192x768xf32>) iters(i = 8192, j = 768) {
  %y = loop.reduce (i) over (j) [add] reads(%p = %at[i] : tensor<8192xi64>, %a = %m[i] : tensor<8192xf32>) -> tensor<8192xf32> {
    %0 = loop.index #tc.size<j>
    %1 = loop.at %t[%p, %0] : tensor<50257x768xf32>
    %2 = prim.sub %1, %a : f32
    loop.yield %2 : f32
  }
  %z = loop.map (i, j) reads(%p = %at[i] : tensor<8192xi64>, %a = %y[i] : tensor<8192xf32>) -> tensor<8192x768xf32> {
    %0 = loop.index #tc.size<j>
    %1 = loop.at %t[%p, %0] : tensor<50257x768xf32>
    %2 = prim.sub %1, %a : f32
    loop.yield %2 : f32
  }
  loop.yield %y, %z : tensor<8192xf32>, tensor<8192x768xf32>
}

// Tiles stage only what is there before the launch: not what the phase makes itself, though
// it is read along the other iterator from memory that it is written to.
// CHECK-LABEL: @made
// CHECK-SAME: body = [{bytes = 16 : i64, copy = [0, 0], engine = "plain", to = "shared"}, {body = [{run = 0 : i64}, {run = 1 : i64}]
loop.kernel @made(%x: tensor<256x128xf32>, %w: tensor<128x256xf32>) -> (tensor<128x256xf32>, tensor<256x128xf32>) iters(i = 128, j = 256) {
  %y = loop.map (j, i) reads(%a = %x[j, i] : tensor<256x128xf32>, %b = %w[i, j] : tensor<128x256xf32>) -> tensor<256x128xf32> {
    %0 = prim.add %a, %b : f32
    loop.yield %0 : f32
  }
  %z = loop.map (i, j) reads(%a = %y[j, i] : tensor<256x128xf32>) -> tensor<128x256xf32> {
    %0 = prim.sign %a : f32
    loop.yield %0 : f32
  }
  loop.yield %z, %y : tensor<128x256xf32>, tensor<256x128xf32>
}

// Few points, which take less time than a tile: as they are.
// CHECK-LABEL: @few
// CHECK-SAME: body = [{body = [{body = [{run = 0 : i64}]
loop.kernel @few(%x: tensor<32x16xf32>) -> tensor<16x32xf32> iters(i = 16, j = 32) {
  %z = loop.map (i, j) reads(%a = %x[j, i] : tensor<32x16xf32>) -> tensor<16x32xf32> {
    %0 = prim.sign %a : f32
    loop.yield %0 : f32
  }
  loop.yield %z : tensor<16x32xf32>
}
