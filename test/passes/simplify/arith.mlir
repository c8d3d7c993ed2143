// Rules of arithmetic, a function each: first where the rule applies, then
// where it must not.
// RUN: tc-opt %s --prim-simplify | FileCheck %s

!f = tensor<4xf32>
!i = tensor<4xi32>
!b = tensor<4xi1>

// CHECK-LABEL: func.func @mulOne(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.constant dense<2.000000e+00> : tensor<4xf32>
// CHECK-NEXT: %[[V1:[a-z0-9_]+]] = prim.mul %arg0, %[[V0]] : tensor<4xf32>
// CHECK-NEXT: return %arg0, %[[V1]] : tensor<4xf32>, tensor<4xf32>
func.func @mulOne(%x: !f) -> (!f, !f) {
  %one = prim.constant dense<1.0> : !f
  %two = prim.constant dense<2.0> : !f
  %y = prim.mul %one, %x : !f
  %n = prim.mul %x, %two : !f
  return %y, %n : !f, !f
}

// CHECK-LABEL: func.func @addZero(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.constant dense<0.000000e+00> : tensor<4xf32>
// CHECK-NEXT: %[[V1:[a-z0-9_]+]] = prim.add %arg0, %[[V0]] : tensor<4xf32>
// CHECK-NEXT: return %arg0, %arg1, %[[V1]] : tensor<4xf32>, tensor<4xi32>, tensor<4xf32>
// x + 0.0 is 0.0 where x is -0.0.
func.func @addZero(%x: !f, %k: !i) -> (!f, !i, !f) {
  %zero = prim.constant dense<0.0> : !f
  %minus = prim.constant dense<-0.0> : !f
  %none = prim.constant dense<0> : !i
  %y = prim.add %x, %minus : !f
  %yi = prim.add %k, %none : !i
  %n = prim.add %x, %zero : !f
  return %y, %yi, %n : !f, !i, !f
}

// CHECK-LABEL: func.func @subZero(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.constant dense<0.000000e+00> : tensor<4xf32>
// CHECK-NEXT: %[[V1:[a-z0-9_]+]] = prim.sub %[[V0]], %arg0 : tensor<4xf32>
// CHECK-NEXT: return %arg0, %[[V1]] : tensor<4xf32>, tensor<4xf32>
func.func @subZero(%x: !f) -> (!f, !f) {
  %zero = prim.constant dense<0.0> : !f
  %y = prim.sub %x, %zero : !f
  %n = prim.sub %zero, %x : !f
  return %y, %n : !f, !f
}

// CHECK-LABEL: func.func @divOne(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.constant dense<1.000000e+00> : tensor<4xf32>
// CHECK-NEXT: %[[V1:[a-z0-9_]+]] = prim.div %[[V0]], %arg0 : tensor<4xf32>
// CHECK-NEXT: return %arg0, %[[V1]] : tensor<4xf32>, tensor<4xf32>
func.func @divOne(%x: !f) -> (!f, !f) {
  %one = prim.constant dense<1.0> : !f
  %y = prim.div %x, %one : !f
  %n = prim.div %one, %x : !f
  return %y, %n : !f, !f
}

// CHECK-LABEL: func.func @andOnes(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.constant dense<1> : tensor<4xi32>
// CHECK-NEXT: %[[V1:[a-z0-9_]+]] = prim.bitwise_and %arg1, %[[V0]] : tensor<4xi32>
// CHECK-NEXT: return %arg0, %arg1, %[[V1]] : tensor<4xi1>, tensor<4xi32>, tensor<4xi32>
func.func @andOnes(%x: !b, %k: !i) -> (!b, !i, !i) {
  %true = prim.constant dense<true> : !b
  %ones = prim.constant dense<-1> : !i
  %one = prim.constant dense<1> : !i
  %y = prim.bitwise_and %x, %true : !b
  %yi = prim.bitwise_and %ones, %k : !i
  %n = prim.bitwise_and %k, %one : !i
  return %y, %yi, %n : !b, !i, !i
}

