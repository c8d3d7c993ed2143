// Derivative rules of reductions.
// RUN: tc-opt %s --split-input-file --prim-autodiff --cse | FileCheck %s

// sum
// CHECK-LABEL: func.func @main.joint(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.sum %arg0 [0, 2] : tensor<2x3x4xf32>
// CHECK-NEXT: %[[V1:[a-z0-9_]+]] = prim.broadcast_in_dim %arg1 [1] : tensor<3xf32> to tensor<2x3x4xf32>
// CHECK-NEXT: return %[[V0]], %[[V1]] : tensor<3xf32>, tensor<2x3x4xf32>
func.func @main(%x: tensor<2x3x4xf32>) -> tensor<3xf32> {
  %y = prim.sum %x [0, 2] : tensor<2x3x4xf32>
  return %y : tensor<3xf32>
}

// -----

// prod
// CHECK-LABEL: func.func @main.joint(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.prod %arg0 [0, 2] : tensor<2x3x4xf32>
// CHECK-NEXT: %[[V1:[a-z0-9_]+]] = prim.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: %[[V2:[a-z0-9_]+]] = prim.constant dense<1.000000e+00> : tensor<f32>
// CHECK-NEXT: %[[V3:[a-z0-9_]+]] = prim.broadcast_in_dim %[[V1]] [] : tensor<f32> to tensor<2x3x4xf32>
// CHECK-NEXT: %[[V4:[a-z0-9_]+]] = prim.eq %arg0, %[[V3]] : tensor<2x3x4xf32>
// CHECK-NEXT: %[[V5:[a-z0-9_]+]] = prim.broadcast_in_dim %[[V2]] [] : tensor<f32> to tensor<2x3x4xf32>
// CHECK-NEXT: %[[V6:[a-z0-9_]+]] = prim.where %[[V4]], %[[V5]], %arg0 : tensor<2x3x4xi1>, tensor<2x3x4xf32>
// CHECK-NEXT: %[[V7:[a-z0-9_]+]] = prim.prod %[[V6]] [0, 2] : tensor<2x3x4xf32>
// CHECK-NEXT: %[[V8:[a-z0-9_]+]] = prim.convert_element_type %[[V4]] : tensor<2x3x4xi1> to tensor<2x3x4xi64>
// CHECK-NEXT: %[[V9:[a-z0-9_]+]] = prim.sum %[[V8]] [0, 2] : tensor<2x3x4xi64>
// CHECK-NEXT: %[[V10:[a-z0-9_]+]] = prim.where %[[V4]], %arg0, %[[V3]] : tensor<2x3x4xi1>, tensor<2x3x4xf32>
// CHECK-NEXT: %[[V11:[a-z0-9_]+]] = prim.sum %[[V10]] [0, 2] : tensor<2x3x4xf32>
// CHECK-NEXT: %[[V12:[a-z0-9_]+]] = prim.broadcast_in_dim %[[V7]] [1] : tensor<3xf32> to tensor<2x3x4xf32>
// CHECK-NEXT: %[[V13:[a-z0-9_]+]] = prim.broadcast_in_dim %[[V9]] [1] : tensor<3xi64> to tensor<2x3x4xi64>
// CHECK-NEXT: %[[V14:[a-z0-9_]+]] = prim.broadcast_in_dim %[[V11]] [1] : tensor<3xf32> to tensor<2x3x4xf32>
// CHECK-NEXT: %[[V15:[a-z0-9_]+]] = prim.constant dense<0> : tensor<i64>
// CHECK-NEXT: %[[V16:[a-z0-9_]+]] = prim.broadcast_in_dim %[[V15]] [] : tensor<i64> to tensor<2x3x4xi64>
// CHECK-NEXT: %[[V17:[a-z0-9_]+]] = prim.eq %[[V13]], %[[V16]] : tensor<2x3x4xi64>
// CHECK-NEXT: %[[V18:[a-z0-9_]+]] = prim.constant dense<1> : tensor<i64>
// CHECK-NEXT: %[[V19:[a-z0-9_]+]] = prim.broadcast_in_dim %[[V18]] [] : tensor<i64> to tensor<2x3x4xi64>
// CHECK-NEXT: %[[V20:[a-z0-9_]+]] = prim.eq %[[V13]], %[[V19]] : tensor<2x3x4xi64>
// CHECK-NEXT: %[[V21:[a-z0-9_]+]] = prim.constant dense<2> : tensor<i64>
// CHECK-NEXT: %[[V22:[a-z0-9_]+]] = prim.broadcast_in_dim %[[V21]] [] : tensor<i64> to tensor<2x3x4xi64>
// CHECK-NEXT: %[[V23:[a-z0-9_]+]] = prim.eq %[[V13]], %[[V22]] : tensor<2x3x4xi64>
// CHECK-NEXT: %[[V24:[a-z0-9_]+]] = prim.sub %[[V14]], %arg0 : tensor<2x3x4xf32>
// CHECK-NEXT: %[[V25:[a-z0-9_]+]] = prim.mul %[[V12]], %[[V24]] : tensor<2x3x4xf32>
// CHECK-NEXT: %[[V26:[a-z0-9_]+]] = prim.where %[[V23]], %[[V25]], %[[V3]] : tensor<2x3x4xi1>, tensor<2x3x4xf32>
// CHECK-NEXT: %[[V27:[a-z0-9_]+]] = prim.where %[[V20]], %[[V12]], %[[V26]] : tensor<2x3x4xi1>, tensor<2x3x4xf32>
// CHECK-NEXT: %[[V28:[a-z0-9_]+]] = prim.div %[[V12]], %[[V6]] : tensor<2x3x4xf32>
// CHECK-NEXT: %[[V29:[a-z0-9_]+]] = prim.mul %[[V28]], %[[V14]] : tensor<2x3x4xf32>
// CHECK-NEXT: %[[V30:[a-z0-9_]+]] = prim.where %[[V20]], %[[V29]], %[[V3]] : tensor<2x3x4xi1>, tensor<2x3x4xf32>
// CHECK-NEXT: %[[V31:[a-z0-9_]+]] = prim.where %[[V17]], %[[V28]], %[[V30]] : tensor<2x3x4xi1>, tensor<2x3x4xf32>
// CHECK-NEXT: %[[V32:[a-z0-9_]+]] = prim.where %[[V4]], %[[V27]], %[[V31]] : tensor<2x3x4xi1>, tensor<2x3x4xf32>
// CHECK-NEXT: %[[V33:[a-z0-9_]+]] = prim.broadcast_in_dim %arg1 [1] : tensor<3xf32> to tensor<2x3x4xf32>
// CHECK-NEXT: %[[V34:[a-z0-9_]+]] = prim.mul %[[V33]], %[[V32]] : tensor<2x3x4xf32>
// CHECK-NEXT: return %[[V0]], %[[V34]] : tensor<3xf32>, tensor<2x3x4xf32>
func.func @main(%x: tensor<2x3x4xf32>) -> tensor<3xf32> {
  %y = prim.prod %x [0, 2] : tensor<2x3x4xf32>
  return %y : tensor<3xf32>
}

