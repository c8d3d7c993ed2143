// A product of scaled halves and what it becomes give the same on hard values:
// infinities, what is not a number, zeros of both signs, the ends of the range,
// terms that cancel, a negative scale, nothing to add up. The reference
// multiplies and adds element by element, as it is written.
// RUN: tc-opt %s --prim-simplify | FileCheck %s --check-prefix=RULE
// RUN: tc-interpret %s --pipeline='func.func(prim-simplify)' --same-as=reference | FileCheck %s
// CHECK-COUNT-3: same
// RULE-NOT: contract {{.*}} : tensor<{{.*}}f32
// RULE-COUNT-2: {out = f32}
module attributes {tc.version = "0.1", tc.sizes = {n = 0 : i64}} {
func.func @main(
    %x: tensor<6x3xbf16> {tc.init = dense<[[0x7F80, 1.0, 0.0], [0x7FC0, 1.0, 1.0], [-0.0, 0.0, -0.0], [1.0e38, 1.0e-37, -2.0], [3.0, -3.0, 0.5], [-7.0, 0xFF80, 2.0]]> : tensor<6x3xbf16>},
    %y: tensor<5x3xbf16> {tc.init = dense<[[1.0, 2.0, 3.0], [0.0, -0.0, 0.0], [0.5, 0.5, -1.0], [0x7F80, 1.0, 1.0], [1.0e-30, -4.0, 1.0e30]]> : tensor<5x3xbf16>},
    %z: tensor<4x?xbf16, #tc.dims<[4, n]>> {tc.init = {kind = "constant", value = 1.0}})
    -> (tensor<6x5xf32>, tensor<6x5xf32>, tensor<4x4xf32>) {
  %c = prim.constant dense<0.353553385> : tensor<f32>
  %d = prim.constant dense<-0.0625> : tensor<f32>
  %cx = prim.broadcast_in_dim %c [] : tensor<f32> to tensor<6x3xf32>
  %cy = prim.broadcast_in_dim %c [] : tensor<f32> to tensor<5x3xf32>
  %dy = prim.broadcast_in_dim %d [] : tensor<f32> to tensor<5x3xf32>
  %cz = prim.broadcast_in_dim %c [] : tensor<f32> to tensor<4x?xf32, #tc.dims<[4, n]>>
  %xw = prim.convert_element_type %x : tensor<6x3xbf16> to tensor<6x3xf32>
  %yw = prim.convert_element_type %y : tensor<5x3xbf16> to tensor<5x3xf32>
  %zw = prim.convert_element_type %z : tensor<4x?xbf16, #tc.dims<[4, n]>> to tensor<4x?xf32, #tc.dims<[4, n]>>
  %xc = prim.mul %xw, %cx : tensor<6x3xf32>
  %yc = prim.mul %yw, %cy : tensor<5x3xf32>
  %yd = prim.mul %yw, %dy : tensor<5x3xf32>
  %zc = prim.mul %zw, %cz : tensor<4x?xf32, #tc.dims<[4, n]>>
  %0 = prim.dot_general %xc, %yc batch [], [] contract [1], [1] : tensor<6x3xf32>, tensor<5x3xf32>
  %1 = prim.dot_general %xw, %yd batch [], [] contract [1], [1] : tensor<6x3xf32>, tensor<5x3xf32>
  %2 = prim.dot_general %zc, %zw batch [], [] contract [1], [1] : tensor<4x?xf32, #tc.dims<[4, n]>>, tensor<4x?xf32, #tc.dims<[4, n]>>
  return %0, %1, %2 : tensor<6x5xf32>, tensor<6x5xf32>, tensor<4x4xf32>
}
func.func @reference(%x: tensor<6x3xbf16>, %y: tensor<5x3xbf16>, %z: tensor<4x?xbf16, #tc.dims<[4, n]>>)
    -> (tensor<6x5xf32>, tensor<6x5xf32>, tensor<4x4xf32>) {
  %c = prim.constant dense<0.353553385> : tensor<f32>
  %d = prim.constant dense<-0.0625> : tensor<f32>
  %cx = prim.broadcast_in_dim %c [] : tensor<f32> to tensor<6x5x3xf32>
  %dx = prim.broadcast_in_dim %d [] : tensor<f32> to tensor<6x5x3xf32>
  %xw = prim.convert_element_type %x : tensor<6x3xbf16> to tensor<6x3xf32>
  %yw = prim.convert_element_type %y : tensor<5x3xbf16> to tensor<5x3xf32>
  %xb = prim.broadcast_in_dim %xw [0, 2] : tensor<6x3xf32> to tensor<6x5x3xf32>
  %yb = prim.broadcast_in_dim %yw [1, 2] : tensor<5x3xf32> to tensor<6x5x3xf32>
  %xc = prim.mul %xb, %cx : tensor<6x5x3xf32>
  %yc = prim.mul %yb, %cx : tensor<6x5x3xf32>
  %yd = prim.mul %yb, %dx : tensor<6x5x3xf32>
  %p = prim.mul %xc, %yc : tensor<6x5x3xf32>
  %q = prim.mul %xb, %yd : tensor<6x5x3xf32>
  %0 = prim.sum %p [2] : tensor<6x5x3xf32>
  %1 = prim.sum %q [2] : tensor<6x5x3xf32>
  %zero = prim.constant dense<0.0> : tensor<f32>
  %2 = prim.broadcast_in_dim %zero [] : tensor<f32> to tensor<4x4xf32>
  return %0, %1, %2 : tensor<6x5xf32>, tensor<6x5xf32>, tensor<4x4xf32>
}
}
