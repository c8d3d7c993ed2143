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

// Of a strided last dimension, the elements of blocks become channels: windows of
// two blocks in place of four elements.
// CHECK-LABEL: func.func @blocks
// CHECK-NOT: prim.pad
// CHECK-DAG: prim.slice %arg1 <[0, 0, 0, 0]> step [1, 1, 1, 2] : tensor<16x3x3x4xbf16> to tensor<16x3x3x2xbf16>
// CHECK-DAG: prim.slice %arg1 <[0, 0, 0, 1]> step [1, 1, 1, 2]
// CHECK-DAG: %[[X:.*]] = prim.cat {{.*}} dim 1 : tensor<?x3x32x16xbf16
// CHECK-DAG: %[[W:.*]] = prim.cat {{.*}} dim 1 : tensor<16x3x3x2xbf16>, tensor<16x3x3x2xbf16>, tensor<16x2x3x2xbf16>
// CHECK: prim.convolution %[[X]], %[[W]] strides [2, 1] pad [1, 1], [1, 0] dilation
func.func @blocks(%x: tensor<?x3x32x32xbf16, #tc.dims<[n, 3, 32, 32]>>, %w: tensor<16x3x3x4xbf16>) -> tensor<?x16x16x16xbf16, #tc.dims<[n, 16, 16, 16]>> {
  %y = prim.convolution %x, %w strides [2, 2] pad [1, 2], [1, 0] dilation [1, 1], [1, 1] groups 1 : tensor<?x3x32x32xbf16, #tc.dims<[n, 3, 32, 32]>>, tensor<16x3x3x4xbf16>
  return %y : tensor<?x16x16x16xbf16, #tc.dims<[n, 16, 16, 16]>>
}

// Not where windows are no whole blocks, or begin within one: a zero in their
// place would meet elements that they do not read.
// CHECK-LABEL: func.func @parts
// CHECK-COUNT-2: strides [2, 2]
func.func @parts(%x: tensor<2x3x32x32xbf16>, %w: tensor<16x3x3x3xbf16>, %v: tensor<16x3x4x4xbf16>) -> (tensor<2x16x16x16xbf16>, tensor<2x16x16x16xbf16>) {
  %0 = prim.convolution %x, %w strides [2, 2] pad [1, 1], [1, 1] dilation [1, 1], [1, 1] groups 1 : tensor<2x3x32x32xbf16>, tensor<16x3x3x3xbf16>
  %1 = prim.convolution %x, %v strides [2, 2] pad [1, 1], [1, 1] dilation [1, 1], [1, 1] groups 1 : tensor<2x3x32x32xbf16>, tensor<16x3x4x4xbf16>
  return %0, %1 : tensor<2x16x16x16xbf16>, tensor<2x16x16x16xbf16>
}

// Not where the last dimension has half a block, more channels than half a run,
// or a window of one element.
// CHECK-LABEL: func.func @whole
// CHECK-COUNT-3: strides [2, 2]
func.func @whole(%x: tensor<2x3x32x33xbf16>, %w: tensor<16x3x3x3xbf16>, %a: tensor<2x5x32x32xbf16>, %b: tensor<16x5x3x3xbf16>, %c: tensor<2x3x32x32xbf16>, %d: tensor<16x3x1x1xbf16>) -> (tensor<2x16x15x16xbf16>, tensor<2x16x15x15xbf16>, tensor<2x16x16x16xbf16>) {
  %0 = prim.convolution %x, %w strides [2, 2] pad [0, 0], [0, 0] dilation [1, 1], [1, 1] groups 1 : tensor<2x3x32x33xbf16>, tensor<16x3x3x3xbf16>
  %1 = prim.convolution %a, %b strides [2, 2] pad [0, 0], [0, 0] dilation [1, 1], [1, 1] groups 1 : tensor<2x5x32x32xbf16>, tensor<16x5x3x3xbf16>
  %2 = prim.convolution %c, %d strides [2, 2] pad [0, 0], [0, 0] dilation [1, 1], [1, 1] groups 1 : tensor<2x3x32x32xbf16>, tensor<16x3x1x1xbf16>
  return %0, %1, %2 : tensor<2x16x15x16xbf16>, tensor<2x16x15x15xbf16>, tensor<2x16x16x16xbf16>
}

// CHECK-LABEL: func.func @others
// CHECK-NOT: prim.pad
func.func @others(%x: tensor<2x3x32x32xf32>, %w: tensor<16x3x3x3xf32>, %g: tensor<2x4x8x8xbf16>, %d: tensor<4x2x3x3xbf16>, %e: tensor<2x8x8x8xbf16>, %f: tensor<4x8x3x3xbf16>) -> (tensor<2x16x30x30xf32>, tensor<2x4x6x6xbf16>, tensor<2x4x6x6xbf16>) {
  %0 = prim.convolution %x, %w strides [1, 1] pad [0, 0], [0, 0] dilation [1, 1], [1, 1] groups 1 : tensor<2x3x32x32xf32>, tensor<16x3x3x3xf32>
  %1 = prim.convolution %g, %d strides [1, 1] pad [0, 0], [0, 0] dilation [1, 1], [1, 1] groups 2 : tensor<2x4x8x8xbf16>, tensor<4x2x3x3xbf16>
  %2 = prim.convolution %e, %f strides [1, 1] pad [0, 0], [0, 0] dilation [1, 1], [1, 1] groups 1 : tensor<2x8x8x8xbf16>, tensor<4x8x3x3xbf16>
  return %0, %1, %2 : tensor<2x16x30x30xf32>, tensor<2x4x6x6xbf16>, tensor<2x4x6x6xbf16>
}
