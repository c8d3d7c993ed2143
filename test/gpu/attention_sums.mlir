// A streamed attention that gives its rows' maxima and sums as well, as the
// forward half of a training step does: one kernel, on both sorts of matrix
// units, whose results are right on all rows.
// RUN: tc-opt %s --pass-pipeline='builtin.module(prim-to-loop,loop-fuse{stream=true otherwise="cuda,tune=sm_80"},loop-stream{even=false otherwise="cuda,tune=sm_80"},loop-plan-memory)' | FileCheck %s
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %s --target=emulate --check --repeat=1
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %s --target=emulate,units=80 --check --repeat=1

// CHECK: loop.for
// Carried values leave the kernel through maps.
// CHECK: loop.map ({{d[0-9], d[0-9]}}) reads(%{{.*}} : tensor<2x75xf32>) -> tensor<2x75xf32> {
// CHECK: loop.map ({{d[0-9], d[0-9]}}) reads(%{{.*}} : tensor<2x75xf32>) -> tensor<2x75xf32> {
// CHECK-LABEL: func.func @main(
// CHECK-SAME: loop.arena = #tc.size<0>
// CHECK-NEXT: loop.launch
// CHECK-NEXT: return
!q = tensor<2x75x64xbf16>
!k = tensor<2x200x64xbf16>
!r = tensor<2x75xf32>
!s = tensor<2x75x200xf32>
func.func @main(
    %q: !q {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1 : i64, seed = 0 : i64}},
    %k: !k {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2 : i64, seed = 0 : i64}},
    %v: !k {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3 : i64, seed = 0 : i64}})
    -> (!q, !r, !r) {
  %s = prim.dot_general %q, %k batch [0], [0] contract [2], [2] {out = f32} : !q, !k
  %m = prim.amax %s [2] : !s
  %mb = prim.broadcast_in_dim %m [0, 1] : !r to !s
  %0 = prim.sub %s, %mb : !s
  %e = prim.exp %0 : !s
  %l = prim.sum %e [2] : !s
  %lb = prim.broadcast_in_dim %l [0, 1] : !r to !s
  %1 = prim.div %e, %lb : !s
  %p = prim.convert_element_type %1 : !s to tensor<2x75x200xbf16>
  %o = prim.dot_general %p, %v batch [0], [0] contract [2], [1] : tensor<2x75x200xbf16>, !k
  return %o, %m, %l : !q, !r, !r
}
