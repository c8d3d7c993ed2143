// Sizes written differently are one attribute, so their types are one type.
// RUN: tc-opt %s | FileCheck %s
// RUN: tc-opt %s | tc-opt | FileCheck %s
// RUN: tc-opt %s --emit-bytecode | tc-opt | FileCheck %s

// CHECK-LABEL: func.func @equal_sizes(
// CHECK-SAME: %{{.*}}: tensor<?x64xf32, #tc.dims<[2*s + 1, 64]>>)
func.func @equal_sizes(%x: tensor<?x64xf32, #tc.dims<[s + 1 + s, 8*8]>>)
    -> tensor<?x64xf32, #tc.dims<[1 + 2 * s, 65 - 1]>> {
  // Would not verify if the two were different types.
  return %x : tensor<?x64xf32, #tc.dims<[(s*4 + 2) floordiv 2, 64]>>
}

// CHECK-LABEL: @sizes
// CHECK-SAME: a = #tc.size<64>
// CHECK-SAME: b = #tc.size<b>
// CHECK-SAME: c = #tc.size<floordiv(s + 1, 2)>
// CHECK-SAME: d = #tc.size<0>
// CHECK-SAME: e = #tc.size<min(a, b)>
// CHECK-SAME: f = #tc.size<b*s - b>
func.func private @sizes() attributes {
  a = #tc.size<64>, b = #tc.size<b>, c = #tc.size<floordiv(1 + s, 2)>,
  d = #tc.size<s - s>, e = #tc.size<min(b, a)>, f = #tc.size<b * (s - 1)>}

// CHECK-LABEL: @layouts
// CHECK-SAME: a = #tc.layout<order = [0, 2, 3, 1]>
// CHECK-SAME: b = #tc.layout<strides = [s, 1], offset = 4>
// CHECK-SAME: c = #tc.layout<strides = [2*s, 1]>
// CHECK-SAME: d = #tc.layout<order = []>
func.func private @layouts() attributes {
  a = #tc.layout<order = [0, 2, 3, 1]>,
  b = #tc.layout<strides = [s, 1], offset = 4>,
  c = #tc.layout<offset = 0, strides = [s + s, 1]>,
  d = #tc.layout<order = []>}

// CHECK-LABEL: @index_map
// CHECK-SAME: #tc.dims<[i, j - 1, 0]>
func.func private @index_map() attributes {map = #tc.dims<[i, -1 + j, 0]>}