// -----

// amax
// CHECK-LABEL: func.func @main.joint(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.amax %arg0 [0, 2] : tensor<2x3x4xf32>
// CHECK-NEXT: %[[V1:[a-z0-9_]+]] = prim.broadcast_in_dim %[[V0]] [1] : tensor<3xf32> to tensor<2x3x4xf32>
// CHECK-NEXT: %[[V2:[a-z0-9_]+]] = prim.eq %arg0, %[[V1]] : tensor<2x3x4xf32>
// CHECK-NEXT: %[[V3:[a-z0-9_]+]] = prim.convert_element_type %[[V2]] : tensor<2x3x4xi1> to tensor<2x3x4xf32>
// CHECK-NEXT: %[[V4:[a-z0-9_]+]] = prim.sum %[[V3]] [0, 2] : tensor<2x3x4xf32>
// CHECK-NEXT: %[[V5:[a-z0-9_]+]] = prim.div %arg1, %[[V4]] : tensor<3xf32>
// CHECK-NEXT: %[[V6:[a-z0-9_]+]] = prim.broadcast_in_dim %[[V5]] [1] : tensor<3xf32> to tensor<2x3x4xf32>
// CHECK-NEXT: %[[V7:[a-z0-9_]+]] = prim.mul %[[V3]], %[[V6]] : tensor<2x3x4xf32>
// CHECK-NEXT: return %[[V0]], %[[V7]] : tensor<3xf32>, tensor<2x3x4xf32>
func.func @main(%x: tensor<2x3x4xf32>) -> tensor<3xf32> {
  %y = prim.amax %x [0, 2] : tensor<2x3x4xf32>
  return %y : tensor<3xf32>
}

// -----

