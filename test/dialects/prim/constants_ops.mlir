// Constants, weights, counting, sizes and their casts.
// RUN: tc-opt %s | FileCheck %s
// RUN: tc-opt %s --mlir-print-op-generic | tc-opt | FileCheck %s
// RUN: tc-opt %s --canonicalize --cse | FileCheck %s --check-prefix=FOLD

// CHECK: prim.weight @given : tensor<2x3xbf16>
prim.weight @given : tensor<2x3xbf16> {hash = "fnv1a64:0123456789abcdef"}
// CHECK: prim.weight @counter : tensor<i64> {init = dense<0> : tensor<i64>, mutated}
prim.weight @counter : tensor<i64> {init = dense<0> : tensor<i64>, mutated}
prim.weight @noise : tensor<4xf32> {init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3, seed = 7}}
prim.weight @ids : tensor<4xi64> {init = {kind = "randint", low = 0, high = 9}}
prim.weight @mask : tensor<4x4xi1> {init = {kind = "tril"}}
prim.weight @ones : tensor<4xi1> {init = {kind = "constant", value = true}}

// CHECK-LABEL: func.func @values
// FOLD-LABEL: func.func @values
func.func @values(%x: tensor<?x4xf32, #tc.dims<[b, 4]>>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, f16) {
  // CHECK: prim.constant dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>
  %0 = prim.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %1 = prim.constant dense<[1.0, 2.0]> : tensor<2xf32>
  // A splat is one element, whatever its size.
  // CHECK: prim.constant dense<0.000000e+00> : tensor<1000000xf64>
  %2 = prim.constant dense<0.0> : tensor<1000000xf64>
  // CHECK: prim.constant 5.000000e-01 : f16
  %3 = prim.constant 0.5 : f16
  // CHECK: prim.get_weight @counter : tensor<i64>
  %4 = prim.get_weight @counter : tensor<i64>
  // CHECK: prim.iota 3 : i32, -1 : i32 : tensor<?xi32, #tc.dims<[b]>>
  %5 = prim.iota 3 : i32, -1 : i32 : tensor<?xi32, #tc.dims<[b]>>
  // CHECK: prim.size <4*b> : tensor<i64>
  %6 = prim.size <2*(b + b)> : tensor<i64>
  // CHECK: prim.cast_sizes %{{.*}} : tensor<?x4xf32, #tc.dims<[b, 4]>> to tensor<8x?xf32, #tc.dims<[8, 2*h]>>
  %7 = prim.cast_sizes %x : tensor<?x4xf32, #tc.dims<[b, 4]>> to tensor<8x?xf32, #tc.dims<[8, 2*h]>>
  // Equal constants are one, and what nobody uses goes.
  // FOLD: %[[C:.*]] = prim.constant dense<[1.000000e+00, 2.000000e+00]>
  // FOLD-NOT: prim.get_weight
  // FOLD: return %[[C]], %[[C]], %[[C]]
  return %0, %1, %0, %3 : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, f16
}

// The boundary of a foreign function: sizes get names here.
// CHECK-LABEL: func.func @foreign
func.func @foreign(%x: tensor<?x?xf32>) -> tensor<?xf32, #tc.dims<[m]>> {
  // CHECK: prim.cast_sizes %{{.*}} : tensor<?x?xf32> to tensor<?x?xf32, #tc.dims<[m, n]>>
  %0 = prim.cast_sizes %x : tensor<?x?xf32> to tensor<?x?xf32, #tc.dims<[m, n]>>
  %1 = prim.sum %0 [1] : tensor<?x?xf32, #tc.dims<[m, n]>>
  return %1 : tensor<?xf32, #tc.dims<[m]>>
}
