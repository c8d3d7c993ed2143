// Rows that admit accesses of 8 bytes alone: adjacent threads copy adjacent pieces of 8 bytes to shared memory, not
// each a chunk of 16 in two accesses, of which a warp's would each have half of the sectors that they touch.
// RUN: tc-opt %s --tc-gpu --loop-to-gpu=target=cuda,tune=sm_90a | grep -A1 'arith.remui .*c2_i64' | grep -B1 'arith.muli .*c8_i64' | FileCheck %s
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %s --target=emulate --check --repeat=1
// CHECK: %[[HALF:.*]] = arith.remui %{{.*}}, %c2_i64
// CHECK-NEXT: arith.muli %[[HALF]], %c8_i64
module attributes {tc.version = "0.1"} {
func.func @main(
    %a: tensor<512x64xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1 : i64}},
    %b: tensor<512x196xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2 : i64}},
    %c: tensor<64x196xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3 : i64}})
    -> (tensor<64x196xbf16>, tensor<512x64xbf16>) {
  %0 = prim.dot_general %a, %b batch [], [] contract [0], [0] : tensor<512x64xbf16>, tensor<512x196xbf16>
  %1 = prim.dot_general %b, %c batch [], [] contract [1], [1] : tensor<512x196xbf16>, tensor<64x196xbf16>
  return %0, %1 : tensor<64x196xbf16>, tensor<512x64xbf16>
}
}
