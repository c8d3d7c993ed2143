// A mean and the squares of deviations from it, of halves whose sums are along
// strided dimensions, are sums of differences from a mean of four elements.
// RUN: tc-opt %s --split-input-file --loop-moments | FileCheck %s

!x = tensor<16x32x24x24xbf16>

// CHECK-LABEL: loop.kernel private @norm
// CHECK-NEXT: %[[S1:.*]] = loop.reduce (c) over (n, h, w) [add] reads(%[[F:.*]] = %arg0[n, c, h, w] : {{.*}}, %{{.*}} = %arg0[2, c, 3, 3] : {{.*}}, %{{.*}} = %arg0[6, c, 9, 9] : {{.*}}, %{{.*}} = %arg0[10, c, 15, 15] : {{.*}}, %{{.*}} = %arg0[14, c, 21, 21]
// CHECK: %[[S:.*]] = prim.mul %{{.*}}, %{{.*}} : f32
// CHECK-NEXT: %[[W:.*]] = prim.convert_element_type %[[F]]
// CHECK-NEXT: %[[D:.*]] = prim.sub %[[W]], %[[S]]
// CHECK-NEXT: loop.yield %[[D]]
// CHECK: %[[SUM:.*]] = loop.map (c) reads(%[[A:.*]] = %[[S1]][c] : tensor<32xf32>, {{.*}}%arg0[14, c, 21, 21]
// CHECK: prim.constant 9.216000e+03
// CHECK: prim.add %[[A]]
// CHECK: %[[MEAN:.*]] = loop.map (c) reads(%{{.*}} = %[[SUM]][c]
// CHECK: prim.div
// CHECK: %[[S2:.*]] = loop.reduce (c) over (n, h, w) [add]
// CHECK-NOT: %[[MEAN]]
// CHECK: %[[SQ:.*]] = loop.map (c) reads(%[[P:.*]] = %[[S1]][c] : tensor<32xf32>, %[[Q:.*]] = %[[S2]][c]
// CHECK: prim.mul %[[P]], %[[P]]
// CHECK: %[[L:.*]] = prim.sub %[[Q]]
// CHECK: prim.where %{{.*}}, %{{.*}}, %[[L]]
// CHECK: loop.yield %[[SUM]], %[[MEAN]], %[[SQ]]
loop.kernel private @norm(%x: !x {tc.layout = #tc.layout<order = [0, 2, 3, 1]>}) -> (tensor<32xf32>, tensor<32xf32>, tensor<32xf32>) iters(n = 16, c = 32, h = 24, w = 24) {
  %0 = loop.reduce (c) over (n, h, w) [add] reads(%a = %x[n, c, h, w] : !x) -> tensor<32xf32> {
    %1 = prim.convert_element_type %a : bf16 to f32
    loop.yield %1 : f32
  }
  %m = loop.map (c) reads(%a = %0[c] : tensor<32xf32>) -> tensor<32xf32> {
    %n = prim.constant 9216.0 : f32
    %1 = prim.div %a, %n : f32
    loop.yield %1 : f32
  }
  %q = loop.reduce (c) over (n, h, w) [add] reads(%a = %x[n, c, h, w] : !x, %b = %m[c] : tensor<32xf32>) -> tensor<32xf32> {
    %1 = prim.convert_element_type %a : bf16 to f32
    %2 = prim.sub %1, %b : f32
    %3 = prim.mul %2, %2 : f32
    loop.yield %3 : f32
  }
  loop.yield %0, %m, %q : tensor<32xf32>, tensor<32xf32>, tensor<32xf32>
}

// -----

// Sums along what lies innermost: a row may stay in registers.
// CHECK-LABEL: loop.kernel private @rows
// CHECK: loop.reduce
// CHECK: loop.map
// CHECK: loop.reduce
// CHECK-NOT: loop.map
loop.kernel private @rows(%x: tensor<16x32x24x24xbf16>) -> (tensor<32xf32>, tensor<32xf32>, tensor<32xf32>) iters(n = 16, c = 32, h = 24, w = 24) {
  %0 = loop.reduce (c) over (n, h, w) [add] reads(%a = %x[n, c, h, w] : tensor<16x32x24x24xbf16>) -> tensor<32xf32> {
    %1 = prim.convert_element_type %a : bf16 to f32
    loop.yield %1 : f32
  }
  %m = loop.map (c) reads(%a = %0[c] : tensor<32xf32>) -> tensor<32xf32> {
    %n = prim.constant 9216.0 : f32
    %1 = prim.div %a, %n : f32
    loop.yield %1 : f32
  }
  %q = loop.reduce (c) over (n, h, w) [add] reads(%a = %x[n, c, h, w] : tensor<16x32x24x24xbf16>, %b = %m[c] : tensor<32xf32>) -> tensor<32xf32> {
    %1 = prim.convert_element_type %a : bf16 to f32
    %2 = prim.sub %1, %b : f32
    %3 = prim.mul %2, %2 : f32
    loop.yield %3 : f32
  }
  loop.yield %0, %m, %q : tensor<32xf32>, tensor<32xf32>, tensor<32xf32>
}

// -----

// In f32 the sums' own errors count.
// CHECK-LABEL: loop.kernel private @wide
// CHECK: loop.reduce
// CHECK: loop.map
// CHECK: loop.reduce
// CHECK-NOT: loop.map
loop.kernel private @wide(%x: tensor<16x32x24x24xf32> {tc.layout = #tc.layout<order = [0, 2, 3, 1]>}) -> (tensor<32xf32>, tensor<32xf32>, tensor<32xf32>) iters(n = 16, c = 32, h = 24, w = 24) {
  %0 = loop.reduce (c) over (n, h, w) [add] reads(%a = %x[n, c, h, w] : tensor<16x32x24x24xf32>) -> tensor<32xf32> {
    loop.yield %a : f32
  }
  %m = loop.map (c) reads(%a = %0[c] : tensor<32xf32>) -> tensor<32xf32> {
    %n = prim.constant 9216.0 : f32
    %1 = prim.div %a, %n : f32
    loop.yield %1 : f32
  }
  %q = loop.reduce (c) over (n, h, w) [add] reads(%a = %x[n, c, h, w] : tensor<16x32x24x24xf32>, %b = %m[c] : tensor<32xf32>) -> tensor<32xf32> {
    %2 = prim.sub %a, %b : f32
    %3 = prim.mul %2, %2 : f32
    loop.yield %3 : f32
  }
  loop.yield %0, %m, %q : tensor<32xf32>, tensor<32xf32>, tensor<32xf32>
}

// -----

// Short sums.
// CHECK-LABEL: loop.kernel private @short
// CHECK: loop.reduce
// CHECK: loop.map
// CHECK: loop.reduce
// CHECK-NOT: loop.map
loop.kernel private @short(%x: tensor<2x32x24x24xbf16> {tc.layout = #tc.layout<order = [0, 2, 3, 1]>}) -> (tensor<32xf32>, tensor<32xf32>, tensor<32xf32>) iters(n = 2, c = 32, h = 24, w = 24) {
  %0 = loop.reduce (c) over (n, h, w) [add] reads(%a = %x[n, c, h, w] : tensor<2x32x24x24xbf16>) -> tensor<32xf32> {
    %1 = prim.convert_element_type %a : bf16 to f32
    loop.yield %1 : f32
  }
  %m = loop.map (c) reads(%a = %0[c] : tensor<32xf32>) -> tensor<32xf32> {
    %n = prim.constant 1152.0 : f32
    %1 = prim.div %a, %n : f32
    loop.yield %1 : f32
  }
  %q = loop.reduce (c) over (n, h, w) [add] reads(%a = %x[n, c, h, w] : tensor<2x32x24x24xbf16>, %b = %m[c] : tensor<32xf32>) -> tensor<32xf32> {
    %1 = prim.convert_element_type %a : bf16 to f32
    %2 = prim.sub %1, %b : f32
    %3 = prim.mul %2, %2 : f32
    loop.yield %3 : f32
  }
  loop.yield %0, %m, %q : tensor<32xf32>, tensor<32xf32>, tensor<32xf32>
}

// -----

// Not the mean.
// CHECK-LABEL: loop.kernel private @other
// CHECK: loop.reduce
// CHECK: loop.map
// CHECK: loop.reduce
// CHECK-NOT: loop.map
loop.kernel private @other(%x: tensor<16x32x24x24xbf16> {tc.layout = #tc.layout<order = [0, 2, 3, 1]>}) -> (tensor<32xf32>, tensor<32xf32>, tensor<32xf32>) iters(n = 16, c = 32, h = 24, w = 24) {
  %0 = loop.reduce (c) over (n, h, w) [add] reads(%a = %x[n, c, h, w] : tensor<16x32x24x24xbf16>) -> tensor<32xf32> {
    %1 = prim.convert_element_type %a : bf16 to f32
    loop.yield %1 : f32
  }
  %m = loop.map (c) reads(%a = %0[c] : tensor<32xf32>) -> tensor<32xf32> {
    %n = prim.constant 9215.0 : f32
    %1 = prim.div %a, %n : f32
    loop.yield %1 : f32
  }
  %q = loop.reduce (c) over (n, h, w) [add] reads(%a = %x[n, c, h, w] : tensor<16x32x24x24xbf16>, %b = %m[c] : tensor<32xf32>) -> tensor<32xf32> {
    %1 = prim.convert_element_type %a : bf16 to f32
    %2 = prim.sub %1, %b : f32
    %3 = prim.mul %2, %2 : f32
    loop.yield %3 : f32
  }
  loop.yield %0, %m, %q : tensor<32xf32>, tensor<32xf32>, tensor<32xf32>
}

// -----

// Sums in order.
// CHECK-LABEL: loop.kernel private @ordered
// CHECK: loop.reduce
// CHECK: loop.map
// CHECK: loop.reduce
// CHECK-NOT: loop.map
loop.kernel private @ordered(%x: tensor<16x32x24x24xbf16> {tc.layout = #tc.layout<order = [0, 2, 3, 1]>}) -> (tensor<32xf32>, tensor<32xf32>, tensor<32xf32>) iters(n = 16, c = 32, h = 24, w = 24) {
  %0 = loop.reduce (c) over (n, h, w) [add] ordered reads(%a = %x[n, c, h, w] : tensor<16x32x24x24xbf16>) -> tensor<32xf32> {
    %1 = prim.convert_element_type %a : bf16 to f32
    loop.yield %1 : f32
  }
  %m = loop.map (c) reads(%a = %0[c] : tensor<32xf32>) -> tensor<32xf32> {
    %n = prim.constant 9216.0 : f32
    %1 = prim.div %a, %n : f32
    loop.yield %1 : f32
  }
  %q = loop.reduce (c) over (n, h, w) [add] reads(%a = %x[n, c, h, w] : tensor<16x32x24x24xbf16>, %b = %m[c] : tensor<32xf32>) -> tensor<32xf32> {
    %1 = prim.convert_element_type %a : bf16 to f32
    %2 = prim.sub %1, %b : f32
    %3 = prim.mul %2, %2 : f32
    loop.yield %3 : f32
  }
  loop.yield %0, %m, %q : tensor<32xf32>, tensor<32xf32>, tensor<32xf32>
}
