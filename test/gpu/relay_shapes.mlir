// One copy in another order, read under two shapes: each reader's memory is the
// copy's.
// RUN: tc-compile %s --target=emulate --plan=%t.plan -o %t.so && FileCheck %s --input-file=%t.plan
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %s --target=emulate --check --repeat=1
// CHECK: %[[COPY:.*]] = loop.launch @relay_0(
// CHECK-NOT: relay
// CHECK: prim.reshape %[[COPY]]
module attributes {tc.version = "0.1"} {
func.func @main(%d: tensor<4x64x301xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1 : i64}}, %w: tensor<301x2816xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2 : i64}}, %x: tensor<256x2816xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3 : i64}}) -> (tensor<4x64x2816xbf16>, tensor<301x2816xbf16>) {
  %0 = prim.dot_general %d, %w batch [], [] contract [2], [0] : tensor<4x64x301xbf16>, tensor<301x2816xbf16>
  %1 = prim.reshape %d : tensor<4x64x301xbf16> to tensor<256x301xbf16>
  %2 = prim.dot_general %1, %x batch [], [] contract [0], [0] : tensor<256x301xbf16>, tensor<256x2816xbf16>
  return %0, %2 : tensor<4x64x2816xbf16>, tensor<301x2816xbf16>
}
}
