// A mean and the squares of deviations from it, of columns, by blocks of rows.
// RUN: tc-opt %s --split-input-file --loop-moments=blocks=true | FileCheck %s

!x = tensor<16x64x12x40xf32>
!c = tensor<64xf32>

// CHECK-LABEL: loop.kernel private @norm
// CHECK-NEXT: %[[S:.*]] = loop.reduce (n, h, c) over (w) [add] reads(%{{.*}} = %arg0[n, c, h, w] : {{.*}}) -> tensor<16x12x64xf32>
// CHECK: %[[Q:.*]] = loop.reduce (n, h, c) over (w) [add] reads(%[[F:.*]] = %arg0[n, c, h, w] : {{.*}}, %[[OWN:.*]] = %[[S]][n, h, c] : tensor<16x12x64xf32>) -> tensor<16x12x64xf32>
// CHECK-NEXT: %[[K:.*]] = prim.constant 4.000000e+01
// CHECK-NEXT: %[[B:.*]] = prim.div %[[OWN]], %[[K]]
// CHECK-NEXT: %[[D:.*]] = prim.sub %[[F]], %[[B]]
// CHECK-NEXT: %[[DD:.*]] = prim.mul %[[D]], %[[D]]
// CHECK-NEXT: loop.yield %[[DD]]
// CHECK: %[[SUM:.*]] = loop.reduce (c) over (n, h) [add] reads(%{{.*}} = %[[S]][n, h, c]
// CHECK: %[[MEAN:.*]] = loop.map (c) reads(%{{.*}} = %[[SUM]][c]
// CHECK: %[[SQ:.*]] = loop.reduce (c) over (n, h) [add] reads(%[[P:.*]] = %[[Q]][n, h, c] : {{.*}}, %{{.*}} = %[[S]][n, h, c] : {{.*}}, %{{.*}} = %[[MEAN]][c]
// CHECK: %[[T:.*]] = prim.add %[[P]]
// CHECK: loop.yield %[[T]]
// CHECK: loop.yield %[[SUM]], %[[MEAN]], %[[SQ]]
loop.kernel private @norm(%x: !x {tc.layout = #tc.layout<order = [0, 2, 3, 1]>}) -> (!c, !c, !c) iters(n = 16, c = 64, h = 12, w = 40) {
  %0 = loop.reduce (c) over (n, h, w) [add] reads(%a = %x[n, c, h, w] : !x) -> !c {
    loop.yield %a : f32
  }
  %m = loop.map (c) reads(%a = %0[c] : !c) -> !c {
    %n = prim.constant 7680.0 : f32
    %1 = prim.div %a, %n : f32
    loop.yield %1 : f32
  }
  %q = loop.reduce (c) over (n, h, w) [add] reads(%a = %x[n, c, h, w] : !x, %b = %m[c] : !c) -> !c {
    %1 = prim.sub %a, %b : f32
    %2 = prim.mul %1, %1 : f32
    loop.yield %2 : f32
  }
  loop.yield %0, %m, %q : !c, !c, !c
}

// -----

// Few elements a row: blocks are of rows of several iterators. Halves are widened.
!x = tensor<16x64x9x4xbf16>
!c = tensor<64xf32>
// CHECK-LABEL: loop.kernel private @short
// CHECK-NEXT: loop.reduce (n, c) over (h, w) [add]
loop.kernel private @short(%x: !x {tc.layout = #tc.layout<order = [0, 2, 3, 1]>}) -> (!c, !c, !c) iters(n = 16, c = 64, h = 9, w = 4) {
  %0 = loop.reduce (c) over (n, h, w) [add] reads(%a = %x[n, c, h, w] : !x) -> !c {
    %1 = prim.convert_element_type %a : bf16 to f32
    loop.yield %1 : f32
  }
  %m = loop.map (c) reads(%a = %0[c] : !c) -> !c {
    %n = prim.constant 576.0 : f32
    %1 = prim.div %a, %n : f32
    loop.yield %1 : f32
  }
  %q = loop.reduce (c) over (n, h, w) [add] reads(%a = %x[n, c, h, w] : !x, %b = %m[c] : !c) -> !c {
    %f = prim.convert_element_type %a : bf16 to f32
    %1 = prim.sub %f, %b : f32
    %2 = prim.mul %1, %1 : f32
    loop.yield %2 : f32
  }
  loop.yield %0, %m, %q : !c, !c, !c
}

// -----

// Rows of few columns, which vectors do not fill.
!x = tensor<16x32x12x24xf32>
!c = tensor<32xf32>
// CHECK-LABEL: loop.kernel private @narrow
// CHECK-NEXT: loop.reduce (c) over (n, h, w) [add]
loop.kernel private @narrow(%x: !x {tc.layout = #tc.layout<order = [0, 2, 3, 1]>}) -> (!c, !c, !c) iters(n = 16, c = 32, h = 12, w = 24) {
  %0 = loop.reduce (c) over (n, h, w) [add] reads(%a = %x[n, c, h, w] : !x) -> !c {
    loop.yield %a : f32
  }
  %m = loop.map (c) reads(%a = %0[c] : !c) -> !c {
    %n = prim.constant 4608.0 : f32
    %1 = prim.div %a, %n : f32
    loop.yield %1 : f32
  }
  %q = loop.reduce (c) over (n, h, w) [add] reads(%a = %x[n, c, h, w] : !x, %b = %m[c] : !c) -> !c {
    %1 = prim.sub %a, %b : f32
    %2 = prim.mul %1, %1 : f32
    loop.yield %2 : f32
  }
  loop.yield %0, %m, %q : !c, !c, !c
}

// -----

// One iterator of rows, and no blocks in it.
!x = tensor<4608x64xf32>
!c = tensor<64xf32>
// CHECK-LABEL: loop.kernel private @matrix
// CHECK-NEXT: loop.reduce (c) over (n) [add]
loop.kernel private @matrix(%x: !x) -> (!c, !c, !c) iters(n = 4608, c = 64) {
  %0 = loop.reduce (c) over (n) [add] reads(%a = %x[n, c] : !x) -> !c {
    loop.yield %a : f32
  }
  %m = loop.map (c) reads(%a = %0[c] : !c) -> !c {
    %n = prim.constant 4608.0 : f32
    %1 = prim.div %a, %n : f32
    loop.yield %1 : f32
  }
  %q = loop.reduce (c) over (n) [add] reads(%a = %x[n, c] : !x, %b = %m[c] : !c) -> !c {
    %1 = prim.sub %a, %b : f32
    %2 = prim.mul %1, %1 : f32
    loop.yield %2 : f32
  }
  loop.yield %0, %m, %q : !c, !c, !c
}

// -----

// What is taken off is no mean of what is summed.
!x = tensor<16x64x12x40xf32>
!c = tensor<64xf32>
// CHECK-LABEL: loop.kernel private @other
// CHECK-NEXT: loop.reduce (c) over (n, h, w) [add]
loop.kernel private @other(%x: !x {tc.layout = #tc.layout<order = [0, 2, 3, 1]>}) -> (!c, !c, !c) iters(n = 16, c = 64, h = 12, w = 40) {
  %0 = loop.reduce (c) over (n, h, w) [add] reads(%a = %x[n, c, h, w] : !x) -> !c {
    loop.yield %a : f32
  }
  %m = loop.map (c) reads(%a = %0[c] : !c) -> !c {
    %n = prim.constant 7679.0 : f32
    %1 = prim.div %a, %n : f32
    loop.yield %1 : f32
  }
  %q = loop.reduce (c) over (n, h, w) [add] reads(%a = %x[n, c, h, w] : !x, %b = %m[c] : !c) -> !c {
    %1 = prim.sub %a, %b : f32
    %2 = prim.mul %1, %1 : f32
    loop.yield %2 : f32
  }
  loop.yield %0, %m, %q : !c, !c, !c
}

// -----

// A diagonal has as many rows as its one iterator.
!x = tensor<512x8x8x64xf32>
!c = tensor<64xf32>
// CHECK-LABEL: loop.kernel private @diagonal
// CHECK-NEXT: loop.reduce (c) over (o, i) [add]
loop.kernel private @diagonal(%x: !x) -> (!c, !c, !c) iters(c = 64, o = 512, i = 8) {
  %0 = loop.reduce (c) over (o, i) [add] reads(%a = %x[o, i, i, c] : !x) -> !c {
    loop.yield %a : f32
  }
  %m = loop.map (c) reads(%a = %0[c] : !c) -> !c {
    %n = prim.constant 4096.0 : f32
    %1 = prim.div %a, %n : f32
    loop.yield %1 : f32
  }
  %q = loop.reduce (c) over (o, i) [add] reads(%a = %x[o, i, i, c] : !x, %b = %m[c] : !c) -> !c {
    %1 = prim.sub %a, %b : f32
    %2 = prim.mul %1, %1 : f32
    loop.yield %2 : f32
  }
  loop.yield %0, %m, %q : !c, !c, !c
}

// -----

// Sums that are halves would be rounded block by block.
!x = tensor<512x64x64xbf16>
!c = tensor<64xbf16>
// CHECK-LABEL: loop.kernel private @halves
// CHECK-NEXT: loop.reduce (c) over (o, i) [add]
loop.kernel private @halves(%x: !x) -> (!c, !c, !c) iters(c = 64, o = 512, i = 64) {
  %0 = loop.reduce (c) over (o, i) [add] reads(%a = %x[o, i, c] : !x) -> !c {
    loop.yield %a : bf16
  }
  %m = loop.map (c) reads(%a = %0[c] : !c) -> !c {
    %n = prim.constant 32768.0 : bf16
    %1 = prim.div %a, %n : bf16
    loop.yield %1 : bf16
  }
  %q = loop.reduce (c) over (o, i) [add] reads(%a = %x[o, i, c] : !x, %b = %m[c] : !c) -> !c {
    %1 = prim.sub %a, %b : bf16
    %2 = prim.mul %1, %1 : bf16
    loop.yield %2 : bf16
  }
  loop.yield %0, %m, %q : !c, !c, !c
}
