// Transposed tiles of sides, threads and vectors that no number chooses: any side
// that is whole vectors either way and fits in shared memory. Of halves words
// have pairs of rows (an or of two) where each thread has as many: not of 32 x
// 32 and 256 threads, nor of sides that are no power of two.
// RUN: tc-opt %s --loop-schedule=target=cuda,tune=sm_90a -o %t.1 && tc-opt %t.1 --loop-schedule=target=cuda,tune=sm_90a | cmp - %t.1
// RUN: tc-opt %s --loop-to-gpu=target=cuda,tune=sm_90a | FileCheck %s
// RUN: tc-interpret %s --expect > %t.mlir
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %t.mlir --target=emulate --check --repeat=1
// CHECK: gpu.func @small(
// CHECK-SAME: loop.blocks = #tc.size<104>
// CHECK: gpu.func @odd(
// CHECK-SAME: loop.blocks = #tc.size<15>
// CHECK: gpu.func @thin(
// CHECK-SAME: loop.blocks = #tc.size<45>
// CHECK: gpu.func @few(
// CHECK-SAME: loop.blocks = #tc.size<8>
// CHECK: gpu.func @large(
// CHECK-SAME: loop.blocks = #tc.size<2>
// CHECK: gpu.func @pairs(
// CHECK-SAME: loop.blocks = #tc.size<2>
// CHECK: gpu.func @halves(
// CHECK-SAME: loop.blocks = #tc.size<28>
// CHECK: gpu.func @wide(
// CHECK-SAME: loop.blocks = #tc.size<1>
// CHECK: gpu.func @uneven(
// CHECK-SAME: loop.blocks = #tc.size<15>
module attributes {tc.version = "0.1"} {
loop.kernel private @small(%x: tensor<200x120xf32>) -> tensor<120x200xf32> iters(i = 120, j = 200) attributes {loop.schedule = {launches = [{body = [{body = [{body = [{bytes = 16 : i64, copy = [0, 0], engine = "plain", to = "shared"}, {body = [{body = [{run = 0 : i64}], for = ["j"], to = "vector"}], for = ["i", "j"], step = 4 : i64, to = "thread"}], for = ["j"], step = 16 : i64, to = "grid"}], for = ["i"], step = 16 : i64, to = "grid"}], threads = 256 : i64}]}} {
  %y = loop.map (i, j) reads(%a = %x[j, i] : tensor<200x120xf32>) -> tensor<120x200xf32> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<120x200xf32>
}
loop.kernel private @odd(%x: tensor<200x120xf32>) -> tensor<120x200xf32> iters(i = 120, j = 200) attributes {loop.schedule = {launches = [{body = [{body = [{body = [{bytes = 16 : i64, copy = [0, 0], engine = "plain", to = "shared"}, {body = [{body = [{run = 0 : i64}], for = ["j"], to = "vector"}], for = ["i", "j"], step = 4 : i64, to = "thread"}], for = ["j"], step = 48 : i64, to = "grid"}], for = ["i"], step = 48 : i64, to = "grid"}], threads = 128 : i64}]}} {
  %y = loop.map (i, j) reads(%a = %x[j, i] : tensor<200x120xf32>) -> tensor<120x200xf32> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<120x200xf32>
}
loop.kernel private @thin(%x: tensor<200x120xf32>) -> tensor<120x200xf32> iters(i = 120, j = 200) attributes {loop.schedule = {launches = [{body = [{body = [{body = [{bytes = 16 : i64, copy = [0, 0], engine = "plain", to = "shared"}, {body = [{body = [{run = 0 : i64}], for = ["j"], to = "vector"}], for = ["i", "j"], step = 2 : i64, to = "thread"}], for = ["j"], step = 24 : i64, to = "grid"}], for = ["i"], step = 24 : i64, to = "grid"}], threads = 64 : i64}]}} {
  %y = loop.map (i, j) reads(%a = %x[j, i] : tensor<200x120xf32>) -> tensor<120x200xf32> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<120x200xf32>
}
loop.kernel private @few(%x: tensor<200x120xf32>) -> tensor<120x200xf32> iters(i = 120, j = 200) attributes {loop.schedule = {launches = [{body = [{body = [{body = [{bytes = 16 : i64, copy = [0, 0], engine = "plain", to = "shared"}, {body = [{run = 0 : i64}], for = ["i", "j"], step = 1 : i64, to = "thread"}], for = ["j"], step = 64 : i64, to = "grid"}], for = ["i"], step = 64 : i64, to = "grid"}], threads = 32 : i64}]}} {
  %y = loop.map (i, j) reads(%a = %x[j, i] : tensor<200x120xf32>) -> tensor<120x200xf32> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<120x200xf32>
}
loop.kernel private @large(%x: tensor<200x120xf32>) -> tensor<120x200xf32> iters(i = 120, j = 200) attributes {loop.schedule = {launches = [{body = [{body = [{body = [{bytes = 16 : i64, copy = [0, 0], engine = "plain", to = "shared"}, {body = [{body = [{run = 0 : i64}], for = ["j"], to = "vector"}], for = ["i", "j"], step = 4 : i64, to = "thread"}], for = ["j"], step = 128 : i64, to = "grid"}], for = ["i"], step = 128 : i64, to = "grid"}], threads = 512 : i64}]}} {
  %y = loop.map (i, j) reads(%a = %x[j, i] : tensor<200x120xf32>) -> tensor<120x200xf32> {
    loop.yield %a : f32
  }
  loop.yield %y : tensor<120x200xf32>
}
loop.kernel private @pairs(%x: tensor<200x120xbf16>) -> tensor<120x200xbf16> iters(i = 120, j = 200) attributes {loop.schedule = {launches = [{body = [{body = [{body = [{bytes = 16 : i64, copy = [0, 0], engine = "plain", to = "shared"}, {body = [{body = [{run = 0 : i64}], for = ["j"], to = "vector"}], for = ["i", "j"], step = 8 : i64, to = "thread"}], for = ["j"], step = 128 : i64, to = "grid"}], for = ["i"], step = 128 : i64, to = "grid"}], threads = 256 : i64}]}} {
  %y = loop.map (i, j) reads(%a = %x[j, i] : tensor<200x120xbf16>) -> tensor<120x200xbf16> {
    loop.yield %a : bf16
  }
  loop.yield %y : tensor<120x200xbf16>
}
loop.kernel private @halves(%x: tensor<200x120xbf16>) -> tensor<120x200xbf16> iters(i = 120, j = 200) attributes {loop.schedule = {launches = [{body = [{body = [{body = [{bytes = 16 : i64, copy = [0, 0], engine = "plain", to = "shared"}, {body = [{body = [{run = 0 : i64}], for = ["j"], to = "vector"}], for = ["i", "j"], step = 8 : i64, to = "thread"}], for = ["j"], step = 32 : i64, to = "grid"}], for = ["i"], step = 32 : i64, to = "grid"}], threads = 256 : i64}]}} {
  %y = loop.map (i, j) reads(%a = %x[j, i] : tensor<200x120xbf16>) -> tensor<120x200xbf16> {
    loop.yield %a : bf16
  }
  loop.yield %y : tensor<120x200xbf16>
}
loop.kernel private @wide(%x: tensor<200x120xbf16>) -> tensor<120x200xbf16> iters(i = 120, j = 200) attributes {loop.schedule = {launches = [{body = [{body = [{body = [{bytes = 16 : i64, copy = [0, 0], engine = "plain", to = "shared"}, {body = [{body = [{run = 0 : i64}], for = ["j"], to = "vector"}], for = ["i", "j"], step = 8 : i64, to = "thread"}], for = ["j"], step = 256 : i64, to = "grid"}], for = ["i"], step = 256 : i64, to = "grid"}], threads = 256 : i64}]}} {
  %y = loop.map (i, j) reads(%a = %x[j, i] : tensor<200x120xbf16>) -> tensor<120x200xbf16> {
    loop.yield %a : bf16
  }
  loop.yield %y : tensor<120x200xbf16>
}
loop.kernel private @uneven(%x: tensor<200x120xbf16>) -> tensor<120x200xbf16> iters(i = 120, j = 200) attributes {loop.schedule = {launches = [{body = [{body = [{body = [{bytes = 16 : i64, copy = [0, 0], engine = "plain", to = "shared"}, {body = [{body = [{run = 0 : i64}], for = ["j"], to = "vector"}], for = ["i", "j"], step = 4 : i64, to = "thread"}], for = ["j"], step = 48 : i64, to = "grid"}], for = ["i"], step = 48 : i64, to = "grid"}], threads = 96 : i64}]}} {
  %y = loop.map (i, j) reads(%a = %x[j, i] : tensor<200x120xbf16>) -> tensor<120x200xbf16> {
    loop.yield %a : bf16
  }
  loop.yield %y : tensor<120x200xbf16>
}
func.func @main(%x: tensor<200x120xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}}, %h: tensor<200x120xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}}) -> (tensor<120x200xf32>, tensor<120x200xf32>, tensor<120x200xf32>, tensor<120x200xf32>, tensor<120x200xf32>, tensor<120x200xbf16>, tensor<120x200xbf16>, tensor<120x200xbf16>, tensor<120x200xbf16>) {
  %0 = loop.launch @small(%x) : (tensor<200x120xf32>) -> tensor<120x200xf32>
  %1 = loop.launch @odd(%x) : (tensor<200x120xf32>) -> tensor<120x200xf32>
  %2 = loop.launch @thin(%x) : (tensor<200x120xf32>) -> tensor<120x200xf32>
  %3 = loop.launch @few(%x) : (tensor<200x120xf32>) -> tensor<120x200xf32>
  %4 = loop.launch @large(%x) : (tensor<200x120xf32>) -> tensor<120x200xf32>
  %5 = loop.launch @pairs(%h) : (tensor<200x120xbf16>) -> tensor<120x200xbf16>
  %6 = loop.launch @halves(%h) : (tensor<200x120xbf16>) -> tensor<120x200xbf16>
  %7 = loop.launch @wide(%h) : (tensor<200x120xbf16>) -> tensor<120x200xbf16>
  %8 = loop.launch @uneven(%h) : (tensor<200x120xbf16>) -> tensor<120x200xbf16>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8 : tensor<120x200xf32>, tensor<120x200xf32>, tensor<120x200xf32>, tensor<120x200xf32>, tensor<120x200xf32>, tensor<120x200xbf16>, tensor<120x200xbf16>, tensor<120x200xbf16>, tensor<120x200xbf16>
}
}
