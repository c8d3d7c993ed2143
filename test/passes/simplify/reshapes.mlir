// Rules that move reshapes towards the results, a function each: first where
// the rule applies, then where it must not.
// RUN: tc-opt %s --prim-simplify | FileCheck %s

!x = tensor<4x8xf32>
!s = tensor<2x2x8xf32>
!z = tensor<?x8xf32, #tc.dims<[n, 8]>>

// CHECK-LABEL: func.func @foldNumbers(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.constant dense<2.000000e+00> : tensor<4x8xf32>
// CHECK-NEXT: %[[V1:[a-z0-9_]+]] = prim.constant dense<6.000000e+00> : tensor<f32>
// CHECK-NEXT: %[[V2:[a-z0-9_]+]] = prim.broadcast_in_dim %[[V1]] [] : tensor<f32> to tensor<4x8xf32>
// CHECK-NEXT: %[[V3:[a-z0-9_]+]] = prim.mul %arg0, %[[V0]] : tensor<4x8xf32>
// CHECK-NEXT: return %[[V2]], %[[V3]] : tensor<4x8xf32>, tensor<4x8xf32>
func.func @foldNumbers(%x: !x) -> (!x, !x) {
  %two = prim.constant dense<2.0> : !x
  %three = prim.constant dense<3.0> : !x
  %y = prim.mul %two, %three : !x
  %n = prim.mul %two, %x : !x
  return %y, %n : !x, !x
}

// CHECK-LABEL: func.func @reshapeLater(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.reshape %arg0 : tensor<4x8xf32> to tensor<2x2x8xf32>
// CHECK-NEXT: %[[V1:[a-z0-9_]+]] = prim.broadcast_in_dim %arg2 [1] : tensor<8xf32> to tensor<4x8xf32>
// CHECK-NEXT: %[[V2:[a-z0-9_]+]] = prim.add %arg0, %[[V1]] : tensor<4x8xf32>
// CHECK-NEXT: %[[V3:[a-z0-9_]+]] = prim.reshape %[[V2]] : tensor<4x8xf32> to tensor<2x2x8xf32>
// CHECK-NEXT: %[[V4:[a-z0-9_]+]] = prim.add %[[V0]], %arg1 : tensor<2x2x8xf32>
// CHECK-NEXT: return %[[V3]], %[[V4]] : tensor<2x2x8xf32>, tensor<2x2x8xf32>
// Of two operands, the other must be reshaped as well, a number, or repeated
// along what is reshaped.
func.func @reshapeLater(%x: !x, %z: !s, %r: tensor<8xf32>) -> (!s, !s) {
  %0 = prim.reshape %x : !x to !s
  %1 = prim.broadcast_in_dim %r [2] : tensor<8xf32> to !s
  %y = prim.add %0, %1 : !s
  %n = prim.add %0, %z : !s
  return %y, %n : !s, !s
}

// CHECK-LABEL: func.func @sumOfReshape(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.reshape %arg0 : tensor<4x8xf32> to tensor<2x2x8xf32>
// CHECK-NEXT: %[[V1:[a-z0-9_]+]] = prim.sum %arg0 [1] : tensor<4x8xf32>
// CHECK-NEXT: %[[V2:[a-z0-9_]+]] = prim.reshape %[[V1]] : tensor<4xf32> to tensor<2x2xf32>
// CHECK-NEXT: %[[V3:[a-z0-9_]+]] = prim.sum %[[V0]] [1] : tensor<2x2x8xf32>
// CHECK-NEXT: return %[[V2]], %[[V3]] : tensor<2x2xf32>, tensor<2x8xf32>
func.func @sumOfReshape(%x: !x) -> (tensor<2x2xf32>, tensor<2x8xf32>) {
  %0 = prim.reshape %x : !x to !s
  %y = prim.sum %0 [2] : !s
  %n = prim.sum %0 [1] : !s
  return %y, %n : tensor<2x2xf32>, tensor<2x8xf32>
}

