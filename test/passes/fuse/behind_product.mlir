// A map that a product does not read stands behind it, in its epilogue, however
// many read it there; in front of it the product would be on no matrix unit.
// RUN: tc-opt %s --tc-gpu --loop-schedule=target=cuda,tune=sm_90a | FileCheck %s
// CHECK: loop.kernel
// CHECK-SAME: unit = "
// CHECK-NEXT: loop.contract
// CHECK: prim.exp
// CHECK-NOT: prim.exp
// CHECK: return
module attributes {tc.target = "cuda,tune=sm_90a", tc.version = "0.1"} {
  func.func @main(%x: tensor<512x768xbf16>, %w: tensor<768x256xbf16>, %g: tensor<512x256xbf16>, %u: tensor<512x256xbf16>) -> (tensor<512x256xbf16>, tensor<512x256xbf16>) {
    %0 = prim.convert_element_type %g : tensor<512x256xbf16> to tensor<512x256xf32>
    %1 = prim.exp %0 : tensor<512x256xf32>
    %2 = prim.dot_general %x, %w batch [], [] contract [1], [0] {out = f32} : tensor<512x768xbf16>, tensor<768x256xbf16>
    %3 = prim.mul %2, %1 : tensor<512x256xf32>
    %4 = prim.convert_element_type %3 : tensor<512x256xf32> to tensor<512x256xbf16>
    %5 = prim.add %2, %1 : tensor<512x256xf32>
    %6 = prim.convert_element_type %u : tensor<512x256xbf16> to tensor<512x256xf32>
    %7 = prim.mul %5, %6 : tensor<512x256xf32>
    %8 = prim.convert_element_type %7 : tensor<512x256xf32> to tensor<512x256xbf16>
    return %4, %8 : tensor<512x256xbf16>, tensor<512x256xbf16>
  }
}
