// Rows that no vector divides, in vectors that are aligned in memory: loads and
// stores of 16 bytes, of shared memory, too, where the row is read again or
// exponentials are kept. Of halves, of f32 with a vector of weights (whose own
// vectors start anywhere), of a half and an f32, of whole numbers. In registers, of
// threads some of which have a vector less, they are what they are by default.
// RUN: env TC_NUMBERS=gpu_kept_row=1000 tc-compile %s --target=cuda --target-cpu=sm_90a --emit=ptx -o - | FileCheck %s
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so TC_NUMBERS=gpu_kept_row=1000 tc-run %s --target=emulate --check --guard --repeat=1
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so TC_NUMBERS=gpu_kept_row=1000,gpu_aligned_threads=64,gpu_aligned_ahead=3 tc-run %s --target=emulate,wave=64 --check --repeat=1
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so TC_NUMBERS=gpu_kept_row=1000,gpu_held_bytes=1,gpu_aligned_ahead=1 tc-run %s --target=emulate --check --guard --repeat=1
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so TC_NUMBERS=gpu_kept_row=1000,gpu_held_bytes=4200,gpu_beginning_threads=64 tc-run %s --target=emulate --check --guard --repeat=1
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %s --target=emulate --check --guard --repeat=1
// CHECK: .entry
// CHECK: ld.global.v4.b32
// CHECK: st.shared.v4.b32
// CHECK: ld.shared.v4.b32
// CHECK: st.global.v4.b32
// CHECK: .entry
// CHECK: ld.global.v4.b32
// CHECK: st.shared.v4.b32
// CHECK: ld.shared.v4.b32
// CHECK: st.global.v4.b32
!h = tensor<9x4099xbf16>
!f = tensor<5x2051xf32>
!w = tensor<2051xf32>
!i = tensor<7x1031xi32>
module attributes {tc.version = "0.1"} {
  loop.kernel private @softmax(%x: !h) -> !h iters(i = 9, j = 4099) {
    %m = loop.reduce (i) over (j) [max] reads(%a = %x[i, j] : !h) -> tensor<9xf32> {
      %0 = prim.convert_element_type %a : bf16 to f32
      loop.yield %0 : f32
    }
    %e = loop.map (i, j) reads(%a = %x[i, j] : !h, %b = %m[i] : tensor<9xf32>) -> tensor<9x4099xf32> {
      %0 = prim.convert_element_type %a : bf16 to f32
      %1 = prim.sub %0, %b : f32
      %2 = prim.exp %1 : f32
      loop.yield %2 : f32
    }
    %s = loop.reduce (i) over (j) [add] reads(%a = %e[i, j] : tensor<9x4099xf32>) -> tensor<9xf32> {
      loop.yield %a : f32
    }
    %y = loop.map (i, j) reads(%a = %e[i, j] : tensor<9x4099xf32>, %b = %s[i] : tensor<9xf32>) -> !h {
      %0 = prim.div %a, %b : f32
      %1 = prim.convert_element_type %0 : f32 to bf16
      loop.yield %1 : bf16
    }
    loop.yield %y : !h
  }
  loop.kernel private @weighted(%x: !f, %w: !w) -> (!f, tensor<5xf32>) iters(i = 5, j = 2051) {
    %s = loop.reduce (i) over (j) [add] reads(%a = %x[i, j] : !f, %b = %w[j] : !w) -> tensor<5xf32> {
      %0 = prim.mul %a, %b : f32
      loop.yield %0 : f32
    }
    %y = loop.map (i, j) reads(%a = %x[i, j] : !f, %b = %w[j] : !w, %c = %s[i] : tensor<5xf32>) -> !f {
      %0 = prim.sub %a, %c : f32
      %1 = prim.mul %0, %b : f32
      loop.yield %1 : f32
    }
    loop.yield %y, %s : !f, tensor<5xf32>
  }
  // Results that two loops store, one of which the other reads.
  loop.kernel private @two(%x: !h) -> (!h, tensor<9x4099xf32>) iters(i = 9, j = 4099) {
    %d = loop.map (i, j) reads(%a = %x[i, j] : !h) -> tensor<9x4099xf32> {
      %0 = prim.convert_element_type %a : bf16 to f32
      %1 = prim.exp %0 : f32
      loop.yield %1 : f32
    }
    %s = loop.reduce (i) over (j) [add] reads(%a = %d[i, j] : tensor<9x4099xf32>) -> tensor<9xf32> {
      loop.yield %a : f32
    }
    %y = loop.map (i, j) reads(%a = %x[i, j] : !h, %b = %s[i] : tensor<9xf32>, %c = %d[i, j] : tensor<9x4099xf32>) -> !h {
      %0 = prim.convert_element_type %a : bf16 to f32
      %1 = prim.mul %0, %b : f32
      %2 = prim.sub %1, %c : f32
      %3 = prim.convert_element_type %2 : f32 to bf16
      loop.yield %3 : bf16
    }
    loop.yield %y, %d : !h, tensor<9x4099xf32>
  }
  loop.kernel private @whole(%x: !i) -> !i iters(i = 7, j = 1031) {
    %s = loop.reduce (i) over (j) [max] reads(%a = %x[i, j] : !i) -> tensor<7xi32> {
      loop.yield %a : i32
    }
    %y = loop.map (i, j) reads(%a = %x[i, j] : !i, %b = %s[i] : tensor<7xi32>) -> !i {
      %0 = prim.sub %b, %a : i32
      loop.yield %0 : i32
    }
    loop.yield %y : !i
  }
  func.func @main(%x: !h {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}}, %y: !f {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}}, %w: !w {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3}}, %i: !i {tc.init = {kind = "randint", low = -1000, high = 1000, stream = 4}}) -> (!h, !f, tensor<5xf32>, !h, tensor<9x4099xf32>, !i) {
    %0 = loop.launch @softmax(%x) : (!h) -> !h
    %1, %2 = loop.launch @weighted(%y, %w) : (!f, !w) -> (!f, tensor<5xf32>)
    %3, %4 = loop.launch @two(%x) : (!h) -> (!h, tensor<9x4099xf32>)
    %5 = loop.launch @whole(%i) : (!i) -> !i
    return %0, %1, %2, %3, %4, %5 : !h, !f, tensor<5xf32>, !h, tensor<9x4099xf32>, !i
  }
}
