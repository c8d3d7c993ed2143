// Derivative rules of elementwise prims.
// RUN: tc-opt %s --split-input-file --prim-autodiff --cse | FileCheck %s

// abs
// CHECK-LABEL: func.func @main.joint(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.abs %arg0 : tensor<4xf32>
// CHECK-NEXT: %[[V1:[a-z0-9_]+]] = prim.sign %arg0 : tensor<4xf32>
// CHECK-NEXT: %[[V2:[a-z0-9_]+]] = prim.mul %arg1, %[[V1]] : tensor<4xf32>
// CHECK-NEXT: return %[[V0]], %[[V2]] : tensor<4xf32>, tensor<4xf32>
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = prim.abs %x : tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

// neg
// CHECK-LABEL: func.func @main.joint(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.neg %arg0 : tensor<4xf32>
// CHECK-NEXT: %[[V1:[a-z0-9_]+]] = prim.neg %arg1 : tensor<4xf32>
// CHECK-NEXT: return %[[V0]], %[[V1]] : tensor<4xf32>, tensor<4xf32>
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = prim.neg %x : tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

// exp
// CHECK-LABEL: func.func @main.joint(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.exp %arg0 : tensor<4xf32>
// CHECK-NEXT: %[[V1:[a-z0-9_]+]] = prim.mul %arg1, %[[V0]] : tensor<4xf32>
// CHECK-NEXT: return %[[V0]], %[[V1]] : tensor<4xf32>, tensor<4xf32>
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = prim.exp %x : tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

// exp2
// CHECK-LABEL: func.func @main.joint(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.exp2 %arg0 : tensor<4xf32>
// CHECK-NEXT: %[[V1:[a-z0-9_]+]] = prim.constant dense<0.693147182> : tensor<f32>
// CHECK-NEXT: %[[V2:[a-z0-9_]+]] = prim.broadcast_in_dim %[[V1]] [] : tensor<f32> to tensor<4xf32>
// CHECK-NEXT: %[[V3:[a-z0-9_]+]] = prim.mul %[[V0]], %[[V2]] : tensor<4xf32>
// CHECK-NEXT: %[[V4:[a-z0-9_]+]] = prim.mul %arg1, %[[V3]] : tensor<4xf32>
// CHECK-NEXT: return %[[V0]], %[[V4]] : tensor<4xf32>, tensor<4xf32>
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = prim.exp2 %x : tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

// expm1
// CHECK-LABEL: func.func @main.joint(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.expm1 %arg0 : tensor<4xf32>
// CHECK-NEXT: %[[V1:[a-z0-9_]+]] = prim.exp %arg0 : tensor<4xf32>
// CHECK-NEXT: %[[V2:[a-z0-9_]+]] = prim.mul %arg1, %[[V1]] : tensor<4xf32>
// CHECK-NEXT: return %[[V0]], %[[V2]] : tensor<4xf32>, tensor<4xf32>
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = prim.expm1 %x : tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

// log
// CHECK-LABEL: func.func @main.joint(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.log %arg0 : tensor<4xf32>
// CHECK-NEXT: %[[V1:[a-z0-9_]+]] = prim.div %arg1, %arg0 : tensor<4xf32>
// CHECK-NEXT: return %[[V0]], %[[V1]] : tensor<4xf32>, tensor<4xf32>
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = prim.log %x : tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

// log1p
// CHECK-LABEL: func.func @main.joint(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.log1p %arg0 : tensor<4xf32>
// CHECK-NEXT: %[[V1:[a-z0-9_]+]] = prim.constant dense<1.000000e+00> : tensor<f32>
// CHECK-NEXT: %[[V2:[a-z0-9_]+]] = prim.broadcast_in_dim %[[V1]] [] : tensor<f32> to tensor<4xf32>
// CHECK-NEXT: %[[V3:[a-z0-9_]+]] = prim.add %arg0, %[[V2]] : tensor<4xf32>
// CHECK-NEXT: %[[V4:[a-z0-9_]+]] = prim.div %arg1, %[[V3]] : tensor<4xf32>
// CHECK-NEXT: return %[[V0]], %[[V4]] : tensor<4xf32>, tensor<4xf32>
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = prim.log1p %x : tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

// log2
// CHECK-LABEL: func.func @main.joint(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.log2 %arg0 : tensor<4xf32>
// CHECK-NEXT: %[[V1:[a-z0-9_]+]] = prim.constant dense<0.693147182> : tensor<f32>
// CHECK-NEXT: %[[V2:[a-z0-9_]+]] = prim.broadcast_in_dim %[[V1]] [] : tensor<f32> to tensor<4xf32>
// CHECK-NEXT: %[[V3:[a-z0-9_]+]] = prim.mul %arg0, %[[V2]] : tensor<4xf32>
// CHECK-NEXT: %[[V4:[a-z0-9_]+]] = prim.div %arg1, %[[V3]] : tensor<4xf32>
// CHECK-NEXT: return %[[V0]], %[[V4]] : tensor<4xf32>, tensor<4xf32>
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = prim.log2 %x : tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

// sqrt
// CHECK-LABEL: func.func @main.joint(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.sqrt %arg0 : tensor<4xf32>
// CHECK-NEXT: %[[V1:[a-z0-9_]+]] = prim.constant dense<2.000000e+00> : tensor<f32>
// CHECK-NEXT: %[[V2:[a-z0-9_]+]] = prim.broadcast_in_dim %[[V1]] [] : tensor<f32> to tensor<4xf32>
// CHECK-NEXT: %[[V3:[a-z0-9_]+]] = prim.mul %[[V0]], %[[V2]] : tensor<4xf32>
// CHECK-NEXT: %[[V4:[a-z0-9_]+]] = prim.div %arg1, %[[V3]] : tensor<4xf32>
// CHECK-NEXT: return %[[V0]], %[[V4]] : tensor<4xf32>, tensor<4xf32>
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = prim.sqrt %x : tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

