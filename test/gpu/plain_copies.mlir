// Where an operand has no element its copy loads one of an argument that has,
// never the word of errors: a program whose kernels report nothing has none.
// RUN: tc-compile %s --target=cuda --target-cpu=sm_90a --emit=ll -o - | FileCheck %s
// CHECK: define ptx_kernel void @{{.*}}(ptr addrspace(1) align 16 %0, ptr addrspace(1) align 16 %1, ptr addrspace(1) align 16 %2, ptr addrspace(1) align 16 %3, i64 %4)
// CHECK-NOT: ptr addrspace(1) %3{{$}}
// CHECK: select i1 %{{[0-9]+}}, ptr addrspace(1) %{{[0-9]+}}, ptr addrspace(1) %1{{$}}
// CHECK-NOT: ptr addrspace(1) %3{{$}}
// CHECK: define
module attributes {tc.version = "0.1"} {
fx.graph @main(%w: tensor<16x32x3xbf16>, %x: tensor<8x32x?xbf16, #tc.dims<[8, 32, n]>>) -> tensor<8x16x?xbf16, #tc.dims<[8, 16, n - 2]>> {
  %0 = fx.call "aten.conv1d.default"(%x, %w, none, [1], [0], [1]) : (tensor<8x32x?xbf16, #tc.dims<[8, 32, n]>>, tensor<16x32x3xbf16>) -> tensor<8x16x?xbf16, #tc.dims<[8, 16, n - 2]>>
  fx.output %0 : tensor<8x16x?xbf16, #tc.dims<[8, 16, n - 2]>>
}
}
