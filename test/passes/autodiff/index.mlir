// Derivative rules of gathers, scatters, sorting and pooling.
// RUN: tc-opt %s --split-input-file --prim-autodiff --cse | FileCheck %s

// index
// CHECK-LABEL: func.func @main.joint(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.index %arg0[%arg1] [0] : tensor<4x3xf32>, tensor<6xi64>
// CHECK-NEXT: %[[V1:[a-z0-9_]+]] = prim.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: %[[V2:[a-z0-9_]+]] = prim.broadcast_in_dim %[[V1]] [] : tensor<f32> to tensor<4x3xf32>
// CHECK-NEXT: %[[V3:[a-z0-9_]+]] = prim.index_put %[[V2]], %arg2[%arg1] [0] "add" : tensor<4x3xf32>, tensor<6x3xf32>, tensor<6xi64>
// CHECK-NEXT: return %[[V0]], %[[V3]] : tensor<6x3xf32>, tensor<4x3xf32>
func.func @main(%x: tensor<4x3xf32>, %i: tensor<6xi64>) -> tensor<6x3xf32> {
  %y = prim.index %x[%i] [0] : tensor<4x3xf32>, tensor<6xi64>
  return %y : tensor<6x3xf32>
}

// -----

// index_put, set
// CHECK-LABEL: func.func @main.joint(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.index_put %arg0, %arg1[%arg2] [0] "set" : tensor<4x3xf32>, tensor<2x3xf32>, tensor<2xi64>
// CHECK-NEXT: %[[V1:[a-z0-9_]+]] = prim.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: %[[V2:[a-z0-9_]+]] = prim.broadcast_in_dim %[[V1]] [] : tensor<f32> to tensor<2x3xf32>
// CHECK-NEXT: %[[V3:[a-z0-9_]+]] = prim.index_put %arg3, %[[V2]][%arg2] [0] "set" : tensor<4x3xf32>, tensor<2x3xf32>, tensor<2xi64>
// CHECK-NEXT: %[[V4:[a-z0-9_]+]] = prim.index %arg3[%arg2] [0] : tensor<4x3xf32>, tensor<2xi64>
// CHECK-NEXT: return %[[V0]], %[[V3]], %[[V4]] : tensor<4x3xf32>, tensor<4x3xf32>, tensor<2x3xf32>
func.func @main(%x: tensor<4x3xf32>, %u: tensor<2x3xf32>, %i: tensor<2xi64>) -> tensor<4x3xf32> {
  %y = prim.index_put %x, %u[%i] [0] "set"
    : tensor<4x3xf32>, tensor<2x3xf32>, tensor<2xi64>
  return %y : tensor<4x3xf32>
}

// -----

// index_put, add
// CHECK-LABEL: func.func @main.joint(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.index_put %arg0, %arg1[%arg2] [0] "add" : tensor<4x3xf32>, tensor<2x3xf32>, tensor<2xi64>
// CHECK-NEXT: %[[V1:[a-z0-9_]+]] = prim.index %arg3[%arg2] [0] : tensor<4x3xf32>, tensor<2xi64>
// CHECK-NEXT: return %[[V0]], %arg3, %[[V1]] : tensor<4x3xf32>, tensor<4x3xf32>, tensor<2x3xf32>
func.func @main(%x: tensor<4x3xf32>, %u: tensor<2x3xf32>, %i: tensor<2xi64>) -> tensor<4x3xf32> {
  %y = prim.index_put %x, %u[%i] [0] "add"
    : tensor<4x3xf32>, tensor<2x3xf32>, tensor<2xi64>
  return %y : tensor<4x3xf32>
}

// -----

