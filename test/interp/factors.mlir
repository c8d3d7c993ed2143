// Factors of contracts that depend on few of the iterators are computed once,
// at the points of these (lib/interp/factors.c), in the interpreter and in the
// yardstick. With an op in their bodies that nothing needs they are computed at
// each point: that has to give the same results, bounds and errors.
// RUN: rm -rf %t && split-file %s %t
// RUN: sed 's|// NEEDLESS|%needless = prim.constant 0 : i64|' %t/same.mlir >%t/each.mlir
// RUN: tc-interpret %t/same.mlir --print >%t/same.txt
// RUN: tc-interpret %t/each.mlir --print | cmp - %t/same.txt
// RUN: tc-interpret %t/same.mlir --expect | grep -o 'tc.expected = .*' >%t/same.txt
// RUN: tc-interpret %t/each.mlir --expect | grep -o 'tc.expected = .*' | cmp - %t/same.txt
// RUN: FileCheck %s --check-prefix=BOUNDS <%t/same.txt
// BOUNDS: bounds = dense<"0x
// RUN: not tc-interpret %t/needless.mlir 2>&1 | FileCheck %s --check-prefix=NEEDLESS
// NEEDLESS: 'loop.at': index 9 into dimension 0 of size 9
// RUN: not tc-interpret %t/first.mlir 2>&1 | FileCheck %s --check-prefix=FIRST
// FIRST: 'loop.at': index 3 into dimension 0 of size 3

