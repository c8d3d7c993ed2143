// Values that no memory holds are refused by number, whichever pass meets them
// first, whether their size overflows 64 bits or not.
// RUN: not tc-opt %s --split-input-file --tc-cpu 2>&1 | FileCheck %s
// RUN: not tc-opt %s --split-input-file --prim-to-loop 2>&1 | FileCheck %s
// RUN: not tc-opt %s --split-input-file --loop-plan-memory 2>&1 | FileCheck %s

// CHECK: [TC-3003] a tensor has more than 2^45 bytes
func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %b = prim.broadcast_in_dim %x [] : tensor<f32> to tensor<3000000000x3000000000xf32>
  %s = prim.sum %b [0, 1] : tensor<3000000000x3000000000xf32>
  return %s : tensor<f32>
}

// -----

// CHECK: [TC-3003] a tensor has more than 2^45 bytes
func.func @main(%x: tensor<?xf32, #tc.dims<[n]>>) -> tensor<f32> {
  %b = prim.broadcast_in_dim %x [0] : tensor<?xf32, #tc.dims<[n]>>
    to tensor<?x3000000000x3000000000xf32, #tc.dims<[n, 3000000000, 3000000000]>>
  %s = prim.sum %b [0, 1, 2]
    : tensor<?x3000000000x3000000000xf32, #tc.dims<[n, 3000000000, 3000000000]>>
  return %s : tensor<f32>
}
