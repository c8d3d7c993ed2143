// Gradients of attention in narrow floats where three heads of queries share one
// of keys, on CPUs: dk and dv sum over queries and heads, streams of narrow
// factors over queries alone. So these make a part for each head, which a launch
// adds up; no value is as large as the scores.
// RUN: tc-opt %s --tc-cpu | FileCheck %s
// RUN: tc-interpret %s --expect >%t.x.mlir
// RUN: tc-run %t.x.mlir --check --repeat=1
// RUN: tc-run %t.x.mlir --check --repeat=1 --target=x86-64-v3
// RUN: tc-compile %s --target=x86-64-v4,features=avx512bf16+amx-tile+amx-bf16 --emit=asm -o - | FileCheck %s --check-prefix=TILES
// RUN: sed 's/bf16/f16/g' %s | tc-opt --tc-cpu | FileCheck %s
// RUN: sed 's/bf16/f16/g' %s | tc-interpret - --expect >%t.h.mlir
// RUN: tc-run %t.h.mlir --check --repeat=1
// TILES: tdpbf16ps
// CHECK-COUNT-2: loop.for
// CHECK: func.func
// CHECK-NOT: x200x210x
// CHECK: loop.launch {{.*}} -> (tensor<3x1x2x210x24xf32>, tensor<3x1x2x210x24xf32>)
// CHECK-NOT: x200x210x
// CHECK: return
!q = tensor<1x2x3x200x24xbf16>
!k = tensor<1x2x210x24xbf16>
!r = tensor<1x2x3x200xf32>
!s = tensor<1x2x3x200x210xf32>
!n = tensor<1x2x3x200x210xbf16>
module {
func.func @main(%do: !q {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1 : i64}}, %q: !q {tc.init = {kind = "uniform", mean = 0.0, std = 0.3, stream = 2 : i64}}, %k: !k {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3 : i64}}, %v: !k {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 4 : i64}}, %l: !r {tc.init = {kind = "uniform", mean = 4.0, std = 0.5, stream = 5 : i64}}, %e: !r {tc.init = {kind = "uniform", mean = 0.0, std = 0.5, stream = 6 : i64}}) -> (!q, !k, !k) {
  %a = prim.dot_general %q, %k batch [0, 1], [0, 1] contract [4], [3] {out = f32} : !q, !k
  %c = prim.constant dense<1.250000e-01> : tensor<f32>
  %cb = prim.broadcast_in_dim %c [] : tensor<f32> to !s
  %s = prim.mul %a, %cb : !s
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
