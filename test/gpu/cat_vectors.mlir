// Pieces that begin at multiples of a vector: its elements are of one piece, and
// so they are read at once; and zeros around a row.
// RUN: tc-opt %s --prim-to-loop --loop-fuse --loop-schedule=target=cuda,tune=sm_90a | FileCheck %s
// RUN: env LD_PRELOAD=%build/lib/libtcemulate.so tc-run %s --target=emulate --check --repeat=1

// CHECK-LABEL: loop.kernel private @{{.*}}cat
// CHECK-SAME: step = 8 : i64, to = "thread"
// CHECK-LABEL: loop.kernel private @{{.*}}cat
// CHECK-SAME: step = 4 : i64, to = "thread"
// CHECK-LABEL: loop.kernel private @{{.*}}pad
// CHECK-SAME: step = 2 : i64, to = "thread"
module attributes {tc.version = "0.1"} {
func.func @main(%a: tensor<4096x64xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1 : i64}}, %b: tensor<4096x96xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 2 : i64}}, %c: tensor<4096x32xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 3 : i64}}, %d: tensor<4096x100xbf16> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 4 : i64}}) -> (tensor<4096x192xbf16>, tensor<4096x132xbf16>, tensor<4096x68xbf16>) {
  %0 = prim.cat %a, %b, %c dim 1 : tensor<4096x64xbf16>, tensor<4096x96xbf16>, tensor<4096x32xbf16>
  %1 = prim.cat %d, %c dim 1 : tensor<4096x100xbf16>, tensor<4096x32xbf16>
  %z = prim.constant dense<0.0> : tensor<bf16>
  %2 = prim.pad %a, %z low <[0, 2]> high <[0, 2]> interior [0, 0] : tensor<4096x64xbf16>, tensor<bf16> to tensor<4096x68xbf16>
  return %0, %1, %2 : tensor<4096x192xbf16>, tensor<4096x132xbf16>, tensor<4096x68xbf16>
}
}