// index_put, max
// CHECK-LABEL: func.func @main.joint(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.index_put %arg0, %arg1[%arg2] [0] "max" : tensor<4x3xf32>, tensor<2x3xf32>, tensor<2xi64>
// CHECK-NEXT: %[[V1:[a-z0-9_]+]] = prim.constant dense<1.000000e+00> : tensor<f32>
// CHECK-NEXT: %[[V2:[a-z0-9_]+]] = prim.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: %[[V3:[a-z0-9_]+]] = prim.index %[[V0]][%arg2] [0] : tensor<4x3xf32>, tensor<2xi64>
// CHECK-NEXT: %[[V4:[a-z0-9_]+]] = prim.eq %arg1, %[[V3]] : tensor<2x3xf32>
// CHECK-NEXT: %[[V5:[a-z0-9_]+]] = prim.broadcast_in_dim %[[V1]] [] : tensor<f32> to tensor<2x3xf32>
// CHECK-NEXT: %[[V6:[a-z0-9_]+]] = prim.broadcast_in_dim %[[V2]] [] : tensor<f32> to tensor<2x3xf32>
// CHECK-NEXT: %[[V7:[a-z0-9_]+]] = prim.where %[[V4]], %[[V5]], %[[V6]] : tensor<2x3xi1>, tensor<2x3xf32>
// CHECK-NEXT: %[[V8:[a-z0-9_]+]] = prim.eq %arg0, %[[V0]] : tensor<4x3xf32>
// CHECK-NEXT: %[[V9:[a-z0-9_]+]] = prim.broadcast_in_dim %[[V1]] [] : tensor<f32> to tensor<4x3xf32>
// CHECK-NEXT: %[[V10:[a-z0-9_]+]] = prim.broadcast_in_dim %[[V2]] [] : tensor<f32> to tensor<4x3xf32>
// CHECK-NEXT: %[[V11:[a-z0-9_]+]] = prim.where %[[V8]], %[[V9]], %[[V10]] : tensor<4x3xi1>, tensor<4x3xf32>
// CHECK-NEXT: %[[V12:[a-z0-9_]+]] = prim.index_put %[[V11]], %[[V7]][%arg2] [0] "add" : tensor<4x3xf32>, tensor<2x3xf32>, tensor<2xi64>
// CHECK-NEXT: %[[V13:[a-z0-9_]+]] = prim.div %arg3, %[[V12]] : tensor<4x3xf32>
// CHECK-NEXT: %[[V14:[a-z0-9_]+]] = prim.mul %[[V13]], %[[V11]] : tensor<4x3xf32>
// CHECK-NEXT: %[[V15:[a-z0-9_]+]] = prim.index %[[V13]][%arg2] [0] : tensor<4x3xf32>, tensor<2xi64>
// CHECK-NEXT: %[[V16:[a-z0-9_]+]] = prim.mul %[[V7]], %[[V15]] : tensor<2x3xf32>
// CHECK-NEXT: return %[[V0]], %[[V14]], %[[V16]] : tensor<4x3xf32>, tensor<4x3xf32>, tensor<2x3xf32>
func.func @main(%x: tensor<4x3xf32>, %u: tensor<2x3xf32>, %i: tensor<2xi64>) -> tensor<4x3xf32> {
  %y = prim.index_put %x, %u[%i] [0] "max"
    : tensor<4x3xf32>, tensor<2x3xf32>, tensor<2xi64>
  return %y : tensor<4x3xf32>
}

// -----

// sort
// CHECK-LABEL: func.func @main.joint(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]], %[[V1:[a-z0-9_]+]] = prim.sort %arg0 dim 1 : tensor<3x4xf32>
// CHECK-NEXT: %[[V2:[a-z0-9_]+]] = prim.iota 0 : i64, 1 : i64 : tensor<3xi64>
// CHECK-NEXT: %[[V3:[a-z0-9_]+]] = prim.broadcast_in_dim %[[V2]] [0] : tensor<3xi64> to tensor<3x4xi64>
// CHECK-NEXT: %[[V4:[a-z0-9_]+]] = prim.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: %[[V5:[a-z0-9_]+]] = prim.broadcast_in_dim %[[V4]] [] : tensor<f32> to tensor<3x4xf32>
// CHECK-NEXT: %[[V6:[a-z0-9_]+]] = prim.index_put %[[V5]], %arg1[%[[V3]], %[[V1]]] [0, 1] "add" : tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xi64>, tensor<3x4xi64>
// CHECK-NEXT: return %[[V0]], %[[V6]] : tensor<3x4xf32>, tensor<3x4xf32>
func.func @main(%x: tensor<3x4xf32>) -> tensor<3x4xf32> {
  %y, %i = prim.sort %x dim 1 : tensor<3x4xf32>
  return %y : tensor<3x4xf32>
}