// rsqrt
// CHECK-LABEL: func.func @main.joint(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.rsqrt %arg0 : tensor<4xf32>
// CHECK-NEXT: %[[V1:[a-z0-9_]+]] = prim.mul %[[V0]], %[[V0]] : tensor<4xf32>
// CHECK-NEXT: %[[V2:[a-z0-9_]+]] = prim.mul %[[V1]], %[[V0]] : tensor<4xf32>
// CHECK-NEXT: %[[V3:[a-z0-9_]+]] = prim.constant dense<-5.000000e-01> : tensor<f32>
// CHECK-NEXT: %[[V4:[a-z0-9_]+]] = prim.broadcast_in_dim %[[V3]] [] : tensor<f32> to tensor<4xf32>
// CHECK-NEXT: %[[V5:[a-z0-9_]+]] = prim.mul %[[V2]], %[[V4]] : tensor<4xf32>
// CHECK-NEXT: %[[V6:[a-z0-9_]+]] = prim.mul %arg1, %[[V5]] : tensor<4xf32>
// CHECK-NEXT: return %[[V0]], %[[V6]] : tensor<4xf32>, tensor<4xf32>
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = prim.rsqrt %x : tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

// reciprocal
// CHECK-LABEL: func.func @main.joint(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.reciprocal %arg0 : tensor<4xf32>
// CHECK-NEXT: %[[V1:[a-z0-9_]+]] = prim.mul %[[V0]], %[[V0]] : tensor<4xf32>
// CHECK-NEXT: %[[V2:[a-z0-9_]+]] = prim.neg %[[V1]] : tensor<4xf32>
// CHECK-NEXT: %[[V3:[a-z0-9_]+]] = prim.mul %arg1, %[[V2]] : tensor<4xf32>
// CHECK-NEXT: return %[[V0]], %[[V3]] : tensor<4xf32>, tensor<4xf32>
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = prim.reciprocal %x : tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

// sin
// CHECK-LABEL: func.func @main.joint(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.sin %arg0 : tensor<4xf32>
// CHECK-NEXT: %[[V1:[a-z0-9_]+]] = prim.cos %arg0 : tensor<4xf32>
// CHECK-NEXT: %[[V2:[a-z0-9_]+]] = prim.mul %arg1, %[[V1]] : tensor<4xf32>
// CHECK-NEXT: return %[[V0]], %[[V2]] : tensor<4xf32>, tensor<4xf32>
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = prim.sin %x : tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

// cos
// CHECK-LABEL: func.func @main.joint(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.cos %arg0 : tensor<4xf32>
// CHECK-NEXT: %[[V1:[a-z0-9_]+]] = prim.sin %arg0 : tensor<4xf32>
// CHECK-NEXT: %[[V2:[a-z0-9_]+]] = prim.neg %[[V1]] : tensor<4xf32>
// CHECK-NEXT: %[[V3:[a-z0-9_]+]] = prim.mul %arg1, %[[V2]] : tensor<4xf32>
// CHECK-NEXT: return %[[V0]], %[[V3]] : tensor<4xf32>, tensor<4xf32>
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = prim.cos %x : tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

// tanh
// CHECK-LABEL: func.func @main.joint(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.tanh %arg0 : tensor<4xf32>
// CHECK-NEXT: %[[V1:[a-z0-9_]+]] = prim.mul %[[V0]], %[[V0]] : tensor<4xf32>
// CHECK-NEXT: %[[V2:[a-z0-9_]+]] = prim.constant dense<1.000000e+00> : tensor<f32>
// CHECK-NEXT: %[[V3:[a-z0-9_]+]] = prim.broadcast_in_dim %[[V2]] [] : tensor<f32> to tensor<4xf32>
// CHECK-NEXT: %[[V4:[a-z0-9_]+]] = prim.sub %[[V3]], %[[V1]] : tensor<4xf32>
// CHECK-NEXT: %[[V5:[a-z0-9_]+]] = prim.mul %arg1, %[[V4]] : tensor<4xf32>
// CHECK-NEXT: return %[[V0]], %[[V5]] : tensor<4xf32>, tensor<4xf32>
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = prim.tanh %x : tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

// erf
// CHECK-LABEL: func.func @main.joint(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.erf %arg0 : tensor<4xf32>
// CHECK-NEXT: %[[V1:[a-z0-9_]+]] = prim.mul %arg0, %arg0 : tensor<4xf32>
// CHECK-NEXT: %[[V2:[a-z0-9_]+]] = prim.neg %[[V1]] : tensor<4xf32>
// CHECK-NEXT: %[[V3:[a-z0-9_]+]] = prim.exp %[[V2]] : tensor<4xf32>
// CHECK-NEXT: %[[V4:[a-z0-9_]+]] = prim.constant dense<1.12837923> : tensor<f32>
// CHECK-NEXT: %[[V5:[a-z0-9_]+]] = prim.broadcast_in_dim %[[V4]] [] : tensor<f32> to tensor<4xf32>
// CHECK-NEXT: %[[V6:[a-z0-9_]+]] = prim.mul %[[V3]], %[[V5]] : tensor<4xf32>
// CHECK-NEXT: %[[V7:[a-z0-9_]+]] = prim.mul %arg1, %[[V6]] : tensor<4xf32>
// CHECK-NEXT: return %[[V0]], %[[V7]] : tensor<4xf32>, tensor<4xf32>
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = prim.erf %x : tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

