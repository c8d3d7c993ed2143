// A max pool whose positions are read: pairs, or, where targets ask for it, the
// greatest elements and then how far into its window the first is that has them, in
// i32 where that is known to be enough. NaNs count as ~i, before all numbers, so
// that the least is that of the last NaN.
// RUN: tc-opt %s --split-input-file --prim-to-loop=find-positions=true | FileCheck %s
// RUN: tc-opt %s --split-input-file --prim-to-loop | FileCheck %s --check-prefix=PAIRS
// PAIRS-COUNT-3: [custom]

// CHECK-LABEL: loop.kernel private @k{{.*}}_max_pool
// CHECK: %[[M:.*]] = loop.reduce (d0, d1, d2) over (d3) [max] reads(%[[X:.*]] = %{{.*}}[d0, d1, 2*d2 + d3 - 1] : tensor<2x3x8xf32> else 0xFF800000)
// CHECK-NEXT: loop.yield %[[X]] : f32
// CHECK: %[[I:.*]] = loop.reduce (d0, d1, d2) over (d3) [min] reads(%[[X:.*]] = %{{.*}}[d0, d1, 2*d2 + d3 - 1] : tensor<2x3x8xf32> else 0xFF800000, %[[G:.*]] = %[[M]][d0, d1, d2] : tensor<2x3x4xf32>) -> tensor<2x3x4xi32>
// CHECK-NEXT: loop.index <d3>
// CHECK: %[[AT:.*]] = prim.where {{.*}} : i1, i32
// CHECK: %[[EQ:.*]] = prim.eq %[[X]], %[[G]] : f32
// CHECK: %[[Y:.*]] = prim.where %[[EQ]], %[[AT]], %{{.*}} : i1, i32
// CHECK: %[[NAN:.*]] = prim.ne %[[X]], %[[X]] : f32
// CHECK: %[[NOT:.*]] = prim.bitwise_not %[[AT]] : i32
// CHECK: prim.where %[[NAN]], %[[NOT]], %[[Y]] : i1, i32
// CHECK: %[[P:.*]] = loop.map (d0, d1, d2) reads(%{{.*}} = %[[I]][d0, d1, d2] : tensor<2x3x4xi32>)
// CHECK: loop.index <2*d2 - 1>
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
// CHECK-NOT: prim.bitwise_not
func.func @main(%x: tensor<2x3x8xi32>) -> (tensor<2x3x4xi32>, tensor<2x3x4xi64>) {
  %0:2 = prim.max_pool %x window [2] strides [2] pad [0] dilation [1] : tensor<2x3x8xi32>
  return %0#0, %0#1 : tensor<2x3x4xi32>, tensor<2x3x4xi64>
}

// -----

// Rows of unknown length: a window's offsets are.
// CHECK-LABEL: loop.kernel private @k{{.*}}_max_pool
// CHECK: loop.reduce {{.*}} [min] {{.*}} -> tensor<1x3x?xi64
// CHECK: loop.index <d{{[0-9]}}*w + d{{[0-9]}}>
func.func @main(%x: tensor<1x6x?xf32, #tc.dims<[1, 6, w]>>) -> (tensor<1x3x?xf32, #tc.dims<[1, 3, floordiv(w, 2)]>>, tensor<1x3x?xi64, #tc.dims<[1, 3, floordiv(w, 2)]>>) {
  %0:2 = prim.max_pool %x window [2, 2] strides [2, 2] pad [0, 0] dilation [1, 1] : tensor<1x6x?xf32, #tc.dims<[1, 6, w]>>
  return %0#0, %0#1 : tensor<1x3x?xf32, #tc.dims<[1, 3, floordiv(w, 2)]>>, tensor<1x3x?xi64, #tc.dims<[1, 3, floordiv(w, 2)]>>
}
