// Odd numbers of steps in pairs of bf16, where the machine multiplies such: a
// zero makes the last one's pair. Windows that move by two, whose pairs of an
// image are words, by one, and over panels of a weight, which has its steps one
// behind the other; columns that fill no panel; a matrix whose columns lie side
// by side.
// RUN: tc-interpret %s --expect >%t.mlir && tc-compile %t.mlir -o %t.so
// RUN: tc-run %t.so --check --guard --repeat=1
// RUN: tc-compile %s --target=x86-64-v4,features=avx512bf16 --emit=asm -o %t.s
// RUN: FileCheck %s <%t.s
// CHECK-LABEL: {{^}}k0_convolution:
// CHECK: vdpbf16ps
// CHECK-LABEL: {{^}}k2_convolution:
// CHECK: vdpbf16ps
// CHECK-LABEL: {{^}}k3_convolution:
// CHECK: vdpbf16ps
// CHECK-LABEL: {{^}}k4_dot_general:
// CHECK: vdpbf16ps

!i = tensor<2x3x41x45xbf16>
!s = tensor<1x5x19x37xbf16>
!x = tensor<29x33xbf16>
!y = tensor<33x70xbf16>
module attributes {tc.version = "0.1"} {
prim.weight @w : tensor<40x3x7x7xbf16> {init = {kind = "uniform", mean = 0.5, std = 0.3, stream = 11}}
prim.weight @c : tensor<24x5x3x3xbf16> {init = {kind = "uniform", mean = 0.5, std = 0.3, stream = 12}}
func.func @main(%i: !i {tc.init = {kind = "uniform", mean = 0.5, std = 0.3, stream = 1}}, %s: !s {tc.init = {kind = "uniform", mean = 0.5, std = 0.3, stream = 2}}, %x: !x {tc.init = {kind = "uniform", mean = 0.5, std = 0.3, stream = 3}}, %y: !y {tc.init = {kind = "uniform", mean = 0.5, std = 0.3, stream = 4}})
    -> (tensor<2x40x21x23xbf16> {tc.layout = #tc.layout<order = [0, 2, 3, 1]>}, tensor<2x40x21x23xbf16>, tensor<1x24x19x37xbf16>, tensor<29x70xbf16>) {
  %w = prim.get_weight @w : tensor<40x3x7x7xbf16>
  %c = prim.get_weight @c : tensor<24x5x3x3xbf16>
  %0 = prim.convolution %i, %w strides [2, 2] pad [3, 3], [3, 3] dilation [1, 1], [1, 1] groups 1 : !i, tensor<40x3x7x7xbf16>
  %n = prim.neg %i : !i
  %1 = prim.convolution %n, %w strides [2, 2] pad [3, 3], [3, 3] dilation [1, 1], [1, 1] groups 1 : !i, tensor<40x3x7x7xbf16>
  %2 = prim.convolution %s, %c strides [1, 1] pad [1, 1], [1, 1] dilation [1, 1], [1, 1] groups 1 : !s, tensor<24x5x3x3xbf16>
  %3 = prim.dot_general %x, %y batch [], [] contract [1], [0] : !x, !y
  return %0, %1, %2, %3 : tensor<2x40x21x23xbf16>, tensor<2x40x21x23xbf16>, tensor<1x24x19x37xbf16>, tensor<29x70xbf16>
}
}
