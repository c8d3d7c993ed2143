// So many points that a thread of a GPU computes several side by side: the
// machine's own functions of vectors.
// RUN: tc-interpret %s --expect >%t.mlir && tc-compile %t.mlir -o %t.so
// RUN: tc-run %t.so --check --guard --repeat=1
// RUN: tc-compile %s --target=cuda --target-cpu=sm_90a --emit=ll -o %t.ll
// RUN: FileCheck %s --input-file=%t.ll
// CHECK: @llvm.sqrt.v4f32
// CHECK: @llvm.sqrt.v2f64

!x = tensor<256x1024xf32>
!y = tensor<256x1024xf64>
func.func @main(%x: !x {tc.init = {kind = "uniform", mean = 0.0, std = 3.0, stream = 1}}, %y: !y {tc.init = {kind = "uniform", mean = 0.0, std = 3.0, stream = 2}}) -> (!x, !y) {
  %a = prim.abs %x : !x
  %b = prim.sqrt %a : !x
  %c = prim.floor %x : !x
  %d = prim.ceil %x : !x
  %e = prim.trunc %x : !x
  %f = prim.round %x : !x
  %g = prim.add %b, %c : !x
  %h = prim.add %g, %d : !x
  %i = prim.add %h, %e : !x
  %j = prim.add %i, %f : !x
  %l = prim.abs %y : !y
  %m = prim.sqrt %l : !y
  %n = prim.floor %y : !y
  %o = prim.add %m, %n : !y
  return %j, %o : !x, !y
}
