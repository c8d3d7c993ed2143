// Kernels as large as it takes for waves, blocks, tiles and parts to matter,
// and no multiples of them: thread by thread on the CPU, as the interpreter does.
// RUN: tc-opt %s -o %t.1 && tc-opt %t.1 -o %t.2 && cmp %t.1 %t.2

!x = tensor<7x777xf32>
!r = tensor<7xf32>
!k = tensor<7xi64>
!h = tensor<7x777xbf16>
!w = tensor<1000x3000xf32>

// A row in all ways at once: its greatest element and where it is, a complex
// sum, a sum of f64, truth values; then maps that read them.
loop.kernel @rows(%x: !x, %h: !h) -> (!x, !k, tensor<7xcomplex<f32>>, tensor<7xf64>, tensor<7xi1>, !h, !r) iters(i = 7, j = 777) {
  %v, %k = loop.reduce (i) over (j) [custom] reads(%a = %x[i, j] : !x) -> (!r, !k) {
    %p = loop.index #tc.size<j>
    loop.yield %a, %p : f32, i64
  } combine [0xFF800000 : f32, -1] (%v0: f32, %k0: i64, %v1: f32, %k1: i64) {
    %greater = prim.gt %v0, %v1 : f32
    %equal = prim.eq %v0, %v1 : f32
    %before = prim.lt %k0, %k1 : i64
    %first = prim.bitwise_and %equal, %before : i1
    %c = prim.bitwise_or %greater, %first : i1
    %v = prim.where %c, %v0, %v1 : i1, f32
    %k = prim.where %c, %k0, %k1 : i1, i64
    loop.yield %v, %k : f32, i64
  }
  %z = loop.reduce (i) over (j) [add] reads(%a = %x[i, j] : !x, %b = %x[i, 776 - j] : !x) -> tensor<7xcomplex<f32>> {
    %0 = prim.complex %a, %b : f32
    loop.yield %0 : complex<f32>
  }
  %d = loop.reduce (i) over (j) [add] reads(%a = %x[i, j] : !x) -> tensor<7xf64> {
    %0 = prim.convert_element_type %a : f32 to f64
    loop.yield %0 : f64
  }
  %t = loop.reduce (i) over (j) [and] reads(%a = %x[i, j] : !x, %b = %v[i] : !r) -> tensor<7xi1> {
    %0 = prim.le %a, %b : f32
    loop.yield %0 : i1
  }
  %e = loop.map (i, j) reads(%a = %x[i, j] : !x, %b = %v[i] : !r) -> !x {
    %0 = prim.sub %a, %b : f32
    loop.yield %0 : f32
  }
  %m = loop.reduce (i) over (j) [add] reads(%a = %e[i, j] : !x) -> !r {
    loop.yield %a : f32
  }
  %y = loop.map (i, j) reads(%a = %e[i, j - 1] : !x else 9.0, %b = %m[i] : !r) -> !x {
    %0 = prim.add %a, %b : f32
    loop.yield %0 : f32
  }
  %g = loop.map (i, j) reads(%a = %h[i, j] : !h, %b = %e[i, j] : !x) -> !h {
    %0 = prim.convert_element_type %b : f32 to bf16
    %1 = prim.add %a, %0 : bf16
    loop.yield %1 : bf16
  }
  loop.yield %y, %k, %z, %d, %t, %g, %m : !x, !k, tensor<7xcomplex<f32>>, tensor<7xf64>, tensor<7xi1>, !h, !r
}

// As many points as make vectors worth it: of f32, and of bf16 and truth values.
loop.kernel @vectors(%w: !w, %b: tensor<1000xf32>) -> (!w, tensor<1000x3000xbf16>, tensor<1000x3000xi1>) iters(i = 1000, j = 3000) {
  %p = loop.map (i, j) reads(%x = %w[i, j] : !w, %y = %b[i] : tensor<1000xf32>) -> !w {
    %0 = prim.add %x, %y : f32
    loop.yield %0 : f32
  }
  %q = loop.map (i, j) reads(%x = %p[i, j] : !w) -> tensor<1000x3000xbf16> {
    %0 = prim.convert_element_type %x : f32 to bf16
    loop.yield %0 : bf16
  }
  %r = loop.map (i, j) reads(%x = %p[i, j] : !w, %y = %q[i, j] : tensor<1000x3000xbf16>) -> tensor<1000x3000xi1> {
    %0 = prim.convert_element_type %y : bf16 to f32
    %1 = prim.lt %x, %0 : f32
    loop.yield %1 : i1
  }
  loop.yield %p, %q, %r : !w, tensor<1000x3000xbf16>, tensor<1000x3000xi1>
}

// Sums in parts: along rows, along columns, of everything.
loop.kernel @parts(%w: !w) -> (tensor<1000xf32>, tensor<3000xf32>, tensor<f32>) iters(i = 1000, j = 3000) {
  %a = loop.reduce (i) over (j) [add] reads(%x = %w[i, j] : !w) -> tensor<1000xf32> {
    loop.yield %x : f32
  }
  %b = loop.reduce (j) over (i) [max] reads(%x = %w[i, j] : !w) -> tensor<3000xf32> {
    loop.yield %x : f32
  }
  %c = loop.reduce () over (i, j) [add] reads(%x = %w[i, j] : !w) -> tensor<f32> {
    loop.yield %x : f32
  }
  loop.yield %a, %b, %c : tensor<1000xf32>, tensor<3000xf32>, tensor<f32>
}

