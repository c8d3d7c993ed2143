// Weights whose steps are no whole chunks, 7 side by side, are packed with points
// innermost, once; not those that the program writes.
// RUN: tc-opt %s --split-input-file --tc-gpu | FileCheck %s
// RUN: tc-opt %s --split-input-file --tc-gpu --prim-expand-math --loop-schedule=target=cuda,tune=sm_80 | FileCheck %s --check-prefix=COPY

// CHECK: loop.contract (d0, d1, d2, d3) over (d4, d5, d6) {{.*}} = %{{.*}}[d4, d5, d6, d1] : tensor<3x7x7x64xf32>
// CHECK: loop.kernel private @pack_0(%{{.*}}: tensor<64x3x7x7xf32>) -> tensor<3x7x7x64xf32>
// CHECK: func.func @prepare
// CHECK: loop.launch @pack_0
// CHECK: func.func @main
// CHECK-NOT: relay
// COPY: bytes = 16 : i64, copy = [0, 1], engine = "cp.async"
!x = tensor<1x3x128x128xf32>
!w = tensor<64x3x7x7xf32>
!y = tensor<1x64x64x64xf32>
module attributes {tc.version = "0.1"} {
  prim.weight @w : !w {init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1, seed = 1}}
  func.func @main(%x: !x) -> !y {
    %w = prim.get_weight @w : !w
    %0 = prim.convolution %x, %w strides [2, 2] pad [3, 3], [3, 3] dilation [1, 1], [1, 1] groups 1 : !x, !w
    return %0 : !y
  }
}

// -----

// CHECK: func.func @main
// CHECK: %[[W:.*]] = prim.get_weight @written
// CHECK: loop.launch @{{.*}}(%arg0, %[[W]])
!x = tensor<1x3x128x128xf32>
!w = tensor<64x3x7x7xf32>
!y = tensor<1x64x64x64xf32>
module attributes {tc.version = "0.1"} {
  prim.weight @written : !w {mutated, init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1, seed = 1}}
  func.func @main(%x: !x) -> (!y, !w {tc.ties = @written}) {
    %w = prim.get_weight @written : !w
    %0 = prim.convolution %x, %w strides [2, 2] pad [3, 3], [3, 3] dilation [1, 1], [1, 1] groups 1 : !x, !w
    %1 = prim.add %w, %w : !w
    return %0, %1 : !y, !w
  }
}
