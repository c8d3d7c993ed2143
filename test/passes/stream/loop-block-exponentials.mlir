// Maxima of columns and sums of exponentials less these, by blocks of rows.
// RUN: tc-opt %s --split-input-file --loop-block-exponentials=target=x86-64-v3 | FileCheck %s
// RUN: tc-opt %s --split-input-file --loop-block-exponentials=target=x86-64-v3 --tc-verify-loop -o /dev/null
// However many rows a block may have, there are blocks for all tasks.
// RUN: env TC_NUMBERS=exponentials_rows=1099511627776 tc-opt %s --split-input-file --loop-block-exponentials=target=x86-64-v3 | FileCheck %s --check-prefix=MOST
// MOST-LABEL: loop.kernel private @softmax
// MOST-SAME: block.0 = 16, row.0 = 80

// A softmax: the exponentials are the sum's own, and the map's that reads them.
!x = tensor<1280x256xf32>
!c = tensor<256xf32>
// CHECK-LABEL: loop.kernel private @softmax
// CHECK-SAME: iters(i = 1280, j = 256, block.0 = 20, row.0 = 64)
// CHECK-NEXT: %[[MB:.*]] = loop.reduce (block.0, j) over (row.0) [max] reads(%{{.*}} = %arg0[64*block.0 + row.0, j] : {{.*}}) -> tensor<20x256xf32>
// CHECK: %[[SB:.*]] = loop.reduce (block.0, j) over (row.0) [add] reads(%[[A:.*]] = %arg0[64*block.0 + row.0, j] : {{.*}}, %[[OWN:.*]] = %[[MB]][block.0, j] : tensor<20x256xf32>) -> tensor<20x256xf32>
// CHECK-NEXT: %[[D:.*]] = prim.sub %[[A]], %[[OWN]] : f32
// CHECK-NEXT: %[[E:.*]] = prim.exp %[[D]] {tc.absolute} : f32
// CHECK-NEXT: loop.yield %[[E]] : f32
// CHECK: %[[M:.*]] = loop.reduce (j) over (block.0) [max] reads(%{{.*}} = %[[MB]][block.0, j] : tensor<20x256xf32>) -> tensor<256xf32>
// CHECK: %[[S:.*]] = loop.reduce (j) over (block.0) [add] reads(%[[P:.*]] = %[[SB]][block.0, j] : {{.*}}, %[[Q:.*]] = %[[MB]][block.0, j] : {{.*}}, %[[ALL:.*]] = %[[M]][j] : tensor<256xf32>) -> tensor<256xf32>
// CHECK-NEXT: %[[D:.*]] = prim.sub %[[Q]], %[[ALL]] : f32
// CHECK-NEXT: %[[F:.*]] = prim.exp %[[D]] : f32
// CHECK-NEXT: %[[T:.*]] = prim.mul %[[P]], %[[F]] : f32
// CHECK-NEXT: %[[INF:.*]] = prim.constant 0xFF800000 : f32
// CHECK-NEXT: %[[EMPTY:.*]] = prim.eq %[[Q]], %[[INF]] : f32
// CHECK-NEXT: %[[ZERO:.*]] = prim.constant 0.0
// CHECK-NEXT: %[[U:.*]] = prim.where %[[EMPTY]], %[[ZERO]], %[[T]] : i1, f32
// CHECK-NEXT: %[[SAME:.*]] = prim.eq %[[Q]], %[[ALL]] : f32
// CHECK-NEXT: %[[V:.*]] = prim.where %[[SAME]], %[[P]], %[[U]] : i1, f32
// CHECK-NEXT: loop.yield %[[V]] : f32
// CHECK: loop.map (i, j) reads(
// CHECK: prim.exp
// CHECK: prim.div
// CHECK: loop.yield
loop.kernel private @softmax(%x: !x) -> !x iters(i = 1280, j = 256) {
  %m = loop.reduce (j) over (i) [max] reads(%a = %x[i, j] : !x) -> !c {
    loop.yield %a : f32
  }
  %e = loop.map (i, j) reads(%a = %x[i, j] : !x, %b = %m[j] : !c) -> !x {
    %0 = prim.sub %a, %b : f32
    %1 = prim.exp %0 : f32
    loop.yield %1 : f32
  }
  %s = loop.reduce (j) over (i) [add] reads(%a = %e[i, j] : !x) -> !c {
    loop.yield %a : f32
  }
  %y = loop.map (i, j) reads(%a = %e[i, j] : !x, %b = %s[j] : !c) -> !x {
    %0 = prim.div %a, %b : f32
    loop.yield %0 : f32
  }
  loop.yield %y : !x
}

// -----

