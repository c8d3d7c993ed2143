// Halves of integers round towards 0, of indices down, whatever a back end knows
// of their bits: LLVM 22's for x86-64 dropped the division of a vector of
// products in a known range. Positive and negative, odd and even, least numbers.
// RUN: tc-interpret %s --expect >%t.mlir
// RUN: tc-run %t.mlir --target=x86-64-v3 --check --guard --repeat=1
// RUN: tc-run %t.mlir --check --guard --repeat=1
// RUN: tc-compile %t.mlir --target=x86-64-v3 --emit=ll -o - | FileCheck %s
// CHECK-NOT: sdiv
module attributes {tc.version = "0.1"} {
loop.kernel private @products() -> tensor<5xi64> iters(i = 5) attributes {loop.schedule = {phases = [{stages = [0], tasks = [], vector = "i", lanes = 32, nests = [{stages = [0], past_caches}]}]}} {
  %0 = loop.map (i) -> tensor<5xi64> {
    %two = prim.constant 2 : i64
    %at = loop.index <i>
    %n = prim.constant 9 : i64
    %rest = prim.sub %n, %at : i64
    %p = prim.mul %at, %rest : i64
    %h = prim.div %p, %two : i64
    loop.yield %h : i64
  }
  loop.yield %0 : tensor<5xi64>
}
loop.kernel private @any(%x: tensor<37xi32>, %y: tensor<37xi8>, %z: tensor<73xi64>) -> (tensor<37xi32>, tensor<37xi8>, tensor<73xi64>) iters(i = 37, j = 73) attributes {loop.schedule = {phases = [{stages = [0, 1], tasks = [], vector = "i"}, {stages = [2], tasks = [], vector = "j"}]}} {
  %0 = loop.map (i) reads(%a = %x[i] : tensor<37xi32>) -> tensor<37xi32> {
    %two = prim.constant 2 : i32
    %h = prim.div %a, %two : i32
    loop.yield %h : i32
  }
  %1 = loop.map (i) reads(%a = %y[i] : tensor<37xi8>) -> tensor<37xi8> {
    %two = prim.constant 2 : i8
    %h = prim.div %a, %two : i8
    loop.yield %h : i8
  }
  %2 = loop.map (j) reads(%a = %z[floordiv(j, 2)] : tensor<73xi64>) -> tensor<73xi64> {
    %two = prim.constant 2 : i64
    %h = prim.div %a, %two : i64
    loop.yield %h : i64
  }
  loop.yield %0, %1, %2 : tensor<37xi32>, tensor<37xi8>, tensor<73xi64>
}
func.func @main(%x: tensor<37xi32> {tc.init = {kind = "randint", low = -9, high = 9, stream = 1}},
                %y: tensor<37xi8> {tc.init = {kind = "randint", low = -128, high = -119, stream = 2}},
                %z: tensor<73xi64> {tc.init = {kind = "randint", low = -9, high = 9, stream = 3}})
    -> (tensor<5xi64>, tensor<37xi32>, tensor<37xi8>, tensor<73xi64>) {
  %0 = loop.launch @products() : () -> tensor<5xi64>
  %1, %2, %3 = loop.launch @any(%x, %y, %z) : (tensor<37xi32>, tensor<37xi8>, tensor<73xi64>) -> (tensor<37xi32>, tensor<37xi8>, tensor<73xi64>)
  return %0, %1, %2, %3 : tensor<5xi64>, tensor<37xi32>, tensor<37xi8>, tensor<73xi64>
}
}
