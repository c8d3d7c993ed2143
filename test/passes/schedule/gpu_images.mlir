// The copy engine moves windows of images whose channels lie next to each other,
// whole rows of 128 bytes; threads copy others. Parts of a weight's gradient are
// whole images.
// RUN: tc-opt %s --split-input-file --loop-schedule=target=cuda,tune=sm_90a -o %t.1 && FileCheck %s < %t.1
// RUN: tc-opt %t.1 --split-input-file --loop-schedule=target=cuda,tune=sm_90a -o %t.2 && cmp %t.1 %t.2
// RUN: tc-opt %s --split-input-file --loop-schedule=target=cuda,tune=sm_90a,tensor-maps=0 | FileCheck %s --check-prefix=NONE
// NONE-NOT: engine = "tma"

#layout = #tc.layout<order = [0, 2, 3, 1]>
!x = tensor<64x128x28x28xbf16>
!w = tensor<128x128x3x3xbf16>
!y = tensor<64x14x14x128xf32>

// CHECK-LABEL: @windows
// CHECK-SAME: {copy = [0, 0], engine = "tma", role = "load", to = "shared"}, {copy = [0, 1], engine = "tma", role = "load", to = "shared"}
loop.kernel @windows(%x: !x {tc.layout = #layout}, %w: !w {tc.layout = #layout}) -> !y iters(b = 64, o = 128, y = 14, x = 14, c = 128, ky = 3, kx = 3) {
  %r = loop.contract (b, y, x, o) over (c, ky, kx) reads(%a = %x[b, c, 2*y + ky - 1, 2*x + kx - 1] : !x else 0.0, %d = %w[o, c, ky, kx] : !w) -> !y {
    %0 = prim.convert_element_type %a : bf16 to f32
    %1 = prim.convert_element_type %d : bf16 to f32
    loop.yield %0, %1 : f32, f32
  }
  loop.yield %r : !y
}

// -----

// Rows of 96 channels are no whole boxes.
#layout = #tc.layout<order = [0, 2, 3, 1]>
!x = tensor<64x96x28x28xbf16>
!w = tensor<128x96x3x3xbf16>
!y = tensor<64x14x14x128xf32>
// CHECK-LABEL: @narrow
// CHECK-SAME: engine = "cp.async"
loop.kernel @narrow(%x: !x {tc.layout = #layout}, %w: !w {tc.layout = #layout}) -> !y iters(b = 64, o = 128, y = 14, x = 14, c = 96, ky = 3, kx = 3) {
  %r = loop.contract (b, y, x, o) over (c, ky, kx) reads(%a = %x[b, c, 2*y + ky - 1, 2*x + kx - 1] : !x else 0.0, %d = %w[o, c, ky, kx] : !w) -> !y {
    %0 = prim.convert_element_type %a : bf16 to f32
    %1 = prim.convert_element_type %d : bf16 to f32
    loop.yield %0, %1 : f32, f32
  }
  loop.yield %r : !y
}

// -----

// Windows that begin nine apart are not the engine's.
#layout = #tc.layout<order = [0, 2, 3, 1]>
!x = tensor<64x128x90x90xbf16>
!w = tensor<128x128x3x3xbf16>
!y = tensor<64x10x10x128xf32>
// CHECK-LABEL: @apart
// CHECK-SAME: engine = "cp.async"
loop.kernel @apart(%x: !x {tc.layout = #layout}, %w: !w {tc.layout = #layout}) -> !y iters(b = 64, o = 128, y = 10, x = 10, c = 128, ky = 3, kx = 3) {
  %r = loop.contract (b, y, x, o) over (c, ky, kx) reads(%a = %x[b, c, 9*y + ky - 1, 9*x + kx - 1] : !x else 0.0, %d = %w[o, c, ky, kx] : !w) -> !y {
    %0 = prim.convert_element_type %a : bf16 to f32
    %1 = prim.convert_element_type %d : bf16 to f32
    loop.yield %0, %1 : f32, f32
  }
  loop.yield %r : !y
}

// -----

// The gradient of a weight, in parts of the images.
#layout = #tc.layout<order = [0, 2, 3, 1]>
!x = tensor<64x64x56x56xbf16>
!y = tensor<64x3x3x64xf32>
// CHECK-LABEL: @weight
// CHECK-SAME: adds = [{as = "partial", for = ["b"], of = [0], parts = 32 : i64}]
// CHECK-SAME: engine = "tma"
// CHECK-SAME: engine = "tma"
loop.kernel @weight(%g: !x {tc.layout = #layout}, %x: !x {tc.layout = #layout}) -> !y iters(b = 64, y = 56, x = 56, o = 64, c = 64, ky = 3, kx = 3) {
  %r = loop.contract (o, ky, kx, c) over (b, y, x) reads(%a = %g[b, o, y, x] : !x, %d = %x[b, c, y + ky - 1, x + kx - 1] : !x else 0.0) -> !y {
    %0 = prim.convert_element_type %a : bf16 to f32
    %1 = prim.convert_element_type %d : bf16 to f32
    loop.yield %0, %1 : f32, f32
  }
  loop.yield %r : !y
}

// -----

// The gradient of an input: boxes of the weight, which is read backwards.
#layout = #tc.layout<order = [0, 2, 3, 1]>
!x = tensor<64x128x28x28xbf16>
!w = tensor<128x128x3x3xbf16>
!y = tensor<64x28x28x128xf32>
// CHECK-LABEL: @input
// CHECK-SAME: engine = "tma"
// CHECK-SAME: engine = "tma"
loop.kernel @input(%x: !x {tc.layout = #layout}, %w: !w {tc.layout = #layout}) -> !y iters(b = 64, o = 128, y = 28, x = 28, c = 128, ky = 3, kx = 3) {
  %r = loop.contract (b, y, x, o) over (c, ky, kx) reads(%a = %x[b, c, y + ky - 1, x + kx - 1] : !x else 0.0, %d = %w[c, o, -ky + 2, -kx + 2] : !w) -> !y {
    %0 = prim.convert_element_type %a : bf16 to f32
    %1 = prim.convert_element_type %d : bf16 to f32
    loop.yield %0, %1 : f32, f32
  }
  loop.yield %r : !y
}