// -----

// topk
// CHECK-LABEL: func.func @main.joint(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]], %[[V1:[a-z0-9_]+]] = prim.topk %arg0, <2> dim 1 : tensor<3x4xf32>
// CHECK-NEXT: %[[V2:[a-z0-9_]+]] = prim.iota 0 : i64, 1 : i64 : tensor<3xi64>
// CHECK-NEXT: %[[V3:[a-z0-9_]+]] = prim.broadcast_in_dim %[[V2]] [0] : tensor<3xi64> to tensor<3x2xi64>
// CHECK-NEXT: %[[V4:[a-z0-9_]+]] = prim.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: %[[V5:[a-z0-9_]+]] = prim.broadcast_in_dim %[[V4]] [] : tensor<f32> to tensor<3x4xf32>
// CHECK-NEXT: %[[V6:[a-z0-9_]+]] = prim.index_put %[[V5]], %arg1[%[[V3]], %[[V1]]] [0, 1] "add" : tensor<3x4xf32>, tensor<3x2xf32>, tensor<3x2xi64>, tensor<3x2xi64>
// CHECK-NEXT: return %[[V0]], %[[V6]] : tensor<3x2xf32>, tensor<3x4xf32>
func.func @main(%x: tensor<3x4xf32>) -> tensor<3x2xf32> {
  %y, %i = prim.topk %x, <2> dim 1 : tensor<3x4xf32>
  return %y : tensor<3x2xf32>
}

// -----

// index_put, min
// CHECK-LABEL: func.func @main.joint(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.index_put %arg0, %arg1[%arg2] [0] "min" : tensor<4x3xf32>, tensor<2x3xf32>, tensor<2xi64>
// CHECK-NEXT: %[[V1:[a-z0-9_]+]] = prim.constant dense<1.000000e+00> : tensor<f32>
// CHECK-NEXT: %[[V2:[a-z0-9_]+]] = prim.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: %[[V3:[a-z0-9_]+]] = prim.index %[[V0]][%arg2] [0] : tensor<4x3xf32>, tensor<2xi64>
// CHECK-NEXT: %[[V4:[a-z0-9_]+]] = prim.eq %arg1, %[[V3]] : tensor<2x3xf32>
// CHECK-NEXT: %[[V5:[a-z0-9_]+]] = prim.broadcast_in_dim %[[V1]] [] : tensor<f32> to tensor<2x3xf32>
// CHECK-NEXT: %[[V6:[a-z0-9_]+]] = prim.broadcast_in_dim %[[V2]] [] : tensor<f32> to tensor<2x3xf32>
// CHECK-NEXT: %[[V7:[a-z0-9_]+]] = prim.where %[[V4]], %[[V5]], %[[V6]] : tensor<2x3xi1>, tensor<2x3xf32>
// CHECK-NEXT: %[[V8:[a-z0-9_]+]] = prim.eq %arg0, %[[V0]] : tensor<4x3xf32>
// CHECK-NEXT: %[[V9:[a-z0-9_]+]] = prim.broadcast_in_dim %[[V1]] [] : tensor<f32> to tensor<4x3xf32>
// CHECK-NEXT: %[[V10:[a-z0-9_]+]] = prim.broadcast_in_dim %[[V2]] [] : tensor<f32> to tensor<4x3xf32>
// CHECK-NEXT: %[[V11:[a-z0-9_]+]] = prim.where %[[V8]], %[[V9]], %[[V10]] : tensor<4x3xi1>, tensor<4x3xf32>
// CHECK-NEXT: %[[V12:[a-z0-9_]+]] = prim.index_put %[[V11]], %[[V7]][%arg2] [0] "add" : tensor<4x3xf32>, tensor<2x3xf32>, tensor<2xi64>
// CHECK-NEXT: %[[V13:[a-z0-9_]+]] = prim.div %arg3, %[[V12]] : tensor<4x3xf32>
// CHECK-NEXT: %[[V14:[a-z0-9_]+]] = prim.mul %[[V13]], %[[V11]] : tensor<4x3xf32>
// CHECK-NEXT: %[[V15:[a-z0-9_]+]] = prim.index %[[V13]][%arg2] [0] : tensor<4x3xf32>, tensor<2xi64>
// CHECK-NEXT: %[[V16:[a-z0-9_]+]] = prim.mul %[[V7]], %[[V15]] : tensor<2x3xf32>
// CHECK-NEXT: return %[[V0]], %[[V14]], %[[V16]] : tensor<4x3xf32>, tensor<4x3xf32>, tensor<2x3xf32>
func.func @main(%x: tensor<4x3xf32>, %u: tensor<2x3xf32>, %i: tensor<2xi64>) -> tensor<4x3xf32> {
  %y = prim.index_put %x, %u[%i] [0] "min"
    : tensor<4x3xf32>, tensor<2x3xf32>, tensor<2xi64>
  return %y : tensor<4x3xf32>
}

