// Elementwise prims on tensors and on scalars, and what comes out.
// RUN: tc-opt %s | FileCheck %s
// RUN: tc-opt %s --mlir-print-op-generic | tc-opt | FileCheck %s

!x = tensor<?x4xf32, #tc.dims<[b, 4]>>
!p = tensor<?x4xi1, #tc.dims<[b, 4]>>
!c = tensor<?x4xcomplex<f32>, #tc.dims<[b, 4]>>

// CHECK-LABEL: func.func @tensors
func.func @tensors(%x: !x, %n: tensor<2xi64>) -> (!x, !c, tensor<2xi32>, !x) {
  // CHECK: prim.exp %{{.*}} : tensor<?x4xf32, #tc.dims<[b, 4]>>
  %0 = prim.exp %x : !x
  // CHECK: %[[P:.*]] = prim.lt
  // CHECK-NEXT: %[[W:.*]] = prim.where %[[P]], %{{.*}}, %{{.*}} : tensor<?x4xi1, #tc.dims<[b, 4]>>, tensor<?x4xf32, #tc.dims<[b, 4]>>
  %1 = prim.lt %0, %x : !x
  %2 = prim.where %1, %0, %x : !p, !x
  // CHECK: prim.fma %{{.*}}, %{{.*}}, %[[W]] : tensor<?x4xf32, #tc.dims<[b, 4]>>
  %3 = prim.fma %x, %0, %2 : !x
  // CHECK: %[[C:.*]] = prim.complex
  // CHECK-NEXT: %[[A:.*]] = prim.abs %[[C]] : tensor<?x4xcomplex<f32>, #tc.dims<[b, 4]>>
  %4 = prim.complex %x, %0 : !x
  %5 = prim.abs %4 : !c
  // CHECK: %[[I:.*]] = prim.philox %{{.*}}, %{{.*}} : tensor<2xi64>
  %6 = prim.philox %n, %n : tensor<2xi64>
  // CHECK: prim.convert_element_type %{{.*}} : tensor<?x4xf32, #tc.dims<[b, 4]>> to tensor<?x4xbf16, #tc.dims<[b, 4]>>
  %7 = prim.convert_element_type %x : !x to tensor<?x4xbf16, #tc.dims<[b, 4]>>
  // CHECK: prim.bitcast %[[I]] : tensor<2xi32> to tensor<2xf32>
  %8 = prim.bitcast %6 : tensor<2xi32> to tensor<2xf32>
  // CHECK: return %{{.*}}, %[[C]], %[[I]], %[[A]]
  return %3, %4, %6, %5 : !x, !c, tensor<2xi32>, !x
}

// CHECK-LABEL: func.func @scalars
func.func @scalars(%x: f32, %n: i8, %p: i1) -> (i1, i8, complex<f32>) {
  // CHECK: prim.isfinite %{{.*}} : f32
  %0 = prim.isfinite %x : f32
  // CHECK: prim.bitwise_not %{{.*}} : i8
  %1 = prim.bitwise_not %n : i8
  // CHECK: prim.where %{{.*}}, %{{.*}}, %{{.*}} : i1, i8
  %2 = prim.where %p, %1, %n : i1, i8
  // CHECK: prim.complex %{{.*}}, %{{.*}} : f32
  %3 = prim.complex %x, %x : f32
  return %0, %2, %3 : i1, i8, complex<f32>
}

// A foreign type goes through: nothing is asked of its sizes.
// CHECK-LABEL: func.func @foreign
func.func @foreign(%x: tensor<?x?xf32>) -> tensor<?x?xi1> {
  // CHECK: prim.eq %{{.*}}, %{{.*}} : tensor<?x?xf32>
  %0 = prim.eq %x, %x : tensor<?x?xf32>
  return %0 : tensor<?x?xi1>
}
