// Rows that are gathered at positions which are loaded first: a thread has two
// vectors, both under way before the first one is stored, positions out of range
// in either reported; the last block of the second gather is not whole.
// RUN: tc-opt %s --tc-gpu --loop-schedule=target=cuda,tune=sm_90a -o %t.mlir
// RUN: FileCheck %s <%t.mlir
// RUN: tc-opt %t.mlir --loop-schedule=target=cuda,tune=sm_90a | cmp - %t.mlir
// RUN: tc-compile %s --target=cuda --target-cpu=sm_90a --emit=ptx -o - | FileCheck %s --check-prefix=PTX
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %s --target=emulate --check --guard --repeat=1
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so TC_NUMBERS=gpu_gather_vectors=4 tc-run %s --target=emulate --check --guard --repeat=1
// CHECK: {{.*}}for = ["d1"], to = "vector"}], for = ["d0", "d1"], step = 4 : i64, to = "thread"}], for = ["d0", "d1"], step = 1024 : i64, to = "seq"}], for = ["d0", "d1"], step = 2048 : i64, to = "grid"}], load_words = 64 : i64
// PTX: ld.global.v4.b32
// PTX-NOT: st.global.v4.b32
// PTX: ld.global.v4.b32
// PTX: st.global.v4.b32
!t = tensor<1000x512xf32>
!i = tensor<1100xi64>
!y = tensor<1100x512xf32>
!u = tensor<1000x500xf32>
!z = tensor<1100x500xf32>
module attributes {tc.version = "0.1"} {
func.func @main(%t: !t {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}},
                %u: !u {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3}},
                %i: !i {tc.init = {kind = "randint", low = 0, high = 1000, stream = 2}}) -> (!y, !z) {
  %y = prim.index %t[%i] [0] : !t, !i
  %z = prim.index %u[%i] [0] : !u, !i
  return %y, %z : !y, !z
}
}
