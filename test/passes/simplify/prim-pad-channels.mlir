// Convolutions of few channels get zeros for eight, where a matrix unit of a
// GPU multiplies them: not in f32, of groups, of enough channels, on other CPUs.
// RUN: tc-opt %s --prim-pad-channels=target=cuda,tune=sm_90a | FileCheck %s
// RUN: tc-opt %s --prim-pad-channels=target=x86-64-v4,features=amx-tile+amx-bf16 | FileCheck %s --check-prefix=TILES
// RUN: tc-opt %s --prim-pad-channels=target=x86-64-v4 | FileCheck %s --check-prefix=NONE
// RUN: tc-opt %s --prim-pad-channels=target=rocm,tune=gfx942 | FileCheck %s
// RUN: tc-opt %s --prim-pad-channels=target=rocm,tune=gfx90a | FileCheck %s --check-prefix=NONE
// NONE-NOT: prim.pad

// On a CPU with tile registers they get a pair, and blocks do not become channels.
// TILES-LABEL: func.func @image
// TILES: prim.convolution %{{.*}}, %{{.*}} : tensor<?x4x32x32xbf16, {{.*}}, tensor<16x4x3x3xbf16>
// TILES-NOT: prim.cat

// CHECK-LABEL: func.func @image
// CHECK: %[[X:.*]] = prim.pad %arg0, %{{.*}} low <[0, 0, 0, 0]> high <[0, 5, 0, 0]> interior [0, 0, 0, 0] : tensor<?x3x32x32xbf16, #tc.dims<[n, 3, 32, 32]>>, tensor<bf16> to tensor<?x8x32x32xbf16, #tc.dims<[n, 8, 32, 32]>>
// CHECK: %[[W:.*]] = prim.pad %arg1, %{{.*}} high <[0, 5, 0, 0]> {{.*}} to tensor<16x8x3x3xbf16>
// CHECK: prim.convolution %[[X]], %[[W]] strides [1, 1]
func.func @image(%x: tensor<?x3x32x32xbf16, #tc.dims<[n, 3, 32, 32]>>, %w: tensor<16x3x3x3xbf16>) -> tensor<?x16x32x32xbf16, #tc.dims<[n, 16, 32, 32]>> {
  %y = prim.convolution %x, %w strides [1, 1] pad [1, 1], [1, 1] dilation [1, 1], [1, 1] groups 1 : tensor<?x3x32x32xbf16, #tc.dims<[n, 3, 32, 32]>>, tensor<16x3x3x3xbf16>
  return %y : tensor<?x16x32x32xbf16, #tc.dims<[n, 16, 32, 32]>>
}

// Patches whose rows are whole runs of the image stay as they are; not where the
// image's rows, the windows' or the strides are none, and where these are padded,
// or windows or the image dilated.
// CHECK-LABEL: func.func @patches
// CHECK-NOT: prim.pad
// CHECK: prim.convolution %arg0, %arg2
// CHECK: prim.convolution %arg0, %arg3
// CHECK-COUNT-7: prim.convolution {{.*}}tensor<2x8x{{.*}}xbf16>, tensor<4x8x
// TILES-LABEL: func.func @patches
// TILES: prim.convolution {{.*}} : tensor<2x4x16x32xbf16>, tensor<4x4x8x8xbf16>
func.func @patches(%x: tensor<2x3x16x32xbf16>, %z: tensor<2x3x16x36xbf16>, %w: tensor<4x3x8x8xbf16>, %u: tensor<4x3x5x16xbf16>, %v: tensor<4x3x8x12xbf16>) -> (tensor<2x4x2x4xbf16>, tensor<2x4x9x3xbf16>, tensor<2x4x2x4xbf16>, tensor<2x4x2x3xbf16>, tensor<2x4x2x3xbf16>, tensor<2x4x2x4xbf16>, tensor<2x4x2x3xbf16>, tensor<2x4x2x7xbf16>, tensor<2x4x2x5xbf16>) {
  %0 = prim.convolution %x, %w strides [8, 8] pad [0, 0], [0, 0] dilation [1, 1], [1, 1] groups 1 : tensor<2x3x16x32xbf16>, tensor<4x3x8x8xbf16>
  %1 = prim.convolution %x, %u strides [2, 8] pad [3, 0], [2, 0] dilation [1, 1], [1, 1] groups 1 : tensor<2x3x16x32xbf16>, tensor<4x3x5x16xbf16>
  %2 = prim.convolution %z, %w strides [8, 8] pad [0, 0], [0, 0] dilation [1, 1], [1, 1] groups 1 : tensor<2x3x16x36xbf16>, tensor<4x3x8x8xbf16>
  %3 = prim.convolution %x, %v strides [8, 8] pad [0, 0], [0, 0] dilation [1, 1], [1, 1] groups 1 : tensor<2x3x16x32xbf16>, tensor<4x3x8x12xbf16>
  %4 = prim.convolution %x, %w strides [8, 12] pad [0, 0], [0, 0] dilation [1, 1], [1, 1] groups 1 : tensor<2x3x16x32xbf16>, tensor<4x3x8x8xbf16>
  %5 = prim.convolution %x, %w strides [8, 8] pad [0, 4], [0, 0] dilation [1, 1], [1, 1] groups 1 : tensor<2x3x16x32xbf16>, tensor<4x3x8x8xbf16>
  %6 = prim.convolution %x, %w strides [8, 8] pad [0, 0], [0, 0] dilation [1, 1], [1, 2] groups 1 : tensor<2x3x16x32xbf16>, tensor<4x3x8x8xbf16>
  %7 = prim.convolution %x, %w strides [8, 8] pad [0, 0], [0, 0] dilation [1, 2], [1, 1] groups 1 : tensor<2x3x16x32xbf16>, tensor<4x3x8x8xbf16>
  %8 = prim.convolution %x, %w strides [8, 8] pad [0, 0], [0, 8] dilation [1, 1], [1, 1] groups 1 : tensor<2x3x16x32xbf16>, tensor<4x3x8x8xbf16>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8 : tensor<2x4x2x4xbf16>, tensor<2x4x9x3xbf16>, tensor<2x4x2x4xbf16>, tensor<2x4x2x3xbf16>, tensor<2x4x2x3xbf16>, tensor<2x4x2x4xbf16>, tensor<2x4x2x3xbf16>, tensor<2x4x2x7xbf16>, tensor<2x4x2x5xbf16>
}

