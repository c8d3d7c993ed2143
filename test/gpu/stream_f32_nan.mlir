// Factors of f32 that are split keep NaN: that of all bits, which NVIDIA's machines
// compute, too, of rows and of streamed factors, beside infinities.
// RUN: tc-opt %s --pass-pipeline='builtin.module(prim-to-loop,loop-fuse{stream=true otherwise="cuda,tune=sm_80"},loop-stream{even=false otherwise="cuda,tune=sm_80"},cse,loop-plan-memory)' >%t.mlir
// RUN: tc-opt %t.mlir --loop-schedule=target=cuda,tune=sm_80 | FileCheck %s
// RUN: tc-compile %t.mlir --pipeline=cse --target=emulate,units=80 --plan=%t.plan -o %t.so
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %t.so --check --guard --plan=%t.plan --threads=1 --repeat=1
// CHECK-COUNT-2: unit = "mma.m16n8k8.tf32x3"
func.func @main(
    %q: tensor<1x16x20xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1 : i64, seed = 0 : i64}},
    %k: tensor<1x32x20xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2 : i64, seed = 0 : i64}},
    %v: tensor<1x32x16xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3 : i64, seed = 0 : i64}}) -> tensor<1x16x16xf32> {
  // Row 3 of q; of v NaN in row 5, columns from 8 on, infinity in row 7 there.
  %nanq = prim.constant dense<0x7FFFFFFF> : tensor<1x16x20xf32>
  %nanv = prim.constant dense<0x7FFFFFFF> : tensor<1x32x16xf32>
  %infv = prim.constant dense<0x7F800000> : tensor<1x32x16xf32>
  %c3 = prim.constant dense<3> : tensor<1x16x20xi64>
  %c5 = prim.constant dense<5> : tensor<1x32x16xi64>
  %c7 = prim.constant dense<7> : tensor<1x32x16xi64>
  %c8 = prim.constant dense<8> : tensor<1x32x16xi64>
  %i = prim.iota 0 : i64, 1 : i64 : tensor<16xi64>
  %j = prim.iota 0 : i64, 1 : i64 : tensor<32xi64>
  %iq = prim.broadcast_in_dim %i [1] : tensor<16xi64> to tensor<1x16x20xi64>
  %jv = prim.broadcast_in_dim %j [1] : tensor<32xi64> to tensor<1x32x16xi64>
  %dv = prim.broadcast_in_dim %i [2] : tensor<16xi64> to tensor<1x32x16xi64>
  %isq = prim.eq %iq, %c3 : tensor<1x16x20xi64>
  %q2 = prim.where %isq, %nanq, %q : tensor<1x16x20xi1>, tensor<1x16x20xf32>
  %is5 = prim.eq %jv, %c5 : tensor<1x32x16xi64>
  %from8 = prim.ge %dv, %c8 : tensor<1x32x16xi64>
  %is5d = prim.bitwise_and %is5, %from8 : tensor<1x32x16xi1>
  %is7 = prim.eq %jv, %c7 : tensor<1x32x16xi64>
  %is7d = prim.bitwise_and %is7, %from8 : tensor<1x32x16xi1>
  %v1 = prim.where %is5d, %nanv, %v : tensor<1x32x16xi1>, tensor<1x32x16xf32>
  %v2 = prim.where %is7d, %infv, %v1 : tensor<1x32x16xi1>, tensor<1x32x16xf32>
  %p = prim.dot_general %q2, %k batch [0], [0] contract [2], [2] : tensor<1x16x20xf32>, tensor<1x32x20xf32>
  %m = prim.amax %p [2] : tensor<1x16x32xf32>
  %mb = prim.broadcast_in_dim %m [0, 1] : tensor<1x16xf32> to tensor<1x16x32xf32>
  %x = prim.sub %p, %mb : tensor<1x16x32xf32>
  %e = prim.exp %x : tensor<1x16x32xf32>
  %l = prim.sum %e [2] : tensor<1x16x32xf32>
  %lb = prim.broadcast_in_dim %l [0, 1] : tensor<1x16xf32> to tensor<1x16x32xf32>
  %w = prim.div %e, %lb : tensor<1x16x32xf32>
  %o = prim.dot_general %w, %v2 batch [0], [0] contract [2], [1] : tensor<1x16x32xf32>, tensor<1x32x16xf32>
  return %o : tensor<1x16x16xf32>
}
