// Sorts of keys that are clamped to few numbers: a key and a position are one
// word of 32 bits, which a network across the block's threads sorts. Of rows of
// a block, in chunks that are merged, from the greatest key on, of few threads,
// and of one element a thread. Equal keys stay in their order.
// RUN: tc-compile %s --target=cuda --target-cpu=sm_90a --emit=ptx -o - | FileCheck %s --implicit-check-not=shared.b64
// RUN: tc-interpret %s --expect > %t.mlir
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %t.mlir --target=emulate --check --guard --repeat=1
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %t.mlir --target=emulate,wave=64 --check --guard --repeat=1
// CHECK: st.shared.b32
// CHECK: shfl.sync.bfly.b32
module attributes {tc.version = "0.1"} {
func.func @main(%x: tensor<5000xi64> {tc.init = {kind = "randint", low = -50, high = 300, stream = 1}},
                %y: tensor<3x700xi32> {tc.init = {kind = "randint", low = -9, high = 9, stream = 2}},
                %z: tensor<40xi32> {tc.init = {kind = "randint", low = 0, high = 5, stream = 3}})
    -> (tensor<5000xi32>, tensor<5000xi64>, tensor<3x700xi32>, tensor<3x700xi64>, tensor<40xi32>, tensor<40xi64>) {
  %0 = prim.constant dense<-1> : tensor<i64>
  %1 = prim.constant dense<200> : tensor<i64>
  %2 = prim.broadcast_in_dim %0 [] : tensor<i64> to tensor<5000xi64>
  %3 = prim.broadcast_in_dim %1 [] : tensor<i64> to tensor<5000xi64>
  %4 = prim.maximum %x, %2 : tensor<5000xi64>
  %5 = prim.minimum %4, %3 : tensor<5000xi64>
  %6 = prim.convert_element_type %5 : tensor<5000xi64> to tensor<5000xi32>
  %p, %o = prim.sort %6 dim 0 : tensor<5000xi32>
  %7 = prim.constant dense<-5> : tensor<i32>
  %8 = prim.constant dense<3> : tensor<i32>
  %9 = prim.broadcast_in_dim %7 [] : tensor<i32> to tensor<3x700xi32>
  %10 = prim.broadcast_in_dim %8 [] : tensor<i32> to tensor<3x700xi32>
  %11 = prim.minimum %y, %10 : tensor<3x700xi32>
  %12 = prim.maximum %11, %9 : tensor<3x700xi32>
  %q, %r = prim.sort %12 dim 1 descending : tensor<3x700xi32>
  %13 = prim.broadcast_in_dim %8 [] : tensor<i32> to tensor<40xi32>
  %14 = prim.constant dense<0> : tensor<i32>
  %15 = prim.broadcast_in_dim %14 [] : tensor<i32> to tensor<40xi32>
  %16 = prim.minimum %z, %13 : tensor<40xi32>
  %17 = prim.maximum %16, %15 : tensor<40xi32>
  %s, %t = prim.sort %17 dim 0 : tensor<40xi32>
  return %p, %o, %q, %r, %s, %t : tensor<5000xi32>, tensor<5000xi64>, tensor<3x700xi32>, tensor<3x700xi64>, tensor<40xi32>, tensor<40xi64>
}
}