// amin
// CHECK-LABEL: func.func @main.joint(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.amin %arg0 [0, 2] : tensor<2x3x4xf32>
// CHECK-NEXT: %[[V1:[a-z0-9_]+]] = prim.broadcast_in_dim %[[V0]] [1] : tensor<3xf32> to tensor<2x3x4xf32>
// CHECK-NEXT: %[[V2:[a-z0-9_]+]] = prim.eq %arg0, %[[V1]] : tensor<2x3x4xf32>
// CHECK-NEXT: %[[V3:[a-z0-9_]+]] = prim.convert_element_type %[[V2]] : tensor<2x3x4xi1> to tensor<2x3x4xf32>
// CHECK-NEXT: %[[V4:[a-z0-9_]+]] = prim.sum %[[V3]] [0, 2] : tensor<2x3x4xf32>
// CHECK-NEXT: %[[V5:[a-z0-9_]+]] = prim.div %arg1, %[[V4]] : tensor<3xf32>
// CHECK-NEXT: %[[V6:[a-z0-9_]+]] = prim.broadcast_in_dim %[[V5]] [1] : tensor<3xf32> to tensor<2x3x4xf32>
// CHECK-NEXT: %[[V7:[a-z0-9_]+]] = prim.mul %[[V3]], %[[V6]] : tensor<2x3x4xf32>
// CHECK-NEXT: return %[[V0]], %[[V7]] : tensor<3xf32>, tensor<2x3x4xf32>
func.func @main(%x: tensor<2x3x4xf32>) -> tensor<3xf32> {
  %y = prim.amin %x [0, 2] : tensor<2x3x4xf32>
  return %y : tensor<3xf32>
}

// -----

// cumsum
// CHECK-LABEL: func.func @main.joint(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.cumsum %arg0 dim 1 : tensor<2x3x4xf32>
// CHECK-NEXT: %[[V1:[a-z0-9_]+]] = prim.rev %arg1 [1] : tensor<2x3x4xf32>
// CHECK-NEXT: %[[V2:[a-z0-9_]+]] = prim.cumsum %[[V1]] dim 1 : tensor<2x3x4xf32>
// CHECK-NEXT: %[[V3:[a-z0-9_]+]] = prim.rev %[[V2]] [1] : tensor<2x3x4xf32>
// CHECK-NEXT: return %[[V0]], %[[V3]] : tensor<2x3x4xf32>, tensor<2x3x4xf32>
func.func @main(%x: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
  %y = prim.cumsum %x dim 1 : tensor<2x3x4xf32>
  return %y : tensor<2x3x4xf32>
}

// -----

// cummax
// CHECK-LABEL: func.func @main.joint(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.cummax %arg0 dim 1 : tensor<2x3x4xf32>
// CHECK-NEXT: %[[V1:[a-z0-9_]+]] = prim.iota 0 : i64, 1 : i64 : tensor<3xi64>
// CHECK-NEXT: %[[V2:[a-z0-9_]+]] = prim.broadcast_in_dim %[[V1]] [1] : tensor<3xi64> to tensor<2x3x4xi64>
// CHECK-NEXT: %[[V3:[a-z0-9_]+]] = prim.eq %arg0, %[[V0]] : tensor<2x3x4xf32>
// CHECK-NEXT: %[[V4:[a-z0-9_]+]] = prim.ne %arg0, %arg0 : tensor<2x3x4xf32>
// CHECK-NEXT: %[[V5:[a-z0-9_]+]] = prim.bitwise_or %[[V3]], %[[V4]] : tensor<2x3x4xi1>
// CHECK-NEXT: %[[V6:[a-z0-9_]+]] = prim.constant dense<0> : tensor<i64>
// CHECK-NEXT: %[[V7:[a-z0-9_]+]] = prim.broadcast_in_dim %[[V6]] [] : tensor<i64> to tensor<2x3x4xi64>
// CHECK-NEXT: %[[V8:[a-z0-9_]+]] = prim.where %[[V5]], %[[V2]], %[[V7]] : tensor<2x3x4xi1>, tensor<2x3x4xi64>
// CHECK-NEXT: %[[V9:[a-z0-9_]+]] = prim.cummax %[[V8]] dim 1 : tensor<2x3x4xi64>
// CHECK-NEXT: %[[V10:[a-z0-9_]+]] = prim.iota 0 : i64, 1 : i64 : tensor<2xi64>
// CHECK-NEXT: %[[V11:[a-z0-9_]+]] = prim.broadcast_in_dim %[[V10]] [0] : tensor<2xi64> to tensor<2x3x4xi64>
// CHECK-NEXT: %[[V12:[a-z0-9_]+]] = prim.iota 0 : i64, 1 : i64 : tensor<4xi64>
// CHECK-NEXT: %[[V13:[a-z0-9_]+]] = prim.broadcast_in_dim %[[V12]] [2] : tensor<4xi64> to tensor<2x3x4xi64>
// CHECK-NEXT: %[[V14:[a-z0-9_]+]] = prim.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: %[[V15:[a-z0-9_]+]] = prim.broadcast_in_dim %[[V14]] [] : tensor<f32> to tensor<2x3x4xf32>
// CHECK-NEXT: %[[V16:[a-z0-9_]+]] = prim.index_put %[[V15]], %arg1[%[[V11]], %[[V9]], %[[V13]]] [0, 1, 2] "add" : tensor<2x3x4xf32>, tensor<2x3x4xf32>, tensor<2x3x4xi64>, tensor<2x3x4xi64>, tensor<2x3x4xi64>
// CHECK-NEXT: return %[[V0]], %[[V16]] : tensor<2x3x4xf32>, tensor<2x3x4xf32>
func.func @main(%x: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
  %y = prim.cummax %x dim 1 : tensor<2x3x4xf32>
  return %y : tensor<2x3x4xf32>
}

