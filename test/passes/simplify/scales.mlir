// Products of widened halves are products of the halves, and numbers that scale
// these move behind them: first where the rule applies, then where it must not.
// RUN: tc-opt %s --prim-simplify | FileCheck %s

!h = tensor<2x4x8xbf16>
!w = tensor<2x4x8xf32>
!y = tensor<2x4x4xf32>

// Scaled, transposed and reshaped queries and keys, as PyTorch's attention has
// them.
// CHECK-LABEL: func.func @dotOfWidened(
// CHECK: %[[DOT:.*]] = prim.dot_general %arg0, %arg1 batch [0, 1], [0, 1] contract [3], [3] {out = f32}
// CHECK: %[[C:.*]] = prim.mul %[[DOT]]
// CHECK-NEXT: prim.mul %[[C]]
// CHECK-NOT: prim.mul
// CHECK: return
func.func @dotOfWidened(%q: tensor<1x2x4x8xbf16>,
                             %k: tensor<1x2x4x8xbf16>) -> !y {
  %c = prim.constant dense<0.594603539> : tensor<1x2x4x8xf32>
  %ct = prim.constant dense<0.594603539> : tensor<1x2x8x4xf32>
  %qw = prim.convert_element_type %q
    : tensor<1x2x4x8xbf16> to tensor<1x2x4x8xf32>
  %qs = prim.mul %qw, %c : tensor<1x2x4x8xf32>
  %qr = prim.reshape %qs : tensor<1x2x4x8xf32> to !w
  %kw = prim.convert_element_type %k
    : tensor<1x2x4x8xbf16> to tensor<1x2x4x8xf32>
  %kt = prim.transpose %kw [0, 1, 3, 2] : tensor<1x2x4x8xf32>
  %ks = prim.mul %ct, %kt : tensor<1x2x8x4xf32>
  %kr = prim.reshape %ks : tensor<1x2x8x4xf32> to tensor<2x8x4xf32>
  %y = prim.dot_general %qr, %kr batch [0], [0] contract [2], [1]
    : !w, tensor<2x8x4xf32>
  return %y : !y
}

// Only what is scaled by a number that is safe: of bf16 in [2^-8, 1].
// CHECK-LABEL: func.func @range(
// CHECK-COUNT-3: prim.dot_general
// CHECK: %[[SAFE:.*]] = prim.dot_general %arg0, %arg1 {{.*}} {out = f32}
// CHECK: %[[MUL:.*]] = prim.mul %[[SAFE]]
// CHECK-NEXT: return %{{.*}}, %{{.*}}, %{{.*}}, %[[MUL]]
func.func @range(%x: !h, %y: !h) -> (!y, !y, !y, !y) {
  %small = prim.constant dense<0.001> : !w
  %large = prim.constant dense<2.0> : !w
  %half = prim.constant dense<-0.5> : !w
  %xw = prim.convert_element_type %x : !h to !w
  %yw = prim.convert_element_type %y : !h to !w
  %xs = prim.mul %xw, %small : !w
  %xl = prim.mul %xw, %large : !w
  %xh = prim.mul %xw, %half : !w
  %yh = prim.mul %yw, %half : !w
  %0 = prim.dot_general %xs, %yw batch [0], [0] contract [2], [2] : !w, !w
  %1 = prim.dot_general %xl, %yw batch [0], [0] contract [2], [2] : !w, !w
  %2 = prim.dot_general %xl, %yh batch [0], [0] contract [2], [2] : !w, !w
  %3 = prim.dot_general %xh, %yw batch [0], [0] contract [2], [2] : !w, !w
  return %0, %1, %2, %3 : !y, !y, !y, !y
}

// Products of f16 are far from the ends of f32's range.
// CHECK-LABEL: func.func @f16(
// CHECK: %[[DOT:.*]] = prim.dot_general %arg0, %arg1 {{.*}} {out = f32}
// CHECK: prim.mul %[[DOT]]
func.func @f16(%x: tensor<4x8xf16>, %y: tensor<4x8xf16>) -> tensor<4x4xf32> {
  %c = prim.constant dense<100.0> : tensor<4x8xf32>
  %xw = prim.convert_element_type %x : tensor<4x8xf16> to tensor<4x8xf32>
  %yw = prim.convert_element_type %y : tensor<4x8xf16> to tensor<4x8xf32>
  %xs = prim.mul %xw, %c : tensor<4x8xf32>
  %0 = prim.dot_general %xs, %yw batch [], [] contract [1], [1]
    : tensor<4x8xf32>, tensor<4x8xf32>
  return %0 : tensor<4x4xf32>
}

// An ordered sum is computed as it is written; a scale that is not one number
// everywhere stays, and so does that of an operand beside one that no unit
// multiplies.
// CHECK-LABEL: func.func @stays(
// CHECK-COUNT-3: prim.mul
// CHECK-NOT: prim.mul
// CHECK: return
func.func @stays(%x: !h, %y: !h, %f: !w, %s: tensor<2x4xf32>)
    -> (!y, !y, !y) {
  %half = prim.constant dense<0.5> : !w
  %xw = prim.convert_element_type %x : !h to !w
  %yw = prim.convert_element_type %y : !h to !w
  %xh = prim.mul %xw, %half : !w
  %sb = prim.broadcast_in_dim %s [0, 1] : tensor<2x4xf32> to !w
  %xr = prim.mul %xw, %sb : !w
  %0 = prim.dot_general %xh, %yw batch [0], [0] contract [2], [2] {ordered}
    : !w, !w
  %1 = prim.dot_general %xr, %yw batch [0], [0] contract [2], [2] : !w, !w
  %zh = prim.mul %yw, %half : !w
  %2 = prim.dot_general %zh, %f batch [0], [0] contract [2], [2] : !w, !w
  return %0, %1, %2 : !y, !y, !y
}
