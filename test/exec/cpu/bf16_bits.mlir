// Rounding to bf16 bit by bit, of every exponent: ties, what is next to them,
// infinities, denormals, NaN. Of whole vectors, which
// machines with products of pairs of words round in another way, and of the
// rest. A rectifier rounds its operand once, for the comparison.
// RUN: tc-interpret %s --expect >%t.mlir && tc-compile %t.mlir -o %t.so
// RUN: tc-run %t.so --check --guard --repeat=1
// RUN: tc-compile %t.mlir --target=x86-64-v3 -o %t.so
// RUN: tc-run %t.so --check --guard --repeat=1
// RUN: tc-compile %s --target=x86-64-v4,features=avx512vnni --emit=asm -o %t.s
// RUN: FileCheck %s <%t.s
// CHECK: vpdpwssd
// CHECK: vfixupimmps

!w = tensor<9363xi32>
!f = tensor<9363xf32>
!b = tensor<9363xbf16>
!s = tensor<9363xi16>
!m = tensor<9363xi1>
func.func @main(%high: !w {tc.init = {kind = "iota", start = 0, step = 7}},
                %by: !w {tc.init = {kind = "constant", value = 16}},
                %low0: !w {tc.init = {kind = "constant", value = 0}},
                %low1: !w {tc.init = {kind = "constant", value = 1}},
                %low2: !w {tc.init = {kind = "constant", value = 32767}},
                %low3: !w {tc.init = {kind = "constant", value = 32768}},
                %low4: !w {tc.init = {kind = "constant", value = 32769}},
                %low5: !w {tc.init = {kind = "constant", value = 65535}},
                %none: !s {tc.init = {kind = "constant", value = 1}},
                %zero: !b {tc.init = {kind = "constant", value = 0.0}})
    -> (!s, !s, !s, !s, !s, !s, !s) {
  %h = prim.shift_left %high, %by : !w
  %w0 = prim.bitwise_or %h, %low0 : !w
  %f0 = prim.bitcast %w0 : !w to !f
  %b0 = prim.convert_element_type %f0 : !f to !b
  %i0 = prim.bitcast %b0 : !b to !s
  %n0 = prim.ne %b0, %b0 : !b
  %s0 = prim.where %n0, %none, %i0 : !m, !s
  %w1 = prim.bitwise_or %h, %low1 : !w
  %f1 = prim.bitcast %w1 : !w to !f
  %b1 = prim.convert_element_type %f1 : !f to !b
  %i1 = prim.bitcast %b1 : !b to !s
  %n1 = prim.ne %b1, %b1 : !b
  %s1 = prim.where %n1, %none, %i1 : !m, !s
  %w2 = prim.bitwise_or %h, %low2 : !w
  %f2 = prim.bitcast %w2 : !w to !f
  %b2 = prim.convert_element_type %f2 : !f to !b
  %i2 = prim.bitcast %b2 : !b to !s
  %n2 = prim.ne %b2, %b2 : !b
  %s2 = prim.where %n2, %none, %i2 : !m, !s
  %w3 = prim.bitwise_or %h, %low3 : !w
  %f3 = prim.bitcast %w3 : !w to !f
  %b3 = prim.convert_element_type %f3 : !f to !b
  %i3 = prim.bitcast %b3 : !b to !s
  %n3 = prim.ne %b3, %b3 : !b
  %s3 = prim.where %n3, %none, %i3 : !m, !s
  %w4 = prim.bitwise_or %h, %low4 : !w
  %f4 = prim.bitcast %w4 : !w to !f
  %b4 = prim.convert_element_type %f4 : !f to !b
  %i4 = prim.bitcast %b4 : !b to !s
  %n4 = prim.ne %b4, %b4 : !b
  %s4 = prim.where %n4, %none, %i4 : !m, !s
  %w5 = prim.bitwise_or %h, %low5 : !w
  %f5 = prim.bitcast %w5 : !w to !f
  %b5 = prim.convert_element_type %f5 : !f to !b
  %i5 = prim.bitcast %b5 : !b to !s
  %n5 = prim.ne %b5, %b5 : !b
  %s5 = prim.where %n5, %none, %i5 : !m, !s
  %sum = prim.add %b3, %b4 : !b
  %negative = prim.le %sum, %zero : !b
  %relu = prim.where %negative, %zero, %sum : !m, !b
  %is = prim.bitcast %relu : !b to !s
  %no = prim.ne %relu, %relu : !b
  %bits = prim.where %no, %none, %is : !m, !s
  func.return %s0, %s1, %s2, %s3, %s4, %s5, %bits : !s, !s, !s, !s, !s, !s, !s
}
