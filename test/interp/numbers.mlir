// Rounding, wrapping and the corners of elementwise prims.
// RUN: tc-interpret %s --print | FileCheck %s

func.func @main() -> (tensor<3xi8>, tensor<2xui8>, tensor<3xbf16>, tensor<2xf16>, tensor<4xi32>, tensor<2xi32>, tensor<3xf32>, tensor<2xcomplex<f32>>, tensor<2xf32>, tensor<2xi1>, tensor<4xi32>) {
  %bytes = prim.constant dense<[127, -128, 100]> : tensor<3xi8>
  %ones = prim.constant dense<[1, -1, 100]> : tensor<3xi8>
  // CHECK: result 0: i8[3] -128 127 -56
  %0 = prim.add %bytes, %ones : tensor<3xi8>
  %u = prim.constant dense<[200, 255]> : tensor<2xui8>
  // CHECK: result 1: u8[2] 144 254
  %1 = prim.add %u, %u : tensor<2xui8>
  // Ties to even: 1 + 2^-8 is half way, and 1 + 3 * 2^-8.
  %f = prim.constant dense<[1.00390625, 1.01171875, 1.0e39]> : tensor<3xf64>
  // CHECK: result 2: bf16[3] 1 1.01562 inf
  %2 = prim.convert_element_type %f : tensor<3xf64> to tensor<3xbf16>
  %h = prim.constant dense<[65504.0, 5.960464477539063e-08]> : tensor<2xf16>
  // CHECK: result 3: f16[2] inf 1.19209e-07
  %3 = prim.add %h, %h : tensor<2xf16>
  %g = prim.constant dense<[0x7FC00000, -1.9, 2.9, 3.0e9]> : tensor<4xf32>
  // CHECK: result 4: i32[4] -2147483648 -1 2 -2147483648
  %4 = prim.convert_element_type %g : tensor<4xf32> to tensor<4xi32>
  %a = prim.constant dense<[7, -7]> : tensor<2xi32>
  %b = prim.constant dense<[0, 2]> : tensor<2xi32>
  // CHECK: result 5: i32[2] 0 -3
  %5 = prim.div %a, %b : tensor<2xi32>
  %x = prim.constant dense<[0x7FC00000, 1.0, 2.0]> : tensor<3xf32>
  %y = prim.constant dense<[1.0, 0x7FC00000, 3.0]> : tensor<3xf32>
  // CHECK: result 6: f32[3] nan nan 3
  %6 = prim.maximum %x, %y : tensor<3xf32>
  %re = prim.constant dense<[3.0, 0.0]> : tensor<2xf32>
  %im = prim.constant dense<[4.0, 1.0]> : tensor<2xf32>
  %c = prim.complex %re, %im : tensor<2xf32>
  // CHECK: result 7: complex64[2] (-7, 24) (-1, 0)
  %7 = prim.mul %c, %c : tensor<2xcomplex<f32>>
  // CHECK: result 8: f32[2] 5 1
  %8 = prim.abs %c : tensor<2xcomplex<f32>>
  // CHECK: result 9: bool[2] false false
  %9 = prim.lt %b, %5 : tensor<2xi32>
  %key = prim.constant dense<0> : tensor<4xi64>
  %counter = prim.iota 0 : i64, 1 : i64 : tensor<4xi64>
  // The known answer of Random123 for counter 0, key 0.
  // CHECK: result 10: i32[4] 1713891541 -513161843 -1135104948 -1694442536
  %10 = prim.philox %key, %counter : tensor<4xi64>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10 : tensor<3xi8>, tensor<2xui8>, tensor<3xbf16>, tensor<2xf16>, tensor<4xi32>, tensor<2xi32>, tensor<3xf32>, tensor<2xcomplex<f32>>, tensor<2xf32>, tensor<2xi1>, tensor<4xi32>
}