// A product of no multiples of anything, with its maps, each factor either way.
!a = tensor<2x70x300xf32>
!b = tensor<2x300x131xf32>
!c = tensor<2x70x131xf32>
loop.kernel @product(%x: !a, %y: !b, %bias: tensor<131xf32>) -> (!c, !c) iters(n = 2, i = 70, j = 131, k = 300) {
  %p = loop.contract (n, i, j) over (k) reads(%u = %x[n, i, k] : !a, %v = %y[n, k, j] : !b) -> !c {
    loop.yield %u, %v : f32, f32
  }
  %q = loop.map (n, i, j) reads(%u = %p[n, i, j] : !c, %v = %bias[j] : tensor<131xf32>) -> !c {
    %0 = prim.add %u, %v : f32
    loop.yield %0 : f32
  }
  loop.yield %p, %q : !c, !c
}
!at = tensor<300x70xf64>
!bt = tensor<131x300xf64>
!ct = tensor<70x131xf64>
loop.kernel @turned(%x: !at, %y: !bt) -> !ct iters(i = 70, j = 131, k = 300) {
  %p = loop.contract (i, j) over (k) reads(%u = %x[k, i] : !at, %v = %y[j, k] : !bt) -> !ct {
    loop.yield %u, %v : f64, f64
  }
  loop.yield %p : !ct
}

// A tall one, of bf16.
!ah = tensor<2100x40xbf16>
!bh = tensor<40x72xbf16>
!ch = tensor<2100x72xbf16>
loop.kernel @tall(%x: !ah, %y: !bh) -> !ch iters(i = 2100, j = 72, k = 40) {
  %p = loop.contract (i, j) over (k) reads(%u = %x[i, k] : !ah, %v = %y[k, j] : !bh) -> !ch {
    loop.yield %u, %v : bf16, bf16
  }
  loop.yield %p : !ch
}

// A convolution with strides and borders.
!i = tensor<2x9x13x11xf32>
!f = tensor<20x9x3x3xf32>
!o = tensor<2x20x7x6xf32>
loop.kernel @convolution(%x: !i, %w: !f) -> !o iters(n = 2, o = 20, h = 7, v = 6, c = 9, r = 3, s = 3) {
  %p = loop.contract (n, o, h, v) over (c, r, s) reads(%a = %x[n, c, 2*h + r - 1, 2*v + s - 1] : !i else 0.0, %b = %w[o, c, r, s] : !f) -> !o {
    loop.yield %a, %b : f32, f32
  }
  loop.yield %p : !o
}

// Rows of sizes that are not known: what lies between stages is in temporaries.
!s = tensor<?x?xf32, #tc.dims<[m, n]>>
!t = tensor<?xf32, #tc.dims<[m]>>
loop.kernel @symbolic(%x: !s) -> !s iters(i = m, j = n) {
  %m = loop.reduce (i) over (j) [max] reads(%a = %x[i, j] : !s) -> !t {
    loop.yield %a : f32
  }
  %e = loop.map (i, j) reads(%a = %x[i, j] : !s, %b = %m[i] : !t) -> !s {
    %0 = prim.sub %a, %b : f32
    loop.yield %0 : f32
  }
  %y = loop.map (i, j) reads(%a = %e[i, n - 1 - j] : !s, %b = %m[i] : !t) -> !s {
    %0 = prim.mul %a, %b : f32
    loop.yield %0 : f32
  }
  loop.yield %y : !s
}

// Rows in vectors: the same lanes for what is reduced and what is made of it.
!q = tensor<9x1536xf32>
!u = tensor<9xf32>
loop.kernel @wide(%x: !q, %g: tensor<1536xf32>) -> (!q, tensor<9x1536xbf16>, tensor<9xi64>) iters(i = 9, j = 1536) {
  %m, %k = loop.reduce (i) over (j) [custom] reads(%a = %x[i, j] : !q) -> (!u, tensor<9xi64>) {
    %p = loop.index #tc.size<j>
    loop.yield %a, %p : f32, i64
  } combine [0xFF800000 : f32, -1] (%v0: f32, %k0: i64, %v1: f32, %k1: i64) {
    %greater = prim.gt %v0, %v1 : f32
    %equal = prim.eq %v0, %v1 : f32
    %before = prim.lt %k0, %k1 : i64
    %first = prim.bitwise_and %equal, %before : i1
    %c = prim.bitwise_or %greater, %first : i1
    %v = prim.where %c, %v0, %v1 : i1, f32
    %k = prim.where %c, %k0, %k1 : i1, i64
    loop.yield %v, %k : f32, i64
  }
  %e = loop.map (i, j) reads(%a = %x[i, j] : !q, %b = %m[i] : !u) -> !q {
    %0 = prim.sub %a, %b : f32
    loop.yield %0 : f32
  }
  %s = loop.reduce (i) over (j) [add] reads(%a = %e[i, j] : !q) -> !u {
    loop.yield %a : f32
  }
  %y = loop.map (i, j) reads(%a = %e[i, j] : !q, %b = %s[i] : !u, %c = %g[j] : tensor<1536xf32>) -> !q {
    %0 = prim.div %a, %b : f32
    %1 = prim.mul %0, %c : f32
    loop.yield %1 : f32
  }
  %z = loop.map (i, j) reads(%a = %e[i, 1535 - j] : !q, %b = %y[i, j] : !q) -> tensor<9x1536xbf16> {
    %0 = prim.add %a, %b : f32
    %1 = prim.convert_element_type %0 : f32 to bf16
    loop.yield %1 : bf16
  }
  loop.yield %y, %z, %k : !q, tensor<9x1536xbf16>, tensor<9xi64>
}

