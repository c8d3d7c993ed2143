// Maps of rows that no vector divides, in vectors that are aligned in memory: of
// halves and of bytes, with a value of the row, one of the column (whose own
// vectors start anywhere), and positions.
// RUN: tc-compile %s --target=cuda --target-cpu=sm_90a --emit=ptx -o - | FileCheck %s
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %s --target=emulate --check --guard --repeat=1
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so TC_NUMBERS=gpu_aligned_ahead=1,gpu_aligned_threads=64 tc-run %s --target=emulate,wave=64 --check --repeat=1
// CHECK: .entry bytes(
// CHECK: ld.global.v4.b32
// CHECK: st.global.v4.b32
// CHECK: .entry bytes_phase1(
// CHECK: ld.global.v2.b32
// CHECK: st.global.v2.b32
!h = tensor<131x1031xbf16>
!b = tensor<131x2053xi8>
module attributes {tc.version = "0.1"} {
  loop.kernel private @halves(%x: !h, %s: tensor<131xbf16>, %w: tensor<1031xbf16>) -> !h iters(i = 131, j = 1031) {
    %y = loop.map (i, j) reads(%a = %x[i, j] : !h, %f = %s[i] : tensor<131xbf16>, %g = %w[j] : tensor<1031xbf16>) -> !h {
      %0 = prim.mul %a, %f : bf16
      %1 = prim.add %0, %g : bf16
      loop.yield %1 : bf16
    }
    %z = loop.map (i, j) reads(%a = %y[i, j] : !h) -> !h {
      %0 = loop.index <i>
      %1 = loop.index <j>
      %2 = prim.ne %0, %1 : i64
      %3 = prim.constant 2.0 : bf16
      %4 = prim.where %2, %a, %3 : i1, bf16
      loop.yield %4 : bf16
    }
    loop.yield %z : !h
  }
  loop.kernel private @bytes(%x: !b, %s: tensor<131xi8>) -> !b iters(i = 131, j = 2053) {
    %y = loop.map (i, j) reads(%a = %x[i, j] : !b, %f = %s[i] : tensor<131xi8>) -> !b {
      %0 = prim.mul %a, %f : i8
      loop.yield %0 : i8
    }
    loop.yield %y : !b
  }
  func.func @main(%x: !h {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}}, %s: tensor<131xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}}, %w: tensor<1031xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3}}, %b: !b {tc.init = {kind = "randint", low = -128, high = 128, stream = 4}}, %f: tensor<131xi8> {tc.init = {kind = "randint", low = -128, high = 128, stream = 5}}) -> (!h, !b) {
    %0 = loop.launch @halves(%x, %s, %w) : (!h, tensor<131xbf16>, tensor<1031xbf16>) -> !h
    %1 = loop.launch @bytes(%b, %f) : (!b, tensor<131xi8>) -> !b
    return %0, %1 : !h, !b
  }
}