// Of scaled numbers of a channels-last argument, with positions in the body, by
// powers of two, in blocks of the greatest divisor up to 64: 50.
!x = tensor<2x256x1000xf64>
!c = tensor<2x256xf64>
// CHECK-LABEL: loop.kernel private @positions
// CHECK-SAME: block.0 = 20, row.0 = 50
// CHECK-NEXT: loop.reduce (block.0, n, c) over (row.0) [max] reads(%{{.*}} = %arg0[n, c, 50*block.0 + row.0]
// CHECK-NEXT: loop.index <50*block.0 + row.0>
// CHECK: loop.reduce (block.0, n, c) over (row.0) [add]
// CHECK: loop.index <50*block.0 + row.0>
// CHECK: prim.exp2
// CHECK-NOT: tc.absolute
// CHECK: loop.reduce (n, c) over (block.0) [max]
// CHECK: loop.reduce (n, c) over (block.0) [add]
// CHECK: prim.exp2
loop.kernel private @positions(%x: !x {tc.layout = #tc.layout<order = [0, 2, 1]>}) -> !c iters(n = 2, c = 256, h = 1000) {
  %m = loop.reduce (n, c) over (h) [max] reads(%a = %x[n, c, h] : !x) -> !c {
    %p = loop.index <h>
    %f = prim.convert_element_type %p : i64 to f64
    %0 = prim.mul %a, %f : f64
    loop.yield %0 : f64
  }
  %s = loop.reduce (n, c) over (h) [add] reads(%a = %x[n, c, h] : !x, %b = %m[n, c] : !c) -> !c {
    %p = loop.index <h>
    %f = prim.convert_element_type %p : i64 to f64
    %0 = prim.mul %a, %f : f64
    %1 = prim.sub %0, %b : f64
    %2 = prim.exp2 %1 : f64
    loop.yield %2 : f64
  }
  loop.yield %s : !c
}

// -----

// Not of rows, whose elements lie side by side,
!x = tensor<256x1280xf32>
!c = tensor<256xf32>
// CHECK-LABEL: loop.kernel private @rows
// CHECK-SAME: iters(i = 1280, j = 256) {
loop.kernel private @rows(%x: !x) -> !c iters(i = 1280, j = 256) {
  %m = loop.reduce (j) over (i) [max] reads(%a = %x[j, i] : !x) -> !c {
    loop.yield %a : f32
  }
  %s = loop.reduce (j) over (i) [add] reads(%a = %x[j, i] : !x, %b = %m[j] : !c) -> !c {
    %0 = prim.sub %a, %b : f32
    %1 = prim.exp %0 : f32
    loop.yield %1 : f32
  }
  loop.yield %s : !c
}

// -----

// nor where the maximum is another's,
!x = tensor<1280x256xf32>
!c = tensor<256xf32>
// CHECK-LABEL: loop.kernel private @other
// CHECK-SAME: iters(i = 1280, j = 256) {
loop.kernel private @other(%x: !x, %z: !x) -> !c iters(i = 1280, j = 256) {
  %m = loop.reduce (j) over (i) [max] reads(%a = %z[i, j] : !x) -> !c {
    loop.yield %a : f32
  }
  %s = loop.reduce (j) over (i) [add] reads(%a = %x[i, j] : !x, %b = %m[j] : !c) -> !c {
    %0 = prim.sub %a, %b : f32
    %1 = prim.exp %0 : f32
    loop.yield %1 : f32
  }
  loop.yield %s : !c
}

// -----

// nor of rows without a divisor for blocks, nor by an ordered sum, nor with a
// schedule of its own.
!x = tensor<1283x256xf32>
!z = tensor<1280x256xf32>
!c = tensor<256xf32>
// CHECK-LABEL: loop.kernel private @prime
// CHECK-SAME: iters(i = 1283, j = 256) {
loop.kernel private @prime(%x: !x) -> !c iters(i = 1283, j = 256) {
  %m = loop.reduce (j) over (i) [max] reads(%a = %x[i, j] : !x) -> !c {
    loop.yield %a : f32
  }
  %s = loop.reduce (j) over (i) [add] reads(%a = %x[i, j] : !x, %b = %m[j] : !c) -> !c {
    %0 = prim.sub %a, %b : f32
    %1 = prim.exp %0 : f32
    loop.yield %1 : f32
  }
  loop.yield %s : !c
}
// CHECK-LABEL: loop.kernel private @scheduled
// CHECK-SAME: iters(i = 1280, j = 256) attributes
loop.kernel private @scheduled(%x: !z) -> !c iters(i = 1280, j = 256) attributes {loop.schedule = {}} {
  %m = loop.reduce (j) over (i) [max] reads(%a = %x[i, j] : !z) -> !c {
    loop.yield %a : f32
  }
  %s = loop.reduce (j) over (i) [add] reads(%a = %x[i, j] : !z, %b = %m[j] : !c) -> !c {
    %0 = prim.sub %a, %b : f32
    %1 = prim.exp %0 : f32
    loop.yield %1 : f32
  }
  loop.yield %s : !c
}

// -----

// Nor where something else goes down the same rows, or two sums have one
// maximum.
!x = tensor<1280x256xf32>
!c = tensor<256xf32>
// CHECK-LABEL: loop.kernel private @beside
// CHECK-SAME: iters(i = 1280, j = 256) {
loop.kernel private @beside(%x: !x) -> (!c, !c) iters(i = 1280, j = 256) {
  %m = loop.reduce (j) over (i) [max] reads(%a = %x[i, j] : !x) -> !c {
    loop.yield %a : f32
  }
  %s = loop.reduce (j) over (i) [add] reads(%a = %x[i, j] : !x, %b = %m[j] : !c) -> !c {
    %0 = prim.sub %a, %b : f32
    %1 = prim.exp %0 : f32
    loop.yield %1 : f32
  }
  %t = loop.reduce (j) over (i) [add] reads(%a = %x[i, j] : !x) -> !c {
    loop.yield %a : f32
  }
  loop.yield %s, %t : !c, !c
}
// CHECK-LABEL: loop.kernel private @shared
// CHECK-SAME: iters(i = 1280, j = 256) {
loop.kernel private @shared(%x: !x) -> (!c, !c) iters(i = 1280, j = 256) {
  %m = loop.reduce (j) over (i) [max] reads(%a = %x[i, j] : !x) -> !c {
    loop.yield %a : f32
  }
  %s = loop.reduce (j) over (i) [add] reads(%a = %x[i, j] : !x, %b = %m[j] : !c) -> !c {
    %0 = prim.sub %a, %b : f32
    %1 = prim.exp %0 : f32
    loop.yield %1 : f32
  }
  %t = loop.reduce (j) over (i) [add] reads(%a = %x[i, j] : !x, %b = %m[j] : !c) -> !c {
    %0 = prim.sub %a, %b : f32
    %1 = prim.exp2 %0 : f32
    loop.yield %1 : f32
  }
  loop.yield %s, %t : !c, !c
}

// -----

// Few rows are worth it only where the machine has a 2^x.
// RUN: tc-opt %s --split-input-file --loop-block-exponentials=target=x86-64-v4 | FileCheck %s --check-prefix=SCALED
!x = tensor<320x256xf32>
!c = tensor<256xf32>
// CHECK-LABEL: loop.kernel private @few
// CHECK-SAME: iters(i = 320, j = 256) {
// SCALED-LABEL: loop.kernel private @few
// SCALED-SAME: block.0 = 16, row.0 = 20)
loop.kernel private @few(%x: !x) -> !c iters(i = 320, j = 256) {
  %m = loop.reduce (j) over (i) [max] reads(%a = %x[i, j] : !x) -> !c {
    loop.yield %a : f32
  }
  %s = loop.reduce (j) over (i) [add] reads(%a = %x[i, j] : !x, %b = %m[j] : !c) -> !c {
    %0 = prim.sub %a, %b : f32
    %1 = prim.exp %0 : f32
    loop.yield %1 : f32
  }
  loop.yield %s : !c
}

// -----

// A map that reads the exponentials at two places computes both.
!x = tensor<1280x256xf32>
!c = tensor<256xf32>
// CHECK-LABEL: loop.kernel private @twice
// CHECK: loop.reduce (j) over (block.0) [add]
// CHECK: loop.map (i, j) reads({{.*}} = %arg0[-i + 1279, j] : {{.*}} = %arg0[i, j] : {{.*}})
// CHECK: prim.exp
// CHECK: prim.exp
// CHECK: loop.yield
loop.kernel private @twice(%x: !x) -> !x iters(i = 1280, j = 256) {
  %m = loop.reduce (j) over (i) [max] reads(%a = %x[i, j] : !x) -> !c {
    loop.yield %a : f32
  }
  %e = loop.map (i, j) reads(%a = %x[i, j] : !x, %b = %m[j] : !c) -> !x {
    %0 = prim.sub %a, %b : f32
    %1 = prim.exp %0 : f32
    loop.yield %1 : f32
  }
  %s = loop.reduce (j) over (i) [add] reads(%a = %e[i, j] : !x) -> !c {
    loop.yield %a : f32
  }
  %y = loop.map (i, j) reads(%a = %e[i, j] : !x, %b = %e[1279 - i, j] : !x, %c = %s[j] : !c) -> !x {
    %0 = prim.add %a, %b : f32
    %1 = prim.div %0, %c : f32
    loop.yield %1 : f32
  }
  loop.yield %y : !x
}
