// Neighbouring iterators of symbolic extent over which all memory is dense are
// one (passes/lower/gpu/collapse.c), in the text of schedules as well.
// RUN: tc-opt %s --loop-schedule=target=cuda,tune=sm_90a | FileCheck %s
// RUN: tc-opt %s --loop-schedule=target=cuda,tune=sm_90a | tc-opt --loop-schedule=target=cuda,tune=sm_90a | FileCheck %s
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %s --target=emulate --check --repeat=1
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %s --target=emulate --check=distinct --repeat=1 --size b=1 --size s=1
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %s --target=emulate --check=distinct --repeat=1 --size b=2 --size s=131

!x = tensor<?x?x16xbf16, #tc.dims<[b, s, 16]>>
!f = tensor<?x?x16xf32, #tc.dims<[b, s, 16]>>
!t = tensor<?x?x16xf32, #tc.dims<[s, b, 16]>>
!u = tensor<?x?x?xf32, #tc.dims<[b, s, b]>>

module attributes {tc.version = "0.1", tc.sizes = {b = 3 : i64, s = 37 : i64}} {
  // Rows of a product, and what is stored of it.
  // CHECK-LABEL: loop.kernel private @product
  // CHECK-SAME: for = ["b0.s0"]
  loop.kernel private @product(%x: !x, %w: tensor<16x16xbf16>, %r: !f) -> !f iters(b0 = b, s0 = s, i = 16, k = 16) {
    %y = loop.contract (b0, s0, i) over (k) reads(%a = %x[b0, s0, k] : !x, %c = %w[k, i] : tensor<16x16xbf16>) -> !f {
      %0 = prim.convert_element_type %a : bf16 to f32
      %1 = prim.convert_element_type %c : bf16 to f32
      loop.yield %0, %1 : f32, f32
    }
    %z = loop.map (b0, s0, i) reads(%a = %y[b0, s0, i] : !f, %c = %r[b0, s0, i] : !f) -> !f {
      %0 = prim.add %a, %c : f32
      loop.yield %0 : f32
    }
    loop.yield %z : !f
  }
  // Steps of a sum.
  // CHECK-LABEL: loop.kernel private @columns
  // CHECK-SAME: for = ["b0.s0"]
  loop.kernel private @columns(%x: !f) -> tensor<16xf32> iters(b0 = b, s0 = s, i = 16) {
    %y = loop.reduce (i) over (b0, s0) [add] reads(%a = %x[b0, s0, i] : !f) -> tensor<16xf32> {
      loop.yield %a : f32
    }
    loop.yield %y : tensor<16xf32>
  }
  // Three of them, two of one name: what remains is a map over one number.
  // CHECK-LABEL: loop.kernel private @three
  // CHECK-SAME: for = ["i.j.k"]
  loop.kernel private @three(%x: !u) -> !u iters(i = b, j = s, k = b) {
    %y = loop.map (i, j, k) reads(%a = %x[i, j, k] : !u) -> !u {
      %0 = prim.neg %a : f32
      loop.yield %0 : f32
    }
    loop.yield %y : !u
  }
  // Rows of a table, at positions that lie along both.
  // CHECK-LABEL: loop.kernel private @rows_of
  // CHECK-SAME: "b0.s0"
  loop.kernel private @rows_of(%t: tensor<5x16xf32>, %n: tensor<?x?xi64, #tc.dims<[b, s]>>, %x: !f) -> !f iters(b0 = b, s0 = s, i = 16) {
    %y = loop.map (b0, s0, i) reads(%a = %x[b0, s0, i] : !f, %c = %n[b0, s0] : tensor<?x?xi64, #tc.dims<[b, s]>>) -> !f {
      %0 = loop.index <i>
      %1 = loop.at %t[%c, %0] : tensor<5x16xf32>
      %2 = prim.add %a, %1 : f32
      loop.yield %2 : f32
    }
    loop.yield %y : !f
  }
  // Not where one of them is read alone, in another order, or asked for.
  // CHECK-LABEL: loop.kernel private @alone
  // CHECK-NOT: b0.s0
  loop.kernel private @alone(%x: !f, %p: tensor<?x16xf32, #tc.dims<[s, 16]>>) -> !f iters(b0 = b, s0 = s, i = 16) {
    %y = loop.map (b0, s0, i) reads(%a = %x[b0, s0, i] : !f, %c = %p[s0, i] : tensor<?x16xf32, #tc.dims<[s, 16]>>) -> !f {
      %0 = prim.add %a, %c : f32
      loop.yield %0 : f32
    }
    loop.yield %y : !f
  }
  // CHECK-LABEL: loop.kernel private @transposed
  // CHECK-NOT: s0.b0
  loop.kernel private @transposed(%x: !f) -> !t iters(b0 = b, s0 = s, i = 16) {
    %y = loop.map (s0, b0, i) reads(%a = %x[b0, s0, i] : !f) -> !t {
      loop.yield %a : f32
    }
    loop.yield %y : !t
  }
  // CHECK-LABEL: loop.kernel private @asks
  // CHECK-NOT: b0.s0
  loop.kernel private @asks(%x: !f) -> !f iters(b0 = b, s0 = s, i = 16) {
    %y = loop.map (b0, s0, i) reads(%a = %x[b0, s0, i] : !f) -> !f {
      %0 = loop.index <s0>
      %1 = prim.convert_element_type %0 : i64 to f32
      %2 = prim.mul %a, %1 : f32
      loop.yield %2 : f32
    }
    loop.yield %y : !f
  }
  // Nor where rows do not follow on each other in memory.
  // CHECK-LABEL: loop.kernel private @strided
  // CHECK-NOT: b0.s0
  loop.kernel private @strided(%x: !f {tc.layout = #tc.layout<order = [1, 0, 2]>}) -> !f iters(b0 = b, s0 = s, i = 16) {
    %y = loop.map (b0, s0, i) reads(%a = %x[b0, s0, i] : !f) -> !f {
      %0 = prim.neg %a : f32
      loop.yield %0 : f32
    }
    loop.yield %y : !f
  }
  func.func @main(%x: !x {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1 : i64}},
                  %w: tensor<16x16xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2 : i64}},
                  %r: !f {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3 : i64}},
                  %p: tensor<?x16xf32, #tc.dims<[s, 16]>> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 4 : i64}},
                  %u: !u {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 5 : i64}},
                  %t: tensor<5x16xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 7 : i64}},
                  %n: tensor<?x?xi64, #tc.dims<[b, s]>> {tc.init = {kind = "randint", low = 0 : i64, high = 5 : i64, stream = 8 : i64}},
                  %v: !f {tc.layout = #tc.layout<order = [1, 0, 2]>, tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 6 : i64}})
      -> (!f, tensor<16xf32>, !u, !f, !t, !f, !f, !f) attributes {loop.arena = #tc.size<0>} {
    %0 = loop.launch @product(%x, %w, %r) {loop.places = [{result = 0 : i64}]} : (!x, tensor<16x16xbf16>, !f) -> !f
    %1 = loop.launch @columns(%r) {loop.places = [{result = 1 : i64}]} : (!f) -> tensor<16xf32>
    %2 = loop.launch @three(%u) {loop.places = [{result = 2 : i64}]} : (!u) -> !u
    %3 = loop.launch @alone(%r, %p) {loop.places = [{result = 3 : i64}]} : (!f, tensor<?x16xf32, #tc.dims<[s, 16]>>) -> !f
    %4 = loop.launch @transposed(%r) {loop.places = [{result = 4 : i64}]} : (!f) -> !t
    %5 = loop.launch @asks(%r) {loop.places = [{result = 5 : i64}]} : (!f) -> !f
    %6 = loop.launch @strided(%v) {loop.places = [{result = 6 : i64}]} : (!f) -> !f
    %7 = loop.launch @rows_of(%t, %n, %r) {loop.places = [{result = 7 : i64}]} : (tensor<5x16xf32>, tensor<?x?xi64, #tc.dims<[b, s]>>, !f) -> !f
    return %0, %1, %2, %3, %4, %5, %6, %7 : !f, tensor<16xf32>, !u, !f, !t, !f, !f, !f
  }
}