// CHECK-LABEL: func.func @orZero(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.constant dense<1> : tensor<4xi32>
// CHECK-NEXT: %[[V1:[a-z0-9_]+]] = prim.bitwise_or %arg0, %[[V0]] : tensor<4xi32>
// CHECK-NEXT: return %arg0, %[[V1]] : tensor<4xi32>, tensor<4xi32>
func.func @orZero(%k: !i) -> (!i, !i) {
  %zero = prim.constant dense<0> : !i
  %one = prim.constant dense<1> : !i
  %y = prim.bitwise_or %k, %zero : !i
  %n = prim.bitwise_or %k, %one : !i
  return %y, %n : !i, !i
}

// CHECK-LABEL: func.func @xorZero(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.constant dense<1> : tensor<4xi32>
// CHECK-NEXT: %[[V1:[a-z0-9_]+]] = prim.bitwise_xor %arg0, %[[V0]] : tensor<4xi32>
// CHECK-NEXT: return %arg0, %[[V1]] : tensor<4xi32>, tensor<4xi32>
func.func @xorZero(%k: !i) -> (!i, !i) {
  %zero = prim.constant dense<0> : !i
  %one = prim.constant dense<1> : !i
  %y = prim.bitwise_xor %k, %zero : !i
  %n = prim.bitwise_xor %k, %one : !i
  return %y, %n : !i, !i
}

// CHECK-LABEL: func.func @mulZero(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.constant dense<0> : tensor<4xi32>
// CHECK-NEXT: %[[V1:[a-z0-9_]+]] = prim.constant dense<0.000000e+00> : tensor<4xf32>
// CHECK-NEXT: %[[V2:[a-z0-9_]+]] = prim.mul %arg0, %[[V1]] : tensor<4xf32>
// CHECK-NEXT: return %[[V0]], %[[V2]] : tensor<4xi32>, tensor<4xf32>
// 0.0 * x is NaN where x is infinite.
func.func @mulZero(%x: !f, %k: !i) -> (!i, !f) {
  %none = prim.constant dense<0> : !i
  %zero = prim.constant dense<0.0> : !f
  %y = prim.mul %k, %none : !i
  %n = prim.mul %x, %zero : !f
  return %y, %n : !i, !f
}

// CHECK-LABEL: func.func @negNeg(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.abs %arg0 : tensor<4xf32>
// CHECK-NEXT: %[[V1:[a-z0-9_]+]] = prim.neg %[[V0]] : tensor<4xf32>
// CHECK-NEXT: return %arg0, %[[V1]] : tensor<4xf32>, tensor<4xf32>
func.func @negNeg(%x: !f) -> (!f, !f) {
  %0 = prim.neg %x : !f
  %y = prim.neg %0 : !f
  %1 = prim.abs %x : !f
  %n = prim.neg %1 : !f
  return %y, %n : !f, !f
}

// CHECK-LABEL: func.func @notNot(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.bitwise_not %arg0 : tensor<4xi1>
// CHECK-NEXT: return %arg0, %[[V0]] : tensor<4xi1>, tensor<4xi1>
func.func @notNot(%x: !b) -> (!b, !b) {
  %0 = prim.bitwise_not %x : !b
  %y = prim.bitwise_not %0 : !b
  return %y, %0 : !b, !b
}

// CHECK-LABEL: func.func @maximumSame(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.maximum %arg0, %arg1 : tensor<4xi32>
// CHECK-NEXT: %[[V1:[a-z0-9_]+]] = prim.maximum %arg2, %arg2 : tensor<4xf32>
// CHECK-NEXT: return %arg0, %[[V0]], %[[V1]] : tensor<4xi32>, tensor<4xi32>, tensor<4xf32>
func.func @maximumSame(%x: !i, %z: !i, %f: !f) -> (!i, !i, !f) {
  %y = prim.maximum %x, %x : !i
  %n = prim.maximum %x, %z : !i
  %nan = prim.maximum %f, %f : !f
  return %y, %n, %nan : !i, !i, !f
}

// CHECK-LABEL: func.func @minimumSame(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.minimum %arg0, %arg1 : tensor<4xi32>
// CHECK-NEXT: %[[V1:[a-z0-9_]+]] = prim.minimum %arg2, %arg2 : tensor<4xf32>
// CHECK-NEXT: return %arg0, %[[V0]], %[[V1]] : tensor<4xi32>, tensor<4xi32>, tensor<4xf32>
func.func @minimumSame(%x: !i, %z: !i, %f: !f) -> (!i, !i, !f) {
  %y = prim.minimum %x, %x : !i
  %n = prim.minimum %x, %z : !i
  %nan = prim.minimum %f, %f : !f
  return %y, %n, %nan : !i, !i, !f
}

