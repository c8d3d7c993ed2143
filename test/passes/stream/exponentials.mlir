// Exponentials relative to their row's maximum that are only summed over the row, or rounded to narrow floats, may be
// the machine's 2^x; what is divided by such a sum before it is rounded is multiplied by the row's reciprocal.
// RUN: tc-opt %s --split-input-file --loop-exponentials | FileCheck %s
// RUN: tc-opt %s --split-input-file --loop-exponentials --tc-verify-loop | FileCheck %s

!x = tensor<8x64xbf16>
!p = tensor<8x64xf32>
!r = tensor<8xf32>

// CHECK-LABEL: loop.kernel private @softmax
// CHECK: prim.exp {{.*}} {tc.absolute} : f32
// CHECK: %[[S:.*]] = loop.reduce (i) over (j) [add]
// CHECK: %[[R:.*]] = loop.map (i) reads(%[[A:.*]] = %[[S]][i] : tensor<8xf32>)
// CHECK-NEXT: prim.reciprocal %[[A]] : f32
// CHECK: loop.map (i, j) reads(%[[E:.*]] = %{{.*}}[i, j] : tensor<8x64xf32>, %[[B:.*]] = %[[R]][i] : tensor<8xf32>) -> tensor<8x64xbf16>
// CHECK-NEXT: %[[Y:.*]] = prim.mul %[[E]], %[[B]] : f32
// CHECK-NEXT: prim.convert_element_type %[[Y]]
loop.kernel private @softmax(%x: !x) -> !x iters(i = 8, j = 64) {
  %m = loop.reduce (i) over (j) [max] reads(%a = %x[i, j] : !x) -> !r {
    %0 = prim.convert_element_type %a : bf16 to f32
    loop.yield %0 : f32
  }
  %e = loop.map (i, j) reads(%a = %x[i, j] : !x, %b = %m[i] : !r) -> !p {
    %0 = prim.convert_element_type %a : bf16 to f32
    %1 = prim.sub %0, %b : f32
    %2 = prim.exp %1 : f32
    loop.yield %2 : f32
  }
  %s = loop.reduce (i) over (j) [add] reads(%a = %e[i, j] : !p) -> !r {
    loop.yield %a : f32
  }
  %y = loop.map (i, j) reads(%a = %e[i, j] : !p, %b = %s[i] : !r) -> !x {
    %0 = prim.div %a, %b : f32
    %1 = prim.convert_element_type %0 : f32 to bf16
    loop.yield %1 : bf16
  }
  loop.yield %y : !x
}

// -----

!x = tensor<8x64xbf16>
!r = tensor<8xf32>

// Of long rows exponentials are computed twice, in the sum and in the map.

// CHECK-LABEL: loop.kernel private @twice
// CHECK: prim.exp {{.*}} {tc.absolute} : f32
// CHECK: prim.reciprocal
// CHECK: prim.exp {{.*}} {tc.absolute} : f32
// CHECK-NOT: prim.div
loop.kernel private @twice(%x: !x) -> !x iters(i = 8, j = 64) {
  %m = loop.reduce (i) over (j) [max] reads(%a = %x[i, j] : !x) -> !r {
    %0 = prim.convert_element_type %a : bf16 to f32
    loop.yield %0 : f32
  }
  %s = loop.reduce (i) over (j) [add] reads(%a = %x[i, j] : !x, %b = %m[i] : !r) -> !r {
    %0 = prim.convert_element_type %a : bf16 to f32
    %1 = prim.sub %0, %b : f32
    %2 = prim.exp %1 : f32
    loop.yield %2 : f32
  }
  %y = loop.map (i, j) reads(%a = %x[i, j] : !x, %b = %m[i] : !r, %c = %s[i] : !r) -> !x {
    %0 = prim.convert_element_type %a : bf16 to f32
    %1 = prim.sub %0, %b : f32
    %2 = prim.exp %1 : f32
    %3 = prim.div %2, %c : f32
    %4 = prim.convert_element_type %3 : f32 to bf16
    loop.yield %4 : bf16
  }
  loop.yield %y : !x
}

// -----

