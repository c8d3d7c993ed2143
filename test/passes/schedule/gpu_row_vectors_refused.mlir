// Vectors of a row that there are not.
// RUN: tc-opt %s --split-input-file --loop-schedule=target=cuda,tune=sm_80 --verify-diagnostics -o /dev/null
// RUN: tc-opt %s --split-input-file --loop-to-gpu=target=cuda,tune=sm_80 --verify-diagnostics -o /dev/null

// A row in registers has vectors in all nests or in none.
// expected-error @below {{[TC-0611] loop.schedule: launch 0: vector: threads have vectors of all stages of a nest, where memory is contiguous along what they share, of known length, and each has one; those that keep a row in registers of all nests (L7)}}
loop.kernel @one_nest(%x: tensor<512x3000xf32>) -> tensor<512x3000xf32> iters(i = 512, j = 3000) attributes {loop.schedule = {launches = [{body = [{body = [{body = [{body = [{run = 0 : i64}], for = ["j"], to = "vector"}], for = ["j"], to = "thread"}, {body = [{run = 1 : i64}], for = ["j"], to = "thread"}], for = ["i"], step = 1 : i64, to = "grid"}], threads = 384 : i64}]}} {
  %m = loop.reduce (i) over (j) [max] reads(%a = %x[i, j] : tensor<512x3000xf32>) -> tensor<512xf32> {
    loop.yield %a : f32
  }
  %y = loop.map (i, j) reads(%a = %x[i, j] : tensor<512x3000xf32>, %b = %m[i] : tensor<512xf32>) -> tensor<512x3000xf32> {
    %0 = prim.sub %a, %b : f32
    loop.yield %0 : f32
  }
  loop.yield %y : tensor<512x3000xf32>
}

// -----

// Rows that no vector divides.
// expected-error @below {{[TC-0611] loop.schedule: launch 0: vector: threads have vectors of all stages of a nest, where memory is contiguous along what they share, of known length, and each has one; those that keep a row in registers of all nests (L7)}}
loop.kernel @odd(%x: tensor<512x3001xf32>) -> tensor<512x3001xf32> iters(i = 512, j = 3001) attributes {loop.schedule = {launches = [{body = [{body = [{body = [{body = [{run = 0 : i64}], for = ["j"], to = "vector"}], for = ["j"], to = "thread"}, {body = [{body = [{run = 1 : i64}], for = ["j"], to = "vector"}], for = ["j"], to = "thread"}], for = ["i"], step = 1 : i64, to = "grid"}], threads = 384 : i64}]}} {
  %m = loop.reduce (i) over (j) [max] reads(%a = %x[i, j] : tensor<512x3001xf32>) -> tensor<512xf32> {
    loop.yield %a : f32
  }
  %y = loop.map (i, j) reads(%a = %x[i, j] : tensor<512x3001xf32>, %b = %m[i] : tensor<512xf32>) -> tensor<512x3001xf32> {
    %0 = prim.sub %a, %b : f32
    loop.yield %0 : f32
  }
  loop.yield %y : tensor<512x3001xf32>
}

// -----

// Memory is contiguous along what blocks have, not what threads share.
// expected-error @below {{[TC-0611] loop.schedule: launch 0: vector: threads have vectors of all stages of a nest, where memory is contiguous along what they share, of known length, and each has one; those that keep a row in registers of all nests (L7)}}
loop.kernel @strided(%x: tensor<64x512xf32>) -> tensor<64x512xf32> iters(i = 512, j = 64) attributes {loop.schedule = {launches = [{body = [{body = [{body = [{body = [{run = 0 : i64}], for = ["j"], to = "vector"}], for = ["j"], to = "thread"}, {body = [{body = [{run = 1 : i64}], for = ["j"], to = "vector"}], for = ["j"], to = "thread"}], for = ["i"], step = 1 : i64, to = "grid"}], threads = 384 : i64}]}} {
  %m = loop.reduce (i) over (j) [max] reads(%a = %x[j, i] : tensor<64x512xf32>) -> tensor<512xf32> {
    loop.yield %a : f32
  }
  %y = loop.map (j, i) reads(%a = %x[j, i] : tensor<64x512xf32>, %b = %m[i] : tensor<512xf32>) -> tensor<64x512xf32> {
    %0 = prim.sub %a, %b : f32
    loop.yield %0 : f32
  }
  loop.yield %y : tensor<64x512xf32>
}