// What is marked stays so: a softmax's shift has no derivative.
// CHECK-LABEL: func.func @detachedAmaxOfReshape(
// CHECK-NEXT: prim.amax %arg0 [1] {tc.detached} : tensor<4x8xf32>
func.func @detachedAmaxOfReshape(%x: !x) -> tensor<2x2xf32> {
  %0 = prim.reshape %x : !x to !s
  %y = prim.amax %0 [2] {tc.detached} : !s
  return %y : tensor<2x2xf32>
}

// CHECK-LABEL: func.func @amaxOfReshape(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.reshape %arg0 : tensor<4x8xf32> to tensor<2x2x8xf32>
// CHECK-NEXT: %[[V1:[a-z0-9_]+]] = prim.amax %arg0 [1] : tensor<4x8xf32>
// CHECK-NEXT: %[[V2:[a-z0-9_]+]] = prim.reshape %[[V1]] : tensor<4xf32> to tensor<2x2xf32>
// CHECK-NEXT: %[[V3:[a-z0-9_]+]] = prim.amax %[[V0]] [1] : tensor<2x2x8xf32>
// CHECK-NEXT: return %[[V2]], %[[V3]] : tensor<2x2xf32>, tensor<2x8xf32>
func.func @amaxOfReshape(%x: !x) -> (tensor<2x2xf32>, tensor<2x8xf32>) {
  %0 = prim.reshape %x : !x to !s
  %y = prim.amax %0 [2] : !s
  %n = prim.amax %0 [1] : !s
  return %y, %n : tensor<2x2xf32>, tensor<2x8xf32>
}

// CHECK-LABEL: func.func @aminOfReshape(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.reshape %arg0 : tensor<4x8xf32> to tensor<2x2x8xf32>
// CHECK-NEXT: %[[V1:[a-z0-9_]+]] = prim.amin %arg0 [1] : tensor<4x8xf32>
// CHECK-NEXT: %[[V2:[a-z0-9_]+]] = prim.reshape %[[V1]] : tensor<4xf32> to tensor<2x2xf32>
// CHECK-NEXT: %[[V3:[a-z0-9_]+]] = prim.amin %[[V0]] [1] : tensor<2x2x8xf32>
// CHECK-NEXT: return %[[V2]], %[[V3]] : tensor<2x2xf32>, tensor<2x8xf32>
func.func @aminOfReshape(%x: !x) -> (tensor<2x2xf32>, tensor<2x8xf32>) {
  %0 = prim.reshape %x : !x to !s
  %y = prim.amin %0 [2] : !s
  %n = prim.amin %0 [1] : !s
  return %y, %n : tensor<2x2xf32>, tensor<2x8xf32>
}

// CHECK-LABEL: func.func @dotOfReshape(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.reshape %arg0 : tensor<4x8xf32> to tensor<2x2x8xf32>
// CHECK-NEXT: %[[V1:[a-z0-9_]+]] = prim.dot_general %arg0, %arg1 batch [], [] contract [1], [0] : tensor<4x8xf32>, tensor<8x16xf32>
// CHECK-NEXT: %[[V2:[a-z0-9_]+]] = prim.reshape %[[V1]] : tensor<4x16xf32> to tensor<2x2x16xf32>
// CHECK-NEXT: %[[V3:[a-z0-9_]+]] = prim.dot_general %[[V0]], %arg2 batch [], [] contract [1], [0] : tensor<2x2x8xf32>, tensor<2x16xf32>
// CHECK-NEXT: return %[[V2]], %[[V3]] : tensor<2x2x16xf32>, tensor<2x8x16xf32>
func.func @dotOfReshape(%x: !x, %w: tensor<8x16xf32>, %v: tensor<2x16xf32>)
    -> (tensor<2x2x16xf32>, tensor<2x8x16xf32>) {
  %0 = prim.reshape %x : !x to !s
  %y = prim.dot_general %0, %w batch [], [] contract [2], [0]
    : !s, tensor<8x16xf32>
  %n = prim.dot_general %0, %v batch [], [] contract [1], [0]
    : !s, tensor<2x16xf32>
  return %y, %n : tensor<2x2x16xf32>, tensor<2x8x16xf32>
}

