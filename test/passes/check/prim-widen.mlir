// prim-widen: f64 for every float, constants and fills with their values.
// RUN: tc-opt %s --prim-widen --tc-verify-prim | FileCheck %s
// A constant that would have more than 4 KiB is widened when it is read.
// RUN: tc-opt %root/test/exec/fx/fourier_real.mlir --tc-to-prim --prim-widen --tc-verify-prim | FileCheck %s --check-prefix=LONG
// LONG: %[[C:.*]] = prim.constant dense<{{.*}}> : tensor<[[SHAPE:.*]]xf32>
// LONG: prim.convert_element_type %[[C]] : tensor<[[SHAPE]]xf32> to tensor<[[SHAPE]]xf64>
// CHECK: prim.weight @a : tensor<4xf64> {init = dense<[1.000000e+00, 2.000000e+00, 3.500000e+00, -1.000000e+00]> : tensor<4xf64>}
// CHECK: func.func @main(%arg0: tensor<4xf64>
// CHECK-SAME: -> (tensor<4xf64>, tensor<4xcomplex<f64>>)
// CHECK: prim.constant dense<[0.10000000149011612, 0.20000000298023224, 0.30000001192092896, 0.40000000596046448]> : tensor<4xf64>
// CHECK: prim.iota 0.000000e+00 : f64, 5.000000e-01 : f64
// CHECK: prim.complex {{.*}} : tensor<4xf64>
prim.weight @a : tensor<4xbf16> {init = dense<[1.0,2.0,3.5,-1.0]> : tensor<4xbf16>}
func.func @main(%x: tensor<4xbf16> {tc.init = {kind="uniform", mean=0.0, std=1.0, stream=1}}) -> (tensor<4xf32>, tensor<4xcomplex<f32>>) {
  %a = prim.get_weight @a : tensor<4xbf16>
  %0 = prim.mul %a, %x : tensor<4xbf16>
  %1 = prim.convert_element_type %0 : tensor<4xbf16> to tensor<4xf32>
  %c = prim.constant dense<[0.1, 0.2, 0.3, 0.4]> : tensor<4xf32>
  %i = prim.iota 0.0 : f32, 0.5 : f32 : tensor<4xf32>
  %2 = prim.add %1, %c : tensor<4xf32>
  %3 = prim.add %2, %i : tensor<4xf32>
  %4 = prim.complex %3, %1 : tensor<4xf32>
  return %3, %4 : tensor<4xf32>, tensor<4xcomplex<f32>>
}