// CHECK-LABEL: func.func @andSame(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.bitwise_and %arg0, %arg1 : tensor<4xi1>
// CHECK-NEXT: return %arg0, %[[V0]] : tensor<4xi1>, tensor<4xi1>
func.func @andSame(%x: !b, %z: !b) -> (!b, !b) {
  %y = prim.bitwise_and %x, %x : !b
  %n = prim.bitwise_and %x, %z : !b
  return %y, %n : !b, !b
}

// CHECK-LABEL: func.func @orSame(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.bitwise_or %arg0, %arg1 : tensor<4xi1>
// CHECK-NEXT: return %arg0, %[[V0]] : tensor<4xi1>, tensor<4xi1>
func.func @orSame(%x: !b, %z: !b) -> (!b, !b) {
  %y = prim.bitwise_or %x, %x : !b
  %n = prim.bitwise_or %x, %z : !b
  return %y, %n : !b, !b
}

// CHECK-LABEL: func.func @whereKnown(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.where %arg0, %arg1, %arg2 : tensor<4xi1>, tensor<4xf32>
// CHECK-NEXT: return %arg1, %arg2, %[[V0]] : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
func.func @whereKnown(%p: !b, %x: !f, %z: !f) -> (!f, !f, !f) {
  %true = prim.constant dense<true> : !b
  %false = prim.constant dense<false> : !b
  %y = prim.where %true, %x, %z : !b, !f
  %y2 = prim.where %false, %x, %z : !b, !f
  %n = prim.where %p, %x, %z : !b, !f
  return %y, %y2, %n : !f, !f, !f
}

// CHECK-LABEL: func.func @whereSame(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.where %arg0, %arg2, %arg1 : tensor<4xi1>, tensor<4xf32>
// CHECK-NEXT: return %arg1, %[[V0]] : tensor<4xf32>, tensor<4xf32>
func.func @whereSame(%p: !b, %x: !f, %z: !f) -> (!f, !f) {
  %y = prim.where %p, %x, %x : !b, !f
  %n = prim.where %p, %z, %x : !b, !f
  return %y, %n : !f, !f
}

// CHECK-LABEL: func.func @geNatural(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.constant dense<true> : tensor<i1>
// CHECK-NEXT: %[[V1:[a-z0-9_]+]] = prim.constant dense<1> : tensor<4xi64>
// CHECK-NEXT: %[[V2:[a-z0-9_]+]] = prim.constant dense<0> : tensor<4xi64>
// CHECK-NEXT: %[[V3:[a-z0-9_]+]] = prim.iota 0 : i64, 1 : i64 : tensor<4xi64>
// CHECK-NEXT: %[[V4:[a-z0-9_]+]] = prim.broadcast_in_dim %[[V0]] [] : tensor<i1> to tensor<4xi1>
// CHECK-NEXT: %[[V5:[a-z0-9_]+]] = prim.ge %[[V3]], %[[V1]] : tensor<4xi64>
// CHECK-NEXT: %[[V6:[a-z0-9_]+]] = prim.ge %arg0, %[[V2]] : tensor<4xi64>
// CHECK-NEXT: return %[[V4]], %[[V5]], %[[V6]] : tensor<4xi1>, tensor<4xi1>, tensor<4xi1>
func.func @geNatural(%k: tensor<4xi64>) -> (!b, !b, !b) {
  %at = prim.iota 0, 1 : i64 : tensor<4xi64>
  %zero = prim.constant dense<0> : tensor<4xi64>
  %one = prim.constant dense<1> : tensor<4xi64>
  %y = prim.ge %at, %zero : tensor<4xi64>
  %n = prim.ge %at, %one : tensor<4xi64>
  %n2 = prim.ge %k, %zero : tensor<4xi64>
  return %y, %n, %n2 : !b, !b, !b
}

