// What is differentiated, with respect to what, and how the joint graph says so.
// RUN: tc-opt %s --prim-autodiff --cse | FileCheck %s --check-prefixes=CHECK,ALL
// RUN: tc-opt %s --prim-autodiff=wrt=weights --cse | FileCheck %s --check-prefix=WEIGHTS
// RUN: tc-opt %s --prim-autodiff='wrt=@b,0' --cse | FileCheck %s --check-prefix=LIST
// RUN: tc-opt %s --prim-autodiff='results=1' --cse | FileCheck %s --check-prefix=SECOND
// RUN: tc-opt %s --prim-autodiff='unit=false' --cse | FileCheck %s --check-prefix=UNIT
// RUN: tc-opt %s --prim-autodiff='results=0,1 wrt=arguments' --cse | FileCheck %s --check-prefix=BOTH
// RUN: tc-opt %s --prim-autodiff --prim-autodiff='entry=main.joint results=2' --cse | FileCheck %s --check-prefix=TWICE

!v = tensor<4xf32>

prim.weight @a : !v
prim.weight @b : !v
prim.weight @written : !v {mutated}
prim.weight @unread : !v

// @main stays as it is. Weights that the program writes have no gradient; @a is
// read twice, its gradient is the sum; nothing depends on @b: zeros.
// CHECK-LABEL: func.func @main(
// ALL-LABEL: func.func @main.joint(
// ALL-SAME: %arg0: tensor<4xf32>, %arg1: tensor<4xi64>)
// ALL-SAME: -> (tensor<f32>, tensor<4xf32>, tensor<4xf32> {fx.name = "gradient.0", tc.gradient = 0 : i64},
// ALL-SAME: tensor<4xf32> {fx.name = "gradient.a", tc.gradient = @a}, tensor<4xf32> {fx.name = "gradient.b", tc.gradient = @b})
// ALL-DAG: %[[A:.*]] = prim.get_weight @a
// ALL-DAG: %[[ONE:.*]] = prim.constant dense<1.000000e+00> : tensor<f32>
// ALL: %[[G:.*]] = prim.broadcast_in_dim %[[ONE]] []
// ALL: %[[GA:.*]] = prim.mul %[[G]], %[[A]]
// ALL: %[[GX:.*]] = prim.mul %[[G]], %arg0
// ALL: %[[SUM:.*]] = prim.add
// ALL: %[[ZEROS:.*]] = prim.broadcast_in_dim
// ALL: return %{{.*}}, %{{.*}}, %[[GA]], %[[SUM]], %[[ZEROS]]

// WEIGHTS-LABEL: func.func @main.joint(
// WEIGHTS-SAME: -> (tensor<f32>, tensor<4xf32>, tensor<4xf32> {fx.name = "gradient.a", tc.gradient = @a}, tensor<4xf32> {fx.name = "gradient.b", tc.gradient = @b})

// LIST-LABEL: func.func @main.joint(
// LIST-SAME: -> (tensor<f32>, tensor<4xf32>, tensor<4xf32> {fx.name = "gradient.b", tc.gradient = @b}, tensor<4xf32> {fx.name = "gradient.0", tc.gradient = 0 : i64})

// UNIT-LABEL: func.func @main.joint(
// UNIT-SAME: %arg2: tensor<f32> {fx.name = "cotangent.0", tc.cotangent = 0 : i64
// UNIT: prim.broadcast_in_dim %arg2 []

// A result that is no scalar has a cotangent that the caller gives.
// SECOND-LABEL: func.func @main.joint(
// SECOND-SAME: %arg2: tensor<4xf32> {fx.name = "cotangent.1", tc.cotangent = 1 : i64, tc.init = {kind = "uniform"

// BOTH-LABEL: func.func @main.joint(
// BOTH-SAME: %arg2: tensor<f32> {fx.name = "cotangent.0", tc.cotangent = 0 : i64
// BOTH-SAME: %arg3: tensor<4xf32> {fx.name = "cotangent.1", tc.cotangent = 1 : i64
// BOTH-SAME: -> (tensor<f32>, tensor<4xf32>, tensor<4xf32> {fx.name = "gradient.0", tc.gradient = 0 : i64})

// The joint graph of a joint graph: a gradient is a result like others there.
// TWICE-LABEL: func.func @main.joint.joint(
// TWICE-SAME: %arg2: tensor<4xf32> {fx.name = "cotangent.2"
// TWICE-SAME: -> (tensor<f32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32> {fx.name = "gradient.0", tc.gradient = 0 : i64}
func.func @main(%x: !v, %k: tensor<4xi64>) -> (tensor<f32>, !v) {
  %a = prim.get_weight @a : !v
  %a2 = prim.get_weight @a : !v
  %b = prim.get_weight @b : !v
  %w = prim.get_weight @written : !v
  %0 = prim.mul %x, %a : !v
  %1 = prim.add %0, %a2 : !v
  %2 = prim.add %1, %w : !v
  %s = prim.sum %2 [0] : !v
  %y = prim.mul %x, %b : !v
  return %s, %y : tensor<f32>, !v
}
