// Tiles of many rows in tile registers go through all panels of their task before
// the next one: rows that are no whole tile, panels that are not whole, steps that
// are no whole tile, maps that read rows of their own, bytes of other signs.
// RUN: tc-interpret %s --expect >%t.mlir && tc-compile %t.mlir -o %t.so
// RUN: tc-run %t.so --check --guard --repeat=1

!x = tensor<1050x72xbf16>
!y = tensor<1050x150xbf16>
!i = tensor<1050x72xi8>
module attributes {tc.version = "0.1"} {
prim.weight @w : tensor<150x72xbf16> {init = {kind = "uniform", mean = 0.5, std = 0.3, stream = 11}}
prim.weight @b : tensor<150xbf16> {init = {kind = "uniform", mean = 0.5, std = 0.3, stream = 12}}
prim.weight @i : tensor<150x72xi8> {init = {kind = "randint", low = -128, high = 128, stream = 13}}
func.func @main(%x: !x {tc.init = {kind = "uniform", mean = 0.5, std = 0.3, stream = 1}},
                %y: !y {tc.init = {kind = "uniform", mean = 0.5, std = 0.3, stream = 2}},
                %i: !i {tc.init = {kind = "randint", low = -128, high = 128, stream = 3}})
    -> (!y, tensor<1050x150xi32>) {
  %w = prim.get_weight @w : tensor<150x72xbf16>
  %b = prim.get_weight @b : tensor<150xbf16>
  %j = prim.get_weight @i : tensor<150x72xi8>
  %0 = prim.dot_general %x, %w batch [], [] contract [1], [1] : !x, tensor<150x72xbf16>
  %bias = prim.broadcast_in_dim %b [1] : tensor<150xbf16> to !y
  %1 = prim.add %0, %bias : !y
  %2 = prim.add %1, %y : !y
  %3 = prim.dot_general %i, %j batch [], [] contract [1], [1] {out = i32} : !i, tensor<150x72xi8>
  func.return %2, %3 : !y, tensor<1050x150xi32>
}
}