// CHECK-LABEL: func.func @ltNatural(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.constant dense<false> : tensor<i1>
// CHECK-NEXT: %[[V1:[a-z0-9_]+]] = prim.constant dense<1> : tensor<4xi64>
// CHECK-NEXT: %[[V2:[a-z0-9_]+]] = prim.constant dense<0> : tensor<4xi64>
// CHECK-NEXT: %[[V3:[a-z0-9_]+]] = prim.iota 0 : i64, 1 : i64 : tensor<4xi64>
// CHECK-NEXT: %[[V4:[a-z0-9_]+]] = prim.broadcast_in_dim %[[V0]] [] : tensor<i1> to tensor<4xi1>
// CHECK-NEXT: %[[V5:[a-z0-9_]+]] = prim.lt %[[V3]], %[[V1]] : tensor<4xi64>
// CHECK-NEXT: %[[V6:[a-z0-9_]+]] = prim.lt %arg0, %[[V2]] : tensor<4xi64>
// CHECK-NEXT: return %[[V4]], %[[V5]], %[[V6]] : tensor<4xi1>, tensor<4xi1>, tensor<4xi1>
func.func @ltNatural(%k: tensor<4xi64>) -> (!b, !b, !b) {
  %at = prim.iota 0, 1 : i64 : tensor<4xi64>
  %zero = prim.constant dense<0> : tensor<4xi64>
  %one = prim.constant dense<1> : tensor<4xi64>
  %y = prim.lt %at, %zero : tensor<4xi64>
  %n = prim.lt %at, %one : tensor<4xi64>
  %n2 = prim.lt %k, %zero : tensor<4xi64>
  return %y, %n, %n2 : !b, !b, !b
}

// CHECK-LABEL: func.func @convertBack(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.convert_element_type %arg1 : tensor<4xf32> to tensor<4xf16>
// CHECK-NEXT: %[[V1:[a-z0-9_]+]] = prim.convert_element_type %[[V0]] : tensor<4xf16> to tensor<4xf32>
// CHECK-NEXT: return %arg0, %[[V1]] : tensor<4xf16>, tensor<4xf32>
// What goes through a narrower type is rounded there.
func.func @convertBack(%h: tensor<4xf16>, %x: !f) -> (tensor<4xf16>, !f) {
  %0 = prim.convert_element_type %h : tensor<4xf16> to !f
  %y = prim.convert_element_type %0 : !f to tensor<4xf16>
  %1 = prim.convert_element_type %x : !f to tensor<4xf16>
  %n = prim.convert_element_type %1 : tensor<4xf16> to !f
  return %y, %n : tensor<4xf16>, !f
}

// CHECK-LABEL: func.func @convertOfWider(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.convert_element_type %arg0 : tensor<4xf16> to tensor<4xf64>
// CHECK-NEXT: %[[V1:[a-z0-9_]+]] = prim.convert_element_type %arg1 : tensor<4xf32> to tensor<4xbf16>
// CHECK-NEXT: %[[V2:[a-z0-9_]+]] = prim.convert_element_type %[[V1]] : tensor<4xbf16> to tensor<4xf64>
// CHECK-NEXT: return %[[V0]], %[[V2]] : tensor<4xf64>, tensor<4xf64>
func.func @convertOfWider(%h: tensor<4xf16>, %x: !f)
    -> (tensor<4xf64>, tensor<4xf64>) {
  %0 = prim.convert_element_type %h : tensor<4xf16> to !f
  %y = prim.convert_element_type %0 : !f to tensor<4xf64>
  %1 = prim.convert_element_type %x : !f to tensor<4xbf16>
  %n = prim.convert_element_type %1 : tensor<4xbf16> to tensor<4xf64>
  return %y, %n : tensor<4xf64>, tensor<4xf64>
}

// CHECK-LABEL: func.func @convertNumber(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.constant dense<300> : tensor<4xi32>
// CHECK-NEXT: %[[V1:[a-z0-9_]+]] = prim.constant dense<3.000000e+00> : tensor<f32>
// CHECK-NEXT: %[[V2:[a-z0-9_]+]] = prim.broadcast_in_dim %[[V1]] [] : tensor<f32> to tensor<4xf32>
// CHECK-NEXT: %[[V3:[a-z0-9_]+]] = prim.convert_element_type %[[V0]] : tensor<4xi32> to tensor<4xi8>
// CHECK-NEXT: return %[[V2]], %[[V3]] : tensor<4xf32>, tensor<4xi8>
// 300 as an i8 is what the prim says, not what this rule would have to know.
func.func @convertNumber() -> (!f, tensor<4xi8>) {
  %three = prim.constant dense<3> : !i
  %much = prim.constant dense<300> : !i
  %y = prim.convert_element_type %three : !i to !f
  %n = prim.convert_element_type %much : !i to tensor<4xi8>
  return %y, %n : !f, tensor<4xi8>
}