!x = tensor<8x64xf32>
!r = tensor<8xf32>

// A log-sum-exp of f32: the terms are only summed.

// CHECK-LABEL: loop.kernel private @log_sum
// CHECK: prim.exp {{.*}} {tc.absolute} : f32
loop.kernel private @log_sum(%x: !x) -> !r iters(i = 8, j = 64) {
  %m = loop.reduce (i) over (j) [max] reads(%a = %x[i, j] : !x) -> !r {
    loop.yield %a : f32
  }
  %s = loop.reduce (i) over (j) [add] reads(%a = %x[i, j] : !x, %b = %m[i] : !r) -> !r {
    %1 = prim.sub %a, %b : f32
    %2 = prim.exp %1 : f32
    loop.yield %2 : f32
  }
  %y = loop.map (i) reads(%a = %m[i] : !r, %b = %s[i] : !r) -> !r {
    %0 = prim.log %b : f32
    %1 = prim.add %a, %0 : f32
    loop.yield %1 : f32
  }
  loop.yield %y : !r
}

// -----

!x = tensor<8x64xf32>
!r = tensor<8xf32>

// The maximum of a row of infinities is no level: a map has another for it, which
// is the maximum wherever that is finite. So it is with a level that is made of
// the maximum of other rows, or is not the maximum: these exponentials are exact.

// CHECK-LABEL: loop.kernel private @log_sum_level
// CHECK: prim.exp {{.*}} {tc.absolute} : f32
// CHECK-NOT: tc.absolute
// CHECK: prim.exp
// CHECK-NOT: tc.absolute
// CHECK: prim.exp
// CHECK-NOT: tc.absolute
loop.kernel private @log_sum_level(%x: !x) -> (!r, !r, !r) iters(i = 8, j = 64) {
  %m = loop.reduce (i) over (j) [max] reads(%a = %x[i, j] : !x) -> !r {
    loop.yield %a : f32
  }
  %l = loop.map (i) reads(%a = %m[i] : !r) -> !r {
    %most = prim.constant 3.40282347E+38 : f32
    %none = prim.constant 0xFF800000 : f32
    %zero = prim.constant 0.0 : f32
    %0 = prim.minimum %a, %most : f32
    %1 = prim.eq %0, %none : f32
    %2 = prim.where %1, %zero, %0 : i1, f32
    loop.yield %2 : f32
  }
  %h = loop.map (i) reads(%a = %m[i] : !r) -> !r {
    %most = prim.constant 3.0E+38 : f32
    %0 = prim.minimum %a, %most : f32
    loop.yield %0 : f32
  }
  %s = loop.reduce (i) over (j) [add] reads(%a = %x[i, j] : !x, %b = %l[i] : !r) -> !r {
    %1 = prim.sub %a, %b : f32
    %2 = prim.exp %1 : f32
    loop.yield %2 : f32
  }
  %t = loop.reduce (i) over (j) [add] reads(%a = %x[i, j] : !x, %b = %l[-i + 7] : !r) -> !r {
    %1 = prim.sub %a, %b : f32
    %2 = prim.exp %1 : f32
    loop.yield %2 : f32
  }
  %u = loop.reduce (i) over (j) [add] reads(%a = %x[i, j] : !x, %b = %h[i] : !r) -> !r {
    %1 = prim.sub %a, %b : f32
    %2 = prim.exp %1 : f32
    loop.yield %2 : f32
  }
  loop.yield %s, %t, %u : !r, !r, !r
}

// -----

!x = tensor<8x64xf32>
!r = tensor<8xf32>

// Exponentials that leave the kernel in f32 are exact to the last places.

