// Launches in another order than the text's (loop-order): branches that are
// all made before the first is read.
// RUN: tc-interpret %s --expect >%t.mlir && tc-run %t.mlir --check --guard --repeat=1
// RUN: tc-opt %s --tc-cpu | FileCheck %s
// CHECK: func.func @main(
// CHECK-SAME: loop.arena = #tc.size<524288>
!x = tensor<256x256xf32>
!w = tensor<256x512xf32>
!r = tensor<512xf32>
func.func @main(%x: !x {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}},
                %a: !w {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2}},
                %b: !w {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3}},
                %c: !w {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 4}})
    -> (!r, !r, !r) {
  %0 = prim.dot_general %x, %a batch [], [] contract [1], [0] : !x, !w
  %1 = prim.dot_general %x, %b batch [], [] contract [1], [0] : !x, !w
  %2 = prim.dot_general %x, %c batch [], [] contract [1], [0] : !x, !w
  %3 = prim.amax %0 [0] : !w
  %4 = prim.amax %1 [0] : !w
  %5 = prim.amax %2 [0] : !w
  return %3, %4, %5 : !r, !r, !r
}