// -----

// index_put, mul: times the others, of which one may be zero
// CHECK-LABEL: func.func @main.joint(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.index_put %arg0, %arg1[%arg2] [0] "mul" : tensor<4x3xf32>, tensor<2x3xf32>, tensor<2xi64>
// CHECK-NEXT: %[[V1:[a-z0-9_]+]] = prim.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: %[[V2:[a-z0-9_]+]] = prim.broadcast_in_dim %[[V1]] [] : tensor<f32> to tensor<4x3xf32>
// CHECK-NEXT: %[[V3:[a-z0-9_]+]] = prim.eq %arg0, %[[V2]] : tensor<4x3xf32>
// CHECK-NEXT: %[[V4:[a-z0-9_]+]] = prim.constant dense<1.000000e+00> : tensor<f32>
// CHECK-NEXT: %[[V5:[a-z0-9_]+]] = prim.broadcast_in_dim %[[V4]] [] : tensor<f32> to tensor<4x3xf32>
// CHECK-NEXT: %[[V6:[a-z0-9_]+]] = prim.where %[[V3]], %[[V5]], %arg0 : tensor<4x3xi1>, tensor<4x3xf32>
// CHECK-NEXT: %[[V7:[a-z0-9_]+]] = prim.broadcast_in_dim %[[V1]] [] : tensor<f32> to tensor<2x3xf32>
// CHECK-NEXT: %[[V8:[a-z0-9_]+]] = prim.eq %arg1, %[[V7]] : tensor<2x3xf32>
// CHECK-NEXT: %[[V9:[a-z0-9_]+]] = prim.broadcast_in_dim %[[V4]] [] : tensor<f32> to tensor<2x3xf32>
// CHECK-NEXT: %[[V10:[a-z0-9_]+]] = prim.where %[[V8]], %[[V9]], %arg1 : tensor<2x3xi1>, tensor<2x3xf32>
// CHECK-NEXT: %[[V11:[a-z0-9_]+]] = prim.index_put %[[V6]], %[[V10]][%arg2] [0] "mul" : tensor<4x3xf32>, tensor<2x3xf32>, tensor<2xi64>
// CHECK-NEXT: %[[V12:[a-z0-9_]+]] = prim.convert_element_type %[[V3]] : tensor<4x3xi1> to tensor<4x3xi64>
// CHECK-NEXT: %[[V13:[a-z0-9_]+]] = prim.convert_element_type %[[V8]] : tensor<2x3xi1> to tensor<2x3xi64>
// CHECK-NEXT: %[[V14:[a-z0-9_]+]] = prim.index_put %[[V12]], %[[V13]][%arg2] [0] "add" : tensor<4x3xi64>, tensor<2x3xi64>, tensor<2xi64>
// CHECK-NEXT: %[[V15:[a-z0-9_]+]] = prim.where %[[V3]], %arg0, %[[V2]] : tensor<4x3xi1>, tensor<4x3xf32>
// CHECK-NEXT: %[[V16:[a-z0-9_]+]] = prim.where %[[V8]], %arg1, %[[V7]] : tensor<2x3xi1>, tensor<2x3xf32>
// CHECK-NEXT: %[[V17:[a-z0-9_]+]] = prim.index_put %[[V15]], %[[V16]][%arg2] [0] "add" : tensor<4x3xf32>, tensor<2x3xf32>, tensor<2xi64>
// CHECK-NEXT: %[[V18:[a-z0-9_]+]] = prim.index %[[V11]][%arg2] [0] : tensor<4x3xf32>, tensor<2xi64>
// CHECK-NEXT: %[[V19:[a-z0-9_]+]] = prim.index %[[V14]][%arg2] [0] : tensor<4x3xi64>, tensor<2xi64>
// CHECK-NEXT: %[[V20:[a-z0-9_]+]] = prim.index %[[V17]][%arg2] [0] : tensor<4x3xf32>, tensor<2xi64>
// CHECK-NEXT: %[[V21:[a-z0-9_]+]] = prim.constant dense<0> : tensor<i64>
// CHECK-NEXT: %[[V22:[a-z0-9_]+]] = prim.broadcast_in_dim %[[V21]] [] : tensor<i64> to tensor<4x3xi64>
// CHECK-NEXT: %[[V23:[a-z0-9_]+]] = prim.eq %[[V14]], %[[V22]] : tensor<4x3xi64>
// CHECK-NEXT: %[[V24:[a-z0-9_]+]] = prim.constant dense<1> : tensor<i64>
// CHECK-NEXT: %[[V25:[a-z0-9_]+]] = prim.broadcast_in_dim %[[V24]] [] : tensor<i64> to tensor<4x3xi64>
// CHECK-NEXT: %[[V26:[a-z0-9_]+]] = prim.eq %[[V14]], %[[V25]] : tensor<4x3xi64>
// CHECK-NEXT: %[[V27:[a-z0-9_]+]] = prim.constant dense<2> : tensor<i64>
// CHECK-NEXT: %[[V28:[a-z0-9_]+]] = prim.broadcast_in_dim %[[V27]] [] : tensor<i64> to tensor<4x3xi64>
// CHECK-NEXT: %[[V29:[a-z0-9_]+]] = prim.eq %[[V14]], %[[V28]] : tensor<4x3xi64>
// CHECK-NEXT: %[[V30:[a-z0-9_]+]] = prim.sub %[[V17]], %arg0 : tensor<4x3xf32>
// CHECK-NEXT: %[[V31:[a-z0-9_]+]] = prim.mul %[[V11]], %[[V30]] : tensor<4x3xf32>
// CHECK-NEXT: %[[V32:[a-z0-9_]+]] = prim.where %[[V29]], %[[V31]], %[[V2]] : tensor<4x3xi1>, tensor<4x3xf32>
// CHECK-NEXT: %[[V33:[a-z0-9_]+]] = prim.where %[[V26]], %[[V11]], %[[V32]] : tensor<4x3xi1>, tensor<4x3xf32>
// CHECK-NEXT: %[[V34:[a-z0-9_]+]] = prim.div %[[V11]], %[[V6]] : tensor<4x3xf32>
// CHECK-NEXT: %[[V35:[a-z0-9_]+]] = prim.mul %[[V34]], %[[V17]] : tensor<4x3xf32>
// CHECK-NEXT: %[[V36:[a-z0-9_]+]] = prim.where %[[V26]], %[[V35]], %[[V2]] : tensor<4x3xi1>, tensor<4x3xf32>
// CHECK-NEXT: %[[V37:[a-z0-9_]+]] = prim.where %[[V23]], %[[V34]], %[[V36]] : tensor<4x3xi1>, tensor<4x3xf32>
// CHECK-NEXT: %[[V38:[a-z0-9_]+]] = prim.where %[[V3]], %[[V33]], %[[V37]] : tensor<4x3xi1>, tensor<4x3xf32>
// CHECK-NEXT: %[[V39:[a-z0-9_]+]] = prim.broadcast_in_dim %[[V21]] [] : tensor<i64> to tensor<2x3xi64>
// CHECK-NEXT: %[[V40:[a-z0-9_]+]] = prim.eq %[[V19]], %[[V39]] : tensor<2x3xi64>
// CHECK-NEXT: %[[V41:[a-z0-9_]+]] = prim.broadcast_in_dim %[[V24]] [] : tensor<i64> to tensor<2x3xi64>
// CHECK-NEXT: %[[V42:[a-z0-9_]+]] = prim.eq %[[V19]], %[[V41]] : tensor<2x3xi64>
// CHECK-NEXT: %[[V43:[a-z0-9_]+]] = prim.broadcast_in_dim %[[V27]] [] : tensor<i64> to tensor<2x3xi64>
// CHECK-NEXT: %[[V44:[a-z0-9_]+]] = prim.eq %[[V19]], %[[V43]] : tensor<2x3xi64>
// CHECK-NEXT: %[[V45:[a-z0-9_]+]] = prim.sub %[[V20]], %arg1 : tensor<2x3xf32>
// CHECK-NEXT: %[[V46:[a-z0-9_]+]] = prim.mul %[[V18]], %[[V45]] : tensor<2x3xf32>
// CHECK-NEXT: %[[V47:[a-z0-9_]+]] = prim.where %[[V44]], %[[V46]], %[[V7]] : tensor<2x3xi1>, tensor<2x3xf32>
// CHECK-NEXT: %[[V48:[a-z0-9_]+]] = prim.where %[[V42]], %[[V18]], %[[V47]] : tensor<2x3xi1>, tensor<2x3xf32>
// CHECK-NEXT: %[[V49:[a-z0-9_]+]] = prim.div %[[V18]], %[[V10]] : tensor<2x3xf32>
// CHECK-NEXT: %[[V50:[a-z0-9_]+]] = prim.mul %[[V49]], %[[V20]] : tensor<2x3xf32>
// CHECK-NEXT: %[[V51:[a-z0-9_]+]] = prim.where %[[V42]], %[[V50]], %[[V7]] : tensor<2x3xi1>, tensor<2x3xf32>
// CHECK-NEXT: %[[V52:[a-z0-9_]+]] = prim.where %[[V40]], %[[V49]], %[[V51]] : tensor<2x3xi1>, tensor<2x3xf32>
// CHECK-NEXT: %[[V53:[a-z0-9_]+]] = prim.where %[[V8]], %[[V48]], %[[V52]] : tensor<2x3xi1>, tensor<2x3xf32>
// CHECK-NEXT: %[[V54:[a-z0-9_]+]] = prim.mul %arg3, %[[V38]] : tensor<4x3xf32>
// CHECK-NEXT: %[[V55:[a-z0-9_]+]] = prim.index %arg3[%arg2] [0] : tensor<4x3xf32>, tensor<2xi64>
// CHECK-NEXT: %[[V56:[a-z0-9_]+]] = prim.mul %[[V55]], %[[V53]] : tensor<2x3xf32>
// CHECK-NEXT: return %[[V0]], %[[V54]], %[[V56]] : tensor<4x3xf32>, tensor<4x3xf32>, tensor<2x3xf32>
func.func @main(%x: tensor<4x3xf32>, %u: tensor<2x3xf32>, %i: tensor<2xi64>) -> tensor<4x3xf32> {
  %y = prim.index_put %x, %u[%i] [0] "mul"
    : tensor<4x3xf32>, tensor<2x3xf32>, tensor<2xi64>
  return %y : tensor<4x3xf32>
}
