// No store of PTX narrows: of the bits of a float ptxas would make an integer.
// RUN: tc-compile %s --target=cuda --target-cpu=sm_90a --emit=ptx -o %t.ptx
// RUN: FileCheck %s --input-file=%t.ptx
// CHECK: mul.rn.f64 [[X:%rd[0-9]+]]
// CHECK: .reg .b32 %narrow<8>;
// CHECK-NEXT: cvt.u32.u64 %narrow0, [[X]];
// CHECK-NEXT: st.global.b32 [%rd{{[0-9]+}}], %narrow0;
// CHECK-NOT: st.global.b8 [%rd{{[0-9]+}}], %r
// CHECK: cvt.u16.u32 %narrow0, %r
// CHECK-NEXT: st.global.b8 [%rd{{[0-9]+}}], %narrow0;

func.func @main(%x: tensor<300xf64>, %y: tensor<300xf32>) -> (tensor<300xi32>, tensor<300xi8>) {
  %a = prim.mul %x, %x : tensor<300xf64>
  %b = prim.bitcast %a : tensor<300xf64> to tensor<300xi64>
  %0 = prim.convert_element_type %b : tensor<300xi64> to tensor<300xi32>
  %c = prim.mul %y, %y : tensor<300xf32>
  %d = prim.bitcast %c : tensor<300xf32> to tensor<300xi32>
  %1 = prim.convert_element_type %d : tensor<300xi32> to tensor<300xi8>
  return %0, %1 : tensor<300xi32>, tensor<300xi8>
}
