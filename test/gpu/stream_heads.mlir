// Gradients of attention where three heads of queries share one of keys: dk and dv
// sum over queries and heads, streams on matrix units over queries alone. So these
// make a part for each head, which a launch adds up; no value is as large as the
// scores.
// RUN: tc-opt %s --pass-pipeline='builtin.module(tc-gpu,loop-schedule{target=cuda,tune=sm_90a})' | FileCheck %s
// RUN: tc-opt %s --pass-pipeline='builtin.module(tc-gpu,loop-schedule{target=cuda,tune=sm_80})' | FileCheck %s
// RUN: tc-interpret %s --expect >%t.x.mlir
// RUN: tc-compile %t.x.mlir --target=emulate,units=90 -o %t.90.so
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %t.90.so --check --guard --threads=1 --repeat=1
// RUN: tc-compile %t.x.mlir --target=emulate,units=80 -o %t.80.so
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %t.80.so --check --guard --threads=1 --repeat=1
// RUN: tc-run %t.x.mlir --check --repeat=1
// The parts lie as the results do.
// CHECK-COUNT-7: unit = "{{w?g?}}mma
// CHECK-LABEL: func.func @main
// CHECK-NOT: x70x83x
// CHECK: loop.launch {{.*}} -> (tensor<3x1x2x83x24xf32>, tensor<3x1x2x83x24xf32>)
// CHECK-NOT: x70x83x
// CHECK: return
!q = tensor<1x2x3x70x24xbf16>
!k = tensor<1x2x83x24xbf16>
!r = tensor<1x2x3x70xf32>
!s = tensor<1x2x3x70x83xf32>
!n = tensor<1x2x3x70x83xbf16>
module {
func.func @main(%do: !q {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1 : i64}}, %q: !q {tc.init = {kind = "uniform", mean = 0.0, std = 0.3, stream = 2 : i64}}, %k: !k {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3 : i64}}, %v: !k {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 4 : i64}}, %l: !r {tc.init = {kind = "uniform", mean = 4.0, std = 0.5, stream = 5 : i64}}, %e: !r {tc.init = {kind = "uniform", mean = 0.0, std = 0.5, stream = 6 : i64}}) -> (!q, !k, !k) {
  %s = prim.dot_general %q, %k batch [0, 1], [0, 1] contract [4], [3] {out = f32} : !q, !k
  %lb = prim.broadcast_in_dim %l [0, 1, 2, 3] : !r to !s
  %0 = prim.sub %s, %lb : !s
  %p = prim.exp %0 : !s
  %dp = prim.dot_general %do, %v batch [0, 1], [0, 1] contract [4], [3] {out = f32} : !q, !k
  %eb = prim.broadcast_in_dim %e [0, 1, 2, 3] : !r to !s
  %1 = prim.sub %dp, %eb : !s
  %2 = prim.mul %p, %1 : !s
  %pn = prim.convert_element_type %p : !s to !n
  %ds = prim.convert_element_type %2 : !s to !n
  %dq = prim.dot_general %ds, %k batch [0, 1], [0, 1] contract [4], [2] : !n, !k
  %dk = prim.dot_general %ds, %q batch [0, 1], [0, 1] contract [2, 3], [2, 3] : !n, !q
  %dv = prim.dot_general %pn, %do batch [0, 1], [0, 1] contract [2, 3], [2, 3] : !n, !q
  return %dq, %dk, %dv : !q, !k, !k
}
}
