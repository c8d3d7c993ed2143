// Threads of a row compute a stage in vectors where its text says so, of as many
// elements as an access moves; else element by element.
// RUN: tc-opt %s --loop-schedule=target=cuda,tune=sm_80 -o %t.1 && tc-opt %t.1 --loop-schedule=target=cuda,tune=sm_80 | cmp - %t.1
// RUN: tc-opt %s --loop-to-gpu=target=cuda,tune=sm_80 | FileCheck %s
// Bodies that are longer than a number have none when they are chosen, and
// whatever it is when they are read.
// RUN: sed 's/ attributes {loop.schedule.*}]}}//' %s | tc-opt --loop-schedule=target=cuda,tune=sm_80 | FileCheck %s --check-prefix=CHOSEN
// RUN: sed 's/ attributes {loop.schedule.*}]}}//' %s | env TC_NUMBERS=gpu_long_body=1 tc-opt --loop-schedule=target=cuda,tune=sm_80 | FileCheck %s --check-prefix=LONG
// RUN: env TC_NUMBERS=gpu_long_body=1 tc-opt %s --loop-to-gpu=target=cuda,tune=sm_80 | FileCheck %s
// CHOSEN-COUNT-2: to = "vector"
// LONG: @vectors
// LONG-NOT: to = "vector"
// LONG: @elements
// CHECK: gpu.func @vectors
// CHECK: llvm.load {{.*}} -> vector<4xf32>
// CHECK: gpu.func @elements
// CHECK-NOT: vector<4xf32>
// CHECK: gpu.func @maps
// CHECK: llvm.load {{.*}} -> vector<4xf32>
loop.kernel @vectors(%x: tensor<512x3000xf32>) -> tensor<512x3000xf32> iters(i = 512, j = 3000) attributes {loop.schedule = {launches = [{body = [{body = [{body = [{body = [{run = 0 : i64}], for = ["j"], to = "vector"}], for = ["j"], to = "thread"}, {body = [{body = [{run = 1 : i64}], for = ["j"], to = "vector"}], for = ["j"], to = "thread"}], for = ["i"], step = 1 : i64, to = "grid"}], threads = 384 : i64}]}} {
  %m = loop.reduce (i) over (j) [max] reads(%a = %x[i, j] : tensor<512x3000xf32>) -> tensor<512xf32> {
    loop.yield %a : f32
  }
  %y = loop.map (i, j) reads(%a = %x[i, j] : tensor<512x3000xf32>, %b = %m[i] : tensor<512xf32>) -> tensor<512x3000xf32> {
    %0 = prim.sub %a, %b : f32
    %1 = prim.mul %0, %b : f32
    loop.yield %1 : f32
  }
  loop.yield %y : tensor<512x3000xf32>
}

loop.kernel @elements(%x: tensor<512x3000xf32>) -> tensor<512x3000xf32> iters(i = 512, j = 3000) attributes {loop.schedule = {launches = [{body = [{body = [{body = [{run = 0 : i64}], for = ["j"], to = "thread"}, {body = [{run = 1 : i64}], for = ["j"], to = "thread"}], for = ["i"], step = 1 : i64, to = "grid"}], threads = 384 : i64}]}} {
  %m = loop.reduce (i) over (j) [max] reads(%a = %x[i, j] : tensor<512x3000xf32>) -> tensor<512xf32> {
    loop.yield %a : f32
  }
  %y = loop.map (i, j) reads(%a = %x[i, j] : tensor<512x3000xf32>, %b = %m[i] : tensor<512xf32>) -> tensor<512x3000xf32> {
    %0 = prim.sub %a, %b : f32
    %1 = prim.mul %0, %b : f32
    loop.yield %1 : f32
  }
  loop.yield %y : tensor<512x3000xf32>
}

loop.kernel @maps(%x: tensor<512x40000xf32>) -> tensor<512x40000xf32> iters(i = 512, j = 40000) attributes {loop.schedule = {launches = [{body = [{body = [{body = [{run = 0 : i64}], for = ["j"], to = "thread"}, {body = [{body = [{run = 1 : i64}], for = ["j"], to = "vector"}], for = ["j"], to = "thread"}], for = ["i"], step = 1 : i64, to = "grid"}], threads = 384 : i64}]}} {
  %m = loop.reduce (i) over (j) [max] reads(%a = %x[i, j] : tensor<512x40000xf32>) -> tensor<512xf32> {
    loop.yield %a : f32
  }
  %y = loop.map (i, j) reads(%a = %x[i, j] : tensor<512x40000xf32>, %b = %m[i] : tensor<512xf32>) -> tensor<512x40000xf32> {
    %0 = prim.sub %a, %b : f32
    %1 = prim.mul %0, %b : f32
    loop.yield %1 : f32
  }
  loop.yield %y : tensor<512x40000xf32>
}
