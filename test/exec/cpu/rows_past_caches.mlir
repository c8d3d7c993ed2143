// Rows of maps' results that are stored past the caches: from the first multiple
// of a vector on, of one result and of two that are there together, or never;
// in chunks; in each of the ranges that a comparison of positions cuts rows into;
// of bf16, whose truncation is no part of the store; where a result takes its
// argument's place, as ever.
// RUN: tc-interpret %s --expect > %t.mlir
// RUN: tc-run %t.mlir --check --guard --threads=1 --repeat=1
// RUN: tc-run %t.mlir --check --guard --threads=3 --repeat=1
// RUN: tc-compile %t.mlir --target=x86-64-v3 -o %t.so && tc-run %t.so --check --repeat=1
// RUN: tc-compile %t.mlir --target=x86-64-v3 --emit=asm -o %t.s && FileCheck %s < %t.s
// RUN: tc-compile %t.mlir --target=x86-64-v4 --emit=asm -o %t.s && FileCheck %s --check-prefix=WIDE < %t.s
// WIDE: kernel halves
// WIDE: vmovnt
// CHECK: kernel rows
// CHECK: vmovntps
// CHECK: sfence
// CHECK: kernel two
// CHECK: vmovntp
// CHECK: sfence
// CHECK: kernel ranges
// CHECK: vmovntp
// CHECK: sfence

loop.kernel @rows(%x: tensor<9x203xf32>) -> tensor<9x203xf32> iters(i = 9, j = 203) attributes {loop.schedule = {phases = [{stages = [0], tasks = ["i"], vector = "j", lanes = 32, nests = [{stages = [0], past_caches}]}]}} {
  %y = loop.map (i, j) reads(%a = %x[i, j] : tensor<9x203xf32>) -> tensor<9x203xf32> {
    %0 = prim.mul %a, %a : f32
    loop.yield %0 : f32
  }
  loop.yield %y : tensor<9x203xf32>
}

loop.kernel @two(%x: tensor<9x203xf32>) -> (tensor<9x203xf32>, tensor<9x203xf64>) iters(i = 9, j = 203) attributes {loop.schedule = {phases = [{stages = [0, 1], tasks = ["i"], vector = "j", chunk = "j", chunk_size = 100, lanes = 32, nests = [{stages = [0, 1], past_caches}]}]}} {
  %y = loop.map (i, j) reads(%a = %x[i, j] : tensor<9x203xf32>) -> tensor<9x203xf32> {
    %0 = prim.mul %a, %a : f32
    loop.yield %0 : f32
  }
  %z = loop.map (i, j) reads(%a = %y[i, j] : tensor<9x203xf32>) -> tensor<9x203xf64> {
    %0 = prim.convert_element_type %a : f32 to f64
    loop.yield %0 : f64
  }
  loop.yield %y, %z : tensor<9x203xf32>, tensor<9x203xf64>
}

loop.kernel @ranges(%x: tensor<9x203xf32>) -> tensor<9x203xf32> iters(i = 9, j = 203) attributes {loop.schedule = {phases = [{stages = [0], tasks = ["i"], vector = "j", lanes = 32, nests = [{stages = [0], past_caches}]}]}} {
  %y = loop.map (i, j) reads(%a = %x[i, j] : tensor<9x203xf32>) -> tensor<9x203xf32> {
    %p = loop.index <j>
    %n = prim.constant 70 : i64
    %c = prim.lt %p, %n : i64
    %0 = prim.mul %a, %a : f32
    %1 = prim.where %c, %a, %0 : i1, f32
    loop.yield %1 : f32
  }
  loop.yield %y : tensor<9x203xf32>
}

loop.kernel @halves(%x: tensor<9x203xf32>) -> tensor<9x203xbf16> iters(i = 9, j = 203) attributes {loop.schedule = {phases = [{stages = [0], tasks = ["i"], vector = "j", lanes = 32, nests = [{stages = [0], past_caches}]}]}} {
  %y = loop.map (i, j) reads(%a = %x[i, j] : tensor<9x203xf32>) -> tensor<9x203xbf16> {
    %0 = prim.convert_element_type %a : f32 to bf16
    loop.yield %0 : bf16
  }
  loop.yield %y : tensor<9x203xbf16>
}

func.func @main(%x: tensor<9x203xf32> {tc.layout = #tc.layout<strides = [203, 1]>, tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}})
    -> (tensor<9x203xf32>, tensor<9x203xf32>, tensor<9x203xf64>, tensor<9x203xbf16>, tensor<9x203xf32>) {
  %0 = loop.launch @rows(%x) : (tensor<9x203xf32>) -> tensor<9x203xf32>
  %1 = loop.launch @rows(%0) : (tensor<9x203xf32>) -> tensor<9x203xf32>
  %2 = loop.launch @rows(%1) : (tensor<9x203xf32>) -> tensor<9x203xf32>
  %3:2 = loop.launch @two(%x) : (tensor<9x203xf32>) -> (tensor<9x203xf32>, tensor<9x203xf64>)
  %4 = loop.launch @halves(%x) : (tensor<9x203xf32>) -> tensor<9x203xbf16>
  %5 = loop.launch @ranges(%x) : (tensor<9x203xf32>) -> tensor<9x203xf32>
  return %2, %3#0, %3#1, %4, %5 : tensor<9x203xf32>, tensor<9x203xf32>, tensor<9x203xf64>, tensor<9x203xbf16>, tensor<9x203xf32>
}