//--- same.mlir
!f = tensor<20x18xf32>
!x = tensor<20x2xf32>
!w = tensor<2x18xf32>
!none = tensor<?xf32, #tc.dims<[n]>>
module attributes {tc.sizes = {n = 0 : i64}} {

// Positions that are divided, a mask, a function; each factor depends on own
// and on reduced iterators, in another order than the stage has them.
loop.kernel @mask(%x: !x, %w: !w) -> !f iters(k = 2, j = 18, i = 20) {
  %y = loop.contract (j, i) over (k) reads(%a = %x[3, 1] : !x, %b = %w[k, floordiv(j, 2) - 1] : !w else 0.0) -> tensor<18x20xf32> {
    // NEEDLESS
    %p = prim.constant 1 : i64
    %q = loop.index #tc.size<mod(i, 3) + k>
    %m = prim.lt %p, %q : i64
    %e = prim.exp %a : f32
    %0 = prim.where %m, %e, %a : i1, f32
    %1 = prim.neg %b : f32
    loop.yield %0, %1 : f32, f32
  }
  %t = loop.map (i, j) reads(%a = %y[j, i] : tensor<18x20xf32>) -> !f {
    loop.yield %a : f32
  }
  loop.yield %t : !f
}

// Rows longer than a strip of the yardstick, of halves.
loop.kernel @long(%x: tensor<3x300xi32>, %w: tensor<300x7xbf16>) -> tensor<3x7xf32> iters(i = 3, j = 7, k = 300) {
  %y = loop.contract (i, j) over (k) reads(%a = %x[i, k] : tensor<3x300xi32>, %b = %w[k, j] : tensor<300x7xbf16>) -> tensor<3x7xf32> {
    // NEEDLESS
    %0 = prim.convert_element_type %a : i32 to bf16
    loop.yield %0, %b : bf16, bf16
  }
  loop.yield %y : tensor<3x7xf32>
}

// Errors of many terms, each 1 or nearly, whose squares are what is likely to add up.
loop.kernel @errors(%z: tensor<9xf32>) -> tensor<9x4xf32> iters(i = 9, j = 4, k = 200) {
  %y = loop.contract (i, j) over (k) reads(%a = %z[i] : tensor<9xf32>) -> tensor<9x4xf32> {
    // NEEDLESS
    %p = loop.index #tc.size<j + k>
    %one = prim.constant 1.0 : f32
    %e = prim.exp %a : f32
    %none = prim.sub %e, %e : f32
    %0 = prim.add %none, %one : f32
    %1 = prim.convert_element_type %p : i64 to f32
    loop.yield %0, %1 : f32, f32
  }
  loop.yield %y : tensor<9x4xf32>
}

// Integers that wrap, of positions; one factor depends on nothing.
loop.kernel @wrap(%x: tensor<9xi8>) -> (tensor<9xi64>, tensor<9xi8>) iters(i = 9, k = 11, l = 2) {
  %y = loop.contract (i) over (k) reads(%a = %x[i] : tensor<9xi8>) -> tensor<9xi64> {
    // NEEDLESS
    %0 = prim.convert_element_type %a : i8 to i64
    %1 = prim.constant 4611686018427387905 : i64
    loop.yield %0, %1 : i64, i64
  }
  %z = loop.contract (i) over (k, l) reads(%a = %x[i] : tensor<9xi8>) -> tensor<9xi8> {
    // NEEDLESS
    %p = loop.index #tc.size<7*k + l>
    %0 = prim.convert_element_type %p : i64 to i8
    loop.yield %a, %0 : i8, i8
  }
  loop.yield %y, %z : tensor<9xi64>, tensor<9xi8>
}

loop.kernel @complex(%x: tensor<9x2xcomplex<f32>>, %w: tensor<2x8xcomplex<f32>>) -> tensor<9x8xcomplex<f32>> iters(i = 9, j = 8, k = 2) {
  %y = loop.contract (i, j) over (k) reads(%a = %x[i, k] : tensor<9x2xcomplex<f32>>, %b = %w[k, j] : tensor<2x8xcomplex<f32>>) -> tensor<9x8xcomplex<f32>> {
    // NEEDLESS
    loop.yield %a, %b : complex<f32>, complex<f32>
  }
  loop.yield %y : tensor<9x8xcomplex<f32>>
}

// Sums in order, each rounded, behind a stage that leaves an iterator at its
// last point.
loop.kernel @ordered(%x: !x, %w: !w) -> !f iters(i = 20, j = 18, k = 2) {
  %v = loop.scan (k, j) along k [add] reads(%a = %w[k, j] : !w) -> !w {
    loop.yield %a : f32
  }
  %y = loop.contract (i, j) over (k) ordered reads(%a = %x[i, k] : !x, %b = %v[k, j] : !w) -> !f {
    // NEEDLESS
    %0 = prim.neg %a : f32
    loop.yield %0, %b : f32, f32
  }
  loop.yield %y : !f
}

// Factors that are not finite, and a fill, by which infinity is NaN or left
// out.
loop.kernel @infinite(%x: tensor<9xf32>, %w: tensor<11xf32>, %f: tensor<9xf32>) -> (tensor<9x11xf32>, tensor<9xf32>) iters(i = 9, j = 11, k = 11) {
  %y = loop.contract (i, j) over () reads(%a = %x[i] : tensor<9xf32>, %b = %f[j - 1] : tensor<9xf32> else 0.0) -> tensor<9x11xf32> {
    // NEEDLESS
    %0 = prim.neg %a : f32
    loop.yield %0, %b : f32, f32
  }
  %z = loop.contract (i) over (k) reads(%a = %f[i - 2] : tensor<9xf32> else 0.0, %b = %w[k] : tensor<11xf32>) -> tensor<9xf32> {
    // NEEDLESS
    %0 = prim.exp %b : f32
    loop.yield %a, %0 : f32, f32
  }
  loop.yield %y, %z : tensor<9x11xf32>, tensor<9xf32>
}

// A loop around the stage, whose turns have other factors; no steps; no points.
loop.kernel @around(%x: !x, %w: !w, %none: !none) -> (!f, tensor<20xf32>, tensor<?x20xf32, #tc.dims<[n, 20]>>) iters(i = 20, j = 18, k = 2, t = 3, l = n) {
  %zero = loop.map (i, j) reads() -> !f {
    %c = prim.constant 0.0 : f32
    loop.yield %c : f32
  }
  %y = loop.for t carry(%c = %zero : !f) -> !f {
    %p = loop.contract (i, j) over (k) reads(%a = %x[i, k] : !x, %b = %w[k, j] : !w) -> !f {
      // NEEDLESS
      %p = loop.index #tc.size<t + 1>
      %q = prim.convert_element_type %p : i64 to f32
      %0 = prim.mul %a, %q : f32
      loop.yield %0, %b : f32, f32
    }
    %next = loop.map (i, j) reads(%a = %c[i, j] : !f, %b = %p[i, j] : !f) -> !f {
      %0 = prim.sub %b, %a : f32
      loop.yield %0 : f32
    }
    loop.yield %next : !f
  }
  %steps = loop.contract (i) over (l, j) reads(%a = %x[i, 0] : !x, %b = %none[l] : !none) -> tensor<20xf32> {
    // NEEDLESS
    loop.yield %a, %b : f32, f32
  }
  %points = loop.contract (l, i) over (j, k) reads(%a = %x[i, k] : !x, %b = %none[l] : !none) -> tensor<?x20xf32, #tc.dims<[n, 20]>> {
    // NEEDLESS
    loop.yield %a, %b : f32, f32
  }
  loop.yield %y, %steps, %points : !f, tensor<20xf32>, tensor<?x20xf32, #tc.dims<[n, 20]>>
}

