// A rectifier in bf16 rounds its operand once, for the comparison: what is chosen is that
// number, or a constant.
// RUN: tc-compile %s --target=x86-64-v4,features=avx512vnni --emit=ll -o %t.ll
// RUN: FileCheck %s <%t.ll
// CHECK: define void @{{.*}}
// CHECK-COUNT-4: call <16 x i32> @llvm.x86.avx512.vpdpwssd.512
// CHECK-NOT: call <16 x i32> @llvm.x86.avx512.vpdpwssd.512
// CHECK: ret void
func.func @main(%x: tensor<4096xbf16>, %y: tensor<4096xbf16>) -> tensor<4096xbf16> {
  %sum = prim.add %x, %y : tensor<4096xbf16>
  %c = prim.constant dense<0.0> : tensor<bf16>
  %zero = prim.broadcast_in_dim %c [] : tensor<bf16> to tensor<4096xbf16>
  %negative = prim.le %sum, %zero : tensor<4096xbf16>
  %0 = prim.where %negative, %zero, %sum : tensor<4096xi1>, tensor<4096xbf16>
  func.return %0 : tensor<4096xbf16>
}