// Strided along the last dimension: a window's elements, next to each other where
// channels are the last dimension, become channels. 7 times 3 channels and 3 zeros
// in place of 7 times 8; 24 of 8 times 3.
// CHECK-LABEL: func.func @windows
// CHECK-DAG: %[[P:.*]] = prim.pad %arg0, %{{.*}} low <[0, 0, 3, 3]> high <[0, 0, 3, 3]> {{.*}} to tensor<?x3x38x38xbf16, #tc.dims<[n, 3, 38, 38]>>
// CHECK-DAG: prim.reshape {{.*}} : tensor<?x38x38x3xbf16, #tc.dims<[n, 38, 38, 3]>> to tensor<?x38x114xbf16, #tc.dims<[n, 38, 114]>>
// CHECK: %[[X:.*]] = prim.pad {{.*}} high <[0, 3, 0, 0]> {{.*}} to tensor<?x24x16x38xbf16, #tc.dims<[n, 24, 16, 38]>>
// CHECK: prim.pad {{.*}} high <[0, 3, 0]> {{.*}} to tensor<16x24x7xbf16>
// CHECK: prim.convolution %[[X]], %{{.*}} strides [1, 2] pad [0, 0], [0, 0] dilation [1, 1], [1, 1] groups 1 : tensor<?x24x16x38xbf16, #tc.dims<[n, 24, 16, 38]>>, tensor<16x24x1x7xbf16>
// CHECK: prim.convolution {{.*}} strides [1, 2] pad [0, 0], [0, 0] dilation [1, 1], [1, 1] groups 1 : tensor<?x24x13x32xbf16, #tc.dims<[n, 24, 13, 32]>>, tensor<16x24x1x8xbf16>
func.func @windows(%x: tensor<?x3x32x32xbf16, #tc.dims<[n, 3, 32, 32]>>, %w: tensor<16x3x7x7xbf16>, %u: tensor<16x3x8x8xbf16>) -> (tensor<?x16x16x16xbf16, #tc.dims<[n, 16, 16, 16]>>, tensor<?x16x13x13xbf16, #tc.dims<[n, 16, 13, 13]>>) {
  %y = prim.convolution %x, %w strides [2, 2] pad [3, 3], [3, 3] dilation [1, 1], [1, 1] groups 1 : tensor<?x3x32x32xbf16, #tc.dims<[n, 3, 32, 32]>>, tensor<16x3x7x7xbf16>
  %z = prim.convolution %x, %u strides [2, 2] pad [0, 0], [0, 0] dilation [1, 1], [1, 1] groups 1 : tensor<?x3x32x32xbf16, #tc.dims<[n, 3, 32, 32]>>, tensor<16x3x8x8xbf16>
  return %y, %z : tensor<?x16x16x16xbf16, #tc.dims<[n, 16, 16, 16]>>, tensor<?x16x13x13xbf16, #tc.dims<[n, 16, 13, 13]>>
}