// floor
// CHECK-LABEL: func.func @main.joint(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.floor %arg0 : tensor<4xf32>
// CHECK-NEXT: %[[V1:[a-z0-9_]+]] = prim.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: %[[V2:[a-z0-9_]+]] = prim.broadcast_in_dim %[[V1]] [] : tensor<f32> to tensor<4xf32>
// CHECK-NEXT: return %[[V0]], %[[V2]] : tensor<4xf32>, tensor<4xf32>
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = prim.floor %x : tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

// ceil
// CHECK-LABEL: func.func @main.joint(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.ceil %arg0 : tensor<4xf32>
// CHECK-NEXT: %[[V1:[a-z0-9_]+]] = prim.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: %[[V2:[a-z0-9_]+]] = prim.broadcast_in_dim %[[V1]] [] : tensor<f32> to tensor<4xf32>
// CHECK-NEXT: return %[[V0]], %[[V2]] : tensor<4xf32>, tensor<4xf32>
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = prim.ceil %x : tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

// trunc
// CHECK-LABEL: func.func @main.joint(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.trunc %arg0 : tensor<4xf32>
// CHECK-NEXT: %[[V1:[a-z0-9_]+]] = prim.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: %[[V2:[a-z0-9_]+]] = prim.broadcast_in_dim %[[V1]] [] : tensor<f32> to tensor<4xf32>
// CHECK-NEXT: return %[[V0]], %[[V2]] : tensor<4xf32>, tensor<4xf32>
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = prim.trunc %x : tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

// round
// CHECK-LABEL: func.func @main.joint(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.round %arg0 : tensor<4xf32>
// CHECK-NEXT: %[[V1:[a-z0-9_]+]] = prim.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: %[[V2:[a-z0-9_]+]] = prim.broadcast_in_dim %[[V1]] [] : tensor<f32> to tensor<4xf32>
// CHECK-NEXT: return %[[V0]], %[[V2]] : tensor<4xf32>, tensor<4xf32>
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = prim.round %x : tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

// sign
// CHECK-LABEL: func.func @main.joint(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.sign %arg0 : tensor<4xf32>
// CHECK-NEXT: %[[V1:[a-z0-9_]+]] = prim.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: %[[V2:[a-z0-9_]+]] = prim.broadcast_in_dim %[[V1]] [] : tensor<f32> to tensor<4xf32>
// CHECK-NEXT: return %[[V0]], %[[V2]] : tensor<4xf32>, tensor<4xf32>
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = prim.sign %x : tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