// CHECK-LABEL: func.func @dotOfReshapedBatch(
// CHECK-NEXT: %[[V0:.*]] = prim.reshape %arg0 : tensor<2x3x4x8xf32> to tensor<6x4x8xf32>
// CHECK-NEXT: %[[V1:.*]] = prim.dot_general %arg0, %arg1 batch [0, 1], [0, 1] contract [3], [2] : tensor<2x3x4x8xf32>, tensor<2x3x8x5xf32>
// CHECK-NEXT: %[[V2:.*]] = prim.reshape %[[V1]] : tensor<2x3x4x5xf32> to tensor<6x4x5xf32>
// CHECK-NEXT: %[[V3:.*]] = prim.reshape %arg2 : tensor<3x2x8x5xf32> to tensor<6x8x5xf32>
// CHECK-NEXT: %[[V4:.*]] = prim.dot_general %[[V0]], %[[V3]] batch [0], [0]
// CHECK: %[[V5:.*]] = prim.dot_general %arg3, %arg3 batch [0], [0] contract [2], [2]
// CHECK-NEXT: %[[V6:.*]] = prim.reshape %[[V5]] : tensor<?x4x4xf32, #tc.dims<[n, 4, 4]>> to tensor<1x?x4x4xf32, #tc.dims<[1, n, 4, 4]>>
// Both operands have to be reshaped alike.
func.func @dotOfReshapedBatch(%x: tensor<2x3x4x8xf32>, %w: tensor<2x3x8x5xf32>,
                              %v: tensor<3x2x8x5xf32>,
                              %z: tensor<?x4x8xf32, #tc.dims<[n, 4, 8]>>)
    -> (tensor<6x4x5xf32>, tensor<6x4x5xf32>,
        tensor<1x?x4x4xf32, #tc.dims<[1, n, 4, 4]>>) {
  %0 = prim.reshape %x : tensor<2x3x4x8xf32> to tensor<6x4x8xf32>
  %1 = prim.reshape %w : tensor<2x3x8x5xf32> to tensor<6x8x5xf32>
  %y = prim.dot_general %0, %1 batch [0], [0] contract [2], [1]
    : tensor<6x4x8xf32>, tensor<6x8x5xf32>
  %2 = prim.reshape %v : tensor<3x2x8x5xf32> to tensor<6x8x5xf32>
  %n = prim.dot_general %0, %2 batch [0], [0] contract [2], [1]
    : tensor<6x4x8xf32>, tensor<6x8x5xf32>
  %8 = prim.reshape %z : tensor<?x4x8xf32, #tc.dims<[n, 4, 8]>>
    to tensor<1x?x4x8xf32, #tc.dims<[1, n, 4, 8]>>
  %s = prim.dot_general %8, %8 batch [0, 1], [0, 1] contract [3], [3]
    : tensor<1x?x4x8xf32, #tc.dims<[1, n, 4, 8]>>,
      tensor<1x?x4x8xf32, #tc.dims<[1, n, 4, 8]>>
  return %y, %n, %s : tensor<6x4x5xf32>, tensor<6x4x5xf32>,
    tensor<1x?x4x4xf32, #tc.dims<[1, n, 4, 4]>>
}

// Sums in order keep it.
// CHECK-LABEL: func.func @ordered(
// CHECK-COUNT-2: prim.dot_general {{.*}} {ordered}
// CHECK: prim.sum {{.*}} {ordered}
func.func @ordered(%x: tensor<2x4x8xf32>, %w: tensor<16x8xf32>)
    -> (tensor<8x16xf32>, tensor<8x16xf32>, tensor<8xf32>) {
  %0 = prim.reshape %x : tensor<2x4x8xf32> to tensor<8x8xf32>
  %1 = prim.transpose %w [1, 0] : tensor<16x8xf32>
  %y = prim.dot_general %0, %w batch [], [] contract [1], [1] {ordered}
    : tensor<8x8xf32>, tensor<16x8xf32>
  %z = prim.dot_general %0, %1 batch [], [] contract [1], [0] {ordered}
    : tensor<8x8xf32>, tensor<8x16xf32>
  %s = prim.sum %0 [1] {ordered} : tensor<8x8xf32>
  return %y, %z, %s : tensor<8x16xf32>, tensor<8x16xf32>, tensor<8xf32>
}

// CHECK-LABEL: func.func @sliceOfReshape(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.reshape %arg0 : tensor<4x8xf32> to tensor<2x2x8xf32>
// CHECK-NEXT: %[[V1:[a-z0-9_]+]] = prim.slice %arg0 <[0, 2]> step [1, 1] : tensor<4x8xf32> to tensor<4x4xf32>
// CHECK-NEXT: %[[V2:[a-z0-9_]+]] = prim.reshape %[[V1]] : tensor<4x4xf32> to tensor<2x2x4xf32>
// CHECK-NEXT: %[[V3:[a-z0-9_]+]] = prim.slice %[[V0]] <[1, 0, 0]> step [1, 1, 1] : tensor<2x2x8xf32> to tensor<1x2x8xf32>
// CHECK-NEXT: return %[[V2]], %[[V3]] : tensor<2x2x4xf32>, tensor<1x2x8xf32>
func.func @sliceOfReshape(%x: !x) -> (tensor<2x2x4xf32>, tensor<1x2x8xf32>) {
  %0 = prim.reshape %x : !x to !s
  %y = prim.slice %0 <[0, 0, 2]> step [1, 1, 1]
    : !s to tensor<2x2x4xf32>
  %n = prim.slice %0 <[1, 0, 0]> step [1, 1, 1]
    : !s to tensor<1x2x8xf32>
  return %y, %n : tensor<2x2x4xf32>, tensor<1x2x8xf32>
}

// A number, then an operand that is neither reshaped nor repeated: the rule
// gives up before it has made the number anew.
// CHECK-LABEL: func.func @reshapeOfNumberStays(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.constant dense<2.000000e+00> : tensor<2x2x8xf32>
// CHECK-NEXT: %[[V1:[a-z0-9_]+]] = prim.reshape %arg0 : tensor<4x8xi1> to tensor<2x2x8xi1>
// CHECK-NEXT: %[[V2:[a-z0-9_]+]] = prim.where %[[V1]], %[[V0]], %arg1 : tensor<2x2x8xi1>, tensor<2x2x8xf32>
// CHECK-NEXT: return %[[V2]] : tensor<2x2x8xf32>
func.func @reshapeOfNumberStays(%c: tensor<4x8xi1>, %y: !s) -> !s {
  %two = prim.constant dense<2.0> : !s
  %0 = prim.reshape %c : tensor<4x8xi1> to tensor<2x2x8xi1>
  %r = prim.where %0, %two, %y : tensor<2x2x8xi1>, !s
  return %r : !s
}

// Where all of what is reshaped is summed up, nothing is: also not behind what
// only goes along.
// CHECK-LABEL: func.func @sumOverReshape(
// CHECK-NEXT: %[[V0:[a-z0-9_]+]] = prim.sum %arg0 [0, 1] : tensor<2x4x8xf32>
// CHECK-NEXT: %[[V1:[a-z0-9_]+]] = prim.sum %arg0 [0, 1, 2] : tensor<2x4x8xf32>
// CHECK-NEXT: %[[V2:[a-z0-9_]+]] = prim.sum %arg1 [0, 2] : tensor<4x8x2xf32>
// CHECK-NEXT: return %[[V0]], %[[V1]], %[[V2]]
func.func @sumOverReshape(%x: tensor<2x4x8xf32>, %y: tensor<4x8x2xf32>)
    -> (tensor<8xf32>, tensor<f32>, tensor<8xf32>) {
  %0 = prim.reshape %x : tensor<2x4x8xf32> to tensor<8x8xf32>
  %a = prim.sum %0 [0] : tensor<8x8xf32>
  %b = prim.sum %0 [0, 1] : tensor<8x8xf32>
  %1 = prim.reshape %y : tensor<4x8x2xf32> to tensor<2x2x8x2xf32>
  %c = prim.sum %1 [0, 1, 3] : tensor<2x2x8x2xf32>
  return %a, %b, %c : tensor<8xf32>, tensor<f32>, tensor<8xf32>
}

// Behind it the transpose goes into the product.
// CHECK-LABEL: func.func @dotOfJoinedSteps(
// CHECK-NEXT: %[[V0:.*]] = prim.reshape %arg1 : tensor<16x5xbf16> to tensor<2x8x5xbf16>
// CHECK-NEXT: prim.dot_general %arg0, %[[V0]] batch [], [] contract [0, 2], [0, 1] : tensor<2x3x8xbf16>, tensor<2x8x5xbf16>
// CHECK-NEXT: prim.dot_general %[[V0]], %arg0 batch [], [] contract [0, 1], [0, 2] : tensor<2x8x5xbf16>, tensor<2x3x8xbf16>
// A reshape of what lies in order costs nothing, and one that joins what is not
// summed over is none of the steps.
// CHECK-NEXT: %[[V1:.*]] = prim.reshape %arg2 : tensor<2x8x3xbf16> to tensor<16x3xbf16>
// CHECK-NEXT: prim.dot_general %[[V1]], %arg1 batch [], [] contract [0], [0] : tensor<16x3xbf16>, tensor<16x5xbf16>
// CHECK-NEXT: %[[T:.*]] = prim.transpose %arg0 [2, 0, 1]
// CHECK-NEXT: %[[V2:.*]] = prim.reshape %[[T]] : tensor<8x2x3xbf16> to tensor<8x6xbf16>
// CHECK-NEXT: prim.dot_general %[[V2]], %arg3 batch [], [] contract [0], [0] : tensor<8x6xbf16>, tensor<8x5xbf16>
// CHECK-NEXT: %[[V3:.*]] = prim.reshape %[[T]] : tensor<8x2x3xbf16> to tensor<16x3xbf16>
// CHECK-NEXT: prim.dot_general %[[V3]], %arg1 batch [], [] contract [0], [0] {ordered} : tensor<16x3xbf16>, tensor<16x5xbf16>
// Rows of no whole chunks of 16 bytes, and floats of four bytes, are copied.
// CHECK-NEXT: %[[T1:.*]] = prim.transpose %arg4 [0, 2, 1]
// CHECK-NEXT: %[[V4:.*]] = prim.reshape %[[T1]] : tensor<2x4x3xbf16> to tensor<8x3xbf16>
// CHECK-NEXT: prim.dot_general %[[V4]], %arg3 batch [], [] contract [0], [0] : tensor<8x3xbf16>, tensor<8x5xbf16>
// CHECK-NEXT: %[[T2:.*]] = prim.transpose %arg5 [0, 2, 1]
// CHECK-NEXT: %[[V5:.*]] = prim.reshape %[[T2]] : tensor<2x8x3xf32> to tensor<16x3xf32>
// CHECK-NEXT: prim.dot_general %[[V5]], %arg6 batch [], [] contract [0], [0] : tensor<16x3xf32>, tensor<16x5xf32>
func.func @dotOfJoinedSteps(%x: tensor<2x3x8xbf16>, %y: tensor<16x5xbf16>, %z: tensor<2x8x3xbf16>, %v: tensor<8x5xbf16>,
                            %u: tensor<2x3x4xbf16>, %w: tensor<2x3x8xf32>, %q: tensor<16x5xf32>)
    -> (tensor<3x5xbf16>, tensor<5x3xbf16>, tensor<3x5xbf16>, tensor<6x5xbf16>, tensor<3x5xbf16>, tensor<3x5xbf16>, tensor<3x5xf32>) {
  %0 = prim.transpose %x [0, 2, 1] : tensor<2x3x8xbf16>
  %1 = prim.reshape %0 : tensor<2x8x3xbf16> to tensor<16x3xbf16>
  %a = prim.dot_general %1, %y batch [], [] contract [0], [0]
    : tensor<16x3xbf16>, tensor<16x5xbf16>
  %b = prim.dot_general %y, %1 batch [], [] contract [0], [0]
    : tensor<16x5xbf16>, tensor<16x3xbf16>
  %2 = prim.reshape %z : tensor<2x8x3xbf16> to tensor<16x3xbf16>
  %c = prim.dot_general %2, %y batch [], [] contract [0], [0]
    : tensor<16x3xbf16>, tensor<16x5xbf16>
  %3 = prim.transpose %x [2, 0, 1] : tensor<2x3x8xbf16>
  %4 = prim.reshape %3 : tensor<8x2x3xbf16> to tensor<8x6xbf16>
  %d = prim.dot_general %4, %v batch [], [] contract [0], [0]
    : tensor<8x6xbf16>, tensor<8x5xbf16>
  %5 = prim.reshape %3 : tensor<8x2x3xbf16> to tensor<16x3xbf16>
  %e = prim.dot_general %5, %y batch [], [] contract [0], [0] {ordered}
    : tensor<16x3xbf16>, tensor<16x5xbf16>
  %6 = prim.transpose %u [0, 2, 1] : tensor<2x3x4xbf16>
  %7 = prim.reshape %6 : tensor<2x4x3xbf16> to tensor<8x3xbf16>
  %f = prim.dot_general %7, %v batch [], [] contract [0], [0]
    : tensor<8x3xbf16>, tensor<8x5xbf16>
  %8 = prim.transpose %w [0, 2, 1] : tensor<2x3x8xf32>
  %9 = prim.reshape %8 : tensor<2x8x3xf32> to tensor<16x3xf32>
  %g = prim.dot_general %9, %q batch [], [] contract [0], [0]
    : tensor<16x3xf32>, tensor<16x5xf32>
  return %a, %b, %c, %d, %e, %f, %g : tensor<3x5xbf16>, tensor<5x3xbf16>, tensor<3x5xbf16>, tensor<6x5xbf16>, tensor<3x5xbf16>, tensor<3x5xbf16>, tensor<3x5xf32>
}

// CHECK-LABEL: func.func @indexOfReshape(
// CHECK-NEXT: %[[V4:.*]] = prim.reshape %arg0 : tensor<4x8xf32> to tensor<4x2x4xf32>
// CHECK-NEXT: %[[V0:.*]] = prim.index %arg0[%arg1] [0] : tensor<4x8xf32>, tensor<5xi64>
// CHECK-NEXT: %[[V1:.*]] = prim.reshape %[[V0]] : tensor<5x8xf32> to tensor<5x2x4xf32>
// What is indexed is reshaped itself; the indexed dimension is another.
// CHECK-NEXT: %[[V2:.*]] = prim.reshape %arg0 : tensor<4x8xf32> to tensor<8x4xf32>
// CHECK-NEXT: %[[V3:.*]] = prim.index %[[V2]][%arg1] [0] : tensor<8x4xf32>, tensor<5xi64>
// CHECK-NEXT: %[[V5:.*]] = prim.index %[[V4]][%arg1] [1] : tensor<4x2x4xf32>, tensor<5xi64>
// CHECK-NEXT: return %[[V1]], %[[V3]], %[[V5]]
func.func @indexOfReshape(%x: !x, %i: tensor<5xi64>) -> (tensor<5x2x4xf32>, tensor<5x4xf32>, tensor<5x4x4xf32>) {
  %0 = prim.reshape %x : !x to tensor<4x2x4xf32>
  %a = prim.index %0[%i] [0] : tensor<4x2x4xf32>, tensor<5xi64>
  %1 = prim.reshape %x : !x to tensor<8x4xf32>
  %b = prim.index %1[%i] [0] : tensor<8x4xf32>, tensor<5xi64>
  %c = prim.index %0[%i] [1] : tensor<4x2x4xf32>, tensor<5xi64>
  return %a, %b, %c : tensor<5x2x4xf32>, tensor<5x4xf32>, tensor<5x4x4xf32>
}