// CHECK-LABEL: loop.kernel private @wide
// CHECK-NOT: tc.absolute
// CHECK: prim.div
loop.kernel private @wide(%x: !x) -> !x iters(i = 8, j = 64) {
  %m = loop.reduce (i) over (j) [max] reads(%a = %x[i, j] : !x) -> !r {
    loop.yield %a : f32
  }
  %e = loop.map (i, j) reads(%a = %x[i, j] : !x, %b = %m[i] : !r) -> !x {
    %1 = prim.sub %a, %b : f32
    %2 = prim.exp %1 : f32
    loop.yield %2 : f32
  }
  %s = loop.reduce (i) over (j) [add] reads(%a = %e[i, j] : !x) -> !r {
    loop.yield %a : f32
  }
  %y = loop.map (i, j) reads(%a = %e[i, j] : !x, %b = %s[i] : !r) -> !x {
    %0 = prim.div %a, %b : f32
    loop.yield %0 : f32
  }
  loop.yield %y : !x
}

// -----

!x = tensor<64x64xf32>
!r = tensor<64xf32>

// A sum over other points than the maximum's may have no term 1; nor has one
// that multiplies terms.

// CHECK-LABEL: loop.kernel private @others
// CHECK-NOT: tc.absolute
loop.kernel private @others(%x: !x) -> (!r, !r) iters(i = 64, j = 64) {
  %m = loop.reduce (i) over (j) [max] reads(%a = %x[i, j] : !x) -> !r {
    loop.yield %a : f32
  }
  %s = loop.reduce (j) over (i) [add] reads(%a = %x[i, j] : !x, %b = %m[i] : !r) -> !r {
    %1 = prim.sub %a, %b : f32
    %2 = prim.exp %1 : f32
    loop.yield %2 : f32
  }
  %e = loop.map (i, j) reads(%a = %x[i, j] : !x, %b = %m[i] : !r) -> !x {
    %1 = prim.sub %a, %b : f32
    %2 = prim.exp %1 : f32
    loop.yield %2 : f32
  }
  %t = loop.reduce (i) over (j) [add] reads(%a = %e[i, j] : !x, %b = %x[i, j] : !x) -> !r {
    %0 = prim.mul %a, %b : f32
    loop.yield %0 : f32
  }
  loop.yield %s, %t : !r, !r
}

// -----

!x = tensor<64x64xf32>
!r = tensor<64xf32>

// Nor has the sum of terms at other points of the row.

// CHECK-LABEL: loop.kernel private @turned
// CHECK-NOT: tc.absolute
loop.kernel private @turned(%x: !x) -> !r iters(i = 64, j = 64) {
  %m = loop.reduce (i) over (j) [max] reads(%a = %x[i, j] : !x) -> !r {
    loop.yield %a : f32
  }
  %e = loop.map (i, j) reads(%a = %x[i, j] : !x, %b = %m[i] : !r) -> !x {
    %1 = prim.sub %a, %b : f32
    %2 = prim.exp %1 : f32
    loop.yield %2 : f32
  }
  %t = loop.reduce (i) over (j) [add] reads(%a = %e[j, i] : !x) -> !r {
    loop.yield %a : f32
  }
  loop.yield %t : !r
}

// -----

!x = tensor<8x64xbf16>
!r = tensor<8xf32>

// A quotient by something that is no such sum stays one: its reciprocal may
// overflow. So does one whose result is not rounded, and a kernel with a
// schedule, whose stages have numbers.

// CHECK-LABEL: loop.kernel private @divided
// CHECK-NOT: prim.reciprocal
// CHECK-COUNT-2: prim.div
loop.kernel private @divided(%x: !x, %d: !r) -> (!x, tensor<8x64xf32>) iters(i = 8, j = 64) {
  %m = loop.reduce (i) over (j) [max] reads(%a = %x[i, j] : !x) -> !r {
    %0 = prim.convert_element_type %a : bf16 to f32
    loop.yield %0 : f32
  }
  %s = loop.reduce (i) over (j) [add] reads(%a = %x[i, j] : !x, %b = %m[i] : !r) -> !r {
    %0 = prim.convert_element_type %a : bf16 to f32
    %1 = prim.sub %0, %b : f32
    %2 = prim.exp %1 : f32
    loop.yield %2 : f32
  }
  %y = loop.map (i, j) reads(%a = %x[i, j] : !x, %b = %d[i] : !r) -> !x {
    %0 = prim.convert_element_type %a : bf16 to f32
    %1 = prim.div %0, %b : f32
    %2 = prim.convert_element_type %1 : f32 to bf16
    loop.yield %2 : bf16
  }
  %z = loop.map (i, j) reads(%a = %x[i, j] : !x, %b = %s[i] : !r) -> tensor<8x64xf32> {
    %0 = prim.convert_element_type %a : bf16 to f32
    %1 = prim.div %0, %b : f32
    loop.yield %1 : f32
  }
  loop.yield %y, %z : !x, tensor<8x64xf32>
}