// add
// CHECK-LABEL: func.func @main.joint(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.add %arg0, %arg1 : tensor<4xf32>
// CHECK-NEXT: return %[[V0]], %arg2, %arg2 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
func.func @main(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %y = prim.add %a, %b : tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

// sub
// CHECK-LABEL: func.func @main.joint(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.sub %arg0, %arg1 : tensor<4xf32>
// CHECK-NEXT: %[[V1:[a-z0-9_]+]] = prim.neg %arg2 : tensor<4xf32>
// CHECK-NEXT: return %[[V0]], %arg2, %[[V1]] : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
func.func @main(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %y = prim.sub %a, %b : tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

// mul
// CHECK-LABEL: func.func @main.joint(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.mul %arg0, %arg1 : tensor<4xf32>
// CHECK-NEXT: %[[V1:[a-z0-9_]+]] = prim.mul %arg2, %arg1 : tensor<4xf32>
// CHECK-NEXT: %[[V2:[a-z0-9_]+]] = prim.mul %arg2, %arg0 : tensor<4xf32>
// CHECK-NEXT: return %[[V0]], %[[V1]], %[[V2]] : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
func.func @main(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %y = prim.mul %a, %b : tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

// div
// CHECK-LABEL: func.func @main.joint(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.div %arg0, %arg1 : tensor<4xf32>
// CHECK-NEXT: %[[V1:[a-z0-9_]+]] = prim.div %arg2, %arg1 : tensor<4xf32>
// CHECK-NEXT: %[[V2:[a-z0-9_]+]] = prim.mul %[[V1]], %[[V0]] : tensor<4xf32>
// CHECK-NEXT: %[[V3:[a-z0-9_]+]] = prim.neg %[[V2]] : tensor<4xf32>
// CHECK-NEXT: return %[[V0]], %[[V1]], %[[V3]] : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
func.func @main(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %y = prim.div %a, %b : tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

// A logistic function: e r r, r = 1 / (1 + e), not the derivatives of its
// quotient, selects and exponential.
// CHECK-LABEL: func.func @main.joint(
// CHECK: %[[LESS:.*]] = prim.lt
// CHECK: %[[E:.*]] = prim.exp
// CHECK: %[[Y:.*]] = prim.div
// CHECK: %[[REST:.*]] = prim.sub %{{.*}}, %[[Y]]
// CHECK-NEXT: %[[R:.*]] = prim.where %[[LESS]], %[[REST]], %[[Y]]
// CHECK-NEXT: %[[SQUARE:.*]] = prim.mul %[[R]], %[[R]]
// CHECK-NEXT: %[[SLOPE:.*]] = prim.mul %[[E]], %[[SQUARE]]
// CHECK-NEXT: %[[D:.*]] = prim.mul %arg1, %[[SLOPE]]
// CHECK-NEXT: return %[[Y]], %[[D]]
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %zero = prim.constant dense<0.0> : tensor<4xf32>
  %one = prim.constant dense<1.0> : tensor<4xf32>
  %less = prim.lt %x, %zero : tensor<4xf32>
  %minus = prim.neg %x : tensor<4xf32>
  %low = prim.where %less, %x, %minus : tensor<4xi1>, tensor<4xf32>
  %e = prim.exp %low : tensor<4xf32>
  %above = prim.where %less, %e, %one : tensor<4xi1>, tensor<4xf32>
  %below = prim.add %one, %e : tensor<4xf32>
  %y = prim.div %above, %below : tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

// Not where what is above is another number than the exponential's.
// CHECK-LABEL: func.func @main.joint(
// CHECK-COUNT-2: prim.div
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %zero = prim.constant dense<0.0> : tensor<4xf32>
  %one = prim.constant dense<1.0> : tensor<4xf32>
  %two = prim.constant dense<2.0> : tensor<4xf32>
  %less = prim.lt %x, %zero : tensor<4xf32>
  %minus = prim.neg %x : tensor<4xf32>
  %low = prim.where %less, %x, %minus : tensor<4xi1>, tensor<4xf32>
  %e = prim.exp %low : tensor<4xf32>
  %above = prim.where %less, %e, %two : tensor<4xi1>, tensor<4xf32>
  %below = prim.add %one, %e : tensor<4xf32>
  %y = prim.div %above, %below : tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

// remainder
// CHECK-LABEL: func.func @main.joint(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.remainder %arg0, %arg1 : tensor<4xf32>
// CHECK-NEXT: %[[V1:[a-z0-9_]+]] = prim.div %arg0, %arg1 : tensor<4xf32>
// CHECK-NEXT: %[[V2:[a-z0-9_]+]] = prim.floor %[[V1]] : tensor<4xf32>
// CHECK-NEXT: %[[V3:[a-z0-9_]+]] = prim.neg %[[V2]] : tensor<4xf32>
// CHECK-NEXT: %[[V4:[a-z0-9_]+]] = prim.mul %arg2, %[[V3]] : tensor<4xf32>
// CHECK-NEXT: return %[[V0]], %arg2, %[[V4]] : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
func.func @main(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %y = prim.remainder %a, %b : tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

// fmod
// CHECK-LABEL: func.func @main.joint(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.fmod %arg0, %arg1 : tensor<4xf32>
// CHECK-NEXT: %[[V1:[a-z0-9_]+]] = prim.div %arg0, %arg1 : tensor<4xf32>
// CHECK-NEXT: %[[V2:[a-z0-9_]+]] = prim.trunc %[[V1]] : tensor<4xf32>
// CHECK-NEXT: %[[V3:[a-z0-9_]+]] = prim.neg %[[V2]] : tensor<4xf32>
// CHECK-NEXT: %[[V4:[a-z0-9_]+]] = prim.mul %arg2, %[[V3]] : tensor<4xf32>
// CHECK-NEXT: return %[[V0]], %arg2, %[[V4]] : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
func.func @main(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %y = prim.fmod %a, %b : tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

// pow
// CHECK-LABEL: func.func @main.joint(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.pow %arg0, %arg1 : tensor<4xf32>
// CHECK-NEXT: %[[V1:[a-z0-9_]+]] = prim.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: %[[V2:[a-z0-9_]+]] = prim.constant dense<1.000000e+00> : tensor<f32>
// CHECK-NEXT: %[[V3:[a-z0-9_]+]] = prim.broadcast_in_dim %[[V2]] [] : tensor<f32> to tensor<4xf32>
// CHECK-NEXT: %[[V4:[a-z0-9_]+]] = prim.sub %arg1, %[[V3]] : tensor<4xf32>
// CHECK-NEXT: %[[V5:[a-z0-9_]+]] = prim.pow %arg0, %[[V4]] : tensor<4xf32>
// CHECK-NEXT: %[[V6:[a-z0-9_]+]] = prim.mul %arg1, %[[V5]] : tensor<4xf32>
// CHECK-NEXT: %[[V7:[a-z0-9_]+]] = prim.broadcast_in_dim %[[V1]] [] : tensor<f32> to tensor<4xf32>
// CHECK-NEXT: %[[V8:[a-z0-9_]+]] = prim.eq %arg1, %[[V7]] : tensor<4xf32>
// CHECK-NEXT: %[[V9:[a-z0-9_]+]] = prim.where %[[V8]], %[[V7]], %[[V6]] : tensor<4xi1>, tensor<4xf32>
// CHECK-NEXT: %[[V10:[a-z0-9_]+]] = prim.mul %arg2, %[[V9]] : tensor<4xf32>
// CHECK-NEXT: %[[V11:[a-z0-9_]+]] = prim.eq %arg0, %[[V7]] : tensor<4xf32>
// CHECK-NEXT: %[[V12:[a-z0-9_]+]] = prim.ge %arg1, %[[V7]] : tensor<4xf32>
// CHECK-NEXT: %[[V13:[a-z0-9_]+]] = prim.bitwise_and %[[V11]], %[[V12]] : tensor<4xi1>
// CHECK-NEXT: %[[V14:[a-z0-9_]+]] = prim.where %[[V13]], %[[V3]], %arg0 : tensor<4xi1>, tensor<4xf32>
// CHECK-NEXT: %[[V15:[a-z0-9_]+]] = prim.log %[[V14]] : tensor<4xf32>
// CHECK-NEXT: %[[V16:[a-z0-9_]+]] = prim.mul %[[V0]], %[[V15]] : tensor<4xf32>
// CHECK-NEXT: %[[V17:[a-z0-9_]+]] = prim.where %[[V13]], %[[V7]], %[[V16]] : tensor<4xi1>, tensor<4xf32>
// CHECK-NEXT: %[[V18:[a-z0-9_]+]] = prim.mul %arg2, %[[V17]] : tensor<4xf32>
// CHECK-NEXT: return %[[V0]], %[[V10]], %[[V18]] : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
func.func @main(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %y = prim.pow %a, %b : tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

// atan2
// CHECK-LABEL: func.func @main.joint(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.atan2 %arg0, %arg1 : tensor<4xf32>
// CHECK-NEXT: %[[V1:[a-z0-9_]+]] = prim.mul %arg0, %arg0 : tensor<4xf32>
// CHECK-NEXT: %[[V2:[a-z0-9_]+]] = prim.mul %arg1, %arg1 : tensor<4xf32>
// CHECK-NEXT: %[[V3:[a-z0-9_]+]] = prim.add %[[V1]], %[[V2]] : tensor<4xf32>
// CHECK-NEXT: %[[V4:[a-z0-9_]+]] = prim.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: %[[V5:[a-z0-9_]+]] = prim.div %arg2, %[[V3]] : tensor<4xf32>
// CHECK-NEXT: %[[V6:[a-z0-9_]+]] = prim.broadcast_in_dim %[[V4]] [] : tensor<f32> to tensor<4xf32>
// CHECK-NEXT: %[[V7:[a-z0-9_]+]] = prim.eq %[[V3]], %[[V6]] : tensor<4xf32>
// CHECK-NEXT: %[[V8:[a-z0-9_]+]] = prim.where %[[V7]], %[[V6]], %[[V5]] : tensor<4xi1>, tensor<4xf32>
// CHECK-NEXT: %[[V9:[a-z0-9_]+]] = prim.mul %[[V8]], %arg1 : tensor<4xf32>
// CHECK-NEXT: %[[V10:[a-z0-9_]+]] = prim.mul %[[V8]], %arg0 : tensor<4xf32>
// CHECK-NEXT: %[[V11:[a-z0-9_]+]] = prim.neg %[[V10]] : tensor<4xf32>
// CHECK-NEXT: return %[[V0]], %[[V9]], %[[V11]] : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
func.func @main(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %y = prim.atan2 %a, %b : tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

// maximum
// CHECK-LABEL: func.func @main.joint(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.maximum %arg0, %arg1 : tensor<4xf32>
// CHECK-NEXT: %[[V1:[a-z0-9_]+]] = prim.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: %[[V2:[a-z0-9_]+]] = prim.constant dense<5.000000e-01> : tensor<f32>
// CHECK-NEXT: %[[V3:[a-z0-9_]+]] = prim.broadcast_in_dim %[[V2]] [] : tensor<f32> to tensor<4xf32>
// CHECK-NEXT: %[[V4:[a-z0-9_]+]] = prim.mul %arg2, %[[V3]] : tensor<4xf32>
// CHECK-NEXT: %[[V5:[a-z0-9_]+]] = prim.eq %arg0, %arg1 : tensor<4xf32>
// CHECK-NEXT: %[[V6:[a-z0-9_]+]] = prim.where %[[V5]], %[[V4]], %arg2 : tensor<4xi1>, tensor<4xf32>
// CHECK-NEXT: %[[V7:[a-z0-9_]+]] = prim.gt %arg1, %arg0 : tensor<4xf32>
// CHECK-NEXT: %[[V8:[a-z0-9_]+]] = prim.broadcast_in_dim %[[V1]] [] : tensor<f32> to tensor<4xf32>
// CHECK-NEXT: %[[V9:[a-z0-9_]+]] = prim.where %[[V7]], %[[V8]], %[[V6]] : tensor<4xi1>, tensor<4xf32>
// CHECK-NEXT: %[[V10:[a-z0-9_]+]] = prim.gt %arg0, %arg1 : tensor<4xf32>
// CHECK-NEXT: %[[V11:[a-z0-9_]+]] = prim.where %[[V10]], %[[V8]], %[[V6]] : tensor<4xi1>, tensor<4xf32>
// CHECK-NEXT: return %[[V0]], %[[V9]], %[[V11]] : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
func.func @main(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %y = prim.maximum %a, %b : tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

// minimum
// CHECK-LABEL: func.func @main.joint(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.minimum %arg0, %arg1 : tensor<4xf32>
// CHECK-NEXT: %[[V1:[a-z0-9_]+]] = prim.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: %[[V2:[a-z0-9_]+]] = prim.constant dense<5.000000e-01> : tensor<f32>
// CHECK-NEXT: %[[V3:[a-z0-9_]+]] = prim.broadcast_in_dim %[[V2]] [] : tensor<f32> to tensor<4xf32>
// CHECK-NEXT: %[[V4:[a-z0-9_]+]] = prim.mul %arg2, %[[V3]] : tensor<4xf32>
// CHECK-NEXT: %[[V5:[a-z0-9_]+]] = prim.eq %arg0, %arg1 : tensor<4xf32>
// CHECK-NEXT: %[[V6:[a-z0-9_]+]] = prim.where %[[V5]], %[[V4]], %arg2 : tensor<4xi1>, tensor<4xf32>
// CHECK-NEXT: %[[V7:[a-z0-9_]+]] = prim.lt %arg1, %arg0 : tensor<4xf32>
// CHECK-NEXT: %[[V8:[a-z0-9_]+]] = prim.broadcast_in_dim %[[V1]] [] : tensor<f32> to tensor<4xf32>
// CHECK-NEXT: %[[V9:[a-z0-9_]+]] = prim.where %[[V7]], %[[V8]], %[[V6]] : tensor<4xi1>, tensor<4xf32>
// CHECK-NEXT: %[[V10:[a-z0-9_]+]] = prim.lt %arg0, %arg1 : tensor<4xf32>
// CHECK-NEXT: %[[V11:[a-z0-9_]+]] = prim.where %[[V10]], %[[V8]], %[[V6]] : tensor<4xi1>, tensor<4xf32>
// CHECK-NEXT: return %[[V0]], %[[V9]], %[[V11]] : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
func.func @main(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %y = prim.minimum %a, %b : tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

// fma
// CHECK-LABEL: func.func @main.joint(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.fma %arg0, %arg1, %arg2 : tensor<4xf32>
// CHECK-NEXT: %[[V1:[a-z0-9_]+]] = prim.mul %arg3, %arg1 : tensor<4xf32>
// CHECK-NEXT: %[[V2:[a-z0-9_]+]] = prim.mul %arg3, %arg0 : tensor<4xf32>
// CHECK-NEXT: return %[[V0]], %[[V1]], %[[V2]], %arg3 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
func.func @main(%a: tensor<4xf32>, %b: tensor<4xf32>, %c: tensor<4xf32>) -> tensor<4xf32> {
  %y = prim.fma %a, %b, %c : tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

// where
// CHECK-LABEL: func.func @main.joint(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.where %arg0, %arg1, %arg2 : tensor<4xi1>, tensor<4xf32>
// CHECK-NEXT: %[[V1:[a-z0-9_]+]] = prim.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: %[[V2:[a-z0-9_]+]] = prim.broadcast_in_dim %[[V1]] [] : tensor<f32> to tensor<4xf32>
// CHECK-NEXT: %[[V3:[a-z0-9_]+]] = prim.where %arg0, %arg3, %[[V2]] : tensor<4xi1>, tensor<4xf32>
// CHECK-NEXT: %[[V4:[a-z0-9_]+]] = prim.where %arg0, %[[V2]], %arg3 : tensor<4xi1>, tensor<4xf32>
// CHECK-NEXT: return %[[V0]], %[[V3]], %[[V4]] : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
func.func @main(%p: tensor<4xi1>, %a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %y = prim.where %p, %a, %b : tensor<4xi1>, tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

// convert_element_type
// CHECK-LABEL: func.func @main.joint(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.convert_element_type %arg0 : tensor<4xf16> to tensor<4xf32>
// CHECK-NEXT: %[[V1:[a-z0-9_]+]] = prim.convert_element_type %arg1 : tensor<4xf32> to tensor<4xf16>
// CHECK-NEXT: return %[[V0]], %[[V1]] : tensor<4xf32>, tensor<4xf16>
func.func @main(%x: tensor<4xf16>) -> tensor<4xf32> {
  %y = prim.convert_element_type %x : tensor<4xf16> to tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

// complex
// CHECK-LABEL: func.func @main.joint(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.complex %arg0, %arg1 : tensor<4xf32>
// CHECK-NEXT: %[[V1:[a-z0-9_]+]] = prim.real %arg2 : tensor<4xcomplex<f32>>
// CHECK-NEXT: %[[V2:[a-z0-9_]+]] = prim.imag %arg2 : tensor<4xcomplex<f32>>
// CHECK-NEXT: return %[[V0]], %[[V1]], %[[V2]] : tensor<4xcomplex<f32>>, tensor<4xf32>, tensor<4xf32>
func.func @main(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xcomplex<f32>> {
  %y = prim.complex %a, %b : tensor<4xf32>
  return %y : tensor<4xcomplex<f32>>
}

// -----

// real
// CHECK-LABEL: func.func @main.joint(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.real %arg0 : tensor<4xcomplex<f32>>
// CHECK-NEXT: %[[V1:[a-z0-9_]+]] = prim.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: %[[V2:[a-z0-9_]+]] = prim.broadcast_in_dim %[[V1]] [] : tensor<f32> to tensor<4xf32>
// CHECK-NEXT: %[[V3:[a-z0-9_]+]] = prim.complex %arg1, %[[V2]] : tensor<4xf32>
// CHECK-NEXT: return %[[V0]], %[[V3]] : tensor<4xf32>, tensor<4xcomplex<f32>>
func.func @main(%x: tensor<4xcomplex<f32>>) -> tensor<4xf32> {
  %y = prim.real %x : tensor<4xcomplex<f32>>
  return %y : tensor<4xf32>
}

// -----

// imag
// CHECK-LABEL: func.func @main.joint(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.imag %arg0 : tensor<4xcomplex<f32>>
// CHECK-NEXT: %[[V1:[a-z0-9_]+]] = prim.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: %[[V2:[a-z0-9_]+]] = prim.broadcast_in_dim %[[V1]] [] : tensor<f32> to tensor<4xf32>
// CHECK-NEXT: %[[V3:[a-z0-9_]+]] = prim.complex %[[V2]], %arg1 : tensor<4xf32>
// CHECK-NEXT: return %[[V0]], %[[V3]] : tensor<4xf32>, tensor<4xcomplex<f32>>
func.func @main(%x: tensor<4xcomplex<f32>>) -> tensor<4xf32> {
  %y = prim.imag %x : tensor<4xcomplex<f32>>
  return %y : tensor<4xf32>
}

// -----

// conj
// CHECK-LABEL: func.func @main.joint(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.conj %arg0 : tensor<4xcomplex<f32>>
// CHECK-NEXT: %[[V1:[a-z0-9_]+]] = prim.conj %arg1 : tensor<4xcomplex<f32>>
// CHECK-NEXT: return %[[V0]], %[[V1]] : tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>
func.func @main(%x: tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>> {
  %y = prim.conj %x : tensor<4xcomplex<f32>>
  return %y : tensor<4xcomplex<f32>>
}

// -----

// abs, mul, div of complex numbers: gradients are conjugate
// CHECK-LABEL: func.func @main.joint(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.abs %arg0 : tensor<4xcomplex<f32>>
// CHECK-NEXT: %[[V1:[a-z0-9_]+]] = prim.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: %[[V2:[a-z0-9_]+]] = prim.broadcast_in_dim %[[V1]] [] : tensor<f32> to tensor<4xf32>
// CHECK-NEXT: %[[V3:[a-z0-9_]+]] = prim.eq %[[V0]], %[[V2]] : tensor<4xf32>
// CHECK-NEXT: %[[V4:[a-z0-9_]+]] = prim.constant dense<1.000000e+00> : tensor<f32>
// CHECK-NEXT: %[[V5:[a-z0-9_]+]] = prim.broadcast_in_dim %[[V4]] [] : tensor<f32> to tensor<4xf32>
// CHECK-NEXT: %[[V6:[a-z0-9_]+]] = prim.where %[[V3]], %[[V5]], %[[V0]] : tensor<4xi1>, tensor<4xf32>
// CHECK-NEXT: %[[V7:[a-z0-9_]+]] = prim.div %arg1, %[[V6]] : tensor<4xf32>
// CHECK-NEXT: %[[V8:[a-z0-9_]+]] = prim.convert_element_type %[[V7]] : tensor<4xf32> to tensor<4xcomplex<f32>>
// CHECK-NEXT: %[[V9:[a-z0-9_]+]] = prim.mul %arg0, %[[V8]] : tensor<4xcomplex<f32>>
// CHECK-NEXT: return %[[V0]], %[[V9]] : tensor<4xf32>, tensor<4xcomplex<f32>>
func.func @main(%x: tensor<4xcomplex<f32>>) -> tensor<4xf32> {
  %y = prim.abs %x : tensor<4xcomplex<f32>>
  return %y : tensor<4xf32>
}

// -----

// mul
// CHECK-LABEL: func.func @main.joint(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.mul %arg0, %arg1 : tensor<4xcomplex<f32>>
// CHECK-NEXT: %[[V1:[a-z0-9_]+]] = prim.conj %arg1 : tensor<4xcomplex<f32>>
// CHECK-NEXT: %[[V2:[a-z0-9_]+]] = prim.mul %arg2, %[[V1]] : tensor<4xcomplex<f32>>
// CHECK-NEXT: %[[V3:[a-z0-9_]+]] = prim.conj %arg0 : tensor<4xcomplex<f32>>
// CHECK-NEXT: %[[V4:[a-z0-9_]+]] = prim.mul %arg2, %[[V3]] : tensor<4xcomplex<f32>>
// CHECK-NEXT: return %[[V0]], %[[V2]], %[[V4]] : tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>
func.func @main(%a: tensor<4xcomplex<f32>>, %b: tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>> {
  %y = prim.mul %a, %b : tensor<4xcomplex<f32>>
  return %y : tensor<4xcomplex<f32>>
}

// -----

// exp2
// CHECK-LABEL: func.func @main.joint(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.exp2 %arg0 : tensor<4xf32>
// CHECK-NEXT: %[[V1:[a-z0-9_]+]] = prim.constant dense<0.693147182> : tensor<f32>
// CHECK-NEXT: %[[V2:[a-z0-9_]+]] = prim.broadcast_in_dim %[[V1]] [] : tensor<f32> to tensor<4xf32>
// CHECK-NEXT: %[[V3:[a-z0-9_]+]] = prim.mul %[[V0]], %[[V2]] : tensor<4xf32>
// CHECK-NEXT: %[[V4:[a-z0-9_]+]] = prim.mul %arg1, %[[V3]] : tensor<4xf32>
// CHECK-NEXT: return %[[V0]], %[[V4]] : tensor<4xf32>, tensor<4xf32>
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = prim.exp2 %x : tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

// expm1
// CHECK-LABEL: func.func @main.joint(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.expm1 %arg0 : tensor<4xf32>
// CHECK-NEXT: %[[V1:[a-z0-9_]+]] = prim.exp %arg0 : tensor<4xf32>
// CHECK-NEXT: %[[V2:[a-z0-9_]+]] = prim.mul %arg1, %[[V1]] : tensor<4xf32>
// CHECK-NEXT: return %[[V0]], %[[V2]] : tensor<4xf32>, tensor<4xf32>
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = prim.expm1 %x : tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

// log1p
// CHECK-LABEL: func.func @main.joint(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.log1p %arg0 : tensor<4xf32>
// CHECK-NEXT: %[[V1:[a-z0-9_]+]] = prim.constant dense<1.000000e+00> : tensor<f32>
// CHECK-NEXT: %[[V2:[a-z0-9_]+]] = prim.broadcast_in_dim %[[V1]] [] : tensor<f32> to tensor<4xf32>
// CHECK-NEXT: %[[V3:[a-z0-9_]+]] = prim.add %arg0, %[[V2]] : tensor<4xf32>
// CHECK-NEXT: %[[V4:[a-z0-9_]+]] = prim.div %arg1, %[[V3]] : tensor<4xf32>
// CHECK-NEXT: return %[[V0]], %[[V4]] : tensor<4xf32>, tensor<4xf32>
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = prim.log1p %x : tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

// log2
// CHECK-LABEL: func.func @main.joint(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.log2 %arg0 : tensor<4xf32>
// CHECK-NEXT: %[[V1:[a-z0-9_]+]] = prim.constant dense<0.693147182> : tensor<f32>
// CHECK-NEXT: %[[V2:[a-z0-9_]+]] = prim.broadcast_in_dim %[[V1]] [] : tensor<f32> to tensor<4xf32>
// CHECK-NEXT: %[[V3:[a-z0-9_]+]] = prim.mul %arg0, %[[V2]] : tensor<4xf32>
// CHECK-NEXT: %[[V4:[a-z0-9_]+]] = prim.div %arg1, %[[V3]] : tensor<4xf32>
// CHECK-NEXT: return %[[V0]], %[[V4]] : tensor<4xf32>, tensor<4xf32>
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = prim.log2 %x : tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

// atan2
// CHECK-LABEL: func.func @main.joint(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.atan2 %arg0, %arg1 : tensor<4xf32>
// CHECK-NEXT: %[[V1:[a-z0-9_]+]] = prim.mul %arg0, %arg0 : tensor<4xf32>
// CHECK-NEXT: %[[V2:[a-z0-9_]+]] = prim.mul %arg1, %arg1 : tensor<4xf32>
// CHECK-NEXT: %[[V3:[a-z0-9_]+]] = prim.add %[[V1]], %[[V2]] : tensor<4xf32>
// CHECK-NEXT: %[[V4:[a-z0-9_]+]] = prim.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: %[[V5:[a-z0-9_]+]] = prim.div %arg2, %[[V3]] : tensor<4xf32>
// CHECK-NEXT: %[[V6:[a-z0-9_]+]] = prim.broadcast_in_dim %[[V4]] [] : tensor<f32> to tensor<4xf32>
// CHECK-NEXT: %[[V7:[a-z0-9_]+]] = prim.eq %[[V3]], %[[V6]] : tensor<4xf32>
// CHECK-NEXT: %[[V8:[a-z0-9_]+]] = prim.where %[[V7]], %[[V6]], %[[V5]] : tensor<4xi1>, tensor<4xf32>
// CHECK-NEXT: %[[V9:[a-z0-9_]+]] = prim.mul %[[V8]], %arg1 : tensor<4xf32>
// CHECK-NEXT: %[[V10:[a-z0-9_]+]] = prim.mul %[[V8]], %arg0 : tensor<4xf32>
// CHECK-NEXT: %[[V11:[a-z0-9_]+]] = prim.neg %[[V10]] : tensor<4xf32>
// CHECK-NEXT: return %[[V0]], %[[V9]], %[[V11]] : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
func.func @main(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %y = prim.atan2 %a, %b : tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

// div of complex numbers
// CHECK-LABEL: func.func @main.joint(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.div %arg0, %arg1 : tensor<4xcomplex<f32>>
// CHECK-NEXT: %[[V1:[a-z0-9_]+]] = prim.conj %arg1 : tensor<4xcomplex<f32>>
// CHECK-NEXT: %[[V2:[a-z0-9_]+]] = prim.div %arg2, %[[V1]] : tensor<4xcomplex<f32>>
// CHECK-NEXT: %[[V3:[a-z0-9_]+]] = prim.conj %[[V0]] : tensor<4xcomplex<f32>>
// CHECK-NEXT: %[[V4:[a-z0-9_]+]] = prim.mul %[[V2]], %[[V3]] : tensor<4xcomplex<f32>>
// CHECK-NEXT: %[[V5:[a-z0-9_]+]] = prim.neg %[[V4]] : tensor<4xcomplex<f32>>
// CHECK-NEXT: return %[[V0]], %[[V2]], %[[V5]] : tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>
func.func @main(%a: tensor<4xcomplex<f32>>, %b: tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>> {
  %y = prim.div %a, %b : tensor<4xcomplex<f32>>
  return %y : tensor<4xcomplex<f32>>
}

// -----

// where, of a rectifier: its result says which arm it is, as the comparison of its
// operand did, of NaN too.
// CHECK-LABEL: func.func @main.joint(
// CHECK: %[[Y:.*]] = prim.where %{{.*}}, %[[C:.*]], %arg0 : tensor<4xi1>, tensor<4xf32>
// CHECK: %[[P:.*]] = prim.le %[[Y]], %[[C]] : tensor<4xf32>
// CHECK: prim.where %[[P]], %{{.*}}, %arg1 : tensor<4xi1>, tensor<4xf32>
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c = prim.constant dense<0.0> : tensor<4xf32>
  %p = prim.le %x, %c : tensor<4xf32>
  %y = prim.where %p, %c, %x : tensor<4xi1>, tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @main.joint(
// CHECK: %[[Y:.*]] = prim.where %{{.*}}, %arg0, %[[C:.*]] : tensor<4xi1>, tensor<4xf32>
// CHECK: %[[P:.*]] = prim.lt %[[C]], %[[Y]] : tensor<4xf32>
// CHECK: prim.where %[[P]], %arg1, %{{.*}} : tensor<4xi1>, tensor<4xf32>
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c = prim.constant dense<0.0> : tensor<4xf32>
  %p = prim.lt %c, %x : tensor<4xf32>
  %y = prim.where %p, %x, %c : tensor<4xi1>, tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

// Where c takes the place of what is less, the result does not say which arm it is
// where both are c.
// CHECK-LABEL: func.func @main.joint(
// CHECK: %[[P:.*]] = prim.lt %arg0, %{{.*}} : tensor<4xf32>
// CHECK: prim.where %[[P]], %{{.*}}, %arg0 : tensor<4xi1>, tensor<4xf32>
// CHECK: prim.where %[[P]], %{{.*}}, %arg1 : tensor<4xi1>, tensor<4xf32>
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c = prim.constant dense<0.0> : tensor<4xf32>
  %p = prim.lt %x, %c : tensor<4xf32>
  %y = prim.where %p, %c, %x : tensor<4xi1>, tensor<4xf32>
  return %y : tensor<4xf32>
}
