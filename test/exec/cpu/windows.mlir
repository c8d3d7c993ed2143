// Windows that lie partly outside of what they read: rows outside are left out,
// columns are written out and compared with the border at the ends alone.
// Strides, dilations, borders wider than a step, rows shorter and longer than
// vectors and of no multiple of these, sums, indices, a symbolic size, NaN.
// RUN: tc-interpret %s --expect > %t.mlir
// RUN: tc-run %t.mlir --check --guard --threads=1 --repeat=1
// RUN: tc-run %t.mlir --check --guard --threads=3 --repeat=1
// RUN: tc-run %t.mlir --check --guard --repeat=1 --target=x86-64-v3
// RUN: tc-compile %s --target=x86-64-v4 --emit=asm -o - | FileCheck %s
// Neither positions nor maxima are compared.
// CHECK-LABEL: strided:
// CHECK-NOT: vpcmp
// CHECK: vmaxps
// CHECK-NOT: vpcmp
// CHECK: .size
module attributes {tc.version = "0.1", tc.sizes = {m = 5, n = 37}} {
loop.kernel private @strided(%x: tensor<3x112x112xf32>) -> tensor<3x56x56xf32> iters(c = 3, h = 56, w = 56, r = 3, s = 3) {
  %0 = loop.reduce (c, h, w) over (r, s) [max] reads(%a = %x[c, 2*h + r - 1, 2*w + s - 1] : tensor<3x112x112xf32> else 0xFF800000) -> tensor<3x56x56xf32> {
    loop.yield %a : f32
  }
  loop.yield %0 : tensor<3x56x56xf32>
}
loop.kernel private @long(%x: tensor<7x333xf32>) -> tensor<7x333xf32> iters(h = 7, w = 333, r = 5, s = 5) {
  %0 = loop.reduce (h, w) over (r, s) [min] reads(%a = %x[h + 2*r - 4, w + 2*s - 4] : tensor<7x333xf32> else 0x7F800000) -> tensor<7x333xf32> {
    loop.yield %a : f32
  }
  loop.yield %0 : tensor<7x333xf32>
}
loop.kernel private @sums(%x: tensor<6x19xf64>) -> tensor<6x19xf64> iters(h = 6, w = 19, r = 3, s = 7) {
  %0 = loop.reduce (h, w) over (r, s) [add] reads(%a = %x[h + r - 1, w + s - 3] : tensor<6x19xf64> else 0.0) -> tensor<6x19xf64> {
    loop.yield %a : f64
  }
  loop.yield %0 : tensor<6x19xf64>
}
loop.kernel private @not_neutral(%x: tensor<6x200xf32>) -> tensor<6x200xf32> iters(h = 6, w = 200, r = 3, s = 3) {
  %0 = loop.reduce (h, w) over (r, s) [max] reads(%a = %x[h + r - 1, w + s - 1] : tensor<6x200xf32> else 0.5) -> tensor<6x200xf32> {
    loop.yield %a : f32
  }
  loop.yield %0 : tensor<6x200xf32>
}
loop.kernel private @symbolic(%x: tensor<?x?xf32, #tc.dims<[m, n]>>) -> tensor<?x?xf32, #tc.dims<[m, n]>> iters(h = m, w = n, r = 3, s = 3) {
  %0 = loop.reduce (h, w) over (r, s) [max] reads(%a = %x[h + r - 1, w + s - 1] : tensor<?x?xf32, #tc.dims<[m, n]>> else 0xFF800000) -> tensor<?x?xf32, #tc.dims<[m, n]>> {
    loop.yield %a : f32
  }
  loop.yield %0 : tensor<?x?xf32, #tc.dims<[m, n]>>
}
func.func @main(%x: tensor<3x112x112xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}},
                %y: tensor<7x333xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}},
                %z: tensor<6x19xf64> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3}},
                %p: tensor<6x200xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 4}},
                %q: tensor<?x?xf32, #tc.dims<[m, n]>> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 5}})
    -> (tensor<3x56x56xf32>, tensor<3x56x56xf32>, tensor<7x333xf32>, tensor<6x19xf64>, tensor<6x200xf32>, tensor<?x?xf32, #tc.dims<[m, n]>>) {
  %0 = loop.launch @strided(%x) : (tensor<3x112x112xf32>) -> tensor<3x56x56xf32>
  %root = prim.sqrt %x : tensor<3x112x112xf32> // NaN of what is less than 0
  %1 = loop.launch @strided(%root) : (tensor<3x112x112xf32>) -> tensor<3x56x56xf32>
  %2 = loop.launch @long(%y) : (tensor<7x333xf32>) -> tensor<7x333xf32>
  %3 = loop.launch @sums(%z) : (tensor<6x19xf64>) -> tensor<6x19xf64>
  %4 = loop.launch @not_neutral(%p) : (tensor<6x200xf32>) -> tensor<6x200xf32>
  %5 = loop.launch @symbolic(%q) : (tensor<?x?xf32, #tc.dims<[m, n]>>) -> tensor<?x?xf32, #tc.dims<[m, n]>>
  return %0, %1, %2, %3, %4, %5 : tensor<3x56x56xf32>, tensor<3x56x56xf32>, tensor<7x333xf32>, tensor<6x19xf64>, tensor<6x200xf32>, tensor<?x?xf32, #tc.dims<[m, n]>>
}
}