// -----

!x = tensor<8x64xf32>
!r = tensor<8xf32>

// CHECK-LABEL: loop.kernel private @scheduled
// CHECK-NOT: tc.absolute
loop.kernel private @scheduled(%x: !x) -> !r iters(i = 8, j = 64) attributes {loop.schedule = {}} {
  %m = loop.reduce (i) over (j) [max] reads(%a = %x[i, j] : !x) -> !r {
    loop.yield %a : f32
  }
  %s = loop.reduce (i) over (j) [add] reads(%a = %x[i, j] : !x, %b = %m[i] : !r) -> !r {
    %1 = prim.sub %a, %b : f32
    %2 = prim.exp %1 : f32
    loop.yield %2 : f32
  }
  loop.yield %s : !r
}

// -----

!x = tensor<8x64xbf16>
!o = tensor<8x64xf32>

// Error functions that are only added to 1 in a map of narrow floats; not in one
// of f32, nor where it is read by itself, or added to less.

// CHECK-LABEL: loop.kernel private @gelu
// CHECK: prim.erf {{.*}} {tc.absolute} : f32
// CHECK-NOT: tc.absolute
loop.kernel private @gelu(%x: !x) -> (!x, !o, !x, !x) iters(i = 8, j = 64) {
  %y = loop.map (i, j) reads(%a = %x[i, j] : !x) -> !x {
    %0 = prim.convert_element_type %a : bf16 to f32
    %1 = prim.erf %0 : f32
    %2 = prim.constant 1.0 : f32
    %3 = prim.add %1, %2 : f32
    %4 = prim.mul %0, %3 : f32
    %5 = prim.convert_element_type %4 : f32 to bf16
    loop.yield %5 : bf16
  }
  %z = loop.map (i, j) reads(%a = %x[i, j] : !x) -> !o {
    %0 = prim.convert_element_type %a : bf16 to f32
    %1 = prim.erf %0 : f32
    %2 = prim.constant 1.0 : f32
    %3 = prim.add %1, %2 : f32
    loop.yield %3 : f32
  }
  %u = loop.map (i, j) reads(%a = %x[i, j] : !x) -> !x {
    %0 = prim.convert_element_type %a : bf16 to f32
    %1 = prim.erf %0 : f32
    %2 = prim.constant 1.0 : f32
    %3 = prim.add %1, %2 : f32
    %4 = prim.mul %1, %3 : f32
    %5 = prim.convert_element_type %4 : f32 to bf16
    loop.yield %5 : bf16
  }
  %v = loop.map (i, j) reads(%a = %x[i, j] : !x) -> !x {
    %0 = prim.convert_element_type %a : bf16 to f32
    %1 = prim.erf %0 : f32
    %2 = prim.constant 0.5 : f32
    %3 = prim.add %1, %2 : f32
    %4 = prim.convert_element_type %3 : f32 to bf16
    loop.yield %4 : bf16
  }
  loop.yield %y, %z, %u, %v : !x, !o, !x, !x
}

// -----

!x = tensor<8x64xbf16>

// CHECK-LABEL: loop.kernel private @gelu_tanh
// CHECK: prim.tanh {{.*}} {tc.absolute} : bf16
loop.kernel private @gelu_tanh(%x: !x) -> !x iters(i = 8, j = 64) {
  %y = loop.map (i, j) reads(%a = %x[i, j] : !x) -> !x {
    %1 = prim.tanh %a : bf16
    %2 = prim.constant 1.0 : bf16
    %3 = prim.add %2, %1 : bf16
    %4 = prim.mul %a, %3 : bf16
    loop.yield %4 : bf16
  }
  loop.yield %y : !x
}
