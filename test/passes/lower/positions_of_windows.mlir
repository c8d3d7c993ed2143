// A max pool whose positions are read: pairs, or, where targets ask for it, the
// greatest elements and then the positions that have them. NaNs count as ~i,
// before all numbers, so that the least is that of the last NaN.
// RUN: tc-opt %s --split-input-file --prim-to-loop=find-positions=true | FileCheck %s
// RUN: tc-opt %s --split-input-file --prim-to-loop | FileCheck %s --check-prefix=PAIRS
// PAIRS-COUNT-2: [custom]

// CHECK-LABEL: loop.kernel private @k{{.*}}_max_pool
// CHECK: %[[M:.*]] = loop.reduce (d0, d1, d2) over (d3) [max] reads(%[[X:.*]] = %{{.*}}[d0, d1, 2*d2 + d3 - 1] : tensor<2x3x8xf32> else 0xFF800000)
// CHECK-NEXT: loop.yield %[[X]] : f32
// CHECK: %[[I:.*]] = loop.reduce (d0, d1, d2) over (d3) [min] reads(%[[X:.*]] = %{{.*}}[d0, d1, 2*d2 + d3 - 1] : tensor<2x3x8xf32> else 0xFF800000, %[[G:.*]] = %[[M]][d0, d1, d2] : tensor<2x3x4xf32>)
// CHECK: %[[AT:.*]] = prim.where {{.*}} : i1, i64
// CHECK: %[[NONE:.*]] = prim.constant 9223372036854775807 : i64
// CHECK: %[[EQ:.*]] = prim.eq %[[X]], %[[G]] : f32
// CHECK: %[[Y:.*]] = prim.where %[[EQ]], %[[AT]], %[[NONE]] : i1, i64
// CHECK: %[[NAN:.*]] = prim.ne %[[X]], %[[X]] : f32
// CHECK: %[[NOT:.*]] = prim.bitwise_not %[[AT]] : i64
// CHECK: prim.where %[[NAN]], %[[NOT]], %[[Y]] : i1, i64
// CHECK: %[[P:.*]] = loop.map (d0, d1, d2) reads(%{{.*}} = %[[I]][d0, d1, d2] : tensor<2x3x4xi64>)
// CHECK: loop.yield %[[M]], %[[P]]
func.func @main(%x: tensor<2x3x8xf32>) -> (tensor<2x3x4xf32>, tensor<2x3x4xi64>) {
  %0:2 = prim.max_pool %x window [3] strides [2] pad [1] dilation [1] : tensor<2x3x8xf32>
  return %0#0, %0#1 : tensor<2x3x4xf32>, tensor<2x3x4xi64>
}

// -----

// Whole numbers are never NaN.
// CHECK-LABEL: loop.kernel private @k{{.*}}_max_pool
// CHECK: loop.reduce (d0, d1, d2) over (d3) [max]
// CHECK: loop.reduce (d0, d1, d2) over (d3) [min]
// CHECK-NOT: loop.map
func.func @main(%x: tensor<2x3x8xi32>) -> (tensor<2x3x4xi32>, tensor<2x3x4xi64>) {
  %0:2 = prim.max_pool %x window [2] strides [2] pad [0] dilation [1] : tensor<2x3x8xi32>
  return %0#0, %0#1 : tensor<2x3x4xi32>, tensor<2x3x4xi64>
}
