// Attention of eight rows that share 1,024 keys, some of them masked, in a whole
// part or in all: parts of the keys are streamed beside each other, then merged.
// RUN: tc-opt %s --pass-pipeline='builtin.module(prim-to-loop,loop-fuse{stream=true otherwise="cuda,tune=sm_90a"},loop-stream{even=false block=64 parts=16 otherwise="cuda,tune=sm_90a"},loop-plan-memory)' > %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: tc-compile %t.mlir --pipeline=cse --target=emulate --plan=%t.plan -o %t.so
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %t.so --check --plan=%t.plan --repeat=1
// RUN: tc-compile %t.mlir --pipeline=cse --target=emulate,units=80 --plan=%t.plan -o %t.so
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %t.so --check --plan=%t.plan --repeat=1

// CHECK: loop.kernel {{.*}}_parts({{.*}} d2p = 16{{.*}} extent = #tc.size<64>
// CHECK: loop.for d2b
// CHECK: loop.kernel
// CHECK-NOT: loop.for
// CHECK-LABEL: func.func @main(
// CHECK: loop.launch @{{.*}}_parts(
// CHECK-NEXT: loop.launch
// CHECK-NEXT: return
!q = tensor<3x2x8x64xbf16>
!k = tensor<3x2x1024x64xbf16>
!r = tensor<3x2x8xf32>
!s = tensor<3x2x8x1024xf32>
!h = tensor<3x2x8x1024xbf16>
!n = tensor<3xi64>
func.func @main(
    %q: !q {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1 : i64, seed = 0 : i64}},
    %k: !k {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2 : i64, seed = 0 : i64}},
    %v: !k {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3 : i64, seed = 0 : i64}},
    %n: !n {tc.init = dense<[100, 900, 0]> : tensor<3xi64>}) -> !q {
  %s0 = prim.dot_general %q, %k batch [0, 1], [0, 1] contract [3], [3] {out = f32} : !q, !k
  %j = prim.iota 0 : i64, 1 : i64 : tensor<1024xi64>
  %at = prim.broadcast_in_dim %j [3] : tensor<1024xi64> to tensor<3x2x8x1024xi64>
  %most = prim.broadcast_in_dim %n [0] : !n to tensor<3x2x8x1024xi64>
  %in = prim.lt %at, %most : tensor<3x2x8x1024xi64>
  %none = prim.constant dense<0xFF800000> : !s
  %s = prim.where %in, %s0, %none : tensor<3x2x8x1024xi1>, !s
  %m = prim.amax %s [3] : !s
  %mb = prim.broadcast_in_dim %m [0, 1, 2] : !r to !s
  %0 = prim.sub %s, %mb : !s
  %e = prim.exp %0 : !s
  %l = prim.sum %e [3] : !s
  %lb = prim.broadcast_in_dim %l [0, 1, 2] : !r to !s
  %1 = prim.div %e, %lb : !s
  %p = prim.convert_element_type %1 : !s to !h
  %o = prim.dot_general %p, %v batch [0, 1], [0, 1] contract [3], [2] : !h, !k
  return %o : !q
}