// CHECK-LABEL: func.func @convertRounded(
// CHECK-DAG: prim.constant dense<1.000000e+00> : tensor<bf16>
// CHECK-DAG: prim.constant dense<9007199791611905> : tensor<4xi64>
// CHECK: prim.convert_element_type %{{.*}} : tensor<4xi64> to tensor<4xf32>
// 1 + 2^-8 + 2^-40 is rounded to f32 first, as the prim does; 2^53 + 2^29 + 1
// would be rounded twice.
func.func @convertRounded() -> (tensor<4xbf16>, !f) {
  %half = prim.constant dense<1.00390625000090949> : tensor<4xf64>
  %large = prim.constant dense<9007199791611905> : tensor<4xi64>
  %y = prim.convert_element_type %half : tensor<4xf64> to tensor<4xbf16>
  %z = prim.convert_element_type %large : tensor<4xi64> to !f
  return %y, %z : tensor<4xbf16>, !f
}

// CHECK-LABEL: func.func @whereOrdered(
// CHECK-NEXT: %[[C:.*]] = prim.constant dense<1.000000e+00> : tensor<4xf32>
// CHECK-NEXT: %[[P:.*]] = prim.lt %arg0, %[[C]] : tensor<4xf32>
// CHECK-NEXT: %[[Y:.*]] = prim.where %[[P]], %[[C]], %arg0 : tensor<4xi1>, tensor<4xf32>
// CHECK-NEXT: %[[Q:.*]] = prim.ge %arg0, %arg1 : tensor<4xf32>
// CHECK-NEXT: %[[NAN:.*]] = prim.ne %arg1, %arg1 : tensor<4xf32>
// CHECK-NEXT: %[[R:.*]] = prim.bitwise_or %[[Q]], %[[NAN]] : tensor<4xi1>
// CHECK-NEXT: %[[Z:.*]] = prim.where %[[R]], %arg1, %arg0 : tensor<4xi1>, tensor<4xf32>
// CHECK-NEXT: return %[[Y]], %[[Z]]
func.func @whereOrdered(%x: !f, %c: !f) -> (!f, !f) {
  %one = prim.constant dense<1.0> : !f
  %nan = prim.constant dense<0x7FC00000> : !f
  %keeps = prim.ge %x, %one : !f
  %crosses = prim.lt %x, %one : !f
  %rest = prim.where %crosses, %one, %nan : !b, !f
  %y = prim.where %keeps, %x, %rest : !b, !f
  %below = prim.lt %x, %c : !f
  %above = prim.ge %x, %c : !f
  %other = prim.where %above, %c, %nan : !b, !f
  %z = prim.where %below, %x, %other : !b, !f
  return %y, %z : !f, !f
}

// Of a bound that is NaN, the result is; of comparisons that leave equal numbers
// out, they become NaN; nothing is known of what another value decides.
// CHECK-LABEL: func.func @whereOrderedNot(
// CHECK: prim.gt
// CHECK: prim.lt
// CHECK-COUNT-2: prim.where
// CHECK: prim.ge
// CHECK: prim.lt %arg1
// CHECK-COUNT-2: prim.where
// CHECK: return
func.func @whereOrderedNot(%x: !f, %c: !f) -> (!f, !f) {
  %one = prim.constant dense<1.0> : !f
  %nan = prim.constant dense<0x7FC00000> : !f
  %greater = prim.gt %x, %one : !f
  %crosses = prim.lt %x, %one : !f
  %rest = prim.where %crosses, %one, %nan : !b, !f
  %y = prim.where %greater, %x, %rest : !b, !f
  %keeps = prim.ge %x, %one : !f
  %another = prim.lt %c, %one : !f
  %other = prim.where %another, %one, %nan : !b, !f
  %z = prim.where %keeps, %x, %other : !b, !f
  return %y, %z : !f, !f
}