func.func @main(%x: !x {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 0}},
                %w: !w {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}},
                %l: tensor<3x300xi32> {tc.init = {kind = "randint", low = -9, high = 9, stream = 2}},
                %h: tensor<300x7xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3}},
                %b: tensor<9xi8> {tc.init = {kind = "randint", low = -128, high = 127, stream = 4}},
                %u: tensor<9x2xcomplex<f32>> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 5}},
                %v: tensor<2x8xcomplex<f32>> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 6}},
                %z: tensor<9xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 7}},
                %none: !none {tc.init = {kind = "constant", value = 1}})
    -> (tensor<9x4xf32>, !f, tensor<3x7xf32>, tensor<9xi64>, tensor<9xi8>, tensor<9x8xcomplex<f32>>, !f, tensor<9x11xf32>, tensor<9xf32>, !f, tensor<20xf32>, tensor<?x20xf32, #tc.dims<[n, 20]>>) {
  %p = prim.constant dense<[1.0, 2.0, 0x7F800000, 0.0, -3.0, 4.0, 0xFF800000, 0.5, 0.0]> : tensor<9xf32>
  %q = prim.constant dense<[1.0, 0.0, 3.0, 0xFF800000, 2.0, 0x7F800000, -1.0, 0.0, 9.0, 0xFFC00000, 1.0]> : tensor<11xf32>
  %r = prim.constant dense<[1.0, 2.0, -1.0, 0.5, -3.0, 4.0, 3.0, 0.5, -2.0]> : tensor<9xf32>
  %0 = loop.launch @mask(%x, %w) : (!x, !w) -> !f
  %1 = loop.launch @long(%l, %h) : (tensor<3x300xi32>, tensor<300x7xbf16>) -> tensor<3x7xf32>
  %2:2 = loop.launch @wrap(%b) : (tensor<9xi8>) -> (tensor<9xi64>, tensor<9xi8>)
  %3 = loop.launch @complex(%u, %v) : (tensor<9x2xcomplex<f32>>, tensor<2x8xcomplex<f32>>) -> tensor<9x8xcomplex<f32>>
  %4 = loop.launch @ordered(%x, %w) : (!x, !w) -> !f
  %5:2 = loop.launch @infinite(%p, %q, %r) : (tensor<9xf32>, tensor<11xf32>, tensor<9xf32>) -> (tensor<9x11xf32>, tensor<9xf32>)
  %6:3 = loop.launch @around(%x, %w, %none) : (!x, !w, !none) -> (!f, tensor<20xf32>, tensor<?x20xf32, #tc.dims<[n, 20]>>)
  %7 = loop.launch @errors(%z) : (tensor<9xf32>) -> tensor<9x4xf32>
  return %7, %0, %1, %2#0, %2#1, %3, %4, %5#0, %5#1, %6#0, %6#1, %6#2 : tensor<9x4xf32>, !f, tensor<3x7xf32>, tensor<9xi64>, tensor<9xi8>, tensor<9x8xcomplex<f32>>, !f, tensor<9x11xf32>, tensor<9xf32>, !f, tensor<20xf32>, tensor<?x20xf32, #tc.dims<[n, 20]>>
}
}

//--- needless.mlir
// What nothing needs is at no point that a factor is computed at.
loop.kernel @k(%x: tensor<9xf32>) -> tensor<9x9xf32> iters(i = 9, j = 9) {
  %y = loop.contract (i, j) over () reads(%a = %x[i] : tensor<9xf32>, %b = %x[j] : tensor<9xf32>) -> tensor<9x9xf32> {
    %p = loop.index #tc.size<i + j>
    %needless = loop.at %x[%p] : tensor<9xf32>
    loop.yield %a, %b : f32, f32
  }
  loop.yield %y : tensor<9x9xf32>
}
func.func @main(%x: tensor<9xf32> {tc.init = {kind = "constant", value = 1}}) -> tensor<9x9xf32> {
  %0 = loop.launch @k(%x) : (tensor<9xf32>) -> tensor<9x9xf32>
  return %0 : tensor<9x9xf32>
}

//--- first.mlir
// Both factors leave a tensor: the second one, of which more points of the
// first row exist, does it first.
loop.kernel @k(%x: tensor<9xf32>, %w: tensor<3xf32>) -> tensor<9x9xf32> iters(i = 9, j = 9) {
  %y = loop.contract (i, j) over () reads() -> tensor<9x9xf32> {
    %p = loop.index #tc.size<9*i>
    %q = loop.index #tc.size<j>
    %a = loop.at %x[%p] : tensor<9xf32>
    %b = loop.at %w[%q] : tensor<3xf32>
    loop.yield %a, %b : f32, f32
  }
  loop.yield %y : tensor<9x9xf32>
}
func.func @main(%x: tensor<9xf32> {tc.init = {kind = "constant", value = 1}},
                %w: tensor<3xf32> {tc.init = {kind = "constant", value = 1}}) -> tensor<9x9xf32> {
  %0 = loop.launch @k(%x, %w) : (tensor<9xf32>, tensor<3xf32>) -> tensor<9x9xf32>
  return %0 : tensor<9x9xf32>
}
