// RUN: tc-opt %s --split-input-file --prim-to-loop --loop-fuse --loop-layout --loop-pack=target=x86-64-v3 | FileCheck %s
// RUN: not tc-opt %s --split-input-file --loop-pack=target=pdp-11 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: [TC-2600]

// 20 columns are a panel of 16 and one of 4, filled up.

prim.weight @w : tensor<20x8xf32>

// CHECK-NOT: prim.weight @w2
// CHECK: loop.kernel private @k0_dot_general(%{{.*}}: tensor<40x8xf32>, %{{.*}}: tensor<2x8x16xf32>)
// CHECK: %arg1[floordiv(d2, 16), d0, mod(d2, 16)]
// CHECK: loop.kernel private @pack_0(%arg0: tensor<20x8xf32>) -> tensor<2x8x16xf32> iters(d0 = 2, d1 = 8, d2 = 16)
// CHECK: reads(%{{.*}} = %arg0[16*d0 + d2, d1] : tensor<20x8xf32> else 0.0
// CHECK: prim.weight @pack.0 : tensor<2x8x16xf32>
// CHECK: func.func @prepare() -> (tensor<2x8x16xf32> {tc.ties = @pack.0})
// CHECK-NEXT: %[[W:.*]] = prim.get_weight @w
// CHECK-NEXT: %[[P:.*]] = loop.launch @pack_0(%[[W]])
// CHECK-NEXT: return %[[P]]
// CHECK: func.func @main
// CHECK-NEXT: %[[Q:.*]] = prim.get_weight @pack.0
// CHECK-NEXT: loop.launch @k0_dot_general(%arg0, %[[Q]])
func.func @main(%x: tensor<40x8xf32>) -> tensor<40x20xf32> {
  %w = prim.get_weight @w : tensor<20x8xf32>
  %0 = prim.dot_general %x, %w batch [], [] contract [1], [1] : tensor<40x8xf32>, tensor<20x8xf32>
  return %0 : tensor<40x20xf32>
}

// -----

// Steps lie as the data is walked: channels last, so the window outermost.

prim.weight @w : tensor<16x8x3x3xf32>

// CHECK: %arg1[floordiv(d1, 16), d5, d6, d4, mod(d1, 16)] : tensor<1x3x3x8x16xf32>
// CHECK: loop.kernel private @pack_0(%arg0: tensor<16x8x3x3xf32>) -> tensor<1x3x3x8x16xf32>
// CHECK: loop.launch @k2_amax
func.func @main(%x: tensor<1x8x20x20xf32>) -> tensor<1x16xf32> {
  %w = prim.get_weight @w : tensor<16x8x3x3xf32>
  %0 = prim.exp %x : tensor<1x8x20x20xf32>
  %1 = prim.convolution %0, %w strides [1, 1] pad [0, 0], [0, 0] dilation [1, 1], [1, 1] groups 1 : tensor<1x8x20x20xf32>, tensor<16x8x3x3xf32>
  %2 = prim.amax %1 [2, 3] : tensor<1x16x18x18xf32>
  return %2 : tensor<1x16xf32>
}

// -----

// A weight that is written may not be packed once; nor one whose product is
// too short to be cut into panels.

prim.weight @w : tensor<32x8xf32> {mutated}
prim.weight @v : tensor<3x8xf32>

// CHECK-NOT: pack
func.func @main(%x: tensor<40x8xf32>) -> (tensor<40x32xf32>, tensor<40x3xf32>) {
  %w = prim.get_weight @w : tensor<32x8xf32>
  %v = prim.get_weight @v : tensor<3x8xf32>
  %0 = prim.dot_general %x, %w batch [], [] contract [1], [1] : tensor<40x8xf32>, tensor<32x8xf32>
  %1 = prim.dot_general %x, %v batch [], [] contract [1], [1] : tensor<40x8xf32>, tensor<3x8xf32>
  return %0, %1 : tensor<40x32xf32>, tensor<40x3xf32>
}

// -----

// Rows that are whole pages apart collide in the first cache: half as many are
// computed at a time, in panels of twice the width. (With 16 registers tiles
// have fewer rows anyway.)
// RUN: tc-opt %s --split-input-file --prim-to-loop --loop-fuse --loop-layout --loop-pack=target=x86-64-v4 | FileCheck %s --check-prefix=WIDE

prim.weight @w : tensor<128x1024xf32>
prim.weight @v : tensor<128x1040xf32>

// CHECK: tensor<40x1024xf32>, %{{.*}}: tensor<8x1024x16xf32>)
// WIDE: tensor<40x1024xf32>, %{{.*}}: tensor<2x1024x64xf32>)
// WIDE: tensor<40x1040xf32>, %{{.*}}: tensor<4x1040x32xf32>)
func.func @main(%x: tensor<40x1024xf32>, %y: tensor<40x1040xf32>) -> (tensor<40x128xf32>, tensor<40x128xf32>) {
  %w = prim.get_weight @w : tensor<128x1024xf32>
  %v = prim.get_weight @v : tensor<128x1040xf32>
  %0 = prim.dot_general %x, %w batch [], [] contract [1], [1] : tensor<40x1024xf32>, tensor<128x1024xf32>
  %1 = prim.dot_general %y, %v batch [], [] contract [1], [1] : tensor<40x1040xf32>, tensor<128x1040xf32>
  return %0, %1 : tensor<40x128xf32>, tensor<40x128xf32>
}

// -----

// So long a sum that tasks would cut it into blocks: a panel packed ahead is
// whole.

prim.weight @w : tensor<20x8200xf32>

// CHECK-LABEL: loop.kernel private @k0_dot_general(%{{.*}}: tensor<40x8200xf32>, %{{.*}}: tensor<2x8200x16xf32>)
// CHECK: %arg1[floordiv(d2, 16), d0, mod(d2, 16)]
func.func @main(%x: tensor<40x8200xf32>) -> tensor<40x20xf32> {
  %w = prim.get_weight @w : tensor<20x8200xf32>
  %0 = prim.dot_general %x, %w batch [], [] contract [1], [1] : tensor<40x8200xf32>, tensor<20x8200xf32>
  return %0 : tensor<40x20xf32>
}