// What of large results is compared.
loop.kernel @sums(%p: !w, %q: tensor<1000x3000xbf16>, %r: tensor<1000x3000xi1>) -> (tensor<f32>, tensor<f32>, tensor<i64>) iters(i = 1000, j = 3000) {
  %a = loop.reduce () over (i, j) [add] reads(%x = %p[i, j] : !w) -> tensor<f32> {
    %0 = prim.mul %x, %x : f32
    loop.yield %0 : f32
  }
  %b = loop.reduce () over (i, j) [add] reads(%x = %q[i, j] : tensor<1000x3000xbf16>) -> tensor<f32> {
    %0 = prim.convert_element_type %x : bf16 to f32
    %1 = prim.mul %0, %0 : f32
    loop.yield %1 : f32
  }
  %c = loop.reduce () over (i, j) [add] reads(%x = %r[i, j] : tensor<1000x3000xi1>) -> tensor<i64> {
    %0 = loop.index #tc.size<i + j>
    %1 = prim.convert_element_type %x : i1 to i64
    %2 = prim.mul %0, %1 : i64
    loop.yield %2 : i64
  }
  loop.yield %a, %b, %c : tensor<f32>, tensor<f32>, tensor<i64>
}

!s1 = tensor<5x600xf32>
func.func @main(%x: !x {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}}, %h: !h {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}}, %w: !w {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3}}, %a: !a {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 4}}, %b: !b {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 5}}, %bias: tensor<131xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 6}}, %at: !at {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 7}}, %bt: !bt {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 8}}, %ah: !ah {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 9}}, %bh: !bh {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 10}}, %i: !i {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 11}}, %f: !f {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 12}}, %s: !s1 {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 13}}, %v: tensor<1000xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 14}}, %xq: !q {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 15}}, %gq: tensor<1536xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 16}}) -> (!x, !k, tensor<7xcomplex<f32>>, tensor<7xf64>, tensor<7xi1>, !h, !r, tensor<1000xf32>, tensor<3000xf32>, tensor<f32>, !c, !c, !ct, !ch, !o, !s1, tensor<f32>, tensor<f32>, tensor<i64>, !q, tensor<9x1536xbf16>, tensor<9xi64>) {
  %0:7 = loop.launch @rows(%x, %h) : (!x, !h) -> (!x, !k, tensor<7xcomplex<f32>>, tensor<7xf64>, tensor<7xi1>, !h, !r)
  %1:3 = loop.launch @parts(%w) : (!w) -> (tensor<1000xf32>, tensor<3000xf32>, tensor<f32>)
  %2:2 = loop.launch @product(%a, %b, %bias) : (!a, !b, tensor<131xf32>) -> (!c, !c)
  %3 = loop.launch @turned(%at, %bt) : (!at, !bt) -> !ct
  %4 = loop.launch @tall(%ah, %bh) : (!ah, !bh) -> !ch
  %5 = loop.launch @convolution(%i, %f) : (!i, !f) -> !o
  %6 = loop.launch @symbolic(%s) : (!s1) -> !s1
  %7:3 = loop.launch @vectors(%w, %v) : (!w, tensor<1000xf32>) -> (!w, tensor<1000x3000xbf16>, tensor<1000x3000xi1>)
  %8:3 = loop.launch @sums(%7#0, %7#1, %7#2) : (!w, tensor<1000x3000xbf16>, tensor<1000x3000xi1>) -> (tensor<f32>, tensor<f32>, tensor<i64>)
  %9:3 = loop.launch @wide(%xq, %gq) : (!q, tensor<1536xf32>) -> (!q, tensor<9x1536xbf16>, tensor<9xi64>)
  return %0#0, %0#1, %0#2, %0#3, %0#4, %0#5, %0#6, %1#0, %1#1, %1#2, %2#0, %2#1, %3, %4, %5, %6, %8#0, %8#1, %8#2, %9#0, %9#1, %9#2 : !x, !k, tensor<7xcomplex<f32>>, tensor<7xf64>, tensor<7xi1>, !h, !r, tensor<1000xf32>, tensor<3000xf32>, tensor<f32>, !c, !c, !ct, !ch, !o, !s1, tensor<f32>, tensor<f32>, tensor<i64>, !q, tensor<9x1536xbf16>, tensor<9xi64>
}