// -----

// cummin
// CHECK-LABEL: func.func @main.joint(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.cummin %arg0 dim 1 : tensor<2x3x4xf32>
// CHECK-NEXT: %[[V1:[a-z0-9_]+]] = prim.iota 0 : i64, 1 : i64 : tensor<3xi64>
// CHECK-NEXT: %[[V2:[a-z0-9_]+]] = prim.broadcast_in_dim %[[V1]] [1] : tensor<3xi64> to tensor<2x3x4xi64>
// CHECK-NEXT: %[[V3:[a-z0-9_]+]] = prim.eq %arg0, %[[V0]] : tensor<2x3x4xf32>
// CHECK-NEXT: %[[V4:[a-z0-9_]+]] = prim.ne %arg0, %arg0 : tensor<2x3x4xf32>
// CHECK-NEXT: %[[V5:[a-z0-9_]+]] = prim.bitwise_or %[[V3]], %[[V4]] : tensor<2x3x4xi1>
// CHECK-NEXT: %[[V6:[a-z0-9_]+]] = prim.constant dense<0> : tensor<i64>
// CHECK-NEXT: %[[V7:[a-z0-9_]+]] = prim.broadcast_in_dim %[[V6]] [] : tensor<i64> to tensor<2x3x4xi64>
// CHECK-NEXT: %[[V8:[a-z0-9_]+]] = prim.where %[[V5]], %[[V2]], %[[V7]] : tensor<2x3x4xi1>, tensor<2x3x4xi64>
// CHECK-NEXT: %[[V9:[a-z0-9_]+]] = prim.cummax %[[V8]] dim 1 : tensor<2x3x4xi64>
// CHECK-NEXT: %[[V10:[a-z0-9_]+]] = prim.iota 0 : i64, 1 : i64 : tensor<2xi64>
// CHECK-NEXT: %[[V11:[a-z0-9_]+]] = prim.broadcast_in_dim %[[V10]] [0] : tensor<2xi64> to tensor<2x3x4xi64>
// CHECK-NEXT: %[[V12:[a-z0-9_]+]] = prim.iota 0 : i64, 1 : i64 : tensor<4xi64>
// CHECK-NEXT: %[[V13:[a-z0-9_]+]] = prim.broadcast_in_dim %[[V12]] [2] : tensor<4xi64> to tensor<2x3x4xi64>
// CHECK-NEXT: %[[V14:[a-z0-9_]+]] = prim.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: %[[V15:[a-z0-9_]+]] = prim.broadcast_in_dim %[[V14]] [] : tensor<f32> to tensor<2x3x4xf32>
// CHECK-NEXT: %[[V16:[a-z0-9_]+]] = prim.index_put %[[V15]], %arg1[%[[V11]], %[[V9]], %[[V13]]] [0, 1, 2] "add" : tensor<2x3x4xf32>, tensor<2x3x4xf32>, tensor<2x3x4xi64>, tensor<2x3x4xi64>, tensor<2x3x4xi64>
// CHECK-NEXT: return %[[V0]], %[[V16]] : tensor<2x3x4xf32>, tensor<2x3x4xf32>
func.func @main(%x: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
  %y = prim.cummin %x dim 1 : tensor<2x3x4xf32>
  return %y : tensor<2x3x4xf32>
}

// -----

// amax of PyTorch's max(x): elements that are NaN share the cotangent
// CHECK-LABEL: func.func @main.joint(
// CHECK: %[[EQ:[a-z0-9_]+]] = prim.eq %arg0, %{{.*}} : tensor<4xf32>
// CHECK: %[[NAN:[a-z0-9_]+]] = prim.ne %arg0, %arg0 : tensor<4xf32>
// CHECK: prim.bitwise_or %[[EQ]], %[[NAN]] : tensor<4xi1>
func.func @main(%x: tensor<4xf32>) -> tensor<f32> {
  %y = prim.amax %x [0] {tc.shares_nan} : tensor<4xf32>
  return %y : tensor<f32>
}