// Not windows that would fill more than half of the runs, of one element, with
// gaps, or by longer steps.
// CHECK-LABEL: func.func @short
// CHECK-COUNT-3: strides [2, 2]
// CHECK: strides [4, 4]
func.func @short(%x: tensor<2x3x32x32xbf16>, %w: tensor<16x3x3x3xbf16>, %d: tensor<16x3x1x1xbf16>, %e: tensor<16x3x7x7xbf16>, %f: tensor<16x3x4x4xbf16>) -> (tensor<2x16x16x16xbf16>, tensor<2x16x16x16xbf16>, tensor<2x16x10x10xbf16>, tensor<2x16x8x8xbf16>) {
  %0 = prim.convolution %x, %w strides [2, 2] pad [1, 1], [1, 1] dilation [1, 1], [1, 1] groups 1 : tensor<2x3x32x32xbf16>, tensor<16x3x3x3xbf16>
  %1 = prim.convolution %x, %d strides [2, 2] pad [0, 0], [0, 0] dilation [1, 1], [1, 1] groups 1 : tensor<2x3x32x32xbf16>, tensor<16x3x1x1xbf16>
  %2 = prim.convolution %x, %e strides [2, 2] pad [0, 0], [0, 0] dilation [1, 1], [2, 2] groups 1 : tensor<2x3x32x32xbf16>, tensor<16x3x7x7xbf16>
  %3 = prim.convolution %x, %f strides [4, 4] pad [0, 0], [0, 0] dilation [1, 1], [1, 1] groups 1 : tensor<2x3x32x32xbf16>, tensor<16x3x4x4xbf16>
  return %0, %1, %2, %3 : tensor<2x16x16x16xbf16>, tensor<2x16x16x16xbf16>, tensor<2x16x10x10xbf16>, tensor<2x16x8x8xbf16>
}

// Nor where there are zeros between elements of another dimension.
// CHECK-LABEL: func.func @spread
// CHECK: prim.convolution {{.*}} strides [3, 2] pad [3, 3], [3, 3] dilation [2, 1], [1, 1]
func.func @spread(%x: tensor<2x3x16x32xbf16>, %w: tensor<16x3x7x7xbf16>) -> tensor<2x16x11x16xbf16> {
  %y = prim.convolution %x, %w strides [3, 2] pad [3, 3], [3, 3] dilation [2, 1], [1, 1] groups 1 : tensor<2x3x16x32xbf16>, tensor<16x3x7x7xbf16>
  return %y : tensor<2x16x11x16xbf16>
}

// Gradients of weights, whose channels are two images: windows of more points
// than there are results. Padded where points are no whole runs on either side,
// and where results are as many as a window's points.
// CHECK-LABEL: func.func @gradients
// CHECK-NOT: prim.pad
// CHECK: prim.convolution %arg0, %arg1
// CHECK-COUNT-3: prim.convolution {{.*}}x8x{{.*}}, tensor<{{[0-9]+}}x8x
func.func @gradients(%x: tensor<16x2x10x10xbf16>, %g: tensor<8x2x8x8xbf16>, %y: tensor<12x2x10x10xbf16>, %h: tensor<4x2x8x8xbf16>, %k: tensor<8x2x5x6xbf16>) -> (tensor<16x8x3x3xbf16>, tensor<12x8x3x3xbf16>, tensor<16x4x3x3xbf16>, tensor<16x8x6x5xbf16>) {
  %0 = prim.convolution %x, %g strides [1, 1] pad [0, 0], [0, 0] dilation [1, 1], [1, 1] groups 1 : tensor<16x2x10x10xbf16>, tensor<8x2x8x8xbf16>
  %1 = prim.convolution %y, %g strides [1, 1] pad [0, 0], [0, 0] dilation [1, 1], [1, 1] groups 1 : tensor<12x2x10x10xbf16>, tensor<8x2x8x8xbf16>
  %2 = prim.convolution %x, %h strides [1, 1] pad [0, 0], [0, 0] dilation [1, 1], [1, 1] groups 1 : tensor<16x2x10x10xbf16>, tensor<4x2x8x8xbf16>
  %3 = prim.convolution %x, %k strides [1, 1] pad [0, 0], [0, 0] dilation [1, 1], [1, 1] groups 1 : tensor<16x2x10x10xbf16>, tensor<8x2x5x6xbf16>
  return %0, %1, %2, %3 : tensor<16x8x3x3xbf16>, tensor<12x8x3x3xbf16>, tensor<16x4x3x3xbf16>, tensor<16x8x6x5xbf16>
}

// CHECK-LABEL: func.func @others
// CHECK-NOT: prim.pad
func.func @others(%x: tensor<2x3x32x32xf32>, %w: tensor<16x3x3x3xf32>, %g: tensor<2x4x8x8xbf16>, %d: tensor<4x2x3x3xbf16>, %e: tensor<2x8x8x8xbf16>, %f: tensor<4x8x3x3xbf16>) -> (tensor<2x16x30x30xf32>, tensor<2x4x6x6xbf16>, tensor<2x4x6x6xbf16>) {
  %0 = prim.convolution %x, %w strides [1, 1] pad [0, 0], [0, 0] dilation [1, 1], [1, 1] groups 1 : tensor<2x3x32x32xf32>, tensor<16x3x3x3xf32>
  %1 = prim.convolution %g, %d strides [1, 1] pad [0, 0], [0, 0] dilation [1, 1], [1, 1] groups 2 : tensor<2x4x8x8xbf16>, tensor<4x2x3x3xbf16>
  %2 = prim.convolution %e, %f strides [1, 1] pad [0, 0], [0, 0] dilation [1, 1], [1, 1] groups 1 : tensor<2x8x8x8xbf16>, tensor<4x8x3x3xbf16>
  return %0, %1, %2 : tensor<2x16x30x30xf32>, tensor<2x4x6x6xbf16>, tensor<2x4x6x6xbf16>
}
