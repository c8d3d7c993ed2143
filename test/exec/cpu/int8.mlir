// Products of bytes, exact in i32: tiles of rows that are whole and that are
// not, one row, steps that are no whole vector, that are no quadruples, panels
// that are packed by the program and by tasks, of columns side by side and of
// steps side by side, convolutions, batches, sizes that are not known, maps;
// bytes that are signed, unsigned, and one of each, with the extreme ones.
// RUN: tc-interpret %s --expect >%t.mlir && tc-compile %t.mlir -o %t.so
// RUN: tc-run %t.so --check --guard --repeat=1
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %t.mlir --target=emulate --check --repeat=1
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %t.mlir --target=emulate,units=80 --check --repeat=1
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %t.mlir --target=emulate,wave=64,units=3 --check --repeat=1
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %t.mlir --target=emulate,units=90 --check --repeat=1
// RUN: tc-compile %t.mlir --target=x86-64-v3 -o %t.so
// RUN: tc-run %t.so --check --guard --repeat=1
// RUN: tc-compile %s --target=x86-64-v4,features=avx512vnni --emit=asm -o %t.s
// RUN: FileCheck %s <%t.s
// RUN: tc-compile %s --target=x86-64-v3,features=avxvnni --emit=asm -o %t.s
// RUN: FileCheck %s --check-prefix=AVX <%t.s
// RUN: tc-compile %s --target=x86-64-v4,features=avx512bf16+amx-tile+amx-int8 --emit=asm -o %t.s
// RUN: FileCheck %s --check-prefix=AMX <%t.s
// CHECK: vpdpbusd {{.*}}zmm
// AVX: {vex} vpdpbusd {{.*}}ymm
// AMX-DAG: tdpbssd
// AMX-DAG: tdpbuud
// AMX-DAG: tdpbusd
// AMX-DAG: tdpbsud

!x = tensor<70x96xi8>
!u = tensor<70x96xui8>
!s = tensor<?x100xi8, #tc.dims<[m, 100]>>
module attributes {tc.version = "0.1", tc.sizes = {m = 49}} {
prim.weight @w : tensor<70x96xi8> {init = {kind = "randint", low = -128, high = 128, stream = 11}}
prim.weight @v : tensor<64x100xi8> {init = {kind = "constant", value = -128}}
prim.weight @c : tensor<64x8x3x3xi8> {init = {kind = "randint", low = -128, high = 128, stream = 13}}
loop.kernel @us(%x: !u, %w: !x) -> tensor<70x70xi32> iters(i = 70, n = 70, k = 96) {
  %y = loop.contract (i, n) over (k) reads(%a = %x[i, k] : !u, %b = %w[n, k] : !x) -> tensor<70x70xi32> {
    %0 = prim.convert_element_type %a : ui8 to i32
    %1 = prim.convert_element_type %b : i8 to i32
    loop.yield %0, %1 : i32, i32
  }
  loop.yield %y : tensor<70x70xi32>
}
loop.kernel @su(%x: !x, %w: !u) -> tensor<70x70xi32> iters(i = 70, n = 70, k = 96) {
  %y = loop.contract (i, n) over (k) reads(%a = %x[i, k] : !x, %b = %w[n, k] : !u) -> tensor<70x70xi32> {
    %0 = prim.convert_element_type %a : i8 to i32
    %1 = prim.convert_element_type %b : ui8 to i32
    loop.yield %0, %1 : i32, i32
  }
  loop.yield %y : tensor<70x70xi32>
}
func.func @main(%x: !x {tc.init = {kind = "randint", low = -128, high = 128, stream = 1}},
                %o: tensor<1x96xi8> {tc.init = {kind = "randint", low = -128, high = 128, stream = 2}},
                %s: !s {tc.init = {kind = "constant", value = -128}},
                %u: !u {tc.init = {kind = "randint", low = 0, high = 256, stream = 4}},
                %q: tensor<3x40x64xi8> {tc.init = {kind = "randint", low = -128, high = 128, stream = 5}},
                %k: tensor<3x64x50xi8> {tc.init = {kind = "randint", low = -128, high = 128, stream = 6}},
                %i: tensor<2x8x9x9xi8> {tc.init = {kind = "randint", low = -128, high = 128, stream = 9}},
                %j: tensor<2x8x9x9xi8> {tc.layout = #tc.layout<order = [0, 2, 3, 1]>, tc.init = {kind = "randint", low = -128, high = 128, stream = 8}},
                %h: tensor<70x33xi8> {tc.init = {kind = "randint", low = -128, high = 128, stream = 10}})
    -> (tensor<70x70xi32>, tensor<70x70xf32>, tensor<1x70xi32>, tensor<?x64xi32, #tc.dims<[m, 64]>>, tensor<70x70xi32>, tensor<70x70xi32>, tensor<70x70xi32>, tensor<3x40x50xi32>, tensor<2x64x9x9xi32>, tensor<2x64x5x5xi32>, tensor<70x70xi32>) {
  %w = prim.get_weight @w : !x
  %v = prim.get_weight @v : tensor<64x100xi8>
  %c = prim.get_weight @c : tensor<64x8x3x3xi8>
  %0 = prim.dot_general %x, %w batch [], [] contract [1], [1] {out = i32} : !x, !x
  %f = prim.convert_element_type %0 : tensor<70x70xi32> to tensor<70x70xf32>
  %e = prim.abs %f : tensor<70x70xf32>
  %1 = prim.dot_general %o, %w batch [], [] contract [1], [1] {out = i32} : tensor<1x96xi8>, !x
  %2 = prim.dot_general %s, %v batch [], [] contract [1], [1] {out = i32} : !s, tensor<64x100xi8>
  %3 = prim.dot_general %u, %u batch [], [] contract [1], [1] {out = i32} : !u, !u
  %4 = loop.launch @us(%u, %x) : (!u, !x) -> tensor<70x70xi32>
  %5 = loop.launch @su(%x, %u) : (!x, !u) -> tensor<70x70xi32>
  %6 = prim.dot_general %q, %k batch [0], [0] contract [2], [1] {out = i32} : tensor<3x40x64xi8>, tensor<3x64x50xi8>
  %7 = prim.convolution %i, %c strides [1, 1] pad [1, 1], [1, 1] dilation [1, 1], [1, 1] groups 1 {prim.out = i32} : tensor<2x8x9x9xi8>, tensor<64x8x3x3xi8>
  %9 = prim.convolution %j, %c strides [2, 2] pad [1, 1], [1, 1] dilation [1, 1], [1, 1] groups 1 {prim.out = i32} : tensor<2x8x9x9xi8>, tensor<64x8x3x3xi8>
  %8 = prim.dot_general %h, %h batch [], [] contract [1], [1] {out = i32} : tensor<70x33xi8>, tensor<70x33xi8>
  return %0, %e, %1, %2, %3, %4, %5, %6, %7, %9, %8 : tensor<70x70xi32>, tensor<70x70xf32>, tensor<1x70xi32>, tensor<?x64xi32, #tc.dims<[m, 64]>>, tensor<70x70xi32>, tensor<70x70xi32>, tensor<70x70xi32>, tensor<3x40x50xi32>, tensor<2x64x9x9xi32>, tensor<2x64x5x5xi32>, tensor<70x70xi32>
}
}
